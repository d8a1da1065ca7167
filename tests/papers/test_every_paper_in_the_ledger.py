"""Every paper of the lists, asked for by its address on both sizes of paper, in the ledger.

Nothing outside, nothing over another, nothing through a rule, nothing too small, nothing cut. A
paper that is in none of the lists here fails.
"""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.test import Client

from clubscore.club import clock
from clubscore.club.logins import found_club
from clubscore.club.models import Person, Role, User
from clubscore.events.models import Event, EventHappening, Series
from clubscore.laws.games import GAMES
from clubscore.papers.ledger import recording
from clubscore.papers.registry import every_paper, papers_by_page
from clubscore.rubbers.models import Sitting
from tests import furnished
from tests.club.test_receipts import receipts_given
from tests.events.test_pages import director_of
from tests.events.test_rulings import SIXTY_FORTY, rule, with_board_one
from tests.events.world.packages import a_set
from tests.flows.acting import HOST
from tests.furnished import par_contest
from tests.house import House, client_of, make_user
from tests.papers.paper_faults import OF_BOOKS, faults
from tests.rubbers.seven_table import SevenTables
from tests.rubbers.test_seven import worked
from tests.words.test_papers_are_marked import sized

pytestmark = [pytest.mark.django_db]
Chosen = Callable[[dict[str, str]], dict[str, str]]

OF_SERIES = ("series", "certificates", "season-poster")
OF_EVENTS = ("event", "boards", "event-codes", "attendance", "labels", *OF_SERIES)
OF_TABLES = ("sitting", "slips-of-evening", "table-code", "account", "account-year", "as-one")
OF_YEARS = ("year-book", "treasurers-book")
OF_EVENINGS = ("evening-money", "gazette")
OF_MONEY = ("receipts",)
OF_SETS = ("box",)
OF_RULINGS, OF_SEVEN, OF_GAMES = ("ruling-slip",), ("positions",), ("game",)
BOUND = ("year-book", "treasurers-book")


def addresses(word: str, things: Iterable[Any]) -> dict[str, str]:
    """The PDF addresses of all papers of a kind of thing: {address: the paper's key}."""
    return {
        url: paper.key
        for thing in things
        for paper in papers_by_page()[word]
        if paper.is_of(thing)
        for key in paper.keys(thing)
        if key.ending == "pdf"
        for url in sized([key.url])
    }


def wrong_on(client: Client, asked: dict[str, str]) -> tuple[dict[str, set[str]], Counter[str]]:
    """Return what is wrong with each paper, and how many documents of each were looked at."""
    found: dict[str, set[str]] = {}
    looked: Counter[str] = Counter()
    for url, key in asked.items():
        with recording() as kept:
            answer = client.get(url)
        # One document for one address: more would be drawn for nothing.
        assert len(kept) == (answer.status_code == 200), url
        for ledger in kept:
            looked[key] += 1
            assert ledger.sheets and ledger.texts, f"{url} is empty"
            wrong = faults(ledger, OF_BOOKS) if key in BOUND else faults(ledger)
            found.setdefault(key, set()).update(f"{url}: {each}" for each in wrong)
    return {key: each for key, each in found.items() if each}, looked


def are_right(client: Client, asked: dict[str, str]) -> Counter[str]:
    wrong, looked = wrong_on(client, asked)
    assert {key: sorted(each)[:4] for key, each in wrong.items()} == {}
    return looked


def test_every_paper_is_in_one_of_the_lists() -> None:
    listed = {
        *OF_EVENTS,
        *OF_TABLES,
        *OF_YEARS,
        *OF_MONEY,
        *OF_SETS,
        *OF_EVENINGS,
        *OF_RULINGS,
        *OF_SEVEN,
        *OF_GAMES,
    }
    shown = papers_by_page()
    covered = {paper.key for word in listed for paper in shown[word]}
    assert {paper.key for paper in every_paper() if paper.has("pdf")} == covered


def once_a_paper(asked: dict[str, str]) -> dict[str, str]:
    """Of each paper one address on each size: {address: the paper's key}."""
    found: dict[tuple[str, str], str] = {}
    for url, key in asked.items():
        found.setdefault((key, url.partition("paper=")[2]), url)
    return {url: key for (key, _size), url in found.items()}


# One of each paper on each size at every gate, each of each event in the night.
HOW = pytest.mark.parametrize(
    "chosen",
    [
        pytest.param(once_a_paper, marks=pytest.mark.gate),
        pytest.param(dict, marks=pytest.mark.night),
    ],
    ids=["once a paper", "all"],
)


