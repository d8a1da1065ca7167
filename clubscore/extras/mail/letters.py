"""What a letter says: a player's card as mail, its heads and foot, and the address to reach us.

What goes into a head is one line without anything unseen, so that no name makes another head or
another recipient. A card that is mailed has names only where a shared ranking has them, because
it may be handed on.
"""

import secrets
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.header import Header
from email.utils import format_datetime, formataddr
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.message import utf8_charset_qp
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.models import Club, Person, zone_of
from clubscore.club.people import ids_and_merged
from clubscore.club.wording import full_date, listed, named, percent
from clubscore.environment import base_for_phones, is_private
from clubscore.events.cards import CardRow, CardSwing, card_rows, swings
from clubscore.events.models import Event, EventShare, ToldPlayer
from clubscore.events.pages.reading import known_cards
from clubscore.events.rankings import Lists, RankingLine
from clubscore.events.result_words import score_words
from clubscore.events.scoring import key_of_entry
from clubscore.events.selectors import as_seen_by, may_see_results, own_entry
from clubscore.events.state import EventState, room_of
from clubscore.extras.mail.models import Letter, Subscription
from clubscore.web.names_shown import safe_line, safe_page
from clubscore.web.phones import hash_of, token_of


class Secret(NamedTuple):
    """What a new secret address is made of: its nonce, and the hash that is kept of it."""

    nonce: str
    hash: str


def new_secret() -> Secret:
    """Return a new secret of 128 bits."""
    nonce = secrets.token_hex(16)
    return Secret(nonce, hash_of(token_of(nonce)))


def from_outside(path: str) -> str:
    """Return a path as a mailbox can open it; empty where only this machine can.

    Whoever asks for a page has no say in it: what a browser calls this server is not used.
    """
    base = base_for_phones(settings.CLUBSCORE_URL, *settings.LISTENS_AT)
    return f"{base}{path}" if base else ""


def has_public_address() -> bool:
    """Whether a link in a letter leads here from another machine."""
    return bool(from_outside("/"))


def is_public() -> bool:
    """Whether everybody's mail program reaches this server, and by https."""
    found = urlsplit(from_outside("/"))
    return found.scheme == "https" and settings.WITH_TLS and not is_private(found.hostname or "")


def confirm_address(subscription: Subscription) -> str:
    """Return the secret link that confirms an address."""
    return from_outside(reverse("mail-confirm", args=[token_of(subscription.link_nonce)]))


def way_out(subscription: Subscription) -> str:
    """Return the link by which a person's mail ends."""
    return from_outside(reverse("mail-out", args=[token_of(subscription.out_nonce)]))


# ---- A letter as it goes out.

LONGEST_HEAD = 120
LONGEST_WORD = 74
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
ONE_CLICK = "List-Unsubscribe=One-Click"
# The subject of a letter that asks for no more mail, read by whoever reads the club's mailbox.
UNSUBSCRIBE = "unsubscribe"


@dataclass(frozen=True)
class LetterText:
    """What a letter says: its subject, its lines, and the same as HTML."""

    subject: str
    text: str
    html: str


def written(
    template: str, subject: str, lines: Iterable[str], context: Mapping[str, object]
) -> LetterText:
    """Write a letter: its lines, and its page from the template `mailing/letters/NAME.html`."""
    page = render_to_string(f"mailing/letters/{template}.html", {**context})
    text = "".join(f"{safe_line(line)}\n" for line in lines)
    return LetterText(subject, text, safe_page(page.strip() + "\n"))


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
    letter: Letter, to: str, said: LetterText, subscription: Subscription | None = None
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


# ---- A player's card as a letter.


@dataclass(frozen=True)
class BoardTold:
    """A board of a card, each cell as it is read."""

    board: int
    way: str
    against: str
    result: str
    score: str
    points: str
    percent: str
    decided: str

    @property
    def head(self) -> str:
        """Which board, which way and against whom."""
        told = {"n": self.board, "way": self.way, "who": self.against}
        return _("Board %(n)s, %(way)s against %(who)s") % told

    @property
    def points_told(self) -> str:
        """The points, and their percentage where there is one."""
        if not self.points:
            return ""
        if not self.percent:
            return _("points: %(n)s") % {"n": self.points}
        return _("points: %(n)s (%(percent)s)") % {"n": self.points, "percent": self.percent}


class Most(NamedTuple):
    """The boards that won most, or lost most, each with what decided it."""

    title: str
    boards: list[str]


@dataclass(frozen=True)
class CardTold:
    """A card as its letter says it."""

    club: str
    title: str
    who: str
    place: str
    boards: list[BoardTold]
    most: list[Most]
    page: str
    foot: Foot


@dataclass(frozen=True)
class EventRead:
    """An event as a member may see it, read once for all letters of a run."""

    room: EventState
    lists: Lists


def events_to_mail() -> QuerySet[Event]:
    """Return the events played here that are final, and whose results members may see."""
    return events_that_may_be_mailed().filter(told=False)


def events_that_may_be_mailed() -> QuerySet[Event]:
    """Return those, and imported ones, which are mailed only where a director asks."""
    return Event.sessions.filter(
        called_off_at=None,
        ranking_open=True,
        final_at__lte=clock.now(),
        club__closed_at=None,
    )


def read_event(event: Event) -> EventRead:
    """Read an event as a member may see it, names hidden where its shared ranking hides them."""
    member = Actor(level=Level.PLAYER, club=event.club)
    room = as_seen_by(member, room_of(event))
    hides = EventShare.objects.filter(event=event, hides_names=True, revoked_at=None).exists()
    return EventRead(room, Lists(room, hides_names=hides))


