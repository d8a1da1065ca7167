"""Results of a round that has not begun: refused in words, by slip, line, form and phone."""

from typing import Any

import pytest

from clubscore.club.entry import Refused, new_key
from clubscore.events.board_state import Spot
from clubscore.events.corrections import leave_for_later, rule
from clubscore.events.models import ResultRevision
from tests.events.evenings import FOUR_SPADES, Evening
from tests.events.test_pages import FORM, director_of, path, phone_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
NOT_BEGUN = "Round 2 has not started"


@pytest.fixture
def evening() -> Evening:
    """Six pairs in round 1 of three, two boards a round; table 1 plays 3 and 4 next."""
    return Evening()


def next_board(evening: Evening) -> int:
    return evening.room.plan(evening.section).places[2, 1].boards[0]


def test_a_slip_of_a_round_to_come_is_refused_and_keeps_what_was_typed(evening: Evening) -> None:
    director, line = director_of(evening), f"{next_board(evening)} 4S= S"
    assert NOT_BEGUN in text_of(director.get(path(evening, "typing/?round=2&table=A1")))
    form = {"round": "2", "table": "A1", "lines": line, "key": "k"}
    answer = director.post(path(evening, "typing/"), form)
    assert answer.status_code == 422
    assert f"{NOT_BEGUN}, so it has no results yet. Check the round on the score slip" in text_of(
        answer
    )
    assert line in answer.content.decode()
    assert not ResultRevision.objects.exists()
    evening.play()
    evening.next_round()
    assert NOT_BEGUN not in text_of(director.get(path(evening, "typing/?round=2&table=A1")))
    assert director.post(path(evening, "typing/"), form).status_code == 302


def test_a_typed_line_that_names_a_round_to_come_is_refused(evening: Evening) -> None:
    line = {"line": f"R2 T1: {next_board(evening)} 4S= S", "key": "k"}
    answer = director_of(evening).post(path(evening, "line/"), line)
    assert NOT_BEGUN in text_of(answer)
    assert line["line"] in answer.content.decode()
    assert not ResultRevision.objects.exists()


@pytest.mark.parametrize("service", [rule, leave_for_later])
def test_the_director_cannot_rule_on_a_round_to_come(evening: Evening, service: Any) -> None:
    spot = Spot(evening.section.pk, 2, 1, next_board(evening))
    more = {"facts": FOUR_SPADES} if service is rule else {}
    entered = evening.entered(1, next_board(evening))
    with pytest.raises(Refused, match=NOT_BEGUN):
        service(section=evening.section, spot=spot, entered=entered, actor=evening.actor, **more)


def test_the_directors_form_says_so_on_its_page(evening: Evening) -> None:
    board = next_board(evening)
    form = FORM | {"round": "2", "board": str(board), "seen": "0", "key": "k", "what": "result"}
    answer = director_of(evening).post(path(evening, "table/A1/right/"), form)
    assert answer.status_code in (409, 422)
    assert NOT_BEGUN in text_of(answer)


def test_a_phone_in_touch_is_refused_and_what_waited_on_one_goes_on_waiting(
    evening: Evening,
) -> None:
    phone = phone_of(evening, 1)
    form = FORM | {"round": "2", "board": str(next_board(evening)), "side": "ns", "table": "A1"}
    assert NOT_BEGUN in text_of(phone.post(path(evening, "at/A1/tell/"), form | {"key": new_key()}))
    waited = phone.post(path(evening, "waiting/"), form | {"key": new_key()})
    assert waited.status_code == 409
    assert NOT_BEGUN in waited.json()["text"]
    assert not ResultRevision.objects.exists()
