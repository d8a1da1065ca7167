"""What a letter is: its heads, its two texts, who may read what is in it; hostile names in all."""

import datetime as dt
import re
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import parseaddr, parsedate_to_datetime
from html import unescape
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.database import forget_what_was_read
from clubscore.club.federation_numbers import merge_people
from clubscore.club.models import Club, Membership, Person, Role
from clubscore.club.privacy import forget_name
from clubscore.events.models import Event, EventShare
from clubscore.extras.gazette.evening import evening_paper, hide, leave_out
from clubscore.extras.mail.letters import LONGEST_HEAD, LetterText, addressed, one_line, way_out
from clubscore.extras.mail.models import Letter, Subscription
from tests.events.evenings import Evening
from tests.hostile import wrong_in_line
from tests.house import make_user
from tests.mailing.members import all_subscribed, member, played, shown_gazette, subscribed
from tests.mailing.post_office import FROM, Office, lead_to, post_office, send

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
HEADS = {
    "Auto-Submitted", "Content-Language", "Content-Type", "Date", "From", "List-Id",
    "List-Unsubscribe", "List-Unsubscribe-Post", "MIME-Version", "Message-ID", "Precedence",
    "Subject", "To",
}  # fmt: skip
HOSTILE = (
    "Ann\r\nBcc: thief@example.org",
    "Ann\nSubject: other\n\nbody",
    "Ann\u2028Bcc: x@example.org",
    "\u202egnp.exe",
    "Zoë Ångström, 李小龙 \U0001f0cf",
    'a" <thief@example.org>, "b',
    "=?utf-8?q?=0d=0aBcc:_x=40example.org?=",
    "x" * 80,
    "é" * 80,
    "<script>alert(1)</script>",
    "دورا بن سعد",
)


def read_strictly(raw: bytes) -> list[str]:
    """Return what is wrong with a letter as it came over the line (RFC 5322, 2045, 2047)."""
    head, _gap, _body = raw.partition(b"\r\n\r\n")
    wrong = []
    if not raw.isascii():
        wrong.append("a letter that is not ASCII")
    if re.search(rb"(?<!\r)\n|\r(?!\n)", raw):
        wrong.append("a line that does not end in CR LF")
    if max(map(len, raw.split(b"\r\n"))) > 998:
        wrong.append("a line of more than 998 letters")
    names = [
        line.partition(b":")[0].decode() for line in head.split(b"\r\n") if line[:1] not in b" \t"
    ]
    wrong += [f"head twice: {name}" for name in set(names) if names.count(name) > 1]
    wrong += [f"unknown head: {name}" for name in names if name not in HEADS]
    wrong += [
        f"no head: {name}" for name in ("Date", "From", "To", "Message-ID") if name not in names
    ]
    wrong += [
        f"a word of more than 75 letters: {word!r}"
        for word in re.findall(rb"=\?[^?]+\?[bqBQ]\?[^?]*\?=", head)
        if len(word) > 75
    ]
    return wrong


def sender_of(raw: bytes) -> str:
    """Return the sender's name, as RFC 2047 wants it read."""
    name, _address = parseaddr(str(message_from_bytes(raw)["From"]))
    return str(make_header(decode_header(name)))


def parts_of(letter: EmailMessage) -> dict[str, str]:
    """Return the texts of a letter by their kinds."""
    assert letter.get_content_type() == "multipart/alternative"
    return {part.get_content_type(): part.get_content() for part in letter.iter_parts()}


@contextmanager
def sent(settings: Any) -> Iterator[Office]:
    """Send what is due to a mail server, and look at what came."""
    with post_office(settings) as office:
        send()
        yield office


def one_subscribed() -> tuple[Evening, Subscription]:
    """An event of which one player gets a card."""
    evening = played(4)
    wanting = all_subscribed(evening)
    Subscription.objects.exclude(pk=wanting[0].pk).delete()
    return evening, wanting[0]


def test_a_card_has_the_heads_that_mail_programs_ask_for(settings: Any) -> None:
    evening, to = one_subscribed()
    with sent(settings) as office:
        (letter,), ((sender, _to, raw),) = office.letters, office.kept
    assert read_strictly(raw) == []
    assert sender == FROM and letter["To"] == to.mails_to
    assert str(letter["From"]) == f"Portland <{FROM}>"
    assert str(letter["Subject"]).startswith("Your card: Tuesday pairs, ")
    assert letter["Auto-Submitted"] == "auto-generated" and letter["Precedence"] == "bulk"
    mark = Letter.objects.get().mark.hex
    assert letter["Message-ID"] == f"<{mark}@portland.example.org>"
    written = parsedate_to_datetime(letter["Date"])
    assert abs(written - clock.now()) < dt.timedelta(minutes=5)
    out = way_out(to)
    assert out.startswith("https://club.example.org/mail/out/")
    # A long one is folded behind its name.
    assert letter["List-Unsubscribe"].strip() == f"<{out}>, <mailto:{FROM}?subject=unsubscribe>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    texts = parts_of(letter)
    assert list(texts) == ["text/plain", "text/html"]
    for text in map(unescape, texts.values()):
        assert "Tuesday pairs" in text and "Left1 & Right1" in text and out in text
        assert f"/event/{evening.event.pk}/" in text
        for board in (1, 2):
            assert re.search(rf"(Board |row\">){board}\b", text)


