"""Every printed paper: nothing on it stands outside the catalogue."""

import itertools
import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club.models import Person, User
from clubscore.events.models import ContestSet, Event, Series
from clubscore.laws.games import GAMES
from clubscore.papers import dealing as board_cards_pdf
from clubscore.papers import typeface
from clubscore.papers.ledger import imprint
from clubscore.papers.pen import Ink, Pen, printed
from clubscore.papers.registry import papers_by_page
from clubscore.papers.sizes import A4, PAPERS
from clubscore.rubbers.models import Sitting
from tests import furnished
from tests.club.test_receipts import receipts_given
from tests.flows.acting import HOST
from tests.house import House, client_of
from tests.words.pseudo import pseudo_language, unmarked
from tests.words.walking import TYPED, Walk, drawn

pytestmark = [pytest.mark.django_db]
# Family names of players in imported events, who are nobody of the club.
TOLD = frozenset(("Ash", "Cyd", "Dee"))
Chosen = Callable[[list[str]], list[str]]


def sized(urls: Iterable[str], sizes: Iterable[str] = tuple(PAPERS)) -> list[str]:
    """Each address, on each of these sizes of paper where it is one."""
    return [
        f"{url}{'&' if '?' in url else '?'}paper={size}" if ".pdf" in url else url
        for url in urls
        for size in (sizes if ".pdf" in url else ("",))
    ]


def in_turn(urls: Iterable[str]) -> list[str]:
    """Each address once, on the sizes of paper in turn: no word depends on them."""
    sizes = itertools.cycle(PAPERS)
    return [url for each in urls for url in sized([each], [next(sizes)])]


def of_each_kind(urls: Iterable[str]) -> list[str]:
    """The first of the addresses that differ in numbers alone."""
    kinds: dict[str, str] = {}
    for url in urls:
        kinds.setdefault(re.sub(r"\d+", "", url), url)
    return [*kinds.values()]


# The first of each kind of paper at every gate, each paper of each thing in the night.
HOW = pytest.mark.parametrize(
    "chosen",
    [
        pytest.param(of_each_kind, marks=pytest.mark.gate),
        pytest.param(list, marks=pytest.mark.night),
    ],
    ids=["each kind", "all"],
)


def papers_of(word: str, things: Iterable[Any]) -> list[str]:
    """The addresses of all papers of a kind of thing, in each format."""
    papers = papers_by_page()[word]
    return [
        key.url
        for thing in things
        for paper in papers
        if paper.is_of(thing)
        for key in paper.keys(thing)
    ]


def look_at(addresses: Iterable[str]) -> Walk:
    walk = Walk()
    host = client_of(User.objects.get(username=HOST))
    for address in addresses:
        walk.look(host, address)
    return walk


@HOW
def test_every_paper_of_every_event(chosen: Chosen) -> None:
    evening, _visitors, directors = furnished.event_room()
    as_one = next(each for each in directors if "/as-one/?" in each)
    furnished.par_contest(evening)
    events = Event.objects.all()
    found = [
        *papers_of("event", events),
        *papers_of("boards", events),
        *papers_of("event-codes", events),
        *papers_of("attendance", events),
        *papers_of("labels", events),
        f"/event/{evening.event.pk}/own-card.txt",
        *(as_one.replace("/?", f".{ending}?") for ending in ("pdf", "txt")),
        *papers_of("series", Series.objects.all()),
        *papers_of("certificates", Series.objects.all()),
        *papers_of("season-poster", Series.objects.all()),
        *papers_of("box", ContestSet.objects.all()),
    ]
    seen = look_at(in_turn(chosen(found)))
    seen.ends(pages=0, papers=30, texts=20, known=TYPED | TOLD)


@HOW
def test_every_paper_of_a_card_table_and_of_an_account(chosen: Chosen) -> None:
    club = furnished.Furnished(furnished.NEEDED)
    club.pages()
    people = Person.objects.all()
    found = [
        *papers_of("sitting", Sitting.objects.all()),
        *papers_of("slips-of-evening", Sitting.objects.all()),
        *papers_of("receipts", receipts_given(club.club)),
        *papers_of("gazette", {each.evening for each in Sitting.objects.all()}),
        *papers_of("evening-money", {each.evening for each in Sitting.objects.all()}),
        *papers_of("year-book", {each.evening.year for each in Sitting.objects.all()}),
        *papers_of("treasurers-book", {each.evening.year for each in Sitting.objects.all()}),
        *papers_of("table-code", Sitting.objects.all()),
        *papers_of("account", people),
        *(reverse("account-year-pdf", args=[person.pk, 2026]) for person in people),
        *papers_of("as-one", [None]),
    ]
    look_at(in_turn(chosen(found))).ends(pages=0, papers=9, texts=8, known=TYPED)


@pytest.mark.gate
def test_every_paper_of_the_seven() -> None:
    furnished.the_seven()
    sittings = Sitting.objects.all()
    found = [*papers_of("sitting", sittings), *papers_of("positions", sittings)]
    look_at(in_turn(found)).ends(pages=0, papers=2, texts=2, known=TYPED)


@pytest.mark.gate
def test_every_paper_of_every_game(house: House) -> None:
    director, seen = client_of(house.logins["director"]), Walk()
    for address in in_turn(papers_of("game", GAMES)):
        seen.look(director, address)
    seen.ends(pages=0, papers=2 * len(GAMES), texts=len(GAMES))


def test_a_text_that_a_column_cuts_off_is_read_whole_and_one_that_is_not_marked_is_seen() -> None:
    pen = Pen(Ink(), A4)
    with pseudo_language(), drawn() as texts:
        marked = _("A deal must give the first seat and then four hands, like %(example)s.")
        for text in (marked, "nobody marked this, and the column is far too narrow for it"):
            pen.fitted(100, 100, typeface.fit(text, typeface.TEXT, 11, 40))
            for line in board_cards_pdf.wrapped(text, typeface.TEXT, 11, 60):
                pen.text(100, 200, line, typeface.TEXT, 11)
        printed(Pen.new_page, A4, imprint("a title"))
    wrong = [word for text in texts for word in unmarked(text)]
    assert set(wrong) == {
        "nobody marked this, and the column is far too narrow for it",
        "a title",
    }
