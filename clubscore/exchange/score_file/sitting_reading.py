"""What score files tell of sittings: read in memory, verified, put together by sitting.

A line is a part; parts of one sitting may stand anywhere in a file, or in several files.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import category

from clubscore.club import clock
from clubscore.exchange.reading.json_text import read_values
from clubscore.exchange.score_file.score_file import ScoreFile, read_score_file
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, join_path
from clubscore.laws.words import gettext_noop, ngettext_lazy

# What one page brings in at once: it is all recorded in one transaction, for which tables wait.
AT_ONCE = (240, 60)  # deals, people
# Long before the oldest game that is known here.
EARLIEST = dt.date(1850, 1, 1)
LONGEST_NAME, LONGEST_TABLE = 80, 40


@dataclass(frozen=True)
class Line:
    """A part of a sitting, and where it stands: `line 2`, `friday.jsonl, line 2`."""

    where: str
    score_file: ScoreFile

    def names(self) -> dict[str, str]:
        """Return the name at each seat; a seat without one is called by its letter."""
        told = self.score_file.players
        return {seat: tidy_name(told.get(seat, "")) or seat for seat in self.score_file.game.seats}

    def credit(self) -> dict[str, str]:
        """Return for whose account a seat plays, where that is somebody else."""
        return {seat: tidy_name(name) or seat for seat, name in self.score_file.credit.items()}


@dataclass(frozen=True)
class ToldSitting:
    """A sitting as files tell it, its parts in order."""

    lines: tuple[Line, ...]

    @property
    def date(self) -> dt.date | None:
        """When it was played, where the file says so."""
        told = self.lines[0].score_file.about.get("date")
        return None if told is None else dt.date.fromisoformat(told)

    @property
    def table(self) -> str:
        """The table's name, empty where the file has none."""
        return tidy(self.lines[0].score_file.about.get("table", ""))

    @property
    def key(self) -> str:
        """What the same facts always have, however often they come."""
        facts = json.dumps([line.score_file.to_dict() for line in self.lines], sort_keys=True)
        return f"file:{hashlib.sha256(facts.encode()).hexdigest()[:40]}"

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return sum(len(line.score_file.deals) for line in self.lines)


def tidy(text: str) -> str:
    """Return a text without blanks that nobody sees and what no database keeps.

    Invisible letters stay: some names need them, and the preview asks about the others.
    """
    shown = "".join(c for c in text if c.isprintable() or c.isspace() or category(c) == "Cf")
    return " ".join(shown.split())


def tidy_name(name: str) -> str:
    """Return a name as people are called here."""
    return tidy(name)[:LONGEST_NAME].rstrip()


def read_sittings(
    files: Sequence[tuple[str, str]], most: tuple[int, int] | None = AT_ONCE
) -> list[ToldSitting]:
    """Return the sittings of some files, each a (name, text), in the order of their first lines.

    `most` limits the deals and the people of all files together.
    Raises RuleError whose field says where: `friday.jsonl, line 2.deals[3].tricks`, the file only
    where there are several.
    """
    lines = [
        line
        for name, text in files
        for line in read_lines(text, f"{name}, " if len(files) > 1 else "")
    ]
    sittings = put_together(lines)
    if most is not None:
        _check_number(sittings, *most)
    return sittings


def read_lines(text: str, before: str = "") -> Iterable[Line]:
    """Return the parts that a text tells. RuleError with line and field, behind `before`."""
    values = list(read_values(text))
    numbers = [number for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    # One object may be written over several lines; then its fields say enough.
    places = [f"line {n}" for n in numbers] if len(values) == len(numbers) else [""]
    for place, value in zip(places, values, strict=False):
        yield _line(place, before, value)


def _line(place: str, before: str, value: Unverified | RuleError) -> Line:
    try:
        if isinstance(value, RuleError):
            raise value
        score_file = read_score_file(value)
        _check_date(score_file.about.get("date"))
        _check_table(score_file.about.get("table", ""))
    except RuleError as error:
        inner = error.where
        where = inner if inner.startswith("line ") else join_path(place, inner)
        raise RuleError(error.code, error.phrase, f"{before}{where}", **error.params) from None
    return Line(f"{before}{place}".removesuffix(", "), score_file)


def _check_date(told: str | None) -> None:
    if told is None:
        return
    try:
        day = dt.date.fromisoformat(told)
    except ValueError:
        phrase = gettext_noop("Write a date like 2026-11-03, not %(given)s.")
        raise RuleError("date", phrase, "date", given=told) from None
    if not EARLIEST <= day <= clock.now().date() + dt.timedelta(days=1):
        phrase = gettext_noop("Enter a date from %(first)s until today.")
        raise RuleError("date", phrase, "date", first=EARLIEST.isoformat())


def _check_table(told: str) -> None:
    if len(told) > LONGEST_TABLE:
        phrase = ngettext_lazy(
            "A table's name may have at most %(most)s character.",
            "A table's name may have at most %(most)s characters.",
            "most",
        )
        raise RuleError("table", phrase, "table", most=LONGEST_TABLE)


def put_together(lines: Iterable[Line]) -> list[ToldSitting]:
    """Return the sittings that lines tell. Raises RuleError where a part stands twice."""
    found: dict[object, list[Line]] = {}
    for number, line in enumerate(lines):
        about: Unverified = line.score_file.about
        same = tuple(about.get(key) for key in ("sitting", "club", "date", "table"))
        found.setdefault(same if "sitting" in about else number, []).append(line)
    return [ToldSitting(_in_order(parts)) for parts in found.values()]


def _check_number(sittings: Sequence[ToldSitting], deals: int, people: int) -> None:
    if sum(each.deals for each in sittings) > deals:
        phrase = ngettext_lazy(
            "There is more than %(most)s deal. Import them in parts.",
            "There are more than %(most)s deals. Import them in parts.",
            "most",
        )
        raise RuleError("too-many", phrase, most=deals)
    if len(names_in(sittings)) > people:
        phrase = ngettext_lazy(
            "There is more than %(most)s person. Import them in parts.",
            "There are more than %(most)s people. Import them in parts.",
            "most",
        )
        raise RuleError("too-many", phrase, most=people)


def _in_order(parts: list[Line]) -> tuple[Line, ...]:
    """Return the parts of one sitting by their numbers. RuleError where one stands twice."""
    seen: dict[object, Line] = {}
    for line in parts:
        number = line.score_file.about.get("part")
        if number is not None and number in seen:
            phrase = gettext_noop("Part %(number)s of this evening appears twice. Keep one.")
            raise RuleError("twice", phrase, join_path(line.where, "part"), number=number)
        seen[number] = line
    return tuple(sorted(parts, key=lambda line: line.score_file.about.get("part") or 0))


def names_in(sittings: Iterable[ToldSitting]) -> list[str]:
    """Return everybody that sittings name, as they are called there, each once."""
    called = [
        name
        for told in sittings
        for line in told.lines
        for name in (*line.names().values(), *line.credit().values())
    ]
    return list(dict.fromkeys(called))
