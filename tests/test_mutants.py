"""`make mutants`: the faults it makes are what they say, and what no test sees is reported."""

import ast
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import mutants
from tools.mutants import (
    CAUGHT,
    SURVIVED,
    UNDECIDED,
    Copy,
    Mutant,
    by_line,
    changed_lines,
    copied,
    drawn,
    files_of,
    shares,
)
from tools.mutations import mutations_of

MODULE = '''"""What it is: 1 == 2."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import os

LIMIT: "int" = 3  # at most 4


class Told(dict[str, int]):
    """A docstring and nothing else."""


def may(age: int, *, own: bool = False) -> bool:
    """Say whether; not a constant."""
    log.info("asked %s", age + 1)
    if age < LIMIT and not own:
        raise ValueError("no")
    note(age)
    return own or age not in (7,)
'''
TEMPLATE = """{# if this == that #}
{% if a and not b %}{{ a.name }}{% elif not c %}{% include "x.html" %}{% endif %}
{% comment %}{% if d %}{{ d }}{% endif %}{% endcomment %}
<script>{{ left }}</script>{% translate "Back" as back %}{% translate "On" %}
"""
SCRIPT = """/* a === b */
var said = "a && b"; // c || d
function at(n) {
  if (n >= 10 && !said) { return false; }
  line.append(words);
}
"""


def said(name: str, text: str) -> list[str]:
    return [f"{each.line} {each.said}" for each in mutations_of(name, text)]


def test_a_module_is_changed_where_it_does_something() -> None:
    assert said("a.py", MODULE) == [
        "8 off by one: 3 -> 4",
        "15 wrong constant: False -> True",
        "18 flip: < -> <=",
        "18 flip: and -> or",
        "18 flip: not -> nothing",
        '19 drop: raise ValueError("no") -> pass',
        '19 wrong constant: "no" -> "noq"',
        "20 drop: note(age) -> pass",
        "21 drop: return own or age not in (7,) -> return None",
        "21 flip: or -> and",
        "21 flip: not in -> in",
        "21 off by one: 7 -> 8",
    ]


def test_conditions_and_what_is_said_of_a_template_are_changed() -> None:
    assert said("a.html", TEMPLATE) == [
        "2 flip: a and not b -> not a and not b",
        "2 flip: and -> or",
        "2 drop: {{ a.name }} -> nothing",
        "2 flip: not c -> c",
        '2 drop: {% include "x.html" %} -> nothing',
        '4 drop: {% translate "On" %} -> nothing',
    ]


def test_a_script_is_changed_outside_its_texts_and_comments() -> None:
    assert said("a.js", SCRIPT) == [
        "4 flip: >= -> >",
        "4 off by one: 10 -> 11",
        "4 flip: && -> ||",
        "4 flip: ! -> nothing",
        "4 flip: false -> true",
        "5 drop: line.append(words); -> nothing",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "import a\nfrom b import c\n",
        "x: list[int | None]\n",
        "def f(a: int | None) -> int | str: ...\n",
        "class A(TypedDict, total=False):\n    a: int\n",
        '"""Only words."""\n# 1 < 2\n',
        '__all__ = ("a", "b")\n',
        "logger.warning('%s', 1)\n",
        "assert a == 1\n",
        "f'{a}'\n",
    ],
)
def test_what_changes_nothing_that_anybody_sees_is_left_alone(text: str) -> None:
    assert said("a.py", text) == []


def test_letters_of_several_bytes_do_not_move_what_is_changed() -> None:
    (drop, flip) = mutations_of("a.py", "f('Zoë', 'ß') if 'é é' == é else None\n")[-2:]
    made = {each.made("f('Zoë', 'ß') if 'é é' == é else None\n") for each in (drop, flip)}
    assert "f('Zoë', 'ß') if 'é é' != é else None\n" in made


def test_a_module_with_a_fault_can_still_be_read_and_says_something_else() -> None:
    right = ast.dump(ast.parse(MODULE))
    for each in mutations_of("a.py", MODULE):
        assert ast.dump(ast.parse(each.made(MODULE))) != right, each


