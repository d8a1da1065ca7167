"""How people start ClubScore on a laptop: by a double click on Windows, and so that it stays up."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from clubscore.server.server import in_words, stay_awake
from tests.test_serve import serving
from tools import setup

ROOT = Path(__file__).resolve().parent.parent
WINDOWS = ROOT / "ClubScore.cmd"
# Newer ones have no built packages of what requirements.txt names.
NEWEST = (3, 14)


def test_windows_reads_its_file_with_its_own_ends_of_lines() -> None:
    """With others cmd.exe loses its place in it."""
    lines = WINDOWS.read_bytes().split(b"\n")
    assert lines.pop() == b""
    assert [line for line in lines if not line.endswith(b"\r")] == []
    assert WINDOWS.read_bytes().isascii(), "what a console shows depends on its code page"


def test_windows_asks_for_every_python_that_will_do_those_with_double_dummy_first() -> None:
    (asked,) = re.findall(r"for %%V in \(([^)]+)\)", WINDOWS.read_text())
    versions = [tuple(map(int, each.split("."))) for each in asked.split()]
    every = [(3, minor) for minor in range(setup.OLDEST[1], NEWEST[1] + 1)]
    assert sorted(versions) == every
    (pin,) = [pin for pin in setup.pins_of(setup.RUN) if pin.startswith("endplay")]
    (before,) = re.findall(r'python_version < "3\.(\d+)"', pin)
    with_par = [each for each in versions if each[1] < int(before)]
    assert versions[: len(with_par)] == with_par


def test_the_python_on_the_path_is_asked_for_its_version() -> None:
    (script,) = set(re.findall(r'%%P -c "([^"]+)"', WINDOWS.read_text()))

    def will_do(version: str) -> bool:
        pretended = script.replace("sys.version_info[:2]", version)
        return subprocess.run([sys.executable, "-c", pretended]).returncode == 0

    assert subprocess.run([sys.executable, "-c", script]).returncode == 0
    told = [will_do(each) for each in ("(3, 10)", str(setup.OLDEST), str(NEWEST), "(3, 15)")]
    assert told == [False, True, True, False]


def test_it_says_whether_the_machine_stays_awake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAKEPY_FAKE_SUCCESS", "1")
    with stay_awake() as awake:
        assert awake and "stays awake" in in_words(awake)
    monkeypatch.setenv("WAKEPY_FAKE_SUCCESS", "0")
    # Where no desktop answers.
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    with stay_awake() as awake:
        assert not awake and "may fall asleep" in in_words(awake)


@pytest.mark.long(15)
def test_the_machine_is_kept_awake_while_the_club_is_open(tmp_path: Path) -> None:
    with serving(tmp_path, WAKEPY_FAKE_SUCCESS="1") as server:
        server.wait_until_open()
        assert "This machine stays awake" in server.printed
        assert server.close() == 0
