"""Finishing lists the boards without a result and asks about all of them together."""

import re
from typing import Any

import pytest
from django.test import Client

from clubscore.events.correct.correcting import leave_for_later
from clubscore.events.models import ResultRevision
from clubscore.events.state.spot_state import State
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def evening() -> Evening:
    """Six pairs in their last round: one board of table 1 left for later, one of table 3 open."""
    evening = Evening()
    while evening.event.round < evening.room.rounds:
        evening.play()
        evening.next_round()
    for table in evening.room.tables():
        for board in table.place.boards:
            if (table.number, board) not in left(evening):
                for side in ("ns", "ew"):
                    evening.tell(table.number, board, FOUR_SPADES, side)
    table, board = left(evening)[0]
    leave_for_later(
        section=evening.section, spot=evening.spot(table, board),
        entered=evening.entered(table, board), actor=evening.actor,
    )  # fmt: skip
    return evening


def left(evening: Evening) -> list[tuple[int, int]]:
    """The boards of this round that stay without a result: (table, board)."""
    return [(number, evening.table(number).place.boards[0]) for number in (1, 3)]


def ask(director: Client, evening: Evening, **given: str) -> Any:
    return director.post(path(evening, "end/"), {"final_at": "", "key": "end"} | given)


def filled_in(answer: Any) -> dict[str, str]:
    """The form of the list as the page shows it."""
    page = answer.content.decode()
    form = page[page.index('aria-labelledby="loose"') :]
    found = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    return found | dict.fromkeys(re.findall(r'<select [^>]*name="([^"]+)"', form), "not_played")


def test_finishing_lists_what_is_missing_and_finishes_nothing(evening: Evening) -> None:
    answer = ask(director_of(evening), evening)
    assert answer.status_code == 422
    says, (first, second) = text_of(answer), left(evening)
    assert "2 boards have no result" in says
    assert f"Round 3, table 1, board {first[1]}: left for later" in says
    assert f"Round 3, table 3, board {second[1]}: nothing entered" in says
    assert f"round=3&amp;board={second[1]}" in answer.content.decode()
    assert evening.event.finished_at is None


def test_one_key_says_not_played_of_all_and_finishes(evening: Evening) -> None:
    director = director_of(evening)
    form = filled_in(ask(director, evening))
    for _again in range(2):
        assert director.post(path(evening, "end/"), form | {"all": "not_played"}).status_code == 302
    assert evening.event.finished_at is not None
    for table, board in left(evening):
        standing = evening.standing(table, board)
        assert (standing.state, standing.facts) == (State.IN, {"not_played": True})
        assert standing.revisions[-1].reason == "entered at the end of the session"


def test_all_may_get_an_average_and_each_its_own(evening: Evening) -> None:
    director = director_of(evening)
    form = filled_in(ask(director, evening))
    (table, board), other = left(evening)
    assert director.post(path(evening, "end/"), form | {"all": "A/A"}).status_code == 302
    assert evening.standing(table, board).facts == {"adjusted": {"ns": "A", "ew": "A"}}
    again = Evening(club=evening.club, people=tuple(evening.people))
    assert again.event.pk != evening.event.pk
    form = filled_in(ask(director, again, key="other"))
    name = f"gets-A{other[0]}-1-{again.table(3).place.boards[0]}"
    form |= {name: "A+/A-", "all": ""}
    assert director.post(path(again, "end/"), form).status_code == 302
    facts = again.standing(3, again.table(3).place.boards[0]).facts
    assert facts == {"adjusted": {"ns": "A+", "ew": "A-"}}
    assert again.standing(1, again.table(1).place.boards[0]).facts == {"not_played": True}


def test_what_is_disputed_is_settled_first(evening: Evening) -> None:
    table, board = left(evening)[1]
    evening.tell(table, board, FOUR_SPADES)
    evening.tell(table, board, ONE_DOWN, "ew")
    answer = ask(director_of(evening), evening, all="not_played")
    assert answer.status_code == 422
    assert "One of them is disputed: settle it first, then finish." in text_of(answer)
    assert 'name="all"' not in answer.content.decode()
    assert evening.event.finished_at is None


def test_a_result_that_came_in_meanwhile_is_not_written_over(evening: Evening) -> None:
    director, (table, board) = director_of(evening), left(evening)[1]
    form = filled_in(ask(director, evening))
    evening.tell(table, board, FOUR_SPADES)
    evening.agree(table, board)
    count = ResultRevision.objects.count()
    answer = director.post(path(evening, "end/"), form | {"all": "not_played"})
    assert answer.status_code == 302
    assert evening.standing(table, board).facts == FOUR_SPADES
    assert ResultRevision.objects.count() == count + 1


def test_what_was_said_of_a_board_meanwhile_is_looked_at_once_more(evening: Evening) -> None:
    director, (table, board) = director_of(evening), left(evening)[1]
    form = filled_in(ask(director, evening))
    leave_for_later(
        section=evening.section, spot=evening.spot(table, board),
        entered=evening.entered(table, board), actor=evening.actor,
    )  # fmt: skip
    answer = director.post(path(evening, "end/"), form | {"all": "not_played"})
    assert answer.status_code == 422
    assert "Check again" in text_of(answer)
    assert "2 boards have no result" in text_of(answer)
    assert all(evening.standing(*at).result is None for at in left(evening))


def test_nothing_else_can_be_said_of_them(evening: Evening) -> None:
    director = director_of(evening)
    form = filled_in(ask(director, evening)) | {"all": "100/100"}
    answer = director.post(path(evening, "end/"), form)
    assert answer.status_code == 422
    assert "table 1" in text_of(answer) and "choose what it gets" in text_of(answer)
