"""Rulings at a par contest: scores are compared with par, parts of them are parts of a loss."""

from typing import Any

import pytest

from clubscore.events.models import ResultRevision
from clubscore.events.rankings import Lists
from clubscore.events.state import RoundTable
from tests.events.evenings import Evening
from tests.events.test_pars import BOARDS, at_par, bring, contest
from tests.events.test_rulings import rule

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def evening() -> Evening:
    """A round of a par contest of which every board came to its par."""
    evening = contest()
    bring(evening)
    for table in evening.room.tables():
        for board in table.place.boards:
            for side in ("ns", "ew"):
                evening.tell(table.number, board, at_par(board), side)
    return evening


def par() -> int:
    found = BOARDS[1].par
    assert found is not None
    return found.score


def shown(score: str) -> str:
    """A figure without the zeros that another of its list needs."""
    return score.rstrip("0").rstrip(".") if "." in score else score


def last_at(evening: Evening) -> RoundTable:
    """The table that played board 1 last, where the ruling is given."""
    return evening.table(ResultRevision.objects.filter(board=1).latest("pk").table)


def losses(evening: Evening) -> tuple[str, str]:
    """The losses of those who played board 1 last: North-South, East-West."""
    place = last_at(evening).place
    rows = {row.key: row for one in Lists(evening.room).rankings for row in one.rows}
    one, other = (shown(rows[str(side)].score) for side in place.sides)
    return one, other


def test_at_par_nobody_loses(evening: Evening) -> None:
    assert losses(evening) == ("0", "0")


def ruled(evening: Evening, **given: Any) -> tuple[str, str]:
    answer = rule(evening, save="1", **given)
    assert answer.status_code == 302, answer.content.decode()[:2000]
    return losses(evening)


def test_an_assigned_score_below_par_is_a_loss_of_that_side(evening: Evening) -> None:
    assert ruled(evening, what="assigned", score=str(par() - 100)) == ("1", "0")
    assert ruled(evening, what="assigned", score=str(par() + 100), key="b") == ("0", "1")


def test_parts_of_a_weighted_score_are_parts_of_a_loss(evening: Evening) -> None:
    given = {"score1": str(par()), "part1": "60", "score2": str(par() - 100), "part2": "40"}
    assert ruled(evening, what="weighted", **given) == ("0.4", "0")


def test_each_side_of_a_split_score_has_its_own(evening: Evening) -> None:
    given = {"ns_score1": str(par() - 100), "ew_score1": str(par() + 100)}
    assert ruled(evening, what="split", **given) == ("1", "1")


def test_nobody_loses_by_an_artificial_score(evening: Evening) -> None:
    assert ruled(evening, what="artificial", award_ns="A+", award_ew="A-") == ("0", "0")


def test_damage_that_is_self_inflicted_in_part_is_a_part_of_a_loss(evening: Evening) -> None:
    """Table: a loss; assigned: none; could have had: one in two. A + B − C is half a loss."""
    evening.type_slip(last_at(evening).number, {1: {"score": par() - 100}})
    given = {
        "could_side": "ns",
        "could_score1": str(par()), "could_part1": "50",
        "could_score2": str(par() - 100), "could_part2": "50",
    }  # fmt: skip
    assert ruled(evening, what="assigned", score=str(par()), **given) == ("0.5", "0")
    (penalty,) = Lists(evening.room).penalties
    assert penalty.amount == "0.5"


def test_a_penalty_at_par_is_a_loss_more(evening: Evening) -> None:
    given = {"what": "procedural", "whose": "ns", "amount": "1", "unit": "points"}
    assert ruled(evening, **given) == ("1", "0")
