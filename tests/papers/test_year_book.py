"""The year book: what it says to whom, from how many queries, on which pages."""

import datetime as dt
import io
from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.database import forget_what_was_read
from clubscore.club.entry import authored, new_key
from clubscore.club.ledger import THE_CLUB, Origin, Transfer, post
from clubscore.club.models import Club, Person, Role
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import Event
from clubscore.events.phones import share
from clubscore.extras.year_book.content import YearBook, year_book
from clubscore.extras.year_book.paper import BEFORE, book_words, filled, spreads, year_book_pdf
from clubscore.papers.ledger import PaperLedger, recording
from clubscore.papers.sizes import A4, LETTER, PaperSize
from clubscore.papers.text import WIDTH, columns, wrapped_text
from clubscore.ranking import read_event
from clubscore.rubbers.models import Candidate, CardTable, Part, Settlement, Sitting
from tests.events.test_series import Season
from tests.events.whole_event import WHOLE
from tests.house import client_of, make_user
from tests.papers.paper_faults import OF_BOOKS, faults

pytestmark = pytest.mark.django_db
YEAR = 2025
FORTY = "Johann Sebastian von Hohenlohe-Bartenste"
BOTH = pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda each: each.key)


def director_in(club: Club) -> Actor:
    return Actor(level=Level.DIRECTOR, club=club)


def people_of(club: Club, count: int = 5, name: str = "Player") -> list[Person]:
    return [
        Person.objects.create(club=club, name=f"{name} {n}", short_name=f"P{n}")
        for n in range(count)
    ]


def an_evening(club: Club, people: list[Person], day: dt.date, tables: int = 1) -> None:
    """At each table the first two win a rubber of the others, and pay table money."""
    actor = director_in(club)
    for number in range(tables):
        table, _new = CardTable.objects.get_or_create(club=club, name=f"Table {number + 1}")
        # Only one sitting of a table may be open at a time.
        sitting = Sitting.objects.create(
            club=club, table=table, evening=day, closed_at=clock.now(), opened_by="a test"
        )
        for order, person in enumerate(people):
            Candidate.objects.create(club=club, sitting=sitting, person=person, order=order)
        part = Part.objects.create(
            club=club, sitting=sitting, number=1, game="auction", first_dealer="N"
        )
        won = 100 + day.timetuple().tm_yday + number
        one, two, three, four = people[:4]
        points = {str(one.pk): won, str(two.pk): won, str(three.pk): -won, str(four.pk): -won}
        Settlement.objects.create(
            part=part, rubber=1, number=1, kind="agreed", points=points, law_version="1",
            **authored(actor, club.pk, new_key()),
        )  # fmt: skip
        origin = Origin(day, "rubber", str(table.pk), subject=f"rubber:{part.pk}:1")
        post(kind="rubber", origin=origin, lines={Transfer(three.pk, one.pk, "LSD"): 1001},
             entry=authored(actor, club.pk, new_key()))  # fmt: skip
        post(kind="table-money", origin=origin, lines={Transfer(one.pk, THE_CLUB, "LSD"): 48},
             entry=authored(actor, club.pk, new_key()))  # fmt: skip


def evenings(club: Club, people: list[Person], count: int, tables: int = 1) -> None:
    for number in range(count):
        an_evening(club, people, dt.date(YEAR, 1, 7) + dt.timedelta(3 * number), tables)


def a_club(count: int = 10, *, name: str = "Player", tables: int = 1) -> Club:
    """A club with evenings at card tables and three events of its year."""
    season = Season()
    Event.objects.filter(club=season.club).update(evening=dt.date(YEAR, 5, 1), ranking_open=True)
    evenings(season.club, people_of(season.club, name=name), count, tables)
    return season.club


def book_of(club: Club, *, for_treasurer: bool = False) -> YearBook:
    found = year_book(director_in(club), YEAR, for_treasurer=for_treasurer)
    assert found is not None
    return found