def card_letter(read: EventRead, subscription: Subscription) -> LetterText | None:
    """Write a person's card; None where they have none there, or may not see it."""
    person, event = subscription.person, read.room.event
    member = Actor(level=Level.PLAYER, club=subscription.club, person=person)
    if event.club_id != subscription.club_id or not may_see_results(member, event):
        return None
    key, lists = _key_of(read.room, person), read.lists
    line = next((row for one in lists.scratch for row in one.rows if row.key == key), None)
    if not key or line is None or not line.boards:
        return None
    card = lists.card(key)
    rows = card_rows(lists, card, known_cards(member, lists, card), words=True)
    page = from_outside(reverse("event-pair", args=[event.pk, key]))
    most = swings(rows, lambda _board: page)
    title = {"event": event.name, "day": full_date(event.evening)}
    told = CardTold(
        club=subscription.club.name,
        title=_("%(event)s, %(day)s") % title,
        who=person.name if lists.hides_names else named(line.names),
        place=_place(line),
        boards=[_told(lists, row) for row in rows],
        most=[each for each in map(_most, (_("Won most"), _("Lost most")), most) if each.boards],
        page=page,
        foot=foot(subscription),
    )
    subject = _("Your card: %(event)s, %(day)s") % title
    return written("card", subject, _lines(told), {"card": told, "foot": told.foot})


def _lines(card: CardTold) -> Iterator[str]:
    """Return a card as plain text."""
    yield from (card.club, card.title, "", card.who, card.place, "")
    yield _("Board by board, in the order of play")
    for one in card.boards:
        yield ""
        yield one.head
        yield from filter(None, (one.result, one.score, one.points_told, one.decided))
    for each in card.most:
        yield from ("", each.title, *each.boards)
    if card.page:
        yield from ("", _("Your card at the club:"), card.page)
    yield from card.foot.lines


def _most(title: str, found: Sequence[CardSwing]) -> Most:
    """Return the boards that won or lost most and of which it is known why."""
    text = _("Board %(n)s: %(why)s")
    told = [text % {"n": each.row.board, "why": each.text} for each in found if each.text]
    return Most(title, told)


def _key_of(room: EventState, person: Person) -> str:
    """Return as whom a person played, under whichever of their entries."""
    if room.event.told:
        told = ToldPlayer.objects.filter(event=room.event, person__in=ids_and_merged(person))
        return told.values_list("contestant", flat=True).first() or ""
    for pk in ids_and_merged(person):
        entry = own_entry(room, Person(pk=pk))
        if entry is not None:
            return key_of_entry(room, entry)
    return ""


def _place(line: RankingLine) -> str:
    place = _("place %(p)s") % {"p": line.place} if line.place else ""
    points = _("points: %(n)s") % {"n": line.score}
    return listed(filter(None, (place, percent(line.percent) if line.percent else points)))


def _told(lists: Lists, row: CardRow) -> BoardTold:
    line = row.line
    if lists.hides_names:
        against = listed(_("number %(n)s") % {"n": key} for key in line.opponents.split("+"))
    else:
        against = row.against
    return BoardTold(
        line.board,
        _("North–South") if line.is_ns else _("East–West"),
        against,
        line.result.words,
        "" if line.own_score is None else score_words(line.own_score),
        line.points,
        percent(line.percent) if line.percent else "",
        row.note,
    )


# ---- What is said of a letter not sent.

Trouble = Letter.Trouble
WHY: Mapping[str, str] = {
    Trouble.AWAY: gettext_noop("The mail server did not answer."),
    Trouble.INNER: gettext_noop(
        "The mail server's name leads to a private address. If that is right, the person who keeps"
        " this server sets CLUBSCORE_SMTP_PRIVATE=1."
    ),
    Trouble.TLS: gettext_noop(
        "No secure connection with the mail server: it offers no TLS, or its certificate is not"
        " trusted. Nothing was sent."
    ),
    Trouble.LOGIN: gettext_noop(
        "The mail server refused the user name or password. The person who keeps this server"
        " corrects CLUBSCORE_SMTP."
    ),
    Trouble.LATER: gettext_noop("The mail server asked to try again later."),
    Trouble.REFUSED: gettext_noop(
        "The mail server refused this letter. Check the address with the person."
    ),
    Trouble.CUT_OFF: gettext_noop(
        "The connection ended while the mail server had the letter. It may have been sent; it is"
        " not sent again unless you ask for it."
    ),
    Trouble.KILLED: gettext_noop(
        "ClubScore was stopped while it sent this letter. It may have been sent; it is not sent"
        " again unless you ask for it."
    ),
}


def why(letter: Letter) -> str:
    """Return why the last try failed, and what the mail server answered; empty where it did not."""
    text = WHY.get(letter.trouble)
    if text is None:
        return ""
    said = _(text)
    if not letter.reply:
        return said
    return _("%(why)s (Its answer: %(reply)s.)") % {"why": said, "reply": letter.reply}


def trouble_of_request(subscription: Subscription) -> str:
    """Return why the link that confirms an address did not go out; empty where nothing failed."""
    asked = Letter.objects.filter(person=subscription.person_id, kind=Letter.Kind.CONFIRM)
    newest = asked.order_by("-pk").first()
    return why(newest) if newest is not None else ""


def what(letter: Letter) -> str:
    """Return what a letter is: a card of an event, the gazette of an evening."""
    name = letter.get_kind_display()
    if letter.event is not None:
        return _("%(letter)s: %(event)s") % {"letter": name, "event": letter.event.name}
    return str(name)
