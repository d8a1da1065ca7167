"""What holds for the project as a whole: its pins, its words, its first start."""

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import setup

ROOT = Path(__file__).resolve().parent.parent
OURS = [
    file
    for file in [*(ROOT / "clubscore").rglob("*.py"), ROOT / "manage.py", *ROOT.glob("tools/*.py")]
    if "migrations" not in file.parts
]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
LONGEST_MODULE, LONGEST_FUNCTION = 400, 40


@pytest.mark.parametrize("file", ["requirements.txt", "tests/requirements.txt"])
def test_every_package_is_pinned(file: str) -> None:
    lines = (ROOT / file).read_text().splitlines()
    for line in lines:
        if line and not line.startswith(("#", "-r ")):
            assert re.match(r"[\w.\[\]-]+==[\w.]+( *;.*)?$", line), line


@pytest.mark.parametrize("file", OURS, ids=lambda file: str(file.relative_to(ROOT)))
def test_modules_and_functions_are_short_enough_to_read(file: Path) -> None:
    text = file.read_text()
    assert len(text.splitlines()) <= LONGEST_MODULE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{node.name} has {length} lines"


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
SAME_EVERYWHERE = {"ClubScore", "NT", "NU", "OUT"}


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: str(file.relative_to(ROOT)))
def test_templates_carry_no_text_that_cannot_be_translated(file: Path) -> None:
    found = [text.strip(" ·\t") for text in bare_texts(file.read_text())]
    assert [text for text in found if text not in SAME_EVERYWHERE] == []


def test_bare_texts_are_found() -> None:
    page = '{% load i18n %}<p title="Why">Hello {{ name }}</p>{% translate "Good" %}<b>1</b>'
    assert bare_texts(page) == ["Why", "Hello "]


FORBIDDEN = re.compile(r"\b(OK|Ok|[Ii]nvalid|[Ss]ubmit|[Oo]nline|[Dd]ebts?|[Ss]ync|[Ee]ntity)\b")


def shown_texts(file: Path) -> list[str]:
    """Return the texts of a file that go through gettext."""
    if file.suffix == ".html":
        text = file.read_text()
        found = re.findall(r"""{% translate ["'](.*?)["']""", text)
        blocks = re.findall(r"(?s){% blocktranslate.*?%}(.*?){% endblocktranslate %}", text)
        return found + blocks
    calls = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
    return [
        str(argument.value)
        for call in calls
        if getattr(call.func, "id", "")
        in ("_", "gettext", "gettext_noop", "ngettext", "gettext_lazy")
        for argument in call.args
        if isinstance(argument, ast.Constant)
    ]


@pytest.mark.parametrize("file", [*OURS, *TEMPLATES], ids=lambda file: str(file.relative_to(ROOT)))
def test_pages_speak_as_a_club_does(file: Path) -> None:
    assert [text for text in shown_texts(file) if FORBIDDEN.search(text)] == []


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
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    monkeypatch.setattr(setup, "ENVIRONMENT", tmp_path)
    monkeypatch.setattr(setup.subprocess, "run", pretend)
    setup.install("requirements.txt")
    setup.install("requirements.txt")
    assert len(called) == 1
    (tmp_path / "requirements.txt").write_text("Django==5.2.20\n")
    setup.install("requirements.txt")
    assert len(called) == 2


def test_setup_installs_what_lies_in_a_package_without_what_the_package_asks_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    called: list[list[str]] = []

    def pretend(command: list[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        called.append(command)
        return subprocess.CompletedProcess(command, int("--no-deps" in command))

    monkeypatch.setattr(setup, "ENVIRONMENT", tmp_path)
    monkeypatch.setattr(setup.subprocess, "run", pretend)
    setup.install("tests/requirements.txt")
    everything, alone = called
    assert "--no-deps" not in everything and not [pin for pin in everything if "endplay" in pin]
    assert {"waitress==3.0.2", "pytest==9.2.0"} <= set(everything)
    assert alone[-1].startswith("endplay==") and "--no-deps" in alone
    # A machine without it plays on.
    assert "no double dummy" in capsys.readouterr().out


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


RUN_BY_HAND = [
    *ROOT.glob("tests/bench/*.py"),
    *ROOT.glob("tests/soak/*.py"),
    *ROOT.glob("tests/fuzz/*.py"),
]


@pytest.mark.parametrize("file", RUN_BY_HAND, ids=lambda file: str(file.relative_to(ROOT)))
def test_what_is_run_by_hand_finds_what_it_imports(file: Path) -> None:
    """Benches, the soak and the fuzzers: a name that moved would stop them unseen."""
    for node in ast.walk(ast.parse(file.read_text())):
        module = getattr(node, "module", None) or ""
        if not isinstance(node, ast.ImportFrom) or not module.startswith(("clubscore", "tests")):
            continue
        if importlib.util.find_spec(module) is None:
            pytest.fail(f"there is no {module}")
        found = importlib.import_module(module)
        for alias in node.names:
            there = hasattr(found, alias.name) or importlib.util.find_spec(f"{module}.{alias.name}")
            assert there, f"{module} has no {alias.name}"
