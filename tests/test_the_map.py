"""Which tests a change touches: by the map of the last night, else by who imports or names it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import test_map
from tools.test_map import ROOT, MapOfTests, Sources, key_of, touched, within

TEXT = """\
# Which test files run which source files. The night writes it on the main line: `make map`.
# Written on abc.
0 1.50 tests/club/test_a.py
1 0.20 tests/club/test_b.py
z 3.00 tests/events/test_c.py
clubscore/club/one.py 0 1
clubscore/club/two.py z
"""


def test_a_map_is_read_and_written_again() -> None:
    known = MapOfTests.read(TEXT)
    assert known.written() == TEXT and known.commit == "abc"
    assert known.files["clubscore/club/one.py"] == {"tests/club/test_a.py", "tests/club/test_b.py"}
    assert known.seconds["tests/events/test_c.py"] == 3
    assert len({key_of(number) for number in range(2_000)}) == 2_000
    known.seconds["tests/new/test_d.py"] = 0.1
    assert "2 0.10 tests/new/test_d.py\nz 3.00" in known.written()  # Nobody else's key changes.


def test_modules_that_move_take_their_lines_with_them() -> None:
    moves = dict.fromkeys(("clubscore/club/one.py", "clubscore/club/two.py"), "clubscore/club.py")
    moved = MapOfTests.read(TEXT).moved(moves | {"tests/club/test_b.py": "tests/test_b.py"})
    assert moved.files == {
        "clubscore/club.py": {"tests/club/test_a.py", "tests/test_b.py", "tests/events/test_c.py"}
    }
    assert moved.seconds["tests/test_b.py"] == 0.2 and moved.keys["tests/test_b.py"] == "1"


def test_what_ran_is_new_and_what_did_not_run_stays(tmp_path: Path) -> None:
    for file in ("tests/club/test_a.py", "tests/club/test_b.py", "clubscore/club/one.py",
                 "clubscore/club/two.py"):  # fmt: skip
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    ran = MapOfTests(seconds={"tests/club/test_a.py": 2.0},
                  files={"clubscore/club/two.py": {"tests/club/test_a.py"}})  # fmt: skip
    renewed = MapOfTests.read(TEXT).renewed(ran, tmp_path)
    # test_c is not there any more.
    assert renewed.seconds == {"tests/club/test_a.py": 2.0, "tests/club/test_b.py": 0.2}
    assert renewed.files == {
        "clubscore/club/one.py": {"tests/club/test_b.py"},
        "clubscore/club/two.py": {"tests/club/test_a.py"},
    }


runs = test_map.tests_of


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project in git, with one commit."""
    files = {
        "clubscore/club/one.py": "def one(): pass\n",
        "clubscore/club/two.py": "from clubscore.club import (\n    one,\n)\n",
        "clubscore/club/three.py": 'PAGE = "club/page.html"\n',
        "clubscore/club/alone.py": "",
        "templates/club/page.html": "<p>",
        "static/js/own.js": "",
        "tests/club/test_two.py": "from clubscore.club.two import one\n",
        "tests/club/test_three.py": "from clubscore.club import three\n",
        "tests/club/test_page.py": "",
        "tests/events/test_event.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    for words in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-qm", "begin")):
        git(tmp_path, *words)
    monkeypatch.delenv(test_map.BASE, raising=False)
    monkeypatch.setattr(test_map, "KEPT", tmp_path / "map.txt")
    return tmp_path


def git(tree: Path, *words: str) -> None:
    own = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *own, *words], cwd=tree, check=True, capture_output=True)


def test_a_file_without_a_line_is_asked_for_by_who_imports_or_names_it(tree: Path) -> None:
    sources, known = Sources(tree), MapOfTests()
    assert runs("clubscore/club/one.py", known, sources) == {"tests/club/test_two.py"}
    assert runs("templates/club/page.html", known, sources) == {"tests/club/test_three.py"}
    everything = {f"tests/club/test_{each}.py" for each in ("two", "three", "page")}
    assert runs("clubscore/club/alone.py", known, sources) == everything
    assert runs("static/js/own.js", known, sources) == {"tests/test_scripts.py"}
    mapped = MapOfTests(files={"clubscore/club/three.py": {"tests/events/test_event.py"}})
    assert runs("templates/club/page.html", mapped, sources) == {
        "tests/club/test_three.py", "tests/events/test_event.py"
    }  # fmt: skip
    mapped.seconds = {"tests/events/test_event.py": 1.0, "tests/club/test_three.py": 1.0}
    assert runs("clubscore/club/three.py", mapped, sources) == {"tests/events/test_event.py"}
    # A test that was written since is asked beside those of the map.
    del mapped.seconds["tests/club/test_three.py"]
    assert runs("clubscore/club/three.py", mapped, sources) == {
        "tests/club/test_three.py", "tests/events/test_event.py"
    }  # fmt: skip


