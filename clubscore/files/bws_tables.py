"""The tables of a Bridgemate file (BWS, an Access database), read in a process of their own.

A damaged file may send the reader (access-parser) in circles or make it ask for much memory, so it
works apart, with limits, and answers with the rows as JSON.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

# The tables that tell results and who sits where, and the columns of each that are read.
COLUMNS = {
    "ReceivedData": (
        "ID", "Section", "Table", "Round", "Board", "PairNS", "PairEW", "NS/EW", "Contract",
        "Result", "LeadCard", "Remarks", "Erased",
    ),
    "Section": ("ID", "Letter", "Winners", "ScoringType", "MissingPair"),
    "Session": ("ID", "Name", "Date"),
    "RoundData": (
        "Section", "Table", "Round", "NSPair", "EWPair", "South", "West", "LowBoard", "HighBoard",
        "CustomBoards",
    ),
    "PlayerNumbers": ("Section", "Table", "Direction", "Number", "Name", "Round"),
    "HandRecord": (
        "Section", "Board",
        *(f"{seat}{suit}" for seat in ("North", "East", "South", "West")
          for suit in ("Spades", "Hearts", "Diamonds", "Clubs")),
    ),
}  # fmt: skip
# Everybody whom the other program knows, perhaps a whole federation: read only where asked for.
NAMES = {"PlayerNames": ("ID", "Name", "strID")}
SECONDS, MEMORY, MOST_ROWS = 30, 1024 * 1024 * 1024, 20_000
COMMAND = (sys.executable, "-m", "clubscore.files.bws_tables")
HOME = Path(__file__).resolve().parents[2]

# What stands in a column of a row.
Cell = int | str | bool | None
Told = Mapping[str, Cell]
Rows = list[Told]
Tables = dict[str, Rows]


def read_tables(content: bytes, *, with_names: bool = False) -> Tables:
    """Return the rows of a BWS file by table. RuleError for what cannot be read."""
    try:
        done = subprocess.run(  # noqa: S603 - our own module
            (*COMMAND, *NAMES) if with_names else COMMAND,
            input=content,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            cwd=HOME,
        )
    except subprocess.TimeoutExpired:
        done = None
    if done is None or done.returncode:
        raise RuleError(
            "bws", gettext_noop("This Bridgemate file is damaged. Copy it again, then retry.")
        )
    tables: Tables = json.loads(done.stdout)
    return tables


def rows_of(table: Mapping[str, Sequence[object]] | None, columns: tuple[str, ...]) -> Rows:
    """Return the rows of a table that is told column by column, as it was read."""
    if not table:
        return []
    known = {name: values for name in columns if (values := table.get(name))}
    count = min((len(values) for values in known.values()), default=0)
    return [
        {name: _plain(values[at]) for name, values in known.items()}
        for at in range(min(count, MOST_ROWS))
    ]


def _plain(value: object) -> Cell:
    """A cell as JSON can hold it."""
    return value if isinstance(value, (int, str, bool)) or value is None else str(value)


def main() -> int:
    """Read a file from standard input; answer with its tables as JSON."""
    _limit()
    logging.disable(logging.CRITICAL)
    asked = {name: NAMES[name] for name in sys.argv[1:] if name in NAMES}
    json.dump(tables_of(sys.stdin.buffer.read(), asked), sys.stdout)
    return 0


def tables_of(content: bytes, also: Mapping[str, tuple[str, ...]] | None = None) -> Tables:
    """Return the rows of a BWS file by table, read here; anything may be raised, or never end.

    ``also`` names tables besides the usual ones, with their columns.
    """
    # Loaded late: the server reads no such file itself, and starts the faster.
    from access_parser import access_parser

    # It opens a path; the content is here already, and nothing is written to a disk.
    access_parser.read_db_file = lambda content: content
    parser = access_parser.AccessParser(content)
    return {
        name: rows_of(parser.parse_table(name) if name in parser.catalog else None, columns)
        for name, columns in (COLUMNS | dict(also or {})).items()
    }


def _limit() -> None:
    """Take no more time and memory than a file needs; where the system knows such limits."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    sys.exit(main())
