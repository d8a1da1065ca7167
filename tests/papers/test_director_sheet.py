"""The director's sheet: who sits where in every round, on a page up to twenty tables."""

from collections import Counter

import pytest

from clubscore.club.entry import new_key
from clubscore.club.models import Person
from clubscore.events.directing import choose_movement
from clubscore.movements import build
from clubscore.movements.rows import ended
from clubscore.papers.director_sheet import director_leaf
from clubscore.papers.ledger import PaperLedger, recording
from clubscore.papers.sizes import A4, LETTER, PaperSize
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path
from tests.papers.paper_faults import faults
from tests.papers.test_pieces_in_the_ledger import NAMES

pytestmark = [pytest.mark.django_db]
BOTH = pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])


def evening_of(pairs: int, rounds: int, names: tuple[str, str] | None = None) -> Evening:
    """An evening of so many pairs and rounds, everyone called like this."""
    evening = Evening(pairs, kind="")
    if names:
        for at, person in enumerate(evening.people):
            Person.objects.filter(pk=person.pk).update(name=f"{names[at % 2]} {at}")
    movement = ended(build("mitchell", pairs), rounds)
    choose_movement(
        section=evening.section, movement=movement, minutes=20, key=new_key(), actor=evening.actor
    )
    return evening


def drawn(evening: Evening, paper: PaperSize) -> PaperLedger:
    with recording() as kept:
        director_leaf(evening.room, paper)
    assert faults(kept[0]) == []
    return kept[0]


@BOTH
def test_twenty_tables_take_a_page_with_everyones_names(paper: PaperSize) -> None:
    ledger = drawn(evening_of(40, 13, ("Ann Fairweather", "Percy Lake")), paper)
    assert ledger.sheets == 1
    assert sum(each.column == "names" for each in ledger.texts) == 40


@pytest.mark.parametrize("names", ["short", "forty letters", "Hebrew", "Thai"])
@pytest.mark.parametrize(("pairs", "rounds"), [(6, 3), (13, 7), (30, 15), (41, 20), (60, 29)])
def test_every_meeting_and_every_name_is_on_paper(pairs: int, rounds: int, names: str) -> None:
    evening = evening_of(pairs, rounds, NAMES[names])
    places = evening.room.plan(evening.section).places.values()
    assert len(places) >= rounds
    for paper in (A4, LETTER):
        ledger = drawn(evening, paper)
        said = Counter(each.text for each in ledger.texts if each.column == "sides")
        assert said == Counter(f"{p.ns} v {p.ew}" for p in places if p.is_played)
        words = " ".join(each.text for each in ledger.texts if each.column == "names").split()
        assert {str(at) for at in range(2 * pairs)} <= set(words), "each name ends with its number"


def test_a_grid_in_two_bands_breaks_between_them() -> None:
    ledger = drawn(evening_of(40, 20), A4)
    heads = {each.text: each.sheet for each in ledger.texts if each.text.startswith("round ")}
    tables = Counter((each.sheet, each.text) for each in ledger.texts if each.column == "table")
    assert set(heads.values()) == {1, 2} and heads["round 10"] < heads["round 11"]
    assert set(tables.values()) == {1}, "every table once a page"


def test_the_text_says_the_same_in_words() -> None:
    evening = evening_of(13, 7)
    text = director_of(evening).get(path(evening, "director.txt")).content.decode()
    assert "Pair 13: Left13 & Right13\n" in text
    assert "\nRound 1\nTable 1\n  Pair 1, North-South\n  Pair 8, East-West\n" in text
    assert text.count("sits out\n") == 7


def test_who_sits_out_stands_below_each_round() -> None:
    ledger = drawn(evening_of(13, 7), A4)
    out = [each.text for each in ledger.texts if each.column == "out"]
    assert sorted(out) == ["1", "2", "3", "4", "5", "6", "7"]


def test_the_evenings_printouts_begin_with_it() -> None:
    evening = evening_of(6, 3)
    with recording() as kept:
        assert director_of(evening).get(path(evening, "tonight.pdf")).status_code == 200
    first = [each.text for each in kept[0].texts if each.sheet == 1]
    assert "Director's sheet" in first and "Left1 & Right1" in first
