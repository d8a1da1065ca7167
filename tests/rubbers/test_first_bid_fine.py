"""A dealer who begins with two no trumps and fails is fined, where the club plays so (p. 146)."""

from typing import Any

import pytest

from clubscore.rubbers.deal_form import DealEntryForm, read_line
from clubscore.rubbers.score import standing_of
from clubscore.web.entry_form import read_entry
from clubscore.web.forms import Problems
from tests.rubbers.tables import Table

pytestmark = pytest.mark.django_db

FAILED = {"level": "2", "denomination": "NT", "doubling": "0", "declarer": "A", "result": "-1"}
FINE = [{"player": "A", "points": 100, "to": "each"}]


def table_of(key: str, fine: int = 100) -> Table:
    rules = {"preset": "portland-1914", "two_no_trump_fine": fine}
    return Table(key, rules=rules, names=("Ann", "Bob", "Cecil"))


@pytest.mark.parametrize("key", ["cut-throat", "blind-skip"])
def test_the_form_asks_and_fines(key: str) -> None:
    table = table_of(key)
    standing = standing_of(table.part)
    with pytest.raises(Problems) as caught:
        read_entry(table.game, standing.rules, FAILED, "A")
    assert caught.value.problems[0].field == "ask-began_so"

    def facts(said: str, **more: str) -> dict[str, Any]:
        given = FAILED | {"began_so": said, **more}
        return read_entry(table.game, standing.rules, given, "A").facts

    assert facts("yes")["fines"] == FINE
    assert "fines" not in facts("no")
    assert "fines" not in facts("yes", result="=")
    assert "fines" not in facts("yes", level="3")
    assert "fines" not in facts("yes", declarer="B")
    assert facts("yes", fined="B", fine="50")["fines"][0]["player"] == "B"
    table.play(facts("yes"))
    scored = standing_of(table.part).sheet.deals[0].points
    assert scored == {"A": (0, 0), "B": (0, 150), "C": (0, 150)}


def test_the_question_stands_only_where_it_may_cost() -> None:
    standing = standing_of(table_of("cut-throat").part)
    assert len(DealEntryForm(standing, FAILED, "A").began_so) == 2
    for other in ({"level": "3"}, {"declarer": "B"}, {"denomination": "S"}):
        assert not DealEntryForm(standing, FAILED | other, "A").began_so
    off = standing_of(table_of("cut-throat", 0).part)
    assert not DealEntryForm(off, FAILED, "A").began_so
    assert read_entry(off.game, off.rules, FAILED, "A").facts["tricks"] == 7


def test_in_a_line() -> None:
    standing = standing_of(table_of("cut-throat").part)

    def read(line: str) -> dict[str, Any]:
        return read_line(standing.game, standing.rules, line, standing.names, "A").facts

    assert read("2NT Ann -1 first")["fines"] == FINE
    assert "fines" not in read("2NT Ann -1 later")
    with pytest.raises(Problems, match="first or later"):
        read("2NT Ann -1")