def test_who_runs_least_is_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, both = "tests/test_a.py", "tests/test_b.py", "tests/test_all.py"
    known = MapOfTests(files={"clubscore/a.py": {one, both}, "clubscore/b.py": {both, two}})
    monkeypatch.setattr(test_map, "kept", lambda: known)
    assert test_map.particular_first([both, two, one]) == [one, two, both]


def test_a_change_is_told_against_what_was_pushed_else_against_the_last_map(tree: Path) -> None:
    assert touched(10, tree).files == []
    (tree / "clubscore/club/one.py").write_text("def one(): return 1\n")
    (tree / "tests/events/test_new.py").write_text("")
    found = touched(10, tree)
    assert found.files == ["clubscore/club/one.py", "tests/events/test_new.py"]
    assert found.chosen == ["tests/club/test_two.py", "tests/events/test_new.py"]
    git(tree, "branch", "pushed")
    git(tree, "branch", "--set-upstream-to=pushed")
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", "go on")
    assert touched(10, tree).files == found.files
    (tree / "templates/club/page.html").write_text("<b>")
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", "and on")
    git(tree, "branch", "--unset-upstream")
    # Without an upstream and a map: the last commit alone.
    assert touched(10, tree).files == ["templates/club/page.html"]
    MapOfTests(commit="pushed").written()
    (tree / "map.txt").write_text(MapOfTests(commit="pushed").written())
    assert touched(10, tree).files == [*found.files[:1], "templates/club/page.html",
                                       *found.files[1:]]  # fmt: skip


def test_above_the_budget_each_room_gives_its_cheapest_and_the_rest_is_told(tree: Path) -> None:
    seconds = {"tests/a/test_1.py": 1, "tests/a/test_2.py": 2, "tests/a/test_3.py": 3,
               "tests/b/test_4.py": 4, "tests/b/test_9.py": 9}  # fmt: skip
    assert within(seconds, seconds, 100) == sorted(seconds)
    assert within(seconds, seconds, 8) == [
        "tests/a/test_1.py", "tests/a/test_2.py", "tests/b/test_4.py"
    ]  # fmt: skip
    assert within(seconds, seconds, 0.5) == []
    (tree / "clubscore/club/alone.py").write_text("1\n")
    told = str(touched(10, tree))
    assert "1 files run by 3 test files; 2 of them now, some 10 of at most 10 s" in told
    assert "1 left to the night: tests/club/test_two.py" in told


SEEN = """
import pytest
from django.template import engines
from clubscore.club import clock
from clubscore.deals import lin

def test_reads_the_clock():
    clock.now()
    engines["django"].get_template("events/then.html")

@pytest.mark.django_db
def test_opens_a_page(client):
    client.get("/help/")
"""


def test_what_a_test_runs_is_seen(tmp_path: Path) -> None:
    """A function that ran and a template that was shown; not what is only imported or loaded."""
    place = ROOT / "tests" / f"test_seen_{os.getpid()}.py"
    environment = {k: v for k, v in os.environ.items() if "XDIST" not in k and "CLUBSC" not in k}
    environment |= {"CLUBSCORE_MAPPED": str(tmp_path / "map.txt"), "DATABASE_URL": ""}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(place)]
    place.write_text(SEEN)
    try:
        done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    finally:
        place.unlink()
    assert done.returncode == 0, done.stdout + done.stderr
    seen = MapOfTests.read((tmp_path / "map.txt").read_text("utf-8"))
    assert seen.seconds.keys() == {f"tests/{place.name}"}
    assert {"clubscore/club/clock.py", "templates/base.html"} <= seen.files.keys()
    assert "templates/events/then.html" not in seen.files
    assert not any(name.startswith("clubscore/deals/") for name in seen.files)
