"""Deals in Portable Bridge Notation (PBN 2.1): tags, sections and tables, read and written.

Source: tistis.nl/pbn. The reader takes what people's programs write and names each line it cannot
understand; the writer writes the export format. Nothing that stands in a file is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from clubscore.deals.double_dummy import Tricks
from clubscore.deals.file_text import FileProblems, decoded, lines_of, place
from clubscore.deals.hands import (
    HIGHEST_BOARD,
    BoardsRead,
    DealtBoard,
    Hands,
    gathered,
    read_deal,
    usual_dealer,
    usual_vulnerable,
)
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import Either, gettext_noop, ngettext_lazy
from clubscore.places import PROGRAM

TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s{]+)')
COLUMN = re.compile(r"([+-]?)(\w+)(?:\\(\d*)([LR]?))?")
CHARSET = re.compile(rb"(?im)^%.*charset\s*=\s*([\w-]+)")
# Only these two are escaped, since tables write their widths as Rank\\2R.
ESCAPED = re.compile(r'\\(["\\])')
TO_ESCAPE = re.compile(r'"|\\(?=["\\]|$)')
# Written bare, these would be read as something else.
BARE = re.compile(r'[^\s"{;\[%\\][^\s"{\\]*')
SAME, FROM_HERE_ON = "#", "##"
# Tags that stand as often as there is something to say.
REPEATED = frozenset(("Note",))
# With these a game begins also where no line was left empty.
FIRST = ("Event", "Board")


@dataclass(frozen=True)
class PbnRow:
    """A line of a section: its words, each quoted text as one."""

    cells: tuple[str, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Tag:
    """``[Name "value"]`` with the lines of the section that follows it."""

    name: str
    value: str
    rows: tuple[PbnRow, ...] = ()
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)

    @property
    def place(self) -> str:
        """Where it stands in its file."""
        return place(self.line, self.column)


class Escape(NamedTuple):
    """What a line says to a program that knows it, and its number."""

    text: str
    line: int = 0


@dataclass(frozen=True)
class PbnGame:
    """A game: its tags in order, and what is said about it in comments.

    ``escapes`` are the lines that begin with ``%`` before it or in it, without that sign.
    """

    tags: tuple[Tag, ...]
    comments: tuple[str, ...] = ()
    escapes: tuple[Escape, ...] = field(default=(), compare=False)

    def tag(self, name: str) -> Tag | None:
        """The first tag of a name, however it is written."""
        return next((tag for tag in self.tags if tag.name.lower() == name.lower()), None)

    def value(self, name: str) -> str:
        """What a tag says; empty where there is none, or where no one knows (``?``)."""
        tag = self.tag(name)
        return "" if tag is None or tag.value == "?" else tag.value

    @property
    def line(self) -> int:
        """The line where it begins."""
        return self.tags[0].line


@dataclass(frozen=True)
class PbnFile:
    """The games of a file, what could not be understood, and its lines that begin with ``%``."""

    games: tuple[PbnGame, ...]
    problems: tuple[RuleError, ...] = ()
    escapes: tuple[str, ...] = ()


def read_pbn(content: bytes) -> PbnFile:
    """Read a file; what cannot be understood is among its problems, with line and column.

    Values inherited from the game before (``#``, ``##``) are filled in. Raises RuleError
    ``too-large`` only.
    """
    named = CHARSET.search(content[:2000])
    lines = lines_of(decoded(content, named[1].decode("ascii") if named else None))
    reader = _PbnReader()
    for number, line in enumerate(lines, 1):
        reader.take(number, line)
    return reader.end()


class _PbnReader:
    """The games read so far, the tags of the one that is being read, and an open comment."""

    def __init__(self) -> None:
        self.games: list[PbnGame] = []
        self.problems = FileProblems()
        self.escapes: list[str] = []
        self._escapes: list[Escape] = []
        self._tags: list[Tag] = []
        self._rows: list[PbnRow] = []
        self._comments: list[str] = []
        self._comment: list[str] | None = None
        self._comment_at = ""

    def take(self, number: int, line: str) -> None:
        """Read one more line."""
        if self._comment is None:
            if line.startswith("%"):
                self.escapes.append(line[1:].strip())
                self._escapes.append(Escape(line[1:], number))
                return
            if not line.strip():
                self._close()
                return
        elif not line:
            self._comment.append("")
        at, cells = 0, list[str]()
        while at < len(line):
            at = self._next(number, line, at, cells)
        if cells:
            self._row(number, cells)

    def _next(self, number: int, line: str, at: int, cells: list[str]) -> int:
        """Read what stands at a column, and return the column after it."""
        if self._comment is not None:
            return self._go_on_with_comment(line, at)
        sign = line[at]
        if sign == "{":
            self._comment, self._comment_at = [], place(number, at + 1)
        elif sign == ";":
            self._comments.append(line[at + 1 :].strip())
            return len(line)
        elif sign == "[" and not cells:
            return self._tag(number, line, at)
        else:
            found = TOKEN.match(line, at)
            if found is not None:
                cells.append(found[2] if found[1] is None else ESCAPED.sub(r"\1", found[1]))
                return found.end()
        return at + 1

    def _go_on_with_comment(self, line: str, at: int) -> int:
        assert self._comment is not None  # noqa: S101 - for the type checker; the caller asked
        end = line.find("}", at)
        self._comment.append(line[at:] if end < 0 else line[at:end])
        if end < 0:
            return len(line)
        self._comments.append("\n".join(self._comment).strip())
        self._comment = None
        return end + 1

    def _tag(self, number: int, line: str, at: int) -> int:
        found = TAG.match(line, at)
        if found is None:
            self._not_read(number, at, line[at:])
            return len(line)
        name, value = found[1], ESCAPED.sub(r"\1", found[2])
        self._end_section()
        if self._begins_game(name):
            self._close()
        self._tags.append(Tag(name, value, line=number, column=at + 1))
        return found.end()

    def _begins_game(self, name: str) -> bool:
        """Whether a tag that stands already opens another game; else it is noted as a second."""
        if name in REPEATED or all(tag.name != name for tag in self._tags):
            return False
        return name in FIRST or name == self._tags[0].name

    def _row(self, number: int, cells: Sequence[str]) -> None:
        if self._tags:
            self._rows.append(PbnRow(tuple(cells), number))
        else:
            self._not_read(number, 0, " ".join(cells))

    def _not_read(self, number: int, at: int, text: str) -> None:
        self.problems.add(
            "pbn-form",
            gettext_noop(
                'A tag must be written [Name "value"]. This one cannot be read: %(given)s.'
            ),
            place(number, at + 1),
            given=shown(text),
        )

    def _end_section(self) -> None:
        if self._rows:
            self._tags[-1] = replace(self._tags[-1], rows=tuple(self._rows))
            self._rows = []

    def _close(self) -> None:
        """End the game that is being read."""
        self._end_section()
        if self._tags:
            self._say_twice()
            told = (tuple(self._tags), tuple(self._comments), tuple(self._escapes))
            self.games.append(PbnGame(*told))
            self._tags, self._comments, self._escapes = [], [], []

    def _say_twice(self) -> None:
        seen = set(REPEATED)
        for tag in self._tags:
            if tag.name in seen and tag.name not in REPEATED:
                self.problems.add(
                    "tag-twice",
                    gettext_noop("%(tag)s appears twice in one game; only the first is used."),
                    tag.place,
                    tag=tag.name,
                )
            seen.add(tag.name)

    def end(self) -> PbnFile:
        """Everything that was read."""
        if self._comment is not None:
            self.problems.add(
                "pbn-form",
                gettext_noop("A comment that begins with { must end with }. This one has no end."),
                self._comment_at,
            )
        self._close()
        return PbnFile(tuple(_inherited(self.games)), tuple(self.problems), tuple(self.escapes))


def _inherited(games: Iterable[PbnGame]) -> Iterator[PbnGame]:
    """Games with the values that they take from those before them."""
    last: dict[str, str] = {}
    lasting: dict[str, str] = {}
    for game in games:
        tags = []
        for tag in game.tags:
            value = tag.value
            if value == SAME:
                value = last.get(tag.name, "")
            elif value.startswith(FROM_HERE_ON):
                value = lasting[tag.name] = value[len(FROM_HERE_ON) :] or last.get(tag.name, "")
            last[tag.name] = value
            tags.append(replace(tag, value=value))
        there = {tag.name for tag in tags}
        more = (
            Tag(name, value, line=game.line, column=1)
            for name, value in lasting.items()
            if name not in there
        )
        yield replace(game, tags=(*tags, *more))


@dataclass(frozen=True)
class PbnTable:
    """A table of a game: the names of its columns, and its rows as {column: cell}."""

    columns: tuple[str, ...]
    rows: tuple[dict[str, str], ...]
    problems: tuple[RuleError, ...] = ()


def read_table(tag: Tag) -> PbnTable:
    r"""The table that a tag like ``[ScoreTable "Rank\2R;Contract"]`` heads.

    A last cell with blanks that was not quoted is put together again. A row with too few cells is
    among the problems, and its cells stand where they can.
    """
    problems = FileProblems()
    columns = []
    for part in tag.value.split(";"):
        found = COLUMN.fullmatch(part.strip())
        if found is None:
            problems.add(
                "pbn-column",
                gettext_noop("A column of a table must have a name, not %(given)s."),
                tag.place,
                given=shown(part),
            )
            return PbnTable((), (), tuple(problems))
        columns.append(found[2])
    rows = []
    for row in tag.rows:
        cells = row.cells
        if len(cells) > len(columns):
            last = len(columns) - 1
            cells = (*cells[:last], " ".join(cells[last:]))
        elif len(cells) < len(columns):
            problems.add(
                "pbn-row",
                ngettext_lazy(
                    "Cells in this row: %(cells)s; the table has %(columns)s column.",
                    "Cells in this row: %(cells)s; the table has %(columns)s columns.",
                    "columns",
                ),
                place(row.line),
                columns=len(columns),
                cells=len(cells),
            )
        rows.append(dict(zip(columns, cells, strict=False)))
    return PbnTable(tuple(columns), tuple(rows), tuple(problems))


def table_tag(name: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Tag:
    r"""The tag of a table to be written; columns as the standard has them: ``Rank\2R``."""
    return Tag(name, ";".join(columns), tuple(PbnRow(tuple(map(str, row))) for row in rows))


def write_pbn(games: Iterable[PbnGame]) -> bytes:
    """Games as a file in export format: a tag a line, lines ended as the standard has it.

    Letters beyond ASCII are UTF-8, and the file says so.
    """
    lines = [line for game in games for line in (*_game_lines(game), "")]
    head = ["% PBN 2.1", "% EXPORT"]
    if not all(line.isascii() for line in lines):
        head.append("%Content-type: text/x-pbn; charset=UTF-8")
    head.append(f"%Creator: {PROGRAM}")
    return "".join(f"{line}\r\n" for line in (*head, *lines)).encode()


def _game_lines(game: PbnGame) -> Iterator[str]:
    yield from (f"%{_one_line(each.text)}" for each in game.escapes)
    for tag in game.tags:
        yield f'[{tag.name} "{_escaped(tag.value)}"]'
        for row in tag.rows:
            yield " ".join(map(_cell, row.cells))
    for comment in game.comments:
        yield "{" + _one_line(comment).replace("}", ")") + "}"


def _cell(text: str) -> str:
    return text if BARE.fullmatch(text) else f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    return TO_ESCAPE.sub(r"\\\g<0>", _one_line(text))


def _one_line(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)


# However it is written; PBN 2.1 itself says None, NS, EW and All.
VULNERABLE = {
    **dict.fromkeys(("none", "love", "-", "o", "0"), "none"),
    **dict.fromkeys(("ns", "n-s", "n/s"), "NS"),
    **dict.fromkeys(("ew", "e-w", "e/w"), "EW"),
    **dict.fromkeys(("all", "both", "b"), "both"),
}
# The order of the denominations is PBN's.
STRAINS = ("NT", "S", "H", "D", "C")
OPTIMUM = ("Declarer", r"Denomination\2R", r"Result\2R")
NO_TABLES: Mapping[int, Tricks] = MappingProxyType({})
WRITTEN = {"none": "None", "NS": "NS", "EW": "EW", "both": "All"}


def boards_of(file: PbnFile) -> BoardsRead:
    """The boards of a file that have cards. What is wrong stands with line and column.

    A board without a number follows the one before it. A game that is no board, like a total
    ranking, is passed over; a board without a deal is named.
    """
    problems = FileProblems(file.problems)
    return gathered(_boards(file.games, problems), problems)


def _boards(games: Iterable[PbnGame], problems: FileProblems) -> Iterator[DealtBoard]:
    last = 0
    for game in games:
        tag = game.tag("Deal")
        if tag is None or not game.value("Deal"):
            if game.value("Board"):
                problems.add(
                    "no-deal",
                    gettext_noop("Board %(number)s has no cards in this file."),
                    place(game.line),
                    number=shown(game.value("Board")),
                )
            continue
        try:
            deal = _read(tag)
            number = board_number(game.value("Board") or str(last + 1))
            dealer = _dealer(game.value("Dealer")) or usual_dealer(number)
            vulnerable = _vulnerable(game.value("Vulnerable")) or usual_vulnerable(number)
        except RuleError as problem:
            named = game.tag(problem.where)
            problems.at(problem, (named or tag).place)
            continue
        last = number
        yield DealtBoard(number, deal, dealer, vulnerable, tag.place)


def _read(tag: Tag) -> Hands:
    try:
        return read_deal(tag.value)
    except RuleError as problem:
        raise RuleError(problem.code, problem.phrase, "Deal", **problem.params) from None


def board_number(text: str) -> int:
    """Read a board's number. RuleError at ``Board``."""
    if not text.strip().isdecimal() or not 0 < int(text.strip()[:6]) <= HIGHEST_BOARD:
        raise RuleError(
            "board-number",
            gettext_noop("A board's number must be from 1 to %(most)s, not %(given)s."),
            "Board",
            most=HIGHEST_BOARD,
            given=shown(text),
        )
    return int(text)


def _dealer(text: str) -> str:
    """The dealer, empty where no one says. RuleError at ``Dealer``."""
    first = text.strip().upper()[:1]
    if first and first not in COMPASS:
        raise RuleError(
            "dealer",
            gettext_noop("The dealer of this board is %(known)s, not %(given)s."),
            "Dealer",
            known=Either(COMPASS),
            given=shown(text),
        )
    return first


def _vulnerable(text: str) -> str:
    """Who is vulnerable, empty where no one says. RuleError at ``Vulnerable``."""
    if not text.strip():
        return ""
    found = VULNERABLE.get(text.strip().lower())
    if found is None:
        raise RuleError(
            "vulnerable",
            gettext_noop("Vulnerability must be None, NS, EW or All, not %(given)s."),
            "Vulnerable",
            given=shown(text),
        )
    return found


def board_tags(board: DealtBoard) -> tuple[Tag, ...]:
    """The tags of a board and its cards, as PBN orders them."""
    return (
        Tag("Board", str(board.number)),
        Tag("Dealer", board.dealer),
        Tag("Vulnerable", WRITTEN[board.vulnerable]),
        Tag("Deal", board.deal.pbn(board.dealer)),
    )


def tricks_tags(tricks: Tricks) -> tuple[Tag, Tag]:
    """A double-dummy table, short as many programs read it, and as the standard has it."""
    rows = [(seat, strain, tricks[strain][seat]) for seat in COMPASS for strain in STRAINS]
    short = "".join(f"{tricks[strain][seat]:x}" for seat in "NSEW" for strain in STRAINS)
    return Tag("DoubleDummyTricks", short), table_tag("OptimumResultTable", OPTIMUM, rows)


def pbn_of_boards(
    boards: Iterable[DealtBoard], event: str = "", tables: Mapping[int, Tricks] = NO_TABLES
) -> bytes:
    """Boards as a PBN file, each hand from the dealer on; double-dummy tables by board."""
    return write_pbn(
        PbnGame(
            (
                Tag("Event", event),
                *board_tags(board),
                *(tricks_tags(tables[board.number]) if board.number in tables else ()),
            )
        )
        for board in boards
    )
