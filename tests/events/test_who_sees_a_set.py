"""Nobody sees a card too soon: every address that can tell of a set, asked by everybody.

Two tables play one set. Table one, of other people, has closed all of it; table two, of Ann, Bob,
Cecil and Dora, has closed board 1, and its phones show board 2. Cards, par, commentary and results
of a board that is hidden from a reader are marks that may stand nowhere in what they are answered;
its directed contract is one too.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.http import urlencode
from pypdf import PdfReader

from clubscore.club.access import Actor, Level
from clubscore.club.models import Person, Role
from clubscore.deals.hands import read_deal
from clubscore.events import selectors
from clubscore.events.models import Event, SetLookedAt
from clubscore.events.result_words import bid_in_words
from clubscore.events.set_table import bring_set, shipped_set
from clubscore.papers.event_papers import papers_of_events
from clubscore.ranking import Par
from clubscore.ranking.tasks import Task
from tests.events.contest_tables import FORM, SEATS, FourPlayers
from tests.house import House, build_house, client_of, make_user
from tests.remembered import remembered
from tests.test_addresses import PATTERNS, arguments

BOARDS = range(1, 9)
# A result that no page says of anything else: seven no-trumps redoubled, thirteen down.
DOWN = {"level": "7", "denomination": "NT", "doubling": "2", "declarer": "S", "tricks": "0",
        "result": ""}  # fmt: skip
RESULT = re.compile("7NTXX|[-+−]7[06]00(?![0-9])")
PAR = 43210
# The par contract of each board, which is directed where the auction misses it.
BID = {n: f"{n % 7 + 1}{'CD'[n > 6]}" for n in BOARDS}
LONG = 5  # cards of a suit that are no chance
# What an address of an event may be asked for besides.
KINDS = {
    "event-pdf": [paper.key for paper in papers_of_events()],
    "event-text": [paper.key for paper in papers_of_events()],
    "event-cards-pdf": ["hand-records", "dealing-sheets", "curtain-cards", "par-cards"],
    "event-cards-text": ["hand-records", "dealing-sheets", "curtain-cards", "par-cards"],
    "event-boards-out": ["pbn", "lin", "dlm", "json"],
    "event-file-out": ["event", "usebio", "pbn", "csv", "travellers", "results", "ranking"],
    "people-out": ["csv", "json"],
}  # fmt: skip
QUERIES: dict[str, list[dict[str, str]]] = {
    "event-at": [{"board": str(n), **more} for n in (1, 2, 3)
                 for more in ({}, {"differ": "1", "side": "ns"}, {"wrong": "1"})],
    "event-table": [{"round": "1", "board": str(n)} for n in (1, 2, 3)],
    "event-board": [{"names": "1"}],
    "event-play": [{"way": way, "in": "NT", "by": "S"} for way in ("steps", "try")],
    "event-pair": [{"words": "1"}],
    "event-history": [{"only": "boards"}, {"board": "2"}],
    "box-pdf": [{"edition": edition} for edition in ("whole", "answers")],
    "box-text": [{"edition": edition} for edition in ("whole", "answers")],
    "search": [{"q": text} for text in ("board 2", "b 2", "Marked", "Zoe")],
}  # fmt: skip


@dataclass
class Reader:
    """Somebody who asks: their browser, and what is hidden from them."""

    name: str
    client: Client
    hidden: frozenset[int]
    # Whose cards of board 2 they hold on this very phone.
    seat: str = ""


@dataclass
class World:
    """A club with two tables of one set, and all who may ask."""

    house: House
    one: FourPlayers
    two: FourPlayers
    readers: list[Reader]
    marks: dict[int, list[tuple[str, str]]]
    asked: Counter[str] = field(default_factory=Counter)

    def told(self, reader: Reader, text: str) -> list[str]:
        """Return which hidden things a text tells a reader."""
        found = [
            f"board {board}: {mark}"
            for board in sorted(reader.hidden)
            for seat, mark in self.marks[board]
            if mark in text and not (board == 2 and seat and seat == reader.seat)
        ]
        # Table one made another result of each board but the first.
        return found + ([f"a result: {RESULT.search(text)}"] if RESULT.search(text) else [])


def directed_in(number: int) -> str:
    """How a page says which contract is played instead, without spaces."""
    return f"{bid_in_words(BID[number])}bySouth".replace(" ", "")


def marks_of(kept: Any) -> dict[int, list[tuple[str, str]]]:
    """What tells of each board: (seat of a holding or "", text without spaces)."""
    found: dict[int, list[tuple[str, str]]] = {}
    for number, board in kept.boards.items():
        deal = read_deal(board.deal)
        found[number] = [(s, suit) for s in "NESW" for suit in deal.hand(s) if len(suit) >= LONG]
        found[number] += [("", f"Marker-{number}-"), ("", str(PAR + number))]
        found[number] += [("", directed_in(number)), ("", f"{BID[number]}bySouth")]
        found[number] += [(seat, ".".join(deal.hand(seat))) for seat in "NESW"]
        assert any(len(mark) >= LONG for _seat, mark in found[number])
    return found


@pytest.fixture
def world(db: None) -> World:
    """A club in which the two tables have been played."""
    return remembered("two tables of one set", lambda: played(build_house()))


def played(house: House) -> World:
    """Play the two tables."""
    boards = {
        n: board._replace(
            par=Par(PAR + n, BID[n], "S"),
            tasks=(Task("NS", "bidding", 4, (BID[n],)),),
            commentary=f"Marker-{n}-words",
        )
        for n, board in shipped_set("duplicate").boards.items()
    }
    marked = replace(shipped_set("duplicate"), boards=boards, about={"name": "Marked set"})
    bring_set(club=house.club, event=marked, key="set", actor=Actor(Level.PLAYER, house.club))
    player = client_of(house.logins[Role.PLAYER])
    zoe = [Person.objects.create(club=house.club, name=n, short_name=n)
           for n in ("Zoe", "Yan", "Xia", "Wim")]  # fmt: skip
    one = FourPlayers(player, house.club, zoe, "Marked set")
    one.come_in(*SEATS)
    for board in BOARDS:
        form = {} if board == 1 else DOWN
        one.reach(board, "1NT")
        one.tell(board, **form)
        one.agree(board)
    two = FourPlayers(player, house.club, house.people, "Marked set")
    two.come_in(*SEATS)
    two.reach(1, "1NT")
    two.close(1)
    lies = Client()
    lies.post(two.code, {"person": ""})
    rest, every = frozenset(BOARDS) - {1}, frozenset(BOARDS)
    outside = make_user(house.club, "outside", Role.DIRECTOR)
    readers = [
        Reader("visitor", Client(), every),
        Reader("own phone", two.phones["N"], rest, "N"),
        Reader("the table's phone", lies, rest),
        Reader("player", player, rest),
        Reader("scorer", client_of(house.logins[Role.SCORER]), every),
        Reader("director who plays", client_of(house.logins[Role.DIRECTOR]), rest),
        Reader("director outside", client_of(outside), every),
    ]
    return World(house, one, two, readers, marks_of(marked))


def addresses(world: World, four: FourPlayers) -> Iterator[tuple[str, str]]:
    """Every address of one table's event, with what may be asked besides: (name, address)."""
    event = Event.objects.get(pk=four.event.pk)
    marks = [f"h{each.pk}" for each in event.happenings.all()][-6:]
    marks += [f"r{each.pk}" for each in event.sections.get().results.all()][-6:]
    for name, pattern in PATTERNS.items():
        words = pattern.pattern.converters
        if "event" not in words:
            continue
        several = [
            {"event": event.pk, "spot": "A1", "round": 1, "pair": "1", "board": 1, "ruling": 1}
        ]
        if "board" in words:
            several = [{**several[0], "board": n} for n in (1, 2, 3)]
        if "pair" in words:
            several = [{**several[0], "pair": n} for n in "12"]
        if "mark" in words:
            several = [{**several[0], "mark": mark} for mark in marks]
        if "kind" in words:
            several = [{**several[0], "kind": kind} for kind in KINDS[name]]
        for given in several:
            address = reverse(name, kwargs={word: given[word] for word in words})
            yield name, address
            for query in QUERIES.get(name, ()):
                yield name, f"{address}?{urlencode(query)}"


