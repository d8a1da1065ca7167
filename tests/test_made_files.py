"""Scripts and styles as browsers load them: every source is in one, every page asks for one."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.contrib.staticfiles.finders import find

from clubscore.places import FILES
from clubscore.web.static_files import FOLDER, MADE, STATIC, MadeFiles, MadeFilesFinder, make

# The worker has an address of its own (web/caching.py); the other is published.
APART = {"js/worker.js", "js/find_name.js"}


def templates() -> str:
    """Return all templates as one text."""
    return "".join(path.read_text() for path in (FILES / "templates").rglob("*.html"))


def test_every_script_is_in_a_file_made_and_every_file_made_is_asked_for() -> None:
    parts = {part for parts in MADE.values() for part in parts}
    sources = {path.relative_to(STATIC).as_posix() for path in STATIC.glob("js/*.js")}
    assert sources == {part for part in parts if part.startswith("js/")} | APART
    asked = {*re.findall(r"static '([^']+\.(?:js|css))'", templates())}
    assert {each.removeprefix(f"{FOLDER}/") for each in asked if FOLDER in each} == {*MADE}
    assert not {each for each in asked if each.startswith("js/")}


@pytest.mark.parametrize("name", MADE)
def test_what_is_made_is_shorter_than_its_parts_and_keeps_their_licences(name: str) -> None:
    whole = "".join((STATIC / part).read_text() for part in MADE[name])
    made = make(name)
    foreign = sum(part.startswith("vendor/") for part in MADE[name])
    # What is not ours may come shortened.
    assert 0.3 * len(whole) < len(made) < (0.95 if foreign else 0.85) * len(whole)
    assert made.count("/*! vendor/") == foreign and (foreign or "/*" not in made)


def test_where_what_shortens_is_absent_the_sources_are_put_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "minify", None)
    assert (STATIC / "js/ears.js").read_text() in make("frame.js")
    assert (STATIC / "css/clubscore.css").read_text() in make("clubscore.css")


def test_a_selector_within_another_stays_within_it() -> None:
    """What takes the space before a colon makes of "within" an "and"."""
    assert "#page:has(.dock) :is(.cols-entry" in make("clubscore.css")


def test_with_debug_sources_stay_as_they_are(settings: Any) -> None:
    settings.DEBUG = True
    assert (STATIC / "js/ears.js").read_text() in make("frame.js")


def test_they_are_found_made_anew_and_none_else(settings: Any, tmp_path: Path) -> None:
    settings.MADE_ROOT = tmp_path
    finder = MadeFilesFinder()
    found = finder.find("made/wall.js")
    assert found and Path(found).read_text() == make("wall.js")
    Path(found).write_text("of before")
    assert Path(finder.find("made/wall.js") or "").read_text() == make("wall.js")
    (tmp_path / FOLDER / "gone.js").write_text("no longer made")
    assert not finder.find("made/gone.js") and not finder.find("js/clock.js")
    assert [path for path, _storage in finder.list(None)] == [f"{FOLDER}/{name}" for name in MADE]
    assert not MadeFiles(location=tmp_path).exists("made/../../etc/passwd")
    assert find("js/clock.js") and find("made/wall.js")


def test_threads_of_one_server_make_the_same_file_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, written, replace = MadeFiles(location=tmp_path), Barrier(4, timeout=30), Path.replace

    def once_all_have_written(part: Path, file: Path) -> Path:
        written.wait()
        return replace(part, file)

    monkeypatch.setattr(Path, "replace", once_all_have_written)
    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(made.exists, ["made/frame.js"] * 4))
    (file,) = (tmp_path / FOLDER).iterdir()
    assert file.read_text("utf-8") == make("frame.js")


@pytest.mark.long(6)
def test_they_are_made_by_several_at_once(tmp_path: Path) -> None:
    """Several servers that start in one folder: whoever reads a file reads all of it."""
    command = [sys.executable, "manage.py", "findstatic", "made/frame.js", "made/outbox.js"]
    environment = {"CLUBSCORE_DATA": str(tmp_path), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    begun = [
        subprocess.Popen(command, cwd=FILES, env=environment, stdout=subprocess.DEVNULL)
        for _each in range(3)
    ]
    assert [each.wait() for each in begun] == [0, 0, 0]
    (folder,) = tmp_path.rglob(FOLDER)
    assert {path.name: path.read_text() for path in folder.iterdir()} == {
        name: make(name) for name in ("frame.js", "outbox.js")
    }
