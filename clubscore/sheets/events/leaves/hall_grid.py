"""The grid of a director's sheet: tables by rounds, who meets with which boards, who is who.

It knows no event: that of a movement by itself is the same.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.names import listed
from clubscore.club.wording.phrases import said
from clubscore.events.who_sits import Side, members, shown_side
from clubscore.movements.kinds import KIND_NAMES
from clubscore.movements.rows import BOARDS_A_ROUND, CONTESTANTS, ROUNDS, TABLES, Movement, counted
from clubscore.sheets.at_the_table.board_numbers import shown_boards
from clubscore.sheets.events.leaves.leaf import GAP, Block, Head
from clubscore.sheets.pieces.name_ladder import SetNames, set_names
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.pen import HAIR, LINE, STRONG, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, width

TITLE_HIGH, HEADS, NUMBER = 20.0, 14.0, 11.0
WORDS, CALLED = 8.0, 9.0
# A column beside its widest text, and the widest. What the head of a sheet takes at most.
BESIDE, MOST_WIDE, HEAD_HIGH = 1.6 * MM, 30 * MM, 110.0
# Who is who: columns of names, as many as hold each on a line; what stands before a name, a line.
COLUMNS, BEFORE_NAME, NAME_LINE = (3, 2), 9 * MM, 3.8 * MM


class Scale(NamedTuple):
    """Sizes of sides and boards, how high a line of them is, and a row without its lines."""

    sides: float
    boards: float
    line: float
    around: float

    def high(self, lines: int) -> float:
        """Return how high a row of so many lines is."""
        return self.around + self.line * lines


ROOMY, CLOSE = Scale(11.0, 9.0, 12.0, 6.0), Scale(9.0, 8.0, 9.4, 3.0)


class Meeting(NamedTuple):
    """A table in a round: its sides, a line or two, and its boards; nothing where nobody meets."""

    sides: tuple[str, ...] = ()
    boards: str = ""

    def wide(self, scale: Scale) -> float:
        """Return how wide its widest line is."""
        sides = (width(line, BOLD, scale.sides) for line in self.sides)
        return max([width(self.boards, TEXT, scale.boards), *sides])


class Hall(NamedTuple):
    """A section: what it is called, its facts, each table with its rounds, who sits out in each.

    ``who`` are the contestants: what they are called and their names.
    """

    title: str
    facts: tuple[str, ...]
    rounds: int
    tables: Sequence[tuple[str, Sequence[Meeting]]]
    out: Sequence[str]
    who: Sequence[tuple[str, tuple[str, ...]]]

    @property
    def lines(self) -> int:
        """How many lines a meeting takes."""
        return 1 + max(
            (len(m.sides) for _name, meetings in self.tables for m in meetings), default=1
        )


def sheet_of(head: Head, halls: Sequence[Hall], paper: Paper) -> tuple[Head, list[Block]]:
    """Return the sheet of some sections: roomy where that is one page, else close."""
    told = _("In each place North–South stand first, and the boards below.")
    head = head._replace(facts=(*head.facts, told))
    for scale in (ROOMY, CLOSE):
        blocks = [block for hall in halls for block in _blocks(hall, scale, paper)]
        if sum(block.height + block.foot for block in blocks) <= paper.tall - HEAD_HIGH:
            break
    return head, blocks


def facts_of(movement: Movement, title: str = "") -> tuple[str, ...]:
    """Return what a movement is, in sentences: its kind, its numbers, its notes."""
    counts = (
        counted(CONTESTANTS[movement.contestants_are], movement.contestants),
        counted(TABLES, movement.tables),
        counted(ROUNDS, movement.rounds),
        counted(BOARDS_A_ROUND, movement.boards_per_set),
    )
    kind = _(KIND_NAMES.get(movement.kind, movement.kind))
    facts = [f"{listed([*filter(None, [title]), kind, *map(said, counts)])}."]
    return (*facts, *map(said, movement.notes))


def meeting_of(ns: Side | None, ew: Side | None, boards: Iterable[int]) -> Meeting:
    """Return who meets whom with which boards; players by two lines, pairs by one."""
    one, other, said_boards = shown_side(ns), shown_side(ew), shown_boards(tuple(boards))
    if len(members(ns)) > 1:
        return Meeting((one, other), said_boards)
    text = pgettext("meeting", "%(ns)s v %(ew)s") % {"ns": one, "ew": other}
    return Meeting((text,), said_boards)


def _blocks(hall: Hall, scale: Scale, paper: Paper) -> list[Block]:
    """The grid of a section, in bands of rounds where a page is too narrow, then its names."""
    out = _("sit out")
    first = max(width(out, TEXT, WORDS), *(width(n, BOLD, NUMBER) for n, _rounds in hall.tables))
    first += 3 * MM
    every = [meeting.wide(scale) for _name, meetings in hall.tables for meeting in meetings]
    least = max([*every, *(width(each, TEXT, WORDS) for each in hall.out), 8 * MM]) + BESIDE
    most = max(1, int((paper.room - first) / least))
    bands = -(-hall.rounds // most)
    each = -(-hall.rounds // bands)
    grid = _Grid(hall, scale, first, min(MOST_WIDE, (paper.room - first) / each), out)
    found = [
        grid.band(range(at, min(at + each, hall.rounds))) for at in range(0, hall.rounds, each)
    ]
    return [*found, *([_who(hall, paper)] if hall.who else [])]


class _Grid(NamedTuple):
    """The grid of a section: how wide its first column is, and each of the others."""

    hall: Hall
    scale: Scale
    first: float
    wide: float
    out: str

    def band(self, rounds: range) -> Block:
        """Return some rounds of every table, and below them who sits out."""
        title = TITLE_HIGH if self.hall.title else 0.0
        high, tables = self.scale.high(self.hall.lines), len(self.hall.tables)
        full = self.first + self.wide * len(rounds)

        def head(pen: Pen, x: float, y: float) -> None:
            if self.hall.title:
                with pen.tagged("Caption"):
                    pen.text(x, y + 12, self.hall.title, BOLD, NUMBER)
            self._heads(pen, rounds, x, y + title)
            pen.rule(x, y + title + HEADS, full, STRONG)

        def row(pen: Pen, x: float, y: float, number: int) -> None:
            with pen.tagged("TR"):
                if number < tables:
                    self._table(pen, number, rounds, x, y)
                else:
                    self._sits_out(pen, rounds, x, y)
            bottom = y + (high if number < tables else HEADS)
            pen.rule(x, bottom, full, LINE if number == tables - 1 else HAIR)
            for at in range(len(rounds) + 1):
                left = x + self.first + at * self.wide
                pen.line(left, y, left, bottom, HAIR)

        is_out = any(self.hall.out[at] for at in rounds)
        rows = [high] * tables + [HEADS] * is_out
        return Block(title + HEADS, head, rows, row, splits_at=len(rows) + 1)

    def _middle(self, at: int) -> float:
        return self.first + (at + 0.5) * self.wide

    def _heads(self, pen: Pen, rounds: range, x: float, y: float) -> None:
        with pen.tagged("TR"):
            with pen.tagged("TH"):
                pen.text(x, y + 9.5, _("table"), TEXT, WORDS)
            for at, number in enumerate(rounds):
                word = _("round %(round)s") % {"round": number + 1}
                shown = word if width(word, TEXT, WORDS) < self.wide - 2 else str(number + 1)
                with pen.tagged("TH"):
                    pen.text(x + self._middle(at), y + 9.5, shown, TEXT, WORDS, "middle")

    def _table(self, pen: Pen, number: int, rounds: range, x: float, y: float) -> None:
        name, meetings = self.hall.tables[number]
        scale, high = self.scale, self.scale.high(self.hall.lines)
        with pen.tagged("TH"), pen.column("table"):
            pen.text(x, y + high / 2 + NUMBER * 0.36, name, BOLD, NUMBER)
        for at, each in enumerate(rounds):
            middle, base = x + self._middle(at), y + scale.around / 2 + scale.sides * 0.8
            with pen.tagged("TD"):
                for line in meetings[each].sides:
                    with pen.column("sides"):
                        pen.text(middle, base, line, BOLD, scale.sides, "middle")
                    base += scale.line
                with pen.column("boards"):
                    pen.text(middle, base, meetings[each].boards, TEXT, scale.boards, "middle")

    def _sits_out(self, pen: Pen, rounds: range, x: float, y: float) -> None:
        with pen.tagged("TH"):
            pen.text(x, y + 9.5, self.out, TEXT, WORDS)
        for at, each in enumerate(rounds):
            with pen.tagged("TD"), pen.column("out"):
                pen.text(x + self._middle(at), y + 9.5, self.hall.out[each], TEXT, WORDS, "middle")


def _who(hall: Hall, paper: Paper) -> Block:
    """Who is who, in columns read downwards: as many as hold everyone's name on a line."""
    names = [people for _number, people in hall.who]
    for columns in COLUMNS:
        room = paper.room / columns
        as_set = set_names(names, room - BEFORE_NAME - GAP, two_lines=False)
        if as_set.most == 1:
            break
    return _names(hall, as_set, columns, room)


def _names(hall: Hall, as_set: SetNames, columns: int, room: float) -> Block:
    count = -(-len(hall.who) // columns)
    high = 0.6 * MM + NAME_LINE * as_set.most

    def head(_pen: Pen, _x: float, _y: float) -> None:
        """The rows say by themselves what they are."""

    def row(pen: Pen, x: float, y: float, number: int) -> None:
        for column in range(columns):
            at = number + column * count
            if at < len(hall.who):
                called, people = hall.who[at]
                left = x + column * room
                pen.text(left + BEFORE_NAME - 3 * MM, y + 9, called, BOLD, CALLED, "right")
                for line, text in enumerate(as_set.lines[people]):
                    with pen.column("names"):
                        pen.text(
                            left + BEFORE_NAME, y + 9 + line * NAME_LINE, text, TEXT, as_set.size
                        )

    return Block(GAP / 4, head, [high] * count, row, splits_at=len(hall.who) + 1)