@pytest.mark.parametrize(
    ("url", "with_tls"),
    [
        ("http://192.168.1.20:8000", False),
        ("https://192.168.1.20", True),
        ("http://club.lan", True),
    ],
)
def test_where_there_is_no_public_address_mail_ends_by_mail(
    settings: Any, url: str, with_tls: bool
) -> None:
    one_subscribed()
    with post_office(settings) as office:
        settings.CLUBSCORE_URL, settings.WITH_TLS = url, with_tls
        send()
        (letter,) = office.letters
    assert letter["List-Unsubscribe"] == f"<mailto:{FROM}?subject=unsubscribe>"
    assert letter["List-Unsubscribe-Post"] is None
    assert f"{url}/mail/out/" in parts_of(letter)["text/plain"], "on the club's network it opens"


def test_where_no_link_leads_here_the_letter_says_where_to_write(settings: Any) -> None:
    one_subscribed()
    with post_office(settings) as office:
        settings.CLUBSCORE_URL = "http://localhost:8000"
        send()
        (letter,) = office.letters
    text = parts_of(letter)["text/plain"]
    assert "://" not in text and "write to this address" in text and FROM in text


def test_a_card_has_nothing_of_others_and_no_money(settings: Any) -> None:
    evening = played(6)
    wanting = all_subscribed(evening)
    Event.objects.update(fee=4711)
    with sent(settings) as office:
        assert len(office.letters) == len(wanting)
        by_address = {each["To"]: parts_of(each)["text/plain"] for each in office.letters}
    outs = {to.mails_to: way_out(to) for to in wanting}
    for address, text in by_address.items():
        assert outs[address] in text
        assert not [each for other, each in outs.items() if other != address and each in text]
        assert not [other for other in outs if other in text], "no address"
        assert not re.search(r"47[.,]?11|£|owes|paid", text)


def test_names_that_a_shared_ranking_hides_are_in_no_letter(settings: Any) -> None:
    evening, _to = one_subscribed()
    EventShare.objects.create(
        club=evening.club, event=evening.event, nonce="n", hides_names=True, expires_at=clock.now()
    )
    with sent(settings) as office:
        (letter,) = office.letters
    for text in parts_of(letter).values():
        assert "Left1" in text, "their own"
        assert not re.search(r"(Left|Right)[2-9]|Right1", text)


@pytest.mark.parametrize("how", ["provisional", "closed", "called off", "again", "told"])
def test_a_card_waits_until_its_event_is_final_and_open(settings: Any, how: str) -> None:
    evening = played(4, final=how != "provisional")
    all_subscribed(evening)
    changes: dict[str, dict[str, Any]] = {
        "closed": {"ranking_open": False},
        "called off": {"called_off_at": clock.now()},
        "again": {"finished_at": None, "final_at": None},
        "told": {"told": True},
    }
    if how in changes:
        Event.objects.update(**changes[how])
    with sent(settings) as office:
        assert office.seen == 0 and not Letter.objects.exists()


def test_what_may_not_be_seen_any_more_when_its_turn_comes_is_not_sent(settings: Any) -> None:
    all_subscribed(played(4))
    with post_office(settings) as office:
        settings.CLUBSCORE_MAIL_HOURLY = 3
        send()
        assert office.seen == 3
        Event.objects.update(ranking_open=False)
        settings.CLUBSCORE_MAIL_HOURLY = 1000
        send()
        assert office.seen == 3
    assert Letter.objects.filter(state="dropped").count() == 5


def test_a_gazette_is_mailed_once_a_director_has_shown_it(settings: Any) -> None:
    evening = played(4)
    to = subscribed(member(evening.club, "Reader"))
    director = Actor(level=Level.DIRECTOR, club=evening.club)
    with post_office(settings) as office:
        send()
        assert office.seen == 0
        kept = shown_gazette(evening.club)
        story = evening_paper(evening.club, kept.evening).stories[0]
        leave_out(director, kept.evening, story.key, is_out=True)
        hide(director, kept.evening)
        send()
        assert office.seen == 0, "it was hidden again"
        shown_again = clock.now()
        type(kept).objects.update(shown_at=shown_again)
        send()
        send()
        (letter,) = office.letters
    assert letter["To"] == to.mails_to
    read = evening_paper(evening.club, kept.evening).without({story.key})
    for text in parts_of(letter).values():
        assert story.text not in text.replace("&#x27;", "'")
    flat = " ".join(parts_of(letter)["text/plain"].split())
    for each in read.stories:
        assert each.head in flat and " ".join(each.text.split()) in flat


