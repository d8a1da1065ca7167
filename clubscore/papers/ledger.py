"""A record of what a paper says where, for checking it without drawing, and its imprint.

While `recording` is on nothing is drawn; each text and each line is entered here instead.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from hashlib import blake2b
from struct import pack
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import get_language

from clubscore.club import clock
from clubscore.club.wording import clock_time, short_date
from clubscore.papers.sizes import PaperSize

# Another number as soon as the same content is drawn in another way.
DRAWN = 1


class Identity(NamedTuple):
    """What a piece belongs to, so that it finds home wherever it lies.

    ``place`` is its own place there: "Table 3, round 2", "Pair 3", "Board 7", "sheet 17".
    """

    club: str
    event: str
    date: str
    place: str

    @property
    def line(self) -> str:
        """The line that stands first on every piece; its place stands by itself, larger."""
        return " · ".join(filter(None, (self.event, self.date, self.club)))


class Imprint(NamedTuple):
    """What a file says of itself, and when it was printed, as clocks at the club show it.

    ``printed`` says the moment: "22:40 19 Nov 2026". It stands on every page and beside every
    text, so it is written once.
    """

    title: str
    club: str
    subject: str
    language: str
    moment: dt.datetime
    printed: str


def imprint(title: str, club: str = "", subject: str = "") -> Imprint:
    """Return the imprint of what is printed now, in the language of whoever prints it."""
    language = get_language() or "en-gb"
    moment = timezone.localtime(clock.now())
    printed = f"{clock_time(moment)} {short_date(moment.date())}"
    return Imprint(title, club, subject, language, moment, printed)


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


class PaperCut(NamedTuple):
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
class PaperLedger:
    """What one document says."""

    paper: PaperSize
    told: Imprint
    texts: list[Inked] = field(default_factory=list)
    lines: list[Ruled] = field(default_factory=list)
    pieces: list[PaperCut] = field(default_factory=list)
    codes: list[Coded] = field(default_factory=list)
    sheets: int = 0
    has_backs: bool = False
    column: str = ""
    _piece: int = NO_PIECE

    def begin_piece(self, whose: Identity, sheet: int, box: Box) -> None:
        """Enter a piece; what follows is its own."""
        self._piece = len(self.pieces)
        self.pieces.append(PaperCut(whose, sheet, box))

    def end_piece(self) -> None:
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


@dataclass
class Digest(PaperLedger):
    """A ledger that keeps nothing but what tells one paper from another.

    When it was printed does not count, nor in which colours.
    """

    def __post_init__(self) -> None:
        """Begin with what the paper is called and how it is drawn."""
        self._sum = blake2b(digest_size=16)
        told = self.told
        self._add(DRAWN, told.title, told.club, told.subject, told.language, self.paper.key)

    def _add(self, *what: object) -> None:
        self._sum.update(repr(what).encode("utf-8", "surrogatepass"))

    def begin_piece(self, whose: Identity, sheet: int, box: Box) -> None:
        """Count a piece."""
        self._add(whose, sheet, box)

    def text(self, sheet: int, box: Box, text: str, size: float) -> None:
        """Count a text; where it stands follows from the time where that is part of it."""
        time = self.told.printed
        if time in text:
            self._put("text", sheet, text.replace(time, "").encode("utf-8", "surrogatepass"))
        else:
            said = text.encode("utf-8", "surrogatepass")
            self._put("text", sheet, said, *box, size)

    def line(self, sheet: int, ends: Box, weight: float) -> None:
        """Count a line."""
        self._put("line", sheet, b"", *ends, weight)

    def code(self, sheet: int, box: Box, rows: Sequence[Sequence[int]]) -> None:
        """Count a code."""
        self._put("code", sheet, b"".join(map(bytes, rows)), *box)

    def _put(self, kind: str, sheet: int, said: bytes, *figures: float) -> None:
        # Most of a paper are these, so their figures are counted as bytes and not as text.
        head = pack(f"2q{len(figures)}d", sheet, len(said), *figures)
        self._sum.update(kind.encode() + head + said)

    @property
    def etag(self) -> str:
        """The ETag of what was drawn."""
        return f'"{self._sum.hexdigest()}"'


class _Watch(NamedTuple):
    """Who keeps ledgers now: of which kind, and whether documents are drawn besides."""

    kept: list[PaperLedger]
    kind: type[PaperLedger] = PaperLedger
    draws: bool = False


_watch: ContextVar[_Watch | None] = ContextVar("watch", default=None)


@contextmanager
def recording() -> Iterator[list[PaperLedger]]:
    """Keep a ledger of each document until the block ends, and draw none."""
    with _watching(_Watch([])) as kept:
        yield kept


def etag_of(draw: Callable[[], bytes], *, draws: bool) -> tuple[str, bytes]:
    """Return the ETag of a paper, and the paper itself if it is to be drawn.

    `draw` makes one document. While papers are recorded it is, and has no ETag.
    """
    if _watch.get() is not None:
        return "", draw()
    with _watching(_Watch([], Digest, draws)) as kept:
        content = draw()
    (digest,) = kept
    assert isinstance(digest, Digest)  # noqa: S101 - asked for above
    return digest.etag, content


@contextmanager
def _watching(watch: _Watch) -> Iterator[list[PaperLedger]]:
    token = _watch.set(watch)
    try:
        yield watch.kept
    finally:
        _watch.reset(token)


def a_ledger(paper: PaperSize, told: Imprint) -> PaperLedger | None:
    """Return the ledger of a document that begins now; None where nobody keeps any."""
    watch = _watch.get()
    if watch is None:
        return None
    watch.kept.append(watch.kind(paper, told))
    return watch.kept[-1]


def is_drawn() -> bool:
    """Whether documents are drawn now."""
    watch = _watch.get()
    return watch is None or watch.draws