def drawn(book: YearBook, paper: PaperSize) -> PaperLedger:
    with recording() as kept:
        year_book_pdf(book, paper)
    return kept[0]


def by_page(ledger: PaperLedger) -> dict[int, list[str]]:
    """Return the texts of each page of a booklet, by the places of its sheets."""
    count = 2 * ledger.sheets
    numbers = [number for side in spreads(count) for number in side]
    pages: dict[int, list[str]] = {number: [] for number in numbers}
    for each in ledger.texts:
        right = each.box[0] > ledger.paper.width / 2
        pages[numbers[2 * (each.sheet - 1) + right]].append(each.text)
    return pages


def said_in(book: YearBook) -> str:
    return wrapped_text(book_words(book))


def test_it_says_the_season_each_evening_records_and_members() -> None:
    book = book_of(a_club(10))
    assert book.counts == (11, 10, 3)
    assert [row.rubbers for row in book.cards] == [10, 10, 10, 10]
    assert [row.name for row in book.cards][:2] == ["Player 0", "Player 1"]
    first = book.evenings[0]
    assert first.day == "Tuesday 7 January 2025" and first.tables[0].people == ("Player 4",)
    assert [name for name, _points in first.tables[0].standing] == [f"Player {n}" for n in range(4)]
    event = next(each for evening in book.evenings for each in evening.events)
    assert event.places[0].place == "1" and len(event.places) == 6
    highest = book.records[0]
    assert highest.who == "Player 0 & Player 1" and highest.figure == "134 points"
    assert {"Longest evening at a table", "Best attended evening", "Came most often",
            "Best percentage"} <= {each.what for each in book.records}  # fmt: skip
    member = next(each for each in book.members if each.name == "Player 0")
    assert (member.evenings, member.rubbers, member.won) == (10, 10, 10)
    assert len(book.members) == 5 + 12


def test_there_are_as_many_queries_for_a_hundred_evenings_as_for_ten() -> None:
    counted = []
    club = a_club(0)
    people = people_of(club, name="Regular")
    for many in (10, 90):
        evenings(club, people, many)
        forget_what_was_read()
        with CaptureQueriesContext(
            connection,
        ) as asked:
            book_of(club, for_treasurer=True)
        counted.append(len(asked))
    assert counted[0] == counted[1] <= 24


def test_imported_events_cost_no_further_queries_and_say_the_names_in_their_files() -> None:
    club = a_club(1)
    counted = []
    for number in range(6):
        told = read_event({**WHOLE, "name": f"Pairs {number}", "date": f"{YEAR}-08-0{number + 1}"})
        event = bring_in_event(
            club=club, told=told, source=FileSource("a.json"), actor=director_in(club)
        )
        assert event.evening.year == YEAR
        forget_what_was_read()
        with CaptureQueriesContext(connection) as asked:
            said = said_in(book_of(club))
        counted.append(len(asked))
        assert f"Pairs {number}" in said and "Ann Ash & Bob" in said
    assert len(set(counted)) == 1


@BOTH
@pytest.mark.parametrize("count", [0, 1, 2, 3, 12, 40])
@pytest.mark.parametrize("name", ["Player", FORTY])
def test_every_page_says_its_book_and_its_number(count: int, name: str, paper: PaperSize) -> None:
    book = book_of(a_club(count, name=name, tables=1 + count % 3))
    ledger = drawn(book, paper)
    assert faults(ledger, OF_BOOKS) == []
    pages = by_page(ledger)
    assert sorted(pages) == list(range(1, filled(len(pages)) + 1))
    assert " ".join(pages[1]).startswith(book.club) and str(YEAR) in pages[1]
    inner = {number: texts for number, texts in pages.items() if 1 < number < len(pages)}
    for number, texts in inner.items():
        assert str(number) in texts, number
        assert f"{book.club} · Year book {YEAR}" in texts, number
    text = said_in(book)
    assert all(columns(line) <= WIDTH for line in text.splitlines())
    everything = " ".join(text for texts in pages.values() for text in texts)
    for person in Person.objects.filter(name__startswith=name) if count else ():
        assert person.name in everything