@HOW
def test_papers_of_events(chosen: Chosen) -> None:
    evening, _visitors, directors = furnished.event_room()
    par_contest(evening)
    as_one = next(each for each in directors if "/as-one/?" in each)
    things = dict.fromkeys(OF_EVENTS, Event.objects.all())
    things |= dict.fromkeys(OF_SERIES, Series.objects.all())
    asked = {url: key for word in OF_EVENTS for url, key in addresses(word, things[word]).items()}
    asked |= dict.fromkeys(sized([as_one.replace("/?", ".pdf?")]), "as-one")
    host = client_of(User.objects.get(username=HOST))
    looked = are_right(host, chosen(asked))
    assert looked.total() >= 60


def test_papers_of_card_tables_and_accounts() -> None:
    club = furnished.Furnished(furnished.NEEDED)
    club.pages()
    given = receipts_given(club.club)
    people = Person.objects.all()[:6]
    evenings = {each.evening for each in Sitting.objects.filter(voided_at=None)}
    things: dict[str, Any] = {"account": people, "as-one": [], "receipts": given}
    things["account-year"] = [(person.pk, 2026) for person in people]
    things |= dict.fromkeys(OF_EVENINGS, evenings)
    years = {each.year for each in evenings}
    things |= dict.fromkeys(OF_YEARS, years)
    asked = {
        url: key
        for word in (*OF_TABLES, *OF_YEARS, *OF_MONEY, *OF_EVENINGS)
        for url, key in addresses(word, things.get(word, Sitting.objects.all())).items()
    }
    looked = are_right(client_of(User.objects.get(username=HOST)), asked)
    assert {"sheet", "slips-of-evening", "table-code", "account", "account-year"} <= set(looked)
    assert {*OF_YEARS, *OF_MONEY, *OF_EVENINGS} <= set(looked)


@pytest.mark.long(12)
def test_a_browser_that_has_a_paper_learns_so_at_any_time_of_printing() -> None:
    evening, _visitors, _directors = furnished.event_room()
    par_contest(evening)
    things = dict.fromkeys(OF_EVENTS, Event.objects.all())
    things |= dict.fromkeys(OF_SERIES, Series.objects.all())
    asked = {url: key for word in OF_EVENTS for url, key in addresses(word, things[word]).items()}
    client = client_of(User.objects.get(username=HOST))
    tags: dict[str, set[str]] = {}
    # No evening ends within the hour: with the day a poster changes.
    seven = clock.now().replace(hour=19, minute=0)
    for url, key in once_a_paper(asked).items():
        with clock.at(seven):
            first = client.get(url)
        if first.status_code != 200:
            continue
        tags.setdefault(key, set()).add(first["ETag"])
        with clock.at(seven + dt.timedelta(minutes=61)):
            again = client.get(url, headers={"If-None-Match": first["ETag"]})
            anew = client.get(url)
        assert (again.status_code, again.content) == (304, b""), url
        assert anew["ETag"] == first["ETag"] and anew.content != first.content, url
        assert client.get(url, headers={"If-None-Match": '"other"'}).status_code == 200, url
    both = {key for key, found in tags.items() if len(found) == 2}
    # The stock of labels says its own size.
    assert both >= set(tags) - {"labels"} and len(tags) > 20, set(tags) - both


def test_the_slip_of_a_ruling() -> None:
    evening = with_board_one(620, 170)
    rule(evening, **SIXTY_FORTY, save="1")
    rulings = EventHappening.objects.filter(kind=EventHappening.Kind.RULING)
    looked = are_right(director_of(evening), addresses("ruling-slip", rulings))
    assert looked == {"ruling-slip": 2}


def test_the_box_of_a_set() -> None:
    club = found_club(name="Portland", author="a test")
    kept = [a_set(club), a_set(club, "auction-1917")]
    looked = are_right(client_of(make_user(club, HOST, Role.DIRECTOR)), addresses("box", kept))
    assert looked == {"box": 4}


def test_papers_of_the_seven() -> None:
    seven = SevenTables({"amount": "5s", "currency": "LSD", "per": 100})
    host = make_user(seven.club, HOST, Role.DIRECTOR)
    worked(seven, 5)
    sittings = Sitting.objects.all()
    asked = addresses("sitting", sittings) | addresses("positions", sittings)
    asked |= addresses("slips-of-evening", sittings)
    assert set(are_right(client_of(host), asked)) == {"sheet", "positions", "slips-of-evening"}


@pytest.mark.gate
def test_papers_of_games(house: House) -> None:
    """A blank pad and a card of each, on both sizes."""
    looked = are_right(client_of(house.logins["director"]), addresses("game", GAMES))
    assert looked.total() == 4 * len(GAMES)
