"""Nullos double dummy: our solver against a minimax, a second solver, truth data and DDS."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from clubscore.deals import double_dummy
from clubscore.deals import nullos as solved
from clubscore.deals.dds import HANDS
from clubscore.deals.hands import read_deal
from clubscore.deals.nullos import PARTNERS, NulloSolver, by_declarer, nullo_solver
from clubscore.extras.nullos.program import BUILT
from clubscore.laws.errors import RuleError
from tests.conftest import cannot_run
from tests.deals.nullo_truth import by_minimax, by_second, endings
from tests.real_events import DATA, needs_real_events
from tests.walks import Walk, lot

BOOK = read_deal("N:AJ974.743.J9.K96 KQ2.JT.T8.QJ8432 T65.AK86.AKQ653. 83.Q952.742.AT75")
ENOUGH = 300_000_000
# Of a whole deal: what takes more is left, by who leads. Some three seconds of a quiet machine.
WHOLE = 3_000_000
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def solver() -> Iterator[NulloSolver]:
    """One process for all deals of this module."""
    if not solved.is_here():
        cannot_run("the package wasmtime, which runs the solver of nullos, is not installed")
    with nullo_solver() as asked:
        yield asked


def norths(asked: NulloSolver, deal: str, partner: int, losing: bool) -> list[int]:
    """The tricks of North's side by who leads, as the solver says."""
    return [int(each) for each in asked.ask(f"table {partner} {losing:d} {ENOUGH} {deal}")[:-1]]


def differing(
    asked: NulloSolver, deals: Sequence[str], truth: Callable[[str, int, bool], list[int]]
) -> tuple[int, list[str]]:
    """How many numbers were compared, and the endings whose tricks are others.

    Partners and object change from one to the next; one in four is played to win.
    """
    compared, wrong = 0, []
    for at, deal in enumerate(deals):
        partner, losing = PARTNERS[at % 3], at % 4 < 3
        true, found = truth(deal, partner, losing), norths(asked, deal, partner, losing)
        compared += len(found)
        if found != true:
            wrong.append(f"{deal} with partner {partner}, losing {losing}: {found}, not {true}")
    return compared, wrong


@pytest.mark.long(15)
@pytest.mark.parametrize(("size", "many"), [(2, 1000), (3, 1000), (4, 20)])
def test_endings_are_those_of_a_minimax(solver: NulloSolver, size: int, many: int) -> None:
    compared, wrong = differing(solver, endings(size, many, 1923), by_minimax)
    assert (compared, wrong) == (4 * many, [])


@pytest.mark.long(80)
@pytest.mark.walk
def test_endings_of_four_cards_are_those_of_a_minimax(solver: NulloSolver, walk: Walk) -> None:
    # Others each night.
    deals = endings(4, 200, lot())
    for at in walk(range(0, 200, 10), count=20):
        assert differing(solver, deals[at : at + 10], by_minimax) == (40, [])


@pytest.mark.long(80)
@pytest.mark.walk
def test_longer_endings_are_those_of_a_second_solver(solver: NulloSolver, walk: Walk) -> None:
    deals = [*endings(5, 60, lot()), *endings(6, 12, lot()), *endings(7, 2, lot())]
    for at in walk(range(74), count=len(deals)):
        assert differing(solver, [deals[at]], by_second) == (4, [])


def test_the_second_solver_is_right_where_the_minimax_can_say() -> None:
    deals = endings(3, 60, 5)
    assert [by_second(deal, 1, True) for deal in deals] == [
        by_minimax(deal, 1, True) for deal in deals
    ]


def test_a_solver_that_is_wrong_is_found_out(solver: NulloSolver) -> None:
    """Each comparison is fed one that differs: object turned round, partners moved."""
    deals = endings(3, 30, 7)
    for broken in (
        lambda deal, partner, losing: by_minimax(deal, partner, not losing),
        lambda deal, partner, losing: by_second(deal, partner % 3 + 1, losing),
    ):
        compared, wrong = differing(solver, deals, broken)
        assert compared == 120 and len(wrong) > 10


def truth() -> Any:
    """The truth data beside the project."""
    return json.loads((DATA / "nullos.json").read_text())


@needs_real_events
def test_endings_and_partners_side_by_side_are_those_of_the_truth_data(
    solver: NulloSolver,
) -> None:
    kinds = {"NE": 1, "NS": 2, "NW": 3}
    found = truth()
    rows = [(row, 2, row["tricks_ns_by_leader"]) for row in found["endings"]]
    rows += [
        (row, kinds[row["partners"]], row["tricks_of_norths_side_by_leader"])
        for row in found["pirate"]
    ]
    compared = 0
    for row, partner, by_leader in rows:
        tricks = norths(solver, row["pbn"], partner, losing=True)
        assert dict(zip(HANDS, tricks, strict=True)) == by_leader, row["pbn"]
        assert by_declarer(tricks, partner, row["cards"]) == row["tricks_declarers_side"]
        compared += 1
    assert compared == 72


