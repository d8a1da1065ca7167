"""Travellers and slips from the keyboard: checked against the field, recorded whole or not."""

import html

import pytest
from django.test import Client

from clubscore.club.entry import Refused
from clubscore.events.board_state import BoardStage
from clubscore.events.corrections import Typed, type_results
from clubscore.events.door_list import EventDoor
from clubscore.events.models import ResultRevision
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, text_of

pytestmark = [pytest.mark.django_db]


def by_travellers() -> tuple[Evening, Client]:
    """Six pairs who played two rounds of three and wrote travellers; everything is for later."""
    evening = Evening(6, boards=1)
    director = director_of(evening)
    director.post(path(evening, "later/"), {"spot": "all", "key": "first"})
    evening.next_round()
    director.post(path(evening, "later/"), {"spot": "all", "key": "second"})
    return evening, director


def names(page: str) -> list[str]:
    """The names of a traveller's lines, in their order on the page."""
    lines = page.partition("<main")[2].partition("</main>")[0]
    return [part.split('"')[0] for part in lines.split('input id="')[1:]]


def test_a_board_is_typed_in_one_page_and_the_next_follows() -> None:
    evening, director = by_travellers()
    page = director.get(path(evening, "travellers/")).content.decode()
    assert "Traveller of board 1" in page
    assert names(page) == ["r1-A1", "r2-A3"], "by North–South's number; two rounds were played"
    form = {"board": "1", "key": "once", "r1-A1": "4S= S", "r2-A3": "4s-1 s HQ"}
    for _again in range(2):
        answer = director.post(path(evening, "travellers/"), form)
    assert answer["Location"] == path(evening, "travellers/?board=2")
    results = [(s.spot.round, s.facts) for s in evening.room.standings.values()
               if s.spot.board == 1 and s.state is BoardStage.IN]  # fmt: skip
    assert results == [(1, FOUR_SPADES), (2, ONE_DOWN | {"lead": "HQ"})]


def test_a_line_that_cannot_be_leaves_all_unwritten_and_nothing_typed_is_lost() -> None:
    evening, director = by_travellers()
    before = ResultRevision.objects.count()
    form = {"board": "1", "key": "k", "r1-A1": "4S= S", "r2-A3": "8S= S"}
    answer = director.post(path(evening, "travellers/"), form)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    assert 'id="wrong-r2-A3"' in page
    assert 'value="8S= S"' in page
    assert 'value="4S= S"' in page
    assert ResultRevision.objects.count() == before
    nothing = director.post(path(evening, "travellers/"), {"board": "1"})
    assert "Type a line" in text_of(nothing)


def test_what_is_unlike_the_traveller_itself_is_asked_about_once_more() -> None:
    evening = Evening(8, boards=1)
    director = director_of(evening)
    for number in range(3):
        director.post(path(evening, "later/"), {"spot": "all", "key": f"later{number}"})
        evening.next_round()
    page = director.get(path(evening, "travellers/?board=1")).content.decode()
    first, *others = names(page)
    form = {"board": "1", "key": "k", first: "7NT= N"} | dict.fromkeys(others, "4S= S")
    asked = director.post(path(evening, "travellers/"), form)
    assert asked.status_code == 422
    assert text_of(asked).count("is unlike every other result") == 2, "in the list, at line"
    assert director.post(path(evening, "travellers/"), form | {"looked": "1"}).status_code == 302
    found = [s for s in evening.room.standings.values() if s.spot.board == 1 and s.result]
    assert len(found) == 4


def test_what_somebody_recorded_meanwhile_is_shown_and_not_overwritten() -> None:
    evening, director = by_travellers()
    form = {"board": "1", "key": "k", "r1-A1": "4S= S", "seen-r1-A1": "1", "looked": "1"}
    director.post(path(evening, "line/"), {"line": "R1 T1: 1 4S-1 S", "key": "other"})
    answer = director.post(path(evening, "travellers/"), form)
    assert answer.status_code == 422
    page = text_of(answer)
    assert "This board was changed by someone else" in page
    assert "4 spades by South, down 1" in page
    again = form | {"seen-r1-A1": "2", "key": "k2"}
    assert director.post(path(evening, "travellers/"), again).status_code == 302


def test_a_traveller_is_marked_in_once_every_table_that_met_the_board_has_told() -> None:
    waiting = Evening(6, starts=False)
    page = text_of(director_of(waiting).get(path(waiting, "travellers/")))
    assert "to come" not in page
    assert ", in" not in page
    evening = Evening(6, club=waiting.club, people=tuple(waiting.people))
    director = director_of(evening)
    evening.type_slip(1, {1: FOUR_SPADES})
    page = text_of(director.get(path(evening, "travellers/")))
    assert "1 ●, in" in page
    assert "2 ○, to come" in page
    assert "Table 2, round 1" in text_of(director.get(path(evening, "typing/?table=A2")))


@pytest.mark.postgres
def test_lines_are_recorded_together_or_not_at_all() -> None:
    evening = Evening(6, boards=2)
    spots = [each.spot for each in evening.table(1).boards]
    lines = [Typed(evening.section, spots[0], FOUR_SPADES, 0),
             Typed(evening.section, spots[1], FOUR_SPADES, 7)]  # fmt: skip
    with pytest.raises(Refused, match="changed by someone else"):
        type_results(event=evening.event, lines=lines, key="k", actor=evening.actor)
    assert not ResultRevision.objects.exists()


def test_a_slip_with_a_board_twice_is_asked_which_is_right() -> None:
    evening = Evening(6)
    director = director_of(evening)
    form = {"round": "1", "table": "A1", "lines": "1 4S= S\n1 4S-1 S", "key": "k"}
    answer = director.post(path(evening, "typing/"), form)
    assert "Board 1 is listed twice" in text_of(answer)
    assert not ResultRevision.objects.exists()


def test_individuals_have_travellers_history_and_a_place_at_the_door_too() -> None:
    evening = Evening(8, kind="individual", winners=1, form="individuals")
    director = director_of(evening)
    first, second = evening.room.tables()
    board = first.place.boards[0]
    assert board in second.place.boards
    asked = director.post(path(evening, "line/"), {"line": f"{board} 4S= S", "key": "a"})
    assert f"Board {board} is played at R1 T1 or R1 T2. Type which one first." in text_of(asked)
    form = {"board": str(board), "key": "b", "r1-A1": "4S= S", "r1-A2": "4S-1 S", "looked": "1"}
    assert director.post(path(evening, "travellers/"), form).status_code == 302
    assert "entry 1: entered from a score slip" in text_of(director.get(path(evening, "history/")))
    seats = [row.seat for row in EventDoor().tonight(evening.club)[0].people]
    assert sorted(seats) == ["table 1"] * 4 + ["table 2"] * 4
    page = text_of(director.get(f"/players/{evening.people[0].pk}/"))
    assert "Tuesday pairs" in page
