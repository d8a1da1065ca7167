"""What each target runs: chosen by what stands in the repository, and nothing is lost."""

import ast
from pathlib import Path
from typing import Any

import pytest

from tests import targets, times
from tests.order import dealt, together
from tests.targets import COLLECTED, belongs, file_of, has, is_share, kind_of, name_of
from tools import night, run_tests

ROOT = Path(__file__).resolve().parent.parent
SOME = """
import pytest

@pytest.mark.parametrize("number", range(3))
def test_slow(number): pass

def test_quick(): pass

@pytest.mark.always
def test_whole_house(): pass

@pytest.mark.gate
def test_crawl(): pass

@pytest.mark.gate(share=True)
def test_share(): pass

@pytest.mark.night
@pytest.mark.gate
def test_dear(): pass

@pytest.mark.browser
def test_flow(): pass

@pytest.mark.browser
def test_named_flow(): pass

@pytest.mark.browser
def test_gates_flow(): pass

@pytest.mark.walk(cases=3)
@pytest.mark.parametrize("number", range(3))
def test_walk(number): pass

@pytest.mark.long(9)
@pytest.mark.walk
def test_long_walk(): pass

@pytest.mark.postgres
def test_service(): pass

@pytest.mark.postgres
def test_named_service(): pass

@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_commits(): pass

@pytest.fixture
def together(): pass

@pytest.mark.postgres
def test_races(together): pass
"""
QUICK = {"test_quick", "test_service", "test_named_service", "test_commits", "test_races"}


