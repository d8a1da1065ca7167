"""Tents for tables: a sheet folded at half, the number large to both sides, its rounds below."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.movements.rows import Movement
from clubscore.movements.walks import table_rounds
from clubscore.sheets.at_the_table.board_numbers import EN_DASH, shown_boards
from clubscore.sheets.pieces.form import BOARDS, FIGURES, NOTES, PAIRS
from clubscore.sheets.pieces.identity import Identity, Imprint
from clubscore.sheets.pieces.imposition import PADDING, Slots
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.pen import LINE, THIN, Pen
from clubscore.sheets.pieces.piece_sheets import WITHIN, cut_lines
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, TEXT, width, wrapped

# The number as large as it may be; smaller ones leave room for the longest movements.
NUMBERS = (260.0, 220.0, 180.0, 140.0, 110.0, 80.0)
WHOSE, WHOSE_HIGH = 13.0, 18.0
SIZES = (BOARDS, PAIRS, FIGURES, NOTES)
# From the ridge to the number, between the parts of a side, and between bands of rounds.
RIDGE, GAP, BETWEEN = 12 * MM, 7 * MM, 7.0
HEADS, NARROWEST, WIDEST = 15 * MM, 9 * MM, 24 * MM
# What stands in the rim comes nearer than this.
FOOT = 8.0
CAPITAL = 0.66
AROUND = 7.0


class TentRound(NamedTuple):
    """A round at a table: its number, who sits there, the boards."""

    round: str
    ns: str
    ew: str
    boards: str


class Tent(NamedTuple):
    """A tent: whose it is, the table's number as it is called, its rounds."""

    identity: Identity
    number: str
    rounds: tuple[TentRound, ...]


class _Plan(NamedTuple):
    """How all tents of a paper are set: the number, the figures, rounds in a band, bands."""

    number: float
    size: float
    abreast: int
    bands: int
    row: float


def table_tents(movement: Movement, at: Callable[[str], Identity], letter: str = "") -> list[Tent]:
    """Return the tent of every table; `letter` is the section's where there are more."""
    return [
        _tent(movement, table, f"{letter}{table}", at) for table in range(1, movement.tables + 1)
    ]


def _tent(movement: Movement, table: int, called: str, at: Callable[[str], Identity]) -> Tent:
    rounds = tuple(
        TentRound(
            str(each.round),
            named(each.ns) or EN_DASH,
            named(each.ew) or EN_DASH,
            shown_boards(each.boards),
        )
        for each in table_rounds(movement, table)
    )
    return Tent(at(_("Table %(table)s") % {"table": called}), called, rounds)


def tents_pdf(tents: Sequence[Tent], paper: Paper, told: Imprint) -> bytes:
    """Return a sheet for each tent as a PDF."""
    return printed(lambda pen: draw_tents(pen, tents, told), paper, told, sheets=len(tents))


def draw_tents(pen: Pen, tents: Sequence[Tent], told: Imprint) -> None:
    """Draw a sheet for each tent."""
    paper = pen.paper
    plan = _planned(tents, paper)
    whole = Slots(1, paper.width, paper.height, 0, 1)
    for at, tent in enumerate(tents, 1):
        cut_lines(pen, whole, (1 / 2,))
        with pen.piece(tent.identity, 0, 0, paper.width, paper.height, PADDING):
            _side(pen, tent, plan)
            with pen.turned(paper.width / 2, paper.height / 2):
                _side(pen, tent, plan)
        pen.rim(at, len(tents), told.printed)
        pen.new_page()


def _planned(tents: Sequence[Tent], paper: Paper) -> _Plan:
    """Return the plan with the largest number and figures that a side has room for.

    Raises ValueError where it has no room for all rounds at all.
    """
    lines = max((len(_whose(tent, paper)) for tent in tents), default=1)
    for number in NUMBERS:
        for size in SIZES:
            plan = _banded(tents, paper, number, size)
            high = RIDGE + CAPITAL * number + 2 * GAP + lines * WHOSE_HIGH + _strip_high(plan)
            if high <= paper.height / 2 - PADDING - FOOT:
                return plan
    raise ValueError("a tent has no room for its rounds")


