"""What the documents name is there: tests, by their names, and files of the project."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.test_rooms import classes_of

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
TEST = re.compile(r"`(test_[a-z0-9_]+)`")
ROOMS = sorted(each.name for each in (ROOT / "clubscore").iterdir() if each.is_dir())
# A file from the top, or from clubscore/ where it begins with a room.
FILE = re.compile(
    r"`((?:tests|tools|clubscore|deploy|static|docs|" + "|".join(ROOMS) + r")/[\w/.-]+"
    r"\.(?:py|js|css|c|md|toml|txt))`"
)
LINK = re.compile(r"\]\(([^)#:\s]+\.md)(?:#[^)]*)?\)|src=\"([^\":]+)\"")


@pytest.fixture(scope="module")
def tests() -> set[str]:
    """The names of all tests."""
    files = (ROOT / "tests").rglob("test_*.py")
    return {
        name for file in files
        for name in re.findall(r"def (test_\w+)\(", file.read_text(encoding="utf-8"))
    }  # fmt: skip


def named_in(document: Path, what: re.Pattern[str]) -> set[Any]:
    return set(what.findall(document.read_text(encoding="utf-8")))


def is_there(name: str) -> bool:
    return (ROOT / name).exists() or (ROOT / "clubscore" / name).exists()


def test_every_test_that_a_document_names_is_there(tests: set[str]) -> None:
    named = {name for each in DOCUMENTS for name in named_in(each, TEST)}
    assert len(named) > 10
    assert sorted(named - tests) == []


def test_every_file_that_a_document_names_is_there() -> None:
    named = {name for each in DOCUMENTS for name in named_in(each, FILE)}
    assert len(named) > 30
    assert [name for name in sorted(named) if not is_there(name)] == []


def test_every_document_and_picture_that_a_document_links_to_is_there() -> None:
    missing = []
    for document in (*DOCUMENTS, ROOT / "CHANGELOG.md"):
        for page, picture in LINK.findall(document.read_text(encoding="utf-8")):
            if not (document.parent / (page or picture)).exists():
                missing.append(f"{document.name}: {page or picture}")
    assert missing == []


def test_a_test_that_is_gone_is_seen(tests: set[str], tmp_path: Path) -> None:
    document = tmp_path / "a.md"
    document.write_text("| a fault | `test_that_nobody_wrote` | `laws/gone.py`, [see](gone.md#a)")
    assert named_in(document, TEST) - tests == {"test_that_nobody_wrote"}
    assert [is_there(name) for name in named_in(document, FILE)] == [False]
    assert named_in(document, LINK) == {("gone.md", "")}


@pytest.mark.always
def test_every_class_of_the_glossary_is_there() -> None:
    """The third column has the class that bears the word, of a model's choices its field too."""
    lines = (ROOT / "docs/glossary.md").read_text("utf-8").splitlines()
    cells = [line.split(" | ")[2] for line in lines if line.startswith("| **")]
    named = {name for cell in cells for name in re.findall(r"`([A-Z]\w+)", cell)}
    there = {name for name, _file in classes_of(ROOT / "clubscore")}
    assert len(named) > 60
    assert sorted(named - there) == []
