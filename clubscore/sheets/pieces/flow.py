"""Blocks down a page and over to the next, before anything is drawn.

So the number of pages is known when the first is drawn, and a block that would be split badly
goes to the next page whole.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from clubscore.sheets.pieces.pen import Pen


class Block(Protocol):
    """Something printed."""

    @property
    def height(self) -> float:
        """Its height in points, with the space below it."""

    @property
    def keeps_next(self) -> bool:
        """Whether the next block must stand on the same page: a heading and what it heads."""

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw it from its upper left corner."""

    def split(self, room: float, must: bool) -> tuple["Block", "Block"] | None:
        """Return what fits into so much height and the rest, None where it is not to be split.

        `must` is for a block that no page has room for.
        """


@dataclass(frozen=True)
class Beside:
    """A block with others at its right, lower than itself: whole, as it is itself."""

    left: Block
    indent: float
    right: tuple[Block, ...]
    keeps_next: bool = False

    @property
    def height(self) -> float:
        """The height of what stands at the left."""
        return self.left.height

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw both."""
        self.left.draw(pen, x, y, self.indent)
        for block in self.right:
            block.draw(pen, x + self.indent, y, wide - self.indent)
            y += block.height

    def split(self, room: float, must: bool) -> None:
        """Stay whole."""


@dataclass(frozen=True)
class Placed:
    """A block at its height on a page."""

    block: Block
    y: float


def pages(
    blocks: Iterable[Block], first: float, others: float, bottom: float
) -> list[list[Placed]]:
    """Return pages of placed blocks.

    `first` and `others` are where the first and every later page begins, `bottom` where each ends.
    """
    waiting = list(blocks)
    made: list[list[Placed]] = [[]]
    y = first
    while waiting:
        group = _group(waiting)
        room = bottom - y
        if sum(block.height for block in group) <= room:
            for block in group:
                made[-1].append(Placed(block, y))
                y += block.height
            del waiting[: len(group)]
            continue
        # A block that no page can hold is split, or runs on; one that the next can hold waits.
        waits = len(made) == 1 and sum(block.height for block in group) <= bottom - others
        halves = _halves(group, room, must=not made[-1] and not waits)
        if halves is None:
            made.append([])
            y = others
            continue
        for block in halves[0]:
            made[-1].append(Placed(block, y))
            y += block.height
        waiting[: len(group)] = halves[1]
        if waiting:
            made.append([])
            y = others
    return made


def _group(blocks: Sequence[Block]) -> list[Block]:
    """Return the first block with those that it must stand together with."""
    end = 0
    while blocks[end].keeps_next and end + 1 < len(blocks):
        end += 1
    return list(blocks[: end + 1])


def _halves(
    group: list[Block], room: float, *, must: bool
) -> tuple[list[Block], list[Block]] | None:
    """Split the last block of a group, so that its headings keep some of it; None for not here."""
    *heads, last = group
    left = room - sum(block.height for block in heads)
    halves = last.split(left, must) if left > 0 else None
    if halves is not None:
        return [*heads, halves[0]], [halves[1]]
    return (group, []) if must else None
