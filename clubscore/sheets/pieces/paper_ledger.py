"""A ledger of what a paper says where, kept instead of drawing: what is checked on every paper.

While `recording` is on, `printing.printed` draws nothing and enters each text and each line here.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import NamedTuple

from clubscore.sheets.pieces.identity import Identity, Imprint
from clubscore.sheets.pieces.paper import Paper

Box = tuple[float, float, float, float]
NO_PIECE = -1


class Inked(NamedTuple):
    """A text on paper: its sheet from 1, its piece or NO_PIECE, its box, its size and column."""

    sheet: int
    piece: int
    box: Box
    text: str
    size: float
    column: str


class Ruled(NamedTuple):
    """A line on paper, from one end to the other."""

    sheet: int
    piece: int
    ends: Box
    weight: float


class Cut(NamedTuple):
    """A piece: whose it is, its sheet and its cut."""

    whose: Identity
    sheet: int
    box: Box


class Coded(NamedTuple):
    """A code on paper: its sheet, its box, its rows of dark modules (1) and light ones (0)."""

    sheet: int
    box: Box
    rows: Sequence[Sequence[int]]


@dataclass
class Ledger:
    """What one document says."""

    paper: Paper
    told: Imprint
    texts: list[Inked] = field(default_factory=list)
    lines: list[Ruled] = field(default_factory=list)
    pieces: list[Cut] = field(default_factory=list)
    codes: list[Coded] = field(default_factory=list)
    sheets: int = 0
    has_backs: bool = False
    column: str = ""
    _piece: int = NO_PIECE

    def begin_piece(self, whose: Identity, sheet: int, box: Box) -> None:
        """Enter a piece; what follows is its own."""
        self._piece = len(self.pieces)
        self.pieces.append(Cut(whose, sheet, box))

    def end_piece(self) -> None:
        """End it."""
        self._piece = NO_PIECE

    def text(self, sheet: int, box: Box, text: str, size: float) -> None:
        """Enter a text."""
        self.texts.append(Inked(sheet, self._piece, box, text, size, self.column))

    def line(self, sheet: int, ends: Box, weight: float) -> None:
        """Enter a line."""
        self.lines.append(Ruled(sheet, self._piece, ends, weight))

    def code(self, sheet: int, box: Box, rows: Sequence[Sequence[int]]) -> None:
        """Enter a code."""
        self.codes.append(Coded(sheet, box, rows))


_ledgers: ContextVar[list[Ledger] | None] = ContextVar("ledgers", default=None)


@contextmanager
def recording() -> Iterator[list[Ledger]]:
    """Keep a ledger of each document until the block ends, and draw none."""
    kept: list[Ledger] = []
    token = _ledgers.set(kept)
    try:
        yield kept
    finally:
        _ledgers.reset(token)


def a_ledger(paper: Paper, told: Imprint) -> Ledger | None:
    """Return the ledger of a document that begins now; None while documents are drawn."""
    kept = _ledgers.get()
    if kept is None:
        return None
    kept.append(Ledger(paper, told))
    return kept[-1]
