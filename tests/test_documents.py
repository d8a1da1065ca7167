"""What the documents name is there: tests, by their names, and files of the project."""

import re
from pathlib import Path

import pytest

from tests.test_rooms import classes_of

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
TEST = re.compile(r"`(test_[a-z0-9_]+)`")
FILE = re.compile(r"`((?:tests|tools|clubscore|deploy|static)/[\w/.-]+\.(?:py|js|css|c))`")


@pytest.fixture(scope="module")
def tests() -> set[str]:
    """The names of all tests."""
    files = (ROOT / "tests").rglob("test_*.py")
    return {
        name for file in files
        for name in re.findall(r"def (test_\w+)\(", file.read_text(encoding="utf-8"))
    }  # fmt: skip


def named_in(document: Path, what: re.Pattern[str]) -> set[str]:
    return set(what.findall(document.read_text(encoding="utf-8")))


def test_every_test_that_a_document_names_is_there(tests: set[str]) -> None:
    named = {name for each in DOCUMENTS for name in named_in(each, TEST)}
    assert len(named) > 35
    assert sorted(named - tests) == []


def test_every_file_that_a_document_names_is_there() -> None:
    named = {name for each in DOCUMENTS for name in named_in(each, FILE)}
    assert len(named) > 50
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_a_test_that_is_gone_is_seen(tests: set[str], tmp_path: Path) -> None:
    document = tmp_path / "a.md"
    document.write_text("| a fault | `test_that_nobody_wrote` |")
    assert named_in(document, TEST) - tests == {"test_that_nobody_wrote"}


def test_every_class_of_the_glossary_is_there() -> None:
    """The third column has the class that bears the word, of a model's choices its field too."""
    lines = (ROOT / "docs/glossary.md").read_text("utf-8").splitlines()
    cells = [line.split(" | ")[2] for line in lines if line.startswith("| **")]
    named = {name for cell in cells for name in re.findall(r"`([A-Z]\w+)", cell)}
    there = {name for name, _file in classes_of(ROOT / "clubscore")}
    assert len(named) > 60
    assert sorted(named - there) == []
