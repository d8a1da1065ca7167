"""A piece of paper before it is placed: whose it is, what its head says, its grid, its foot.

Widths are in millimetres, as one measures a card; heights and sizes of type in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from clubscore.sheets.pieces.identity import Identity
from clubscore.sheets.pieces.imposition import LEAST, WANTED, Need, Rows
from clubscore.sheets.pieces.paper import MM
from clubscore.sheets.pieces.pen import Align

# Sizes of type: notes and heads, names, figures, numbers of pairs, boards, a place, a card.
NOTES, NAMES, FIGURES, PAIRS, BOARDS, PLACE, CARD = 8.0, 9.0, 9.5, 11.0, 13.0, 15.0, 24.0
# Heights of what every piece has, and of a line of names.
IDENTITY_HIGH, HEADS_HIGH, GOES_ON_HIGH = 10.0, 12.5, 12.0
NAMES_HIGH = 3.6 * MM
# Between a grid and what stands in the rim of its sheet.
RIM = 4.0
# Two names of a pair in a row of a table, and what such a row is high.
BETWEEN_NAMES = 3.6 * MM
PENCIL = Rows(WANTED, LEAST)

# What stands in a cell: a text, or lines of it.
Cell = str | tuple[str, ...]


class Words(NamedTuple):
    """A text of a head or a foot; `at` is how far from the left, `blank` a line to write on.

    `rise` is by how many points it stands higher than the others of its line.
    """

    text: str
    size: float = NAMES
    bold: bool = False
    at: float = 0.0
    blank: float = 0.0
    rise: float = 0.0


class HeadLine(NamedTuple):
    """A line of a head or a foot, so high; what stands at its right end."""

    left: tuple[Words, ...]
    high: float
    right: Words | None = None


class Upright(NamedTuple):
    """A column between two upright rules. One that grows has what wider paper gives."""

    word: str
    mm: float
    size: float = FIGURES
    bold: bool = False
    align: Align = "middle"
    grows: bool = False


@dataclass(frozen=True)
class Grid:
    """Rows under their heads. After rows in `strong` the rule is strong, else thin."""

    columns: tuple[Upright, ...]
    rows: Sequence[Sequence[Cell]]
    high: Rows = PENCIL
    strong: frozenset[int] = frozenset()

    def widths(self, inner: float) -> list[float]:
        """Return how wide each column is in points where all have so much."""
        whole = sum(column.mm for column in self.columns) * MM
        growing = sum(column.grows for column in self.columns)
        if not growing:
            return [inner * column.mm * MM / whole for column in self.columns]
        more = (inner - whole) / growing
        return [column.mm * MM + column.grows * more for column in self.columns]


class Back(NamedTuple):
    """What stands on the back of a piece: lines above and below as many blank ones as fit."""

    head: tuple[HeadLine, ...]
    foot: tuple[HeadLine, ...]


@dataclass(frozen=True, kw_only=True)
class Form:
    """A piece. `mark` says which of how many it is, `number` and `of` which part of one split.

    `back` is printed where both sides of the paper are.
    """

    identity: Identity
    head: tuple[HeadLine, ...]
    grid: Grid
    foot: tuple[HeadLine, ...] = ()
    back: Back | None = None
    mark: str = ""
    number: int = 1
    of: int = 1

    @property
    def goes_on(self) -> bool:
        """Whether more rows follow on another piece."""
        return self.number < self.of

    def need(self, padding: float, said: int) -> Need:
        """Return what it needs of a sheet, where its identity takes so many lines."""
        fixed = 2 * padding + IDENTITY_HIGH * said + HEADS_HIGH
        fixed += sum(line.high for line in self.head)
        foot = GOES_ON_HIGH if self.goes_on else sum(line.high for line in self.foot)
        fixed += foot + RIM
        return Need(fixed, len(self.grid.rows))

    def parts(self, most: int) -> list[Form]:
        """Return it in as few parts as need no more than so many rows each, evenly.

        Where rows belong together, up to a strong rule, they stay so if they can.
        """
        rows = self.grid.rows
        if len(rows) <= most:
            return [self]
        cuts = self._cuts(most)
        edges = [0, *cuts, len(rows)]
        return [
            replace(self, grid=self._rows(first, last), number=at, of=len(edges) - 1)
            for at, (first, last) in enumerate(pairwise(edges), 1)
        ]

    def _cuts(self, most: int) -> list[int]:
        rows, at = len(self.grid.rows), 0
        found: list[int] = []
        count = -(-rows // most)
        while rows - at > most:
            even = at + -(-(rows - at) // (count - len(found)))
            ends = [each for each in self.grid.strong if at + 1 < each <= at + most]
            near = min(ends, key=lambda end: abs(end - even)) if ends else even
            # Never more parts than evenly: a rule far above would leave too much for the rest.
            rest = count - len(found) - 1
            at = near if rows - near <= rest * most else even
            found.append(at)
        return found

    def _rows(self, first: int, last: int) -> Grid:
        strong = frozenset(at - first for at in self.grid.strong if first < at <= last)
        return replace(self.grid, rows=self.grid.rows[first:last], strong=strong)