def worked_out(asked: NulloSolver, deal: str, losing: bool) -> dict[str, int]:
    """The tricks of North's side by those who lead, of whom it was found within WHOLE positions."""
    told = asked.ask(f"table 2 {losing:d} {WHOLE} {deal}")[:-1]
    return {hand: int(each) for hand, each in zip(HANDS, told, strict=True) if each != "-"}


@needs_real_events
@pytest.mark.long(60)
@pytest.mark.walk
def test_whole_deals_are_those_of_the_truth_data(solver: NulloSolver, walk: Walk) -> None:
    deals, asked, compared = truth()["full_deals"], 0, 0
    for at in walk(range(13), count=len(deals)):
        by_leader = deals[at]["tricks_ns_by_leader"]
        found = worked_out(solver, deals[at]["pbn"], losing=True)
        assert found == {hand: by_leader[hand] for hand in found}, deals[at]["pbn"]
        asked, compared = asked + 1, compared + len(found)
    assert compared >= 13 or asked < 13


@pytest.mark.long(60)
@pytest.mark.walk
def test_with_the_object_turned_round_it_finds_what_dds_finds(
    solver: NulloSolver, walk: Walk
) -> None:
    deals, asked, compared = [BOOK, *map(read_deal, endings(13, 5, lot()))], 0, 0
    for at in walk(range(6), count=len(deals)):
        (tables,) = double_dummy.solve([deals[at]])
        found = worked_out(solver, deals[at].pbn(), losing=False)
        asked, compared = asked + 1, compared + len(found)
        for leader, norths_tricks in found.items():
            declarer = HANDS[HANDS.index(leader) - 1]
            is_norths = declarer in ("N", "S")
            tricks = norths_tricks if is_norths else 13 - norths_tricks
            assert tricks == tables["NT"][declarer], (deals[at].pbn(), leader)
    assert compared >= 6 or asked < 6


def test_a_deal_that_needs_too_many_positions_is_not_worked_out(solver: NulloSolver) -> None:
    assert solver.ducked(BOOK, most=1000) is None
    tricks = norths(solver, endings(4, 1, 3)[0], 2, losing=True)
    assert len(tricks) == 4  # and the next question is answered


def test_without_wasmtime_it_is_said_what_brings_it(tmp_path: Path) -> None:
    """Absent as on a machine that never had it: the interpreter sees no packages at all."""
    done = subprocess.run([sys.executable, "-S", "-P", str(solved.PROGRAM)], input="", text=True)
    assert done.returncode == 3


@contextmanager
def pretended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str
) -> Iterator[NulloSolver]:
    """A solver whose process runs another program."""
    file = tmp_path / "program.py"
    file.write_text(program)
    monkeypatch.setattr(solved, "PROGRAM", file)
    with nullo_solver() as asked:
        yield asked


def test_a_process_that_fails_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (
        pretended(monkeypatch, tmp_path, "raise SystemExit(3)") as asked,
        pytest.raises(RuleError, match="wasmtime") as missing,
    ):
        asked.ducked(BOOK)
    assert missing.value.code == "no-nullos"
    with (
        pretended(monkeypatch, tmp_path, "raise SystemExit(3)") as asked,
        pytest.raises(RuleError, match="wasmtime"),
    ):
        asked._process.wait()  # gone before it is asked anything
        asked.ducked(BOOK)
    with (
        pretended(monkeypatch, tmp_path, "import os\nos.abort()") as asked,
        pytest.raises(RuleError, match="stopped") as broke,
    ):
        asked.ducked(BOOK)
    assert broke.value.code == "nullos-broke"
    monkeypatch.setattr(solved, "PATIENCE", 0.2)
    with (
        pretended(monkeypatch, tmp_path, "import time\ntime.sleep(60)") as asked,
        pytest.raises(RuleError, match="stopped"),
    ):
        asked.ducked(BOOK)


def test_the_built_file_is_small_and_asks_for_nothing() -> None:
    wasmtime = pytest.importorskip("wasmtime")
    assert BUILT.stat().st_size < 20_000
    module = wasmtime.Module.from_file(wasmtime.Engine(), str(BUILT))
    assert [*module.imports] == []
    names = {each.name for each in module.exports}
    assert names == {"memory", "hands", "positions", "begin", "lay", "show", "value"}
