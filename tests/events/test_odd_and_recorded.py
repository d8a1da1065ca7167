"""An odd result is asked about before it is recorded, never afterwards nor of an agreed board.

A phone that heard no answer sends the same again. Meanwhile other tables may have made it look odd,
and the other side may have agreed.
"""

import pytest
from django.test import Client

from clubscore.events.models import ResultRevision
from clubscore.events.state.spot_state import State
from tests.events.evenings import FOUR_SPADES, Evening
from tests.events.test_pages import FORM, path, phone_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
# By East: the others of its board are made by South, so it is the only one of its sign.
ODD = {"contract": "4S", "declarer": "E", "tricks": 10}


@pytest.fixture
def evening() -> Evening:
    """Two rounds are over, in which board 1 was made by South at each table."""
    found = Evening(6)
    for _round in range(2):
        found.play()
        found.next_round()
    return found


def at_the_table(evening: Evening) -> tuple[int, str, Client, dict[str, str]]:
    """The table that plays board 1 in round 3: number, address, phone, and what it would send."""
    where = next(each for each in evening.room.tables() if 1 in each.place.boards)
    form = FORM | {"declarer": "E", "round": "3", "board": "1", "key": "sent", "side": "ns"}
    return where.number, path(evening, f"at/{where.name}/"), phone_of(evening, where.number), form


def test_what_is_recorded_and_agreed_is_not_asked_about_when_it_comes_again(
    evening: Evening,
) -> None:
    table, at, phone, form = at_the_table(evening)
    evening.tell(table, 1, ODD, "ns", key="sent")
    evening.agree(table, 1)
    again = phone.post(f"{at}tell/", form)
    assert (again.status_code, again["Location"]) == (302, f"{at}?board=1")
    assert ResultRevision.objects.filter(board=1, round=3).count() == 2


def test_what_is_recorded_and_waits_for_the_other_side_is_not_asked_about_either(
    evening: Evening,
) -> None:
    table, at, phone, form = at_the_table(evening)
    evening.tell(table, 1, ODD, "ns", key="sent")
    assert phone.post(f"{at}tell/", form).status_code == 302
    assert evening.standing(table, 1).state is State.TOLD


def test_an_odd_result_of_a_board_that_is_agreed_is_refused_as_any_other_is(
    evening: Evening,
) -> None:
    table, at, phone, form = at_the_table(evening)
    for side in ("ns", "ew"):
        evening.tell(table, 1, FOUR_SPADES, side)
    refused = phone.post(f"{at}tell/", form)
    assert refused.status_code == 409
    assert "Board 1 is agreed. If it is wrong, ask the director." in text_of(refused)
    # Said to be wrong, it is asked about, on a page that has the form.
    asked = phone.post(f"{at}tell/", form | {"wrong": "1"})
    assert asked.status_code == 422
    assert 'name="looked"' in asked.content.decode()
