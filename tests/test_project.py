"""What holds for the project as a whole: its pins, its words, its first start."""

import ast
import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from tools import audit, setup

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def offenders(
    rule: Callable[[Path], list[str]], files: Iterable[Path], top: Path = ROOT
) -> dict[str, list[str]]:
    """Return all that a rule finds in files, by file: one failure names every offender."""
    looked_at = list(files)
    assert looked_at, "a rule that looks at no file holds nothing"
    found = {str(file.relative_to(top)): rule(file) for file in looked_at}
    return {file: wrong for file, wrong in found.items() if wrong}


def unpinned(file: Path) -> list[str]:
    """Return the lines that ask for a package without saying which."""
    lines = [line for line in file.read_text().splitlines() if line]
    asked = [line for line in lines if not line.startswith(("#", "-r "))]
    return [line for line in asked if not re.match(r"[\w.\[\]-]+==[\w.]+( *;.*)?$", line)]


def test_every_package_is_pinned() -> None:
    pins = [ROOT / "requirements.txt", ROOT / "tests/requirements.txt"]
    assert offenders(unpinned, pins) == {}


def unlooked(pins: Iterable[str], kept: audit.Kept) -> set[str]:
    """Return the pinned packages that the list of known faults does not speak of."""
    names = [re.split(r"[=\[]", pin)[0] for pin in pins]
    return {canonicalize_name(name) for name in names} - kept.packages


def test_known_faults_were_looked_for_in_every_package_that_the_program_runs_on() -> None:
    """A new pin has its line in tools/audit/advisories.txt, with "-" where no fault is known."""
    kept = audit.read_kept(audit.KEPT_BY_HAND.read_text())
    assert unlooked(setup.pins_of(setup.RUN), kept) == set()
    assert unlooked(["spam[eggs]==1.0"], kept) == {"spam"}


def bare_texts(template: str) -> list[str]:
    """Return what a reader would see of a template that no translator sees."""
    text = re.sub(r"(?s){#.*?#}|{% comment.*?endcomment %}|<!--.*?-->", "", template)
    text = re.sub(r"(?s){% blocktrans(late)?.*?{% endblocktrans(late)? %}", "", text)
    text = re.sub(r"(?s){%.*?%}|{{.*?}}", "", text)
    attributes = re.findall(r"""(?:aria-label|title|placeholder|alt)=["']([^"']+)["']""", text)
    text = re.sub(r"(?s)<(script|style).*?</\1>|<[^>]*>", "\n", text)
    text = re.sub(r"&\w+;", " ", text)
    return [word for word in [*attributes, *text.splitlines()] if re.search(r"[A-Za-z]{2}", word)]


# Names, and the letters of the size switch: the same in every language.
SAME_EVERYWHERE = {"Aa", "ClubScore", "NT", "OUT"}


def untranslatable(file: Path) -> list[str]:
    """Return the texts of a template that every reader would get in English."""
    found = [text.strip(" ·\t") for text in bare_texts(file.read_text())]
    return [text for text in found if text not in SAME_EVERYWHERE]


def test_templates_carry_no_text_that_cannot_be_translated() -> None:
    assert offenders(untranslatable, TEMPLATES) == {}


ENTRY = r"[\w.\[\]-]+==[\w.]+( ;[^\n\\]*)? \\\n( +--hash=sha256:[0-9a-f]{64}( \\)?\n)+"


def locked(lock: Path) -> dict[str, str]:
    """Return the version of each package of a lock; an entry without a checksum is none."""
    text = lock.read_text()
    assert re.fullmatch(f"({ENTRY})+", text), f"{lock}: make locks"
    found = re.findall(r"(?m)^([\w.-]+)(?:\[\w+\])?==([\w.]+)", text)
    return {canonicalize_name(name): version for name, version in found}