@pytest.fixture
def some(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> list[pytest.Item]:
    """Tests of every kind."""
    slow = {f"test_some.py::{name}": 1.0 for name in ("test_slow", "test_whole_house")}
    marks = ("always", "gate", "night", "browser", "walk", "long", "postgres", "django_db")
    named = {
        "test": frozenset({"test_some.py::test_named_flow"}),
        "gate": frozenset({"test_some.py::test_named_flow", "test_some.py::test_gates_flow"}),
    }
    there = {"whole": frozenset[str](), "others": frozenset({"test_some.py::test_named_service"})}
    monkeypatch.setattr(times, "kept", lambda: slow)
    monkeypatch.setattr(targets, "flows", named.__getitem__)
    monkeypatch.setattr(targets, "there", lambda: there)
    monkeypatch.setattr(targets, "touched", dict)
    monkeypatch.setattr(targets, "on_postgresql", lambda: False)
    pytester.makeini("[pytest]\nmarkers =\n" + "".join(f"    {mark}: one\n" for mark in marks))
    file = pytester.makepyfile(test_some=SOME)
    return pytester.genitems([pytester.getpathnode(file)])


def names(items: list[pytest.Item], target: str) -> set[str]:
    """Return the names of what a target runs, without their cases."""
    return {name_of(item).rpartition(":")[2] for item in items if belongs(item, target)}


def test_a_target_runs_what_its_marks_and_lists_say(some: list[pytest.Item]) -> None:
    assert names(some, "quick") == QUICK
    test = QUICK | {"test_whole_house", "test_named_flow"}
    assert names(some, "test") == test
    assert names(some, "gate") == test | {
        "test_gates_flow",
        "test_crawl",
        "test_share",
        "test_walk",
    }
    every = {name_of(item).rpartition(":")[2] for item in some}
    assert names(some, "night") == every - {"test_share"}


def test_what_the_change_touches_runs_but_for_what_the_night_alone_runs(
    some: list[pytest.Item], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targets, "touched", lambda: {"test_some.py": None})
    assert names(some, "test") == names(some, "night") - {"test_dear"} | {"test_share"}
    assert names(some, "quick") == QUICK


def test_on_postgresql_runs_what_commits_races_or_is_named(
    some: list[pytest.Item], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targets, "on_postgresql", lambda: True)
    assert names(some, "test") == {"test_races"} and names(some, "quick") == set()
    named = {"test_races", "test_commits", "test_named_service"}
    assert names(some, "gate") == named
    assert names(some, "night") == named | {"test_service"}
    monkeypatch.setattr(targets, "there", lambda: {"whole": {"test_some.py"}, "others": set()})
    assert names(some, "gate") == names(some, "night")


def test_every_test_has_its_kind(some: list[pytest.Item]) -> None:
    kinds = {name_of(item).rpartition(":")[2]: kind_of(item) for item in some}
    assert {kinds.pop(name) for name in QUICK} == {"quick"}
    assert kinds == {
        "test_slow": "night", "test_whole_house": "always", "test_crawl": "some",
        "test_share": "some", "test_dear": "some", "test_flow": "night", "test_named_flow": "flows",
        "test_gates_flow": "flows", "test_walk": "walks", "test_long_walk": "night",
    }  # fmt: skip


@pytest.mark.always
def test_gate_and_night_run_every_test_that_there_is(request: pytest.FixtureRequest) -> None:
    """On either database; and whatever file of tests there is, pytest reads it."""
    collected = request.config.stash[COLLECTED]
    night_and_gate = {each for each in collected if belongs(each, "night") or belongs(each, "gate")}
    there = targets.on_postgresql()
    assert night_and_gate == {each for each in collected if not there or has(each, "postgres")}
    # What is a share of the gate's is done whole by a case of the same test.
    whole = {name_of(each) for each in collected if has(each, "night")}
    assert {name_of(each) for each in collected if is_share(each)} <= whole
    # No mark, name or folder keeps anything from the night, and a walk is whole there.
    assert night.words()[:4] == ("--target", "night", "--walk", "whole")
    read = {file_of(item) for item in collected}
    if len(read) < 500:
        pytest.skip("some files alone were read")
    files = {file.relative_to(ROOT).as_posix() for file in ROOT.glob("tests/**/test_*.py")}
    empty = {each for each in files - read if "def test_" not in (ROOT / each).read_text("utf-8")}
    assert files - read - empty == set() or there


@pytest.mark.always
def test_every_name_in_a_list_is_there(request: pytest.FixtureRequest) -> None:
    """Where a test went or has another name, its line in the list goes, too."""
    collected = request.config.stash[COLLECTED]
    if len({item.path for item in collected}) < 500:
        pytest.skip("some files alone were read")
    known = {each for item in collected for each in (item.nodeid, name_of(item), file_of(item))}
    lists = [targets.flows("gate"), *targets.there().values()]
    assert {*times.kept()} - known == set()
    assert {name for each in lists for name in each} - known == set()
    browsers = {item.nodeid for item in collected if has(item, "browser")}
    browsers |= {name.partition("[")[0] for name in browsers}
    assert targets.flows("gate") <= browsers
    assert len(targets.flows("test")) == 12 and len(targets.flows("gate")) == 40
    assert len(targets.there()["others"]) == 50


def test_every_file_with_tests_for_postgresql_is_read_there(request: pytest.FixtureRequest) -> None:
    collected = request.config.stash[COLLECTED]
    marked = {str(item.path) for item in collected if has(item, "postgres")}
    read = {*run_tests.files_on_postgresql()}
    assert marked <= read and str(ROOT / "tests/club/test_book.py") in read


def test_every_process_begins_with_its_share_of_the_long_ones() -> None:
    long = [(60.0, ["A"]), (20, ["B", "C"]), (20, ["D"]), (20, ["E"])]
    order = dealt([*"xy"], long, [*"abcdef"], 3)
    # Three stretches as xdist cuts them: 4, 4 and 5 long. B and C share what takes twenty seconds.
    stretches = ["".join(order[a:b]) for a, b in ((0, 4), (4, 8), (8, 13))]
    assert stretches == ["xAab", "yBCE", "Dcdef"]


def test_tests_that_share_what_is_made_once_go_to_one_process(pytester: pytest.Pytester) -> None:
    items = pytester.getitems(
        """
        import pytest

        @pytest.mark.long(9)
        @pytest.mark.parametrize("number", range(2))
        def test_alone(number): pass

        @pytest.mark.long(20, shared=True)
        class TestShared:
            def test_a(self): pass
            def test_b(self): pass
        """
    )
    found = [(seconds, [each.name for each in group]) for seconds, group in together(items)]
    assert found == [(20, ["test_a", "test_b"]), (9, ["test_alone[0]"]), (9, ["test_alone[1]"])]


RANDOM = {"random", "randrange", "randint", "choice", "shuffle", "sample", "uniform", "choices"}


def luck_in(tree: ast.Module) -> list[int]:
    """Return the lines that ask chance itself, instead of a `Random` with a seed."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of: Any = node.func.value
            is_chance = isinstance(of, ast.Name) and of.id == "random" and node.func.attr in RANDOM
            unseeded = node.func.attr == "Random" and not node.args
            if is_chance or unseeded:
                found.append(node.lineno)
    return found


@pytest.mark.always
def test_no_test_leaves_anything_to_chance() -> None:
    files = [*ROOT.glob("tests/**/test_*.py"), *ROOT.glob("tests/*.py")]
    found = {
        str(file.relative_to(ROOT)): lines
        for file in files
        if (lines := luck_in(ast.parse(file.read_text("utf-8"))))
    }
    assert len(files) > 500 and found == {}
    wrong = "import random\nrandom.choice([1])\nrandom.Random()\nrandom.Random(3).choice([1])\n"
    assert luck_in(ast.parse(wrong)) == [2, 3]


def test_a_named_flow_is_counted_as_one_wherever_it_stands(
    some: list[pytest.Item], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targets, "file_of", lambda _item: "tests/flows/test_some.py")
    kinds = {name_of(item).rpartition(":")[2]: kind_of(item) for item in some}
    assert kinds["test_gates_flow"] == "flows" and kinds["test_dear"] == "flows"
    assert kinds["test_flow"] == "night"