def test_lots_are_drawn_from_each_room_by_its_lines_and_stay_the_same() -> None:
    assert shares({"a": 50, "b": 30, "c": 20}, 10) == {"a": 5, "b": 3, "c": 2}
    assert sum(shares({"a": 1, "b": 1, "c": 1}, 10).values()) == 10
    faults = mutations_of("a.py", MODULE)
    places: dict[tuple[str, int], list[Mutant]] = {}
    for file in (*(f"clubscore/events/{at}.py" for at in range(4)), "clubscore/club/a.py"):
        for each in faults:
            places.setdefault((file, each.line), []).append(Mutant(file, each))
    found = drawn(places, 10, 1923)
    assert Counter(mutants.room_of(each.file) for each in found) == {
        "clubscore/events": 8, "clubscore/club": 2,
    }  # fmt: skip
    assert found == drawn(places, 10, 1923) != drawn(places, 10, 1924)
    assert len({(each.file, each.mutation.line) for each in found}) == 10


def test_only_lines_that_differ_are_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {
        "ls-files": "clubscore/new.py\n",
        "diff --name-only": "clubscore/old.py\nREADME.md\n",
        "diff -U0": "@@ -8 +8 @@\n-x\n+y\n@@ -19,0 +20,2 @@\n+a\n+b\n@@ -30,2 +31,0 @@\n-c\n-d\n",
    }
    monkeypatch.setattr(
        mutants, "git",
        lambda *words, root: next(told[key] for key in told if " ".join(words).startswith(key)),
    )  # fmt: skip
    (tmp_path / "clubscore").mkdir()
    for name in ("old", "new", "other"):
        (tmp_path / f"clubscore/{name}.py").write_text(MODULE)
    files = files_of(tmp_path)
    assert files == ["clubscore/new.py", "clubscore/old.py", "clubscore/other.py"]
    lines = changed_lines("main", files, tmp_path)
    assert lines == {"clubscore/new.py": {*range(1, 22)}, "clubscore/old.py": {8, 20, 21}}
    places = by_line(tmp_path, lines)
    assert {line for file, line in places if file.endswith("old.py")} == {8, 20, 21}
    assert {line for file, line in places if file.endswith("new.py")} == {8, 15, 18, 19, 20, 21}


Asked = Callable[[str], tuple[int, str]]


def copy_that(run: Asked, root: Path, monkeypatch: pytest.MonkeyPatch) -> Copy:
    """A copy with one module in which tests are not run but asked for what they would say."""
    (root / "clubscore").mkdir()
    (root / "clubscore/a.py").write_text(MODULE)
    (root / "tests").mkdir()
    for name in ("test_one", "test_two"):
        (root / f"tests/{name}.py").write_text("")
    monkeypatch.setattr(
        mutants, "tests_for", lambda _files: ["tests/test_one.py", "tests/test_two.py"]
    )
    monkeypatch.setattr(mutants, "A_BATCH", 1)
    copy = Copy(root)

    def asked(command: list[str]) -> tuple[int, str]:
        left_out = {each.removeprefix("--deselect=") for each in command if "--deselect" in each}
        file = next(each for each in command if each.startswith("tests/"))
        code, text = run(f"{file} {(root / 'clubscore/a.py').read_text()}")
        return (0, "") if text.partition(" ")[2] in left_out else (code, text)

    monkeypatch.setattr(copy, "_run", asked)
    return copy


FAULT = Mutant("clubscore/a.py", mutations_of("a.py", MODULE)[3])  # and -> or


def test_a_fault_that_a_test_sees_is_caught_and_taken_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(asked: str) -> tuple[int, str]:
        return (1, "FAILED tests/test_two.py::test_x") if "LIMIT or" in asked and "two" in asked \
            else (0, "")  # fmt: skip

    copy = copy_that(run, tmp_path, monkeypatch)
    verdict = copy.judge(FAULT)
    assert (verdict.what, verdict.by) == (CAUGHT, "tests/test_two.py::test_x")
    assert (tmp_path / "clubscore/a.py").read_text() == MODULE
    assert "caught by tests/test_two.py::test_x" in str(verdict)


