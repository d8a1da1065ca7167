"""A letter as it goes out: its heads, and its text as plain text and as HTML beside it.

What goes into a head is one line without anything unseen, so that no name of a club, an event or a
person makes another head or another recipient. To whom a letter goes is an address alone.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from email.header import Header
from email.utils import format_datetime, formataddr

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.message import utf8_charset_qp
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.evening import zone_of
from clubscore.club.models import Club
from clubscore.club.naming.showing import shown_in_page, shown_in_text
from clubscore.mailing.models import Letter, Subscription
from clubscore.mailing.reaching import is_public, way_out

LONGEST_HEAD = 120
LONGEST_WORD = 74
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
ONE_CLICK = "List-Unsubscribe=One-Click"
# The subject of a letter that asks for no more mail, read by whoever reads the club's mailbox.
UNSUBSCRIBE = "unsubscribe"


@dataclass(frozen=True)
class Written:
    """What a letter says: its subject, its lines, and the same as HTML."""

    subject: str
    text: str
    html: str


def written(
    template: str, subject: str, lines: Iterable[str], context: Mapping[str, object]
) -> Written:
    """Write a letter: its lines, and its page from the template `mailing/letters/NAME.html`."""
    page = render_to_string(f"mailing/letters/{template}.html", {**context})
    text = "".join(f"{shown_in_text(line)}\n" for line in lines)
    return Written(subject, text, shown_in_page(page.strip() + "\n"))


def one_line(text: str) -> str:
    """Return a text for a head: one line, nothing unseen in it, none too long."""
    seen = "".join(" " if unicodedata.category(each) in UNSEEN else each for each in text)
    return " ".join(seen.split())[:LONGEST_HEAD]


def sender(club: Club) -> str:
    """Return whom mail of a club comes from: its name, and the address of the machine."""
    name = one_line(club.name)
    words = in_words(name)
    if words == name:
        return formataddr((name, settings.CLUBSCORE_MAIL_FROM))
    return f"{words} <{settings.CLUBSCORE_MAIL_FROM}>"


def in_words(line: str) -> str:
    """Return a line as a head can have it: what is not ASCII as encoded words (RFC 2047).

    Each has 75 letters at most. What looks like such a word is encoded too, else whoever reads it
    would decode what somebody typed.
    """
    if line.isascii() and "=?" not in line:
        return line
    return Header(line, "utf-8", maxlinelen=LONGEST_WORD).encode(linesep="")


def addressed(
    letter: Letter, to: str, said: Written, subscription: Subscription | None = None
) -> EmailMultiAlternatives:
    """Return a letter ready to go out; with a subscription it says how to end it."""
    club, domain = letter.club, settings.CLUBSCORE_MAIL_FROM.rpartition("@")[2]
    heads = {
        "Date": format_datetime(clock.now().astimezone(zone_of(club))),
        "Message-ID": f"<{letter.mark.hex}@{domain}>",
        "Auto-Submitted": "auto-generated",
        "Precedence": "bulk",
        "Content-Language": get_language() or settings.LANGUAGE_CODE,
    }
    if subscription is not None:
        heads |= {"List-Id": f"<{club.slug}.clubscore.{domain}>", **_ways_out(subscription)}
    found = EmailMultiAlternatives(
        in_words(one_line(said.subject)), said.text, sender(club), [to], headers=heads
    )
    # Pure ASCII on its way, whatever names are in it.
    found.encoding = utf8_charset_qp
    found.attach_alternative(said.html, "text/html")
    return found


def _ways_out(subscription: Subscription) -> dict[str, str]:
    """One tap where every mail program reaches us (RFC 8058), by a letter in any case."""
    by_mail = f"<mailto:{settings.CLUBSCORE_MAIL_FROM}?subject={UNSUBSCRIBE}>"
    if not is_public():
        return {"List-Unsubscribe": by_mail}
    return {
        "List-Unsubscribe": f"<{way_out(subscription)}>, {by_mail}",
        "List-Unsubscribe-Post": ONE_CLICK,
    }


@dataclass(frozen=True)
class Foot:
    """What stands below a letter: why it comes, how it ends, and where that is done."""

    why: str
    ends: str
    address: str
    is_link: bool

    @property
    def lines(self) -> Iterator[str]:
        """The same as lines."""
        yield from ("", "* * *", self.why, self.ends, self.address)


def foot(subscription: Subscription) -> Foot:
    """Return what stands below each letter that somebody asked for."""
    out, asked = way_out(subscription), _("You get this mail because you asked %(club)s for it.")
    if out:
        ends = _("To get no more mail, open this page and confirm it there:")
    else:
        ends = _("To get no more mail, write to this address with the subject “%(subject)s”:")
    return Foot(
        why=asked % {"club": subscription.club.name},
        ends=ends % {"subject": UNSUBSCRIBE},
        address=out or settings.CLUBSCORE_MAIL_FROM,
        is_link=bool(out),
    )