def _banded(tents: Sequence[Tent], paper: Paper, number: float, size: float) -> _Plan:
    room = paper.width - 2 * PADDING - HEADS
    widest = max((w for tent in tents for each in tent.rounds for w in _widths(each, size)),
                 default=1)  # fmt: skip
    rounds = max((len(tent.rounds) for tent in tents), default=0)
    bands = -(-rounds // int(room / max(widest + 2 * WITHIN, NARROWEST)))
    return _Plan(number, size, -(-rounds // bands) if bands else 0, bands, size + AROUND)


def _widths(each: TentRound, size: float) -> Iterator[float]:
    for text, font, points in _cells(each, size):
        yield width(text, font, points)


def _cells(each: TentRound, size: float) -> tuple[tuple[str, str, float], ...]:
    """Return what stands below each other in a round's column, each with its font and size."""
    small = min(size, FIGURES)
    return (
        (each.round, TEXT, small),
        (each.ns, BOLD, size),
        (each.ew, BOLD, size),
        (each.boards, TEXT, small),
    )


def _strip_high(plan: _Plan) -> float:
    return plan.bands * 4 * plan.row + max(0, plan.bands - 1) * BETWEEN


def _whose(tent: Tent, paper: Paper) -> tuple[str, ...]:
    return wrapped(tent.identity.line, TEXT, WHOSE, paper.width - 2 * PADDING)


def _side(pen: Pen, tent: Tent, plan: _Plan) -> None:
    """Draw the side below the ridge: number, whose it is, rounds at the foot."""
    paper = pen.paper
    middle, ridge = paper.width / 2, paper.height / 2
    whose = _whose(tent, paper)
    foot = paper.height - PADDING - FOOT
    top = foot - _strip_high(plan)
    if tent.rounds:
        _strip(pen, tent, plan, top)
    number = min(plan.number, (paper.width - 2 * PADDING) / width(tent.number, BOLD, 1))
    # The number stands in the middle of what the rest leaves free.
    free = top - GAP - ridge - RIDGE - len(whose) * WHOSE_HIGH - GAP
    base = ridge + RIDGE + (free + CAPITAL * number) / 2
    pen.capitals(middle, base, tent.number, number)
    for at, line in enumerate(whose, 1):
        pen.text(middle, base + GAP + at * WHOSE_HIGH - 4, line, TEXT, WHOSE, "middle")


def _strip(pen: Pen, tent: Tent, plan: _Plan, y: float) -> None:
    """Draw the rounds beside each other, in as many bands below each other as they take."""
    wide = min((pen.paper.width - 2 * PADDING - HEADS) / plan.abreast, WIDEST)
    left = (pen.paper.width - HEADS - wide * plan.abreast) / 2
    for first in range(0, len(tent.rounds), plan.abreast):
        band = tent.rounds[first : first + plan.abreast]
        _band(pen, band, plan, (left, y, wide))
        y += 4 * plan.row + BETWEEN


def _band(pen: Pen, band: Sequence[TentRound], plan: _Plan, at: tuple[float, float, float]) -> None:
    left, y, wide = at
    first, foot = left + HEADS, y + 4 * plan.row
    right = first + wide * len(band)
    for down in range(5):
        pen.line(
            first, y + down * plan.row, right, y + down * plan.row, LINE if down == 1 else THIN
        )
    for across in range(len(band) + 1):
        pen.line(first + across * wide, y, first + across * wide, foot, THIN)
    for down, word in enumerate((_("round"), _("NS"), _("EW"), _("boards"))):
        pen.text(first - 4, _base(y, down, plan.row, NOTES), word, TEXT, NOTES, "right")
    for across, each in enumerate(band):
        middle = first + (across + 0.5) * wide
        for down, (text, font, size) in enumerate(_cells(each, plan.size)):
            pen.text(middle, _base(y, down, plan.row, size), text, font, size, "middle")


def _base(y: float, down: int, row: float, size: float) -> float:
    return y + (down + 0.5) * row + size * 0.36