def test_a_survivor_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = copy_that(lambda _asked: (0, ""), tmp_path, monkeypatch)
    verdict = copy.judge(FAULT)
    assert (verdict.what, verdict.by) == (SURVIVED, "2 files of tests")
    monkeypatch.setattr(mutants, "tests_for", lambda _files: [])
    assert copy.judge(FAULT).by == "no test is named for it"


def test_a_test_that_fails_without_the_fault_catches_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = copy_that(
        lambda _asked: (1, "FAILED tests/test_one.py::test_red"), tmp_path, monkeypatch
    )
    assert copy.judge(FAULT).what == SURVIVED
    assert copy.red == {"tests/test_one.py::test_red"}


def test_a_script_is_asked_of_node_by_the_test_that_draws_its_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, ran = copy_that(lambda _asked: (0, ""), tmp_path, monkeypatch), list[str]()
    (tmp_path / mutants.SCRIPTS).write_text("")
    (tmp_path / "clubscore/a.js").write_text(MODULE)

    def run(command: list[str]) -> tuple[int, str]:
        ran.append(command[-1])
        return (1, f"FAILED {mutants.SCRIPTS}::test_x") if len(ran) == 1 else (0, "")

    monkeypatch.setattr(copy, "_run", run)
    assert copy.judge(Mutant("clubscore/a.js", FAULT.mutation)).what == CAUGHT
    assert ran == [mutants.SCRIPTS, f"{mutants.SCRIPTS}::test_x"]


def test_golden_answers_that_differ_without_the_fault_catch_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = copy_that(lambda _asked: (0, ""), tmp_path, monkeypatch)
    for name in ("tests/golden", "tools"):
        (tmp_path / name).mkdir()
    (tmp_path / mutants.GOLDEN).write_text("")
    monkeypatch.setattr(copy, "_run", lambda command: (int(command[1] == mutants.GOLDEN), ""))
    assert copy.judge(FAULT).what == UNDECIDED


def test_a_file_that_cannot_be_read_without_the_fault_ends_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = copy_that(lambda _asked: (2, "ERROR tests/test_one.py"), tmp_path, monkeypatch)
    monkeypatch.setattr(copy, "_run", lambda _command: (2, "ERROR tests/test_one.py"))
    verdict = copy.judge(FAULT)
    assert (verdict.what, verdict.by) == (UNDECIDED, "red without a fault: tests/test_one.py")


@pytest.mark.parametrize(
    ("code", "why"),
    [(-signal.SIGXCPU, "took more than 90 CPU s"), (-signal.SIGKILL, "ended by signal 9")],
)
def test_a_run_that_did_not_come_to_its_end_says_neither(
    code: int, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = copy_that(lambda _asked: (code, ""), tmp_path, monkeypatch)
    verdict = copy.judge(FAULT)
    assert verdict.what == UNDECIDED and why in verdict.by


def test_two_faults_of_one_length_are_not_taken_for_each_other(tmp_path: Path) -> None:
    """What Python compiled of a file counts while its time and its length are the same."""
    file = tmp_path / "clubscore/a.py"
    file.parent.mkdir()
    file.write_text(MODULE)
    copy, times = Copy(tmp_path), [file.stat().st_mtime]
    for _twice in range(2):
        with copy.has(FAULT):
            times.append(file.stat().st_mtime)
    assert len({int(each) for each in times}) == 3 and file.stat().st_mtime == times[0]


def test_a_copy_has_what_is_not_committed_and_no_history(tmp_path: Path) -> None:
    for name in ("clubscore/a.py", ".git/config", "tests/x/node_modules/b.js", ".venv/c"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("1")
    with copied(tmp_path) as copy:
        found = {each.relative_to(copy.root).as_posix() for each in copy.root.rglob("*")}
        assert "clubscore/a.py" in found and (copy.root / ".venv").is_symlink()
        assert not any("node_modules" in each or ".git" in each for each in found)
        place = copy.root
    assert not place.exists()
