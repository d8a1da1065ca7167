"""The table of the sources' clauses: each has a state, and what shows it is there."""

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "tests" / "lawbook" / "clauses.md"
ROW = re.compile(r"(?m)^\| (?!clause |-)(.+?) \| (.+?) \| (.+?) \|$")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
COUNTED = re.compile(r"Of (\d+) clauses (\d+) work, (\d+) work partly and (\d+) (?:is|are) missing")


class Clause(NamedTuple):
    """A clause, its state, and what shows it or why it does not work."""

    name: str
    state: str
    told: str


def clauses_of(text: str) -> list[Clause]:
    return [Clause(*found) for found in ROW.findall(text)]


@cache
def names_in(file: Path) -> frozenset[str]:
    if not file.exists():
        return frozenset()
    return frozenset(re.findall(r"(?m)^def (test_\w+)\(", file.read_text(encoding="utf-8")))


def wrong(clause: Clause) -> str:
    """What is wrong with a row of the table; nothing where all is well."""
    named = NAMED.findall(clause.told)
    for file, name in named:
        if name not in names_in(ROOT / file):
            return f"{clause.name}: there is no {file}::{name}"
    if clause.state == "works":
        return "" if named else f"{clause.name}: nothing shows that it works"
    if clause.state not in ("partly", "missing"):
        return f"{clause.name}: {clause.state!r} is no state"
    reason = NAMED.sub("", clause.told).strip()
    return "" if len(reason.split()) > 4 else f"{clause.name}: no reason is given"


def test_every_clause_has_its_test_or_its_reason() -> None:
    clauses = clauses_of(TABLE.read_text(encoding="utf-8"))
    assert len(clauses) == 178
    assert [told for each in clauses if (told := wrong(each))] == []


def test_the_head_counts_what_stands_below() -> None:
    text = TABLE.read_text(encoding="utf-8")
    found = COUNTED.search(" ".join(text.split()))
    assert found is not None
    states = Counter(each.state for each in clauses_of(text))
    counted = [178, states["works"], states["partly"], states["missing"]]
    assert [int(number) for number in found.groups()] == counted


def test_no_clause_stands_twice() -> None:
    sections = re.split(r"(?m)^## ", TABLE.read_text(encoding="utf-8"))[1:]
    assert len(sections) == 4
    for section in sections:
        names = [each.name for each in clauses_of(section)]
        assert len(set(names)) == len(names)


def test_a_test_that_is_gone_and_a_state_without_a_reason_are_seen() -> None:
    there = "`tests/lawbook/test_clauses.py::test_no_clause_stands_twice`"
    gone = "`tests/lawbook/test_clauses.py::test_that_nobody_wrote`"
    rows = f"| a | works | {there} |\n| b | works | {gone} |\n| c | works | because |\n"
    rows += f"| d | partly | {there} |\n| e | wanted | It is wanted by all of us. |\n"
    rows += "| f | missing | The page does not ask for it. |\n"
    found = [wrong(each) for each in clauses_of("| clause | state | why |\n|---|---|---|\n" + rows)]
    assert [bool(each) for each in found] == [False, True, True, True, True, False]
