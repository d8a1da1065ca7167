"""The wheel, installed where nothing of the sources can be seen: what `pipx install` gives."""

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import urllib.request
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from clubscore.places import PROGRAM
from tests.test_serve import free_port
from tools import setup

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 240  # seconds
pytestmark = pytest.mark.long(30, shared=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as pip would, with the builder that the tests have."""
    place = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    subprocess.run([*build, str(place)], cwd=ROOT, check=True, capture_output=True)
    (made,) = place.iterdir()
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install it into a new environment, which borrows the packages that it asks for."""
    place = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    python = place / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    ask = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = subprocess.run(ask, check=True, capture_output=True, text=True).stdout.strip()
    (Path(packages) / "borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return place


FONTS = ("OFL-Source-Sans-3.txt", "OFL-Source-Serif-4.txt", "OFL-Noto-Sans.txt")


def surroundings(home: Path, **chosen: str) -> Mapping[str, str]:
    """Return the environment of somebody who has chosen nothing but what is named."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONIOENCODING": "utf-8", **chosen}


def said_by(installed: Path, home: Path, *words: str) -> str:
    """Run the installed command somewhere else, and return what it printed."""
    done = subprocess.run(
        [str(installed / "bin" / "clubscore"), *words],
        cwd=home,
        env=surroundings(home),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_wheel_holds_every_template_static_file_and_licence(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    beside = [file for top in ("templates", "static") for file in (ROOT / top).rglob("*.*")]
    within = [
        file
        for file in (ROOT / "clubscore").rglob("*.*")
        if file.is_file() and "__pycache__" not in file.parts
    ]
    wanted = {f"clubscore/installed/{file.relative_to(ROOT).as_posix()}" for file in beside}
    wanted |= {file.relative_to(ROOT).as_posix() for file in within}
    assert wanted - held == set()
    licences = {Path(name).name for name in held if "/licenses/" in name}
    assert {
        "LICENSE",
        "DDS-Apache-2.0.txt",
        "OFL.txt",
        "htmx-LICENSE.txt",
        "lucide-ISC.txt",
        *FONTS,
    } <= licences
    assert not [name for name in held if name.startswith(("tests/", "tools/", "data/"))]


def test_a_wheel_asks_for_what_is_pinned(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (metadata,) = [name for name in archive.namelist() if name.endswith("/METADATA")]
    text = archive.read(metadata).decode()
    asked = re.findall(r"(?m)^Requires-Dist: ([\w.\[\]-]+==[\w.]+)", text)
    pins = [pin.partition(";")[0].strip() for pin in setup.pins_of(setup.RUN)]
    assert sorted(map(str.lower, asked)) == sorted(map(str.lower, pins))


def test_the_builder_is_pinned_alike_for_pip_and_for_tests() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (builder,) = project["build-system"]["requires"]
    assert builder in setup.pins_of("tests/requirements.txt")


def test_the_installed_command_opens_a_club_in_the_users_own_folder(
    installed: Path, tmp_path: Path
) -> None:
    assert said_by(installed, tmp_path, "--version") == f"{PROGRAM}\n"
    port = free_port()
    server = subprocess.Popen(
        [str(installed / "bin" / "clubscore")],  # alone it serves
        cwd=tmp_path,
        env=surroundings(tmp_path, HOST="127.0.0.1", PORT=str(port), DEMO="0"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    try:
        assert server.stdout is not None
        for line in server.stdout:
            if "Ctrl-C" in line:
                break
        page = asked(port, "/").decode()
        style = re.search(r'href="(/static/made/clubscore\.[^"]+\.css)"', page)
        assert style and b"--brand" in asked(port, style[1])
        assert asked(port, "/games/auction/blank.pdf").startswith(b"%PDF")
    finally:
        server.terminate()
        server.wait(PATIENCE)
    assert server.returncode == 0
    data = tmp_path / ".local" / "share" / "clubscore"
    assert (data / "clubscore.sqlite3").exists()
    # Starts a process of its own, which must find the program too.
    said_by(installed, tmp_path, "backup")
    (copy,) = (data / "backups").glob("clubscore-*.sqlite3.gz")
    assert "are as this version" in said_by(installed, tmp_path, "restore", "--check", str(copy))


def asked(port: int, path: str) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
        return answer.read()
