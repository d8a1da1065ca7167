"""Running a session, in the words of the pages: the text of the help page, from its file."""

from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.data_files import DataTable, table_of

FILE = Path(__file__).with_name("help_text.toml")
# The fields of the file that are texts for a reader.
SHOWN = frozenset(("title", "says", "means"))
PAR_CONTEST = "par-contest"

Chapter = tuple[str, list[str]]


class LineExample(NamedTuple):
    """A line as people type it, and what it means; `field` is what a game must have for it."""

    line: str
    means: str
    field: str


class SessionHelp(NamedTuple):
    """The chapters by key and title, the lines, and those that only some games have."""

    chapters: tuple[tuple[str, str, tuple[str, ...]], ...]
    typed: tuple[LineExample, ...]
    besides: tuple[LineExample, ...]


def read_help(table: DataTable) -> SessionHelp:
    """Return what a file says of running a session. Raises WrongData."""
    chapters = []
    for each in table.tables("chapters"):
        chapters.append((each.text("key", ""), each.text("title"), each.listed_texts("says")))
        each.done()
    made = SessionHelp(
        tuple(chapters),
        tuple(_typed(each, "") for each in table.tables("typed")),
        tuple(_typed(each, each.text("field")) for each in table.tables("besides")),
    )
    table.done()
    return made


def _typed(table: DataTable, field: str) -> LineExample:
    made = LineExample(table.text("line"), table.text("means"), field)
    table.done()
    return made


@cache
def _help() -> SessionHelp:
    return read_help(table_of(FILE))


def chapters() -> list[Chapter]:
    """Return the chapters of a session, each with a title and its sentences."""
    return [(_(title), [_(text) for text in says]) for _key, title, says in _help().chapters]


def par_contest() -> list[str]:
    """Return how a par contest goes, for the help and for its own page."""
    return [
        _(text) for key, _title, says in _help().chapters if key == PAR_CONTEST for text in says
    ]


def typed_lines() -> list[tuple[str, str]]:
    """Return lines as people type them, with what each means."""
    return [(each.line, _(each.means)) for each in _help().typed]


def besides_typed(fields: Collection[str]) -> list[tuple[str, str]]:
    """Return what else a line may hold if the event's game counts it: typed before the lead."""
    return [(each.line, _(each.means)) for each in _help().besides if each.field in fields]