def test_what_goes_to_clubs_is_locked_as_it_is_pinned() -> None:
    """Where a pin has changed its lock has, too: `make locks`."""
    run = locked(ROOT / setup.lock_of(setup.RUN))
    for each in (setup.RUN, *setup.LOCKED):
        lock = locked(ROOT / setup.lock_of(each))
        alone = locked(ROOT / setup.LOCK_ALONE)
        for pin in setup.pins_of(each):
            name, version = re.findall(r"([\w.-]+?)(?:\[\w+\])?==([\w.]+)", pin)[0]
            held = alone if setup.stands_alone(pin) else lock
            assert held.get(canonicalize_name(name)) == version, f"{pin}: make locks"
        # One environment may have all of them.
        assert {name: run[name] for name in lock.keys() & run.keys()}.items() <= lock.items()
    assert {"pillow", "sqlparse", "h11", "click"} <= run.keys()  # nobody pins these


def test_packages_are_fetched_by_their_checksums(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    called: list[list[str]] = []

    def pretend(command: list[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        called.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(setup, "ENVIRONMENT", tmp_path)
    monkeypatch.setattr(setup.subprocess, "run", pretend)
    for each in (setup.RUN, *setup.LOCKED):
        setup.install(each)
        assert any(words[-2:] == ["-r", str(ROOT / setup.lock_of(each))] for words in called)
    assert all("--require-hashes" in words for words in called)


def test_bare_texts_are_found() -> None:
    page = '{% load i18n %}<p title="Why">Hello {{ name }}</p>{% translate "Good" %}<b>1</b>'
    assert bare_texts(page) == ["Why", "Hello "]


def test_setup_is_readable_by_old_pythons() -> None:
    """The sentence that asks for a newer Python must reach whoever has an older one."""
    ast.parse((ROOT / "tools/setup.py").read_text(), feature_version=(3, 7))
    ast.parse((ROOT / "manage.py").read_text(), feature_version=(3, 7))


def test_setup_installs_only_when_pins_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[list[str]] = []

    def pretend(command: list[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        called.append(command)
        return subprocess.CompletedProcess(command, 0)

    (tmp_path / "requirements.txt").write_text("Django==5.2.19\n")
    for lock in (setup.lock_of(setup.RUN), setup.LOCK_ALONE):
        (tmp_path / lock).write_text("")
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    monkeypatch.setattr(setup, "ENVIRONMENT", tmp_path)
    monkeypatch.setattr(setup.subprocess, "run", pretend)
    setup.install("requirements.txt")
    setup.install("requirements.txt")
    assert len(called) == 1
    (tmp_path / "requirements.txt").write_text("Django==5.2.20\n")
    setup.install("requirements.txt")
    assert len(called) == 2
    (tmp_path / "requirements.lock").write_text("sqlparse==0.5.4\n")
    setup.install("requirements.txt")
    assert len(called) == 3


def test_setup_installs_what_lies_in_a_package_without_what_the_package_asks_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    called: list[list[str]] = []
    locks: list[str] = []

    def pretend(command: list[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        called.append(command)
        if "--no-deps" in command:
            locks.append(Path(command[-1]).read_text())
        return subprocess.CompletedProcess(command, int("--no-deps" in command))

    monkeypatch.setattr(setup, "ENVIRONMENT", tmp_path)
    monkeypatch.setattr(setup.subprocess, "run", pretend)
    setup.install("tests/requirements.txt")
    everything, *alone = called
    assert "--no-deps" not in everything
    assert not [pin for pin in everything if pin.startswith(("endplay", "uharfbuzz", "wasmtime"))]
    assert {"waitress==3.0.2", "pytest==9.2.0"} <= set(everything)
    # One that there is no wheel of keeps no other away.
    assert [lock.partition("==")[0] for lock in locks] == ["endplay", "uharfbuzz", "wasmtime"]
    assert all({"--no-deps", "--require-hashes"} <= set(words) for words in alone)
    assert all(re.match(ENTRY, lock) and lock.count("==") <= 2 for lock in locks)
    # A machine without them plays on.
    said = capsys.readouterr().out
    assert "no double dummy" in said and "printed letter by letter" in said


def test_setup_finds_a_new_enough_python(monkeypatch: pytest.MonkeyPatch) -> None:
    assert setup.find_python() == sys.executable
    monkeypatch.setattr(setup, "OLDEST", (4, 0))
    with pytest.raises(setup.Trouble, match=r"3\.11 or newer"):
        setup.find_python()


def test_without_root_the_one_line_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(setup.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(setup.os, "geteuid", lambda: 1000)
    assert setup.install_packages("chromium") is False
    assert "sudo apt-get install -y chromium" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("there", "packaged", "root", "installed"),
    [
        ({"chromium-headless-shell", "apt-get"}, True, True, []),
        ({"chromium", "apt-get"}, True, True, ["chromium-headless-shell"]),
        ({"chromium", "apt-get"}, True, False, []),
        ({"chromium", "apt-get"}, False, True, []),
        ({"apt-get"}, False, True, ["chromium"]),
        ({"apt-get"}, True, False, ["chromium"]),
    ],
)
def test_setup_fetches_a_browser_without_windows_where_it_can(
    there: set[str],
    packaged: bool,
    root: bool,
    installed: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(setup.shutil, "which", lambda name: name if name in there else None)
    monkeypatch.setattr(setup.os, "geteuid", lambda: 0 if root else 1000)
    monkeypatch.setattr(setup, "is_packaged", lambda _name: packaged)
    monkeypatch.setattr(setup, "install_packages", lambda name: asked.append(name) or True)
    setup.need_browser()
    assert asked == installed


RUN_BY_HAND = [
    *ROOT.glob("tests/bench/*.py"),
    *ROOT.glob("tests/soak/*.py"),
    *ROOT.glob("tests/fuzz/*.py"),
]


def is_there(module: str) -> bool:
    """Say whether a module can be found, its package included."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def missing_imports(file: Path) -> list[str]:
    """Return what a module takes from us though it is not there."""
    missing = []
    for node in ast.walk(ast.parse(file.read_text())):
        module = getattr(node, "module", None) or ""
        if not isinstance(node, ast.ImportFrom) or not module.startswith(("clubscore", "tests")):
            continue
        if not is_there(module):
            missing.append(module)
            continue
        found = importlib.import_module(module)
        names = [alias.name for alias in node.names]
        missing += [
            f"{module}.{name}"
            for name in names
            if not hasattr(found, name) and not is_there(f"{module}.{name}")
        ]
    return missing


@pytest.mark.always
def test_what_is_run_by_hand_finds_what_it_imports() -> None:
    """Benches, the soak and the fuzzers: a name that moved would stop them unseen."""
    assert offenders(missing_imports, RUN_BY_HAND) == {}


BROKEN_MODULE = (
    "from clubscore.laws.games import GAMES, no_game\n"
    "from clubscore.moved import thing\n"
    "from tests.bench.gone.away import page\n"
)
BROKEN_PAGE = '{% translate "Submit" %}<p title="Why">Hello</p> ClubScore'


def test_every_rule_names_all_that_breaks_it(tmp_path: Path) -> None:
    module, page, pins = tmp_path / "one.py", tmp_path / "page.html", tmp_path / "pins.txt"
    module.write_text(BROKEN_MODULE)
    page.write_text(BROKEN_PAGE)
    pins.write_text("-r other.txt\nDjango==5.2\nuvicorn\nwaitress>=3\n")
    broken: list[tuple[Callable[[Path], list[str]], Path, list[str]]] = [
        (unpinned, pins, ["uvicorn", "waitress>=3"]),
        (untranslatable, page, ["Why", "Hello"]),
        (
            missing_imports,
            module,
            ["clubscore.laws.games.no_game", "clubscore.moved", "tests.bench.gone.away"],
        ),
    ]
    for rule, file, wrong in broken:
        assert offenders(rule, [file], tmp_path) == {file.name: wrong}
