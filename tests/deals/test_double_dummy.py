"""Double dummy: DDS in a process of its own, and what is told where that process fails."""

import importlib.util
from pathlib import Path

import pytest

from clubscore.deals import double_dummy
from clubscore.deals.double_dummy import facts_of, read, solve, solved, written
from clubscore.deals.hands import read_deal
from clubscore.laws.errors import RuleError
from tests.conftest import cannot_run

DEALS = [
    read_deal(text)
    for text in (
        "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3",
        "N:73.QJT.AQ54.T752 QT6.876.KJ9.AQ84 5.A95432.7632.K6 AKJ9842.K.T8.J93",
        "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432",
    )
]
TABLES = ["58586666575775756666", "3a3a9494848439394848", "d0d00d0dd0d00d0d0000"]


def test_tables_are_those_that_are_published() -> None:
    if importlib.util.find_spec("endplay") is None:
        cannot_run("the package endplay, which brings DDS, is not installed")
    assert [written(tricks) for tricks in solve(DEALS)] == TABLES
    assert [written(tricks) for tricks in solved(DEALS, batch=1, threads=1)] == TABLES


def test_nothing_is_asked_for_no_deal() -> None:
    assert solve([]) == []


def test_a_table_is_written_in_twenty_letters_and_read_again() -> None:
    tricks = read(TABLES[1])
    assert tricks is not None and written(tricks) == TABLES[1]
    assert facts_of(tricks)["S"] == {"N": 3, "E": 10, "S": 3, "W": 10}
    assert list(facts_of(tricks)) == ["NT", "S", "H", "D", "C"]
    assert read("e" * 20) is None and read("1") is None


def pretend(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str) -> None:
    file = tmp_path / "dds.py"
    file.write_text(program)
    monkeypatch.setattr(double_dummy, "PROGRAM", file)


def test_a_crash_of_dds_is_told_and_what_it_had_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    crash = "import os, signal\nprint(*[7] * 20, flush=True)\nos.kill(os.getpid(), signal.SIGSEGV)"
    pretend(monkeypatch, tmp_path, crash)
    found = solved(DEALS)
    assert written(next(found)) == "7" * 20
    with pytest.raises(RuleError, match="stopped") as broke:
        next(found)
    assert broke.value.code == "double-dummy-broke"


def test_nonsense_of_dds_is_no_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(monkeypatch, tmp_path, "print(*[14] * 20)")
    with pytest.raises(RuleError, match="stopped"):
        solve(DEALS)


def test_a_program_that_never_answers_is_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pretend(monkeypatch, tmp_path, "import time\ntime.sleep(60)")
    monkeypatch.setattr(double_dummy, "PATIENCE", 0.2)
    with pytest.raises(RuleError, match="stopped"):
        solve(DEALS)


def test_without_dds_it_is_said_what_brings_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pretend(monkeypatch, tmp_path, "raise SystemExit(3)")
    with pytest.raises(RuleError, match="endplay") as missing:
        solve(DEALS)
    assert missing.value.code == "no-double-dummy"