@BOTH
@pytest.mark.parametrize("letters", ["Members of the Club ", "Ladies' & Gentlemen's ", "WM "])
def test_a_long_name_of_a_club_stands_on_every_page_whole(letters: str, paper: PaperSize) -> None:
    club = a_club(12)
    club.name = (letters * 80)[:80].strip()
    club.save()
    book = book_of(club, for_treasurer=True)
    ledger = drawn(book, paper)
    assert faults(ledger, OF_BOOKS) == []
    for number, texts in by_page(ledger).items():
        assert not texts or club.name in " ".join(texts), number


@BOTH
def test_a_name_of_two_parts_breaks_at_its_hyphen(paper: PaperSize) -> None:
    name = "Quentin Vandenbroucke-Featherstonehaugh-Wolverhampton"
    texts = [
        each.text for each in drawn(book_of(a_club(2, name=name), for_treasurer=True), paper).texts
    ]
    broken = {each for each in texts if each.endswith(("Vandenbroucke-", "haugh-"))}
    assert broken and "Featherstonehaug" not in texts


@BOTH
def test_the_contents_name_the_page_on_which_a_section_begins(paper: PaperSize) -> None:
    pages = by_page(drawn(book_of(a_club(12), for_treasurer=True), paper))
    told = [text for text in pages[BEFORE] if text not in ("Contents",)]
    found = {name: int(page) for name, page in pairwise(told) if page.isdigit()}
    for section in ("The season", "Records", "Money", "Members"):
        assert section in pages[found[section]], section
        assert found[section] == BEFORE + 1 or section not in pages[found[section] - 1], section
    assert "Tuesday 7 January 2025" in pages[found["January"]]
    assert "Evenings: January" in pages[found["Evenings"]]


def test_an_evening_is_half_a_page_and_a_long_one_goes_on_with_its_day() -> None:
    club = a_club(0)
    people = people_of(club, 12, FORTY)
    evenings(club, people, 2)
    an_evening(club, people, dt.date(YEAR, 2, 1), tables=14)
    pages = by_page(drawn(book_of(club), A4))
    halves = {
        number: [text for text in texts if text.startswith(("Tuesday 7", "Friday 10"))]
        for number, texts in pages.items()
        if "Evenings: January" in texts
    }
    (both,) = [number for number, texts in halves.items() if len(texts) == 2]
    assert both % 2 == 0
    assert "Saturday 1 February 2025, gone on" in {text for each in pages.values() for text in each}
    told = " ".join(text for texts in pages.values() for text in texts)
    for number in range(14):
        assert f"Table {number + 1}: " in told


def test_money_is_in_the_treasurers_copy_alone() -> None:
    club = a_club(3)
    director = make_user(club, "head", Role.DIRECTOR)
    scorer, player = make_user(club, "pen", Role.SCORER), make_user(club, "one", Role.PLAYER)
    for ending in ("pdf", "txt"):
        url = f"/season/{YEAR}/book.{ending}"
        for user in (scorer, player):
            assert client_of(user).get(url).status_code == 200
            assert client_of(user).get(f"{url}?copy=treasurer").status_code == 403
        assert client_of(director).get(f"{url}?copy=treasurer").status_code == 200
    usual, copy = book_of(club), book_of(club, for_treasurer=True)
    assert usual.money is None and copy.money is not None
    (money,) = copy.money
    assert sum(row.cards for row in money.rows) == sum(row.whole for row in money.rows) == 0
    assert money.rows[-1] == ("the club", 0, 3 * 48)
    assert "Money" not in said_in(usual) and "£" not in said_in(usual)
    assert "Treasurer's copy" in said_in(copy) and "in all: 12" not in said_in(usual)
    for book, has in ((usual, False), (copy, True)):
        texts = [each.text for each in drawn(book, A4).texts]
        assert ("£" in texts) == ("Treasurer's copy" in texts) == has