def test_nothing_of_before_comes_to_whoever_confirms_late(settings: Any) -> None:
    evening = played(4)
    all_subscribed(evening, confirmed_at=clock.now() + dt.timedelta(seconds=1))
    shown_gazette(evening.club)
    with sent(settings) as office:
        assert office.seen == 0


@pytest.mark.parametrize(
    "how", ["unconfirmed", "other address", "merged", "forgotten", "no login", "inactive", "closed"]
)
def test_an_address_counts_only_while_it_is_confirmed_and_theirs(settings: Any, how: str) -> None:
    evening, to = one_subscribed()
    other = Person.objects.create(club=evening.club, name="Other", short_name="Other")
    if how == "unconfirmed":
        Subscription.objects.update(confirmed_at=None)
    elif how == "other address":
        Person.objects.filter(pk=to.person_id).update(email="typed@by-a-director.example.org")
    elif how == "merged":
        Membership.objects.filter(person=other).delete()
        merge_people(other=to.person, into=other, author="a test")
    elif how == "forgotten":
        make_user(evening.club, "host", Role.DIRECTOR)
        forget_name(person=to.person, author="a test")
    elif how == "no login":
        Membership.objects.all().delete()
    elif how == "inactive":
        Person.objects.filter(pk=to.person_id).update(active=False)
    else:
        Club.objects.update(closed_at=clock.now())
    with sent(settings) as office:
        assert office.seen == 0
    if how in ("merged", "forgotten"):
        assert not Subscription.objects.exists(), "nor is the address kept"


def test_another_club_s_letters_have_nothing_of_this_one(settings: Any) -> None:
    here, there = played(4), played(4, club=Club.objects.create(name="Baldwin", slug="baldwin"))
    all_subscribed(there)
    subscribed(member(here.club, "Reader"))
    with sent(settings) as office:
        assert len(office.letters) == 8
        for letter in office.letters:
            assert "Baldwin" in str(letter["From"])
            assert "Portland" not in parts_of(letter)["text/plain"]
            assert letter["List-Id"] == "<baldwin.clubscore.portland.example.org>"


def fresh(settings: Any, name: str) -> Office:
    """Name everything so, send one card, and return what came."""
    evening, to = one_subscribed()
    Person.objects.filter(club=evening.club).update(name=name, short_name=name[:20])
    Event.objects.update(name=name)
    Club.objects.filter(pk=evening.club.pk).update(name=name)
    forget_what_was_read()
    with sent(settings) as office:
        assert office.recipients == [to.mails_to]
    return office


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_make_no_other_head_and_no_other_recipient(settings: Any, name: str) -> None:
    office = fresh(settings, name[:80])
    ((_sender, recipients, raw),), (letter,) = office.kept, office.letters
    assert read_strictly(raw) == []
    assert len(recipients) == 1 and letter["To"] == recipients[0]
    assert [each.addr_spec for each in letter["From"].addresses] == [FROM]
    assert sender_of(raw) == one_line(name[:80])
    assert one_line(name)[:60] in str(letter["Subject"]) or len(name) >= 80
    text = parts_of(letter)["text/plain"]
    assert wrong_in_line(text.replace("\n", " ")) == []
    assert "<script>" not in parts_of(letter)["text/html"]


@examples(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(name=st.text(max_size=200))
def test_no_text_is_more_than_one_line_of_a_head(name: str) -> None:
    line = one_line(name)
    assert len(line) <= LONGEST_HEAD and line == " ".join(line.split())
    assert not re.search(r"[\x00-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]", line)


@examples(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    club=st.text(st.characters(codec="utf-8"), min_size=1, max_size=80),
    subject=st.text(st.characters(codec="utf-8"), max_size=200),
)
def test_any_club_and_any_subject_make_the_same_heads(
    club: str, subject: str, settings: Any
) -> None:
    lead_to(settings, 25)
    letter = Letter(club=Club(name=club, slug="a-club"), kind="test")
    made = addressed(letter, "ann@example.org", LetterText(subject, "text\n", "<p>text</p>"))
    found: Any = made.message()
    raw: bytes = found.as_bytes(linesep="\r\n")
    assert read_strictly(raw) == []
    assert sorted(found.keys()).count("To") == 1 and found["To"] == "ann@example.org"


def test_broken_letters_are_seen() -> None:
    good = b"Date: x\r\nFrom: a\r\nTo: b\r\nMessage-ID: c\r\n\r\ntext\r\n"
    assert read_strictly(good) == []
    broken = {
        "ASCII": good.replace(b"text", "té".encode()),
        "CR LF": good.replace(b"text\r\n", b"text\n"),
        "998": good.replace(b"text", b"x" * 999),
        "twice: To": good.replace(b"To: b", b"To: b\r\nTo: c"),
        "unknown head: Bcc": good.replace(b"To: b", b"To: b\r\nBcc: c"),
        "no head: Date": good.replace(b"Date: x\r\n", b""),
        "75 letters": good.replace(b"From: a", b"From: =?utf-8?q?" + b"a" * 80 + b"?="),
    }
    for what, raw in broken.items():
        assert [each for each in read_strictly(raw) if what in each], what