def other_addresses(world: World) -> Iterator[tuple[str, str]]:
    """Every address that names no event, of the set and of both tables' people."""
    kept = world.one.kept.pk
    for name, pattern in PATTERNS.items():
        words = pattern.pattern.converters
        of_events = {"event", "ruling"} & {*words}
        if of_events or name.startswith(("event", "logout", "past-")):
            continue
        known = arguments(name, world.house)
        several = [known]
        if "kept" in words:
            several = [{**known, "kept": kept, **({"board": n} if "board" in words else {})}
                       for n in (1, 2, 3)]  # fmt: skip
        if "person" in words:
            several = [known, {**known, "person": world.one.people["N"].pk},
                       {**known, "person": world.house.people[0].pk}]  # fmt: skip
        for given in several:
            address = reverse(name, kwargs=given)
            yield name, address
            for query in QUERIES.get(name, ()):
                yield name, f"{address}?{urlencode(query)}"


def text_of(answer: Any) -> str:
    """All that an answer says, without tags and spaces, tens as T; with its raw text."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    kind = answer.get("Content-Type", "")
    if content[:4] == b"%PDF":
        said = "".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    elif content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            said = "".join(packed.read(name).decode("latin-1") for name in packed.namelist())
    else:
        said = content.decode("utf-8", "replace")
    raw = re.sub(r"\s+", "", said + answer.get("Location", ""))
    shown = html.unescape(re.sub(r"<[^>]*>", "", said)) if "html" in kind else said
    return raw + re.sub(r"[\s,\u2009\u202f\xa0]+", "", shown).replace("10", "T")


def walk(
    world: World, readers: list[Reader], asked: list[tuple[str, str]], share: int = 1
) -> list[str]:
    """Ask for everything; return what told too much, and who may keep what no one may.

    Of a share each reader asks for so many addresses less, the next reader for the next ones.
    """
    wrong = []
    for place, reader in enumerate(readers):
        for name, address in asked[place % share :: share]:
            answer = reader.client.get(address)
            world.asked[name] += 1
            assert answer.status_code < 500, (reader.name, address)
            found = world.told(reader, text_of(answer))
            wrong += [f"{reader.name}, {address}: {one}" for one in found]
            if "event" in PATTERNS[name].pattern.converters and answer.status_code == 200:
                keeps = answer.get("Cache-Control", "")
                if "private" not in keeps:
                    wrong.append(f"{reader.name}, {address}: kept by anybody ({keeps})")
    return wrong


# Every address by one reader at every gate, by each of the seven in the night.
SHARES = pytest.mark.parametrize(
    "share",
    [
        pytest.param(7, marks=pytest.mark.gate(share=True)),
        pytest.param(1, marks=pytest.mark.night),
    ],
)


@SHARES
@pytest.mark.django_db
def test_no_address_of_either_table_tells_of_a_board_that_is_hidden(
    world: World, share: int
) -> None:
    asked = [*addresses(world, world.one), *addresses(world, world.two)]
    assert walk(world, world.readers, asked, share) == []
    names = {name for name, pattern in PATTERNS.items() if "event" in pattern.pattern.converters}
    assert set(world.asked) == names
    assert sum(world.asked.values()) > 2_500 // share, world.asked


@SHARES
@pytest.mark.django_db
def test_no_page_of_the_club_tells_of_a_set(world: World, share: int) -> None:
    asked = list(other_addresses(world))
    assert walk(world, world.readers, asked, share) == []
    assert sum(world.asked.values()) > 1_000 // share, world.asked


@pytest.mark.django_db
def test_what_is_closed_is_seen_and_marks_can_be_found(world: World) -> None:
    """The marks stand on the pages of those who have closed the boards."""
    phone, everything = world.one.phones["N"], Reader("Zoe", Client(), frozenset(BOARDS))
    page = text_of(phone.get(world.one.path("board/3/")))
    found = world.told(everything, page)
    assert any("Marker-3" in one for one in found)
    assert any(str(PAR + 3) in one for one in found)
    assert any("result" in one for one in found)
    assert sum("board 3" in one for one in found) > 3


@pytest.mark.django_db
def test_a_page_that_forgets_to_ask_who_reads_is_caught(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "not_to_see", lambda actor, room: frozenset())
    directors = [each for each in world.readers if each.name == "director who plays"]
    asked = [
        each for each in addresses(world, world.one) if each[0] in ("event-board", "event-play")
    ]
    assert len(walk(world, directors, asked)) > 10


@pytest.mark.django_db
def test_who_says_on_purpose_that_they_will_not_play_sees_all_and_gets_no_cards(
    world: World,
) -> None:
    board, kept = world.one.path("board/3/"), world.one.kept
    for name in ("director outside", "director who plays"):
        director = next(each.client for each in world.readers if each.name == name)
        refused = director.get(board)
        assert refused.status_code == 409
        assert b"I will not play this set" in refused.content
        assert director.post(f"/world/{kept.pk}/look/", {"key": name}).status_code == 302
        assert "Marker-3-" in text_of(director.get(board))
    assert SetLookedAt.objects.count() == 2
    dora = world.house.people[3]
    others = [Person.objects.create(club=world.house.club, name=n, short_name=n) for n in "PQR"]
    player = next(each.client for each in world.readers if each.name == "player")
    again = FourPlayers(player, world.house.club, [dora, *others], "Marked set")
    assert Client().post(again.code, {"person": dora.pk}).status_code == 409


@pytest.mark.django_db
def test_the_package_of_a_table_is_for_those_who_closed_all_its_boards(world: World) -> None:
    """Its text is short and says results in other letters than any page."""
    package = world.one.path("package/")
    assert world.one.phones["E"].post(package, {"how": "full"}).status_code == 302
    for reader in world.readers:
        for address in (package, f"{package}package.json"):
            answer = reader.client.get(address)
            assert answer.status_code in (302, 403, 404, 409), (reader.name, address)


@pytest.mark.django_db
def test_nothing_that_is_sent_before_a_board_is_closed_is_answered_with_its_cards(
    world: World,
) -> None:
    """Not what a result would score, not honours that cannot be, not what waited on a phone."""
    phone = next(each for each in world.readers if each.name == "own phone")
    form = {**FORM, "round": "1", "side": "ns", "table": "A1", "looked": "1"}
    sent = 0
    for rest in ("at/A1/sentence/", "at/A1/tell/", "waiting/", "at/A1/reached/", "at/A1/earlier/"):
        for board in (3, 4, 5):
            given = {**form, "board": str(board), "key": f"{rest}{board}", "reached": "3NT"}
            answer = phone.client.post(world.two.path(rest), given)
            sent += 1
            assert world.told(phone, text_of(answer)) == [], (rest, board)
    assert sent == 15


@pytest.mark.long(11)
@pytest.mark.django_db
def test_a_directed_contract_is_told_to_its_table_alone_once_its_auction_is(world: World) -> None:
    at_table, table = directed_in(2), [*addresses(world, world.two)]
    assert world.two.reach(2, "1NT").status_code == 302
    seats = [
        text_of(world.two.phones[seat].get(world.two.path("at/A1/?board=2"))) for seat in SEATS
    ]
    assert all(at_table in text for text in seats)
    for reader in world.readers:
        if reader.name in ("visitor", "scorer", "director outside"):
            assert walk(world, [reader], table) == []
    # Of the next board not even they are told.
    assert not any(directed_in(3) in text for text in seats)
    later = world.two.phones["N"].get(world.two.path("at/A1/?board=3"))
    assert directed_in(3) not in text_of(later)


@pytest.mark.django_db
def test_a_tables_page_that_forgets_who_reads_is_caught(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert world.two.reach(2, "1NT").status_code == 302
    monkeypatch.setattr(selectors, "not_to_see", lambda actor, room: frozenset())
    scorer = [each for each in world.readers if each.name == "scorer"]
    pages = [each for each in addresses(world, world.two) if each[0] == "event-at"]
    assert any(directed_in(2) in one for one in walk(world, scorer, pages))