def test_a_director_by_another_way_is_the_only_one_who_has_money() -> None:
    club = a_club(1)
    scorer = Actor(level=Level.SCORER, club=club)
    book = year_book(scorer, YEAR, for_treasurer=True)
    assert book is not None and book.money is None


def test_where_a_shared_ranking_hides_names_so_does_the_book() -> None:
    club = a_club(2)
    before = book_of(club)
    names = {name for evening in before.evenings for event in evening.events
             for place in event.places for name in place.names}  # fmt: skip
    assert names and all(name in said_in(before) for name in names)
    for event in Event.objects.filter(club=club):
        share(event=event, hides_names=True, key=new_key(), actor=director_in(club))
    after = book_of(club)
    told = said_in(after) + " ".join(each.text for each in drawn(after, A4).texts)
    assert not [name for name in names if name in told]
    assert "Pair 1" in told and "hides names" in " ".join(after.notes)


def test_where_results_are_private_a_player_has_their_own_year() -> None:
    club = a_club(2)
    club.results_open = False
    club.save()
    Event.objects.filter(club=club).update(ranking_open=False)
    me = Person.objects.get(club=club, name="Player 0")
    other = people_of(club, 4, "Stranger")
    an_evening(club, other, dt.date(YEAR, 6, 1))
    book = year_book(Actor(level=Level.PLAYER, club=club, person=me), YEAR)
    assert book is not None
    assert [row.name for row in book.cards] == ["Player 0"]
    assert [each.name for each in book.members] == ["Player 0"]
    assert "Stranger" not in said_in(book)
    assert all(not event.places for evening in book.evenings for event in evening.events)
    assert "Stranger 0" in said_in(book_of(club))


def test_a_year_without_an_evening_has_no_book() -> None:
    club = a_club(1)
    client = client_of(make_user(club, "head", Role.DIRECTOR))
    assert client.get("/season/1999/book.pdf").status_code == 404
    assert client.get("/season/99999/book.txt").status_code == 404
    assert client.get("/season/0/book.txt").status_code == 404


def page_of(client: Client, query: str = "") -> str:
    return client.get(f"/season/{query}").content.decode()


def test_the_page_of_the_season_prints_the_book_of_its_year() -> None:
    club = a_club(2)
    director = client_of(make_user(club, "head", Role.DIRECTOR))
    player = client_of(make_user(club, "one", Role.PLAYER))
    address = f"/season/{YEAR}/book"
    assert f'"{address}.pdf?copy=treasurer"' in page_of(director, f"?year={YEAR}")
    shown = page_of(player, f"?year={YEAR}")
    assert f'"{address}.pdf"' in shown and f'"{address}.txt"' in shown
    assert "copy=treasurer" not in shown
    assert "book.pdf" not in page_of(player, "?year=")


@BOTH
def test_a_viewer_prints_it_as_a_booklet(paper: PaperSize) -> None:
    book = book_of(a_club(2))
    with clock.at(clock.now()):
        pdf, again = year_book_pdf(book, paper), year_book_pdf(book, paper)
    assert pdf == again
    read = PdfReader(io.BytesIO(pdf))
    wanted = read.trailer["/Root"]["/ViewerPreferences"]
    assert wanted["/Duplex"] == "/DuplexFlipShortEdge" and wanted["/PrintScaling"] == "/None"
    assert read.metadata is not None and read.metadata.title == f"Year book {YEAR}, {book.club}"
    box = read.pages[0].mediabox
    assert (round(float(box.width)), round(float(box.height))) == (
        round(paper.height), round(paper.width),
    )  # fmt: skip
    assert len(read.pages) % 2 == 0
