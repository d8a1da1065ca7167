"""What stands on the tables: tents with their rounds, cards for the four sides, board numbers."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording import listed, named, short_date
from clubscore.events.models import Event
from clubscore.events.models.facts import Side, members
from clubscore.events.result_words import seat_letter
from clubscore.events.scoring import counts_vulnerability, valuation_of
from clubscore.events.state import EventState
from clubscore.movements.rows import Movement
from clubscore.movements.walks import table_rounds
from clubscore.papers.flow import SetNames
from clubscore.papers.ledger import Identity, Imprint
from clubscore.papers.pen import CAPITALS, LINE, THIN, Pen, printed
from clubscore.papers.pieces import (
    BOARDS,
    FIGURES,
    NAMES,
    NAMES_HIGH,
    NOTES,
    PAIRS,
    WITHIN,
    HeadLine,
    PieceText,
    cut_lines,
)
from clubscore.papers.sizes import ACROSS, MM, PADDING, PaperSize, Slots, stacked
from clubscore.papers.typeface import BOLD, TEXT, fit, width, wrapped
from clubscore.ranking import Board

EN_DASH = "\N{EN DASH}"


def board_range(boards: Sequence[int]) -> str:
    """Boards as one says them: ``5–8``, ``5``, ``1–3, 5``."""
    runs: list[list[int]] = []
    for board in boards:
        if runs and runs[-1][-1] == board - 1:
            runs[-1].append(board)
        else:
            runs.append([board])
    return listed(f"{run[0]}{EN_DASH}{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


# ---- Tents for tables.

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


class _TentPlan(NamedTuple):
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
            board_range(each.boards),
        )
        for each in table_rounds(movement, table)
    )
    return Tent(at(_("Table %(table)s") % {"table": called}), called, rounds)


def tents_pdf(tents: Sequence[Tent], paper: PaperSize, told: Imprint) -> bytes:
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


def _planned(tents: Sequence[Tent], paper: PaperSize) -> _TentPlan:
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


def _banded(tents: Sequence[Tent], paper: PaperSize, number: float, size: float) -> _TentPlan:
    room = paper.width - 2 * PADDING - HEADS
    widest = max((w for tent in tents for each in tent.rounds for w in _widths(each, size)),
                 default=1)  # fmt: skip
    rounds = max((len(tent.rounds) for tent in tents), default=0)
    bands = -(-rounds // int(room / max(widest + 2 * WITHIN, NARROWEST)))
    return _TentPlan(number, size, -(-rounds // bands) if bands else 0, bands, size + AROUND)


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


def _strip_high(plan: _TentPlan) -> float:
    return plan.bands * 4 * plan.row + max(0, plan.bands - 1) * BETWEEN


def _whose(tent: Tent, paper: PaperSize) -> tuple[str, ...]:
    return wrapped(tent.identity.line, TEXT, WHOSE, paper.width - 2 * PADDING)


def _side(pen: Pen, tent: Tent, plan: _TentPlan) -> None:
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


def _strip(pen: Pen, tent: Tent, plan: _TentPlan, y: float) -> None:
    """Draw the rounds beside each other, in as many bands below each other as they take."""
    wide = min((pen.paper.width - 2 * PADDING - HEADS) / plan.abreast, WIDEST)
    left = (pen.paper.width - HEADS - wide * plan.abreast) / 2
    for first in range(0, len(tent.rounds), plan.abreast):
        band = tent.rounds[first : first + plan.abreast]
        _band(pen, band, plan, (left, y, wide))
        y += 4 * plan.row + BETWEEN


def _band(
    pen: Pen, band: Sequence[TentRound], plan: _TentPlan, at: tuple[float, float, float]
) -> None:
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


# ---- Cards for the four sides of a table.

DOWN = 3
LETTER_SIZE = 150.0
# Between the ridge and the letter, between it and the line below, a line of that.
RIDGE_OF_SIDE_CARDS, GAP_OF_SIDE_CARDS, LINE_HIGH = 4.0, 3.0, 10.0
# What stands in the rim comes nearer than this.
FOOT_OF_SIDE_CARDS = 1.0


class SideCard(NamedTuple):
    """A card: whose it is, its table as it is called, its seat as a letter and as a word."""

    identity: Identity
    table: str
    letter: str
    seat: str


def side_cards(tables: Sequence[str], at: Callable[[str], Identity]) -> list[SideCard]:
    """Return the four cards of each table, clockwise from North."""
    seats = (
        (pgettext("seat", "N"), _("North")),
        (pgettext("seat", "E"), _("East")),
        (pgettext("seat", "S"), _("South")),
        (pgettext("seat", "W"), _("West")),
    )
    place = _("Table %(table)s, %(seat)s")
    return [
        SideCard(at(place % {"table": table, "seat": seat}), table, letter, seat)
        for table in tables
        for letter, seat in seats
    ]


def side_cards_pdf(cards: Sequence[SideCard], paper: PaperSize, told: Imprint) -> bytes:
    """Return the cards as a PDF, six a sheet, each to be folded at half."""
    slots = Slots(DOWN, paper.width / ACROSS, paper.height / DOWN, 0)
    where = stacked(len(cards), slots.held)
    sheets = -(-len(cards) // slots.held)
    inner = slots.wide - 2 * PADDING
    lines = max((len(_whose_of_side_cards(card, inner)) for card in cards), default=1)

    def put(pen: Pen) -> None:
        for sheet in range(sheets):
            folds = [(at + 0.5) / DOWN for at in range(DOWN)]
            cut_lines(pen, slots, folds)
            for card, at in zip(cards, where, strict=True):
                if at.sheet == sheet:
                    _card(pen, card, slots, slots.corner(at.slot), lines)
            pen.rim(sheet + 1, sheets, told.printed)
            pen.new_page()

    return printed(put, paper, told, sheets=sheets)


def _whose_of_side_cards(card: SideCard, inner: float) -> tuple[str, ...]:
    return wrapped(card.identity.line, TEXT, NOTES, inner)


def _card(pen: Pen, card: SideCard, slots: Slots, corner: tuple[float, float], lines: int) -> None:
    x, y = corner
    middle, ridge = x + slots.wide / 2, y + slots.high / 2
    with pen.piece(card.identity, x, y, slots.wide, slots.high, PADDING):
        _side_of_side_cards(pen, card, slots, corner, lines)
        with pen.turned(middle, ridge):
            _side_of_side_cards(pen, card, slots, corner, lines)


def _side_of_side_cards(
    pen: Pen, card: SideCard, slots: Slots, corner: tuple[float, float], lines: int
) -> None:
    """Draw the side below the ridge: the letter, beside it table and seat, whose it is below."""
    x, y = corner
    inner, foot = slots.wide - 2 * PADDING, y + slots.high - PADDING - FOOT_OF_SIDE_CARDS
    ridge, left, middle = y + slots.high / 2, x + PADDING, x + slots.wide / 2
    base = foot - lines * LINE_HIGH - GAP_OF_SIDE_CARDS
    size = min(LETTER_SIZE, (base - ridge - RIDGE_OF_SIDE_CARDS) / sum(CAPITALS))
    pen.capitals(middle, base - CAPITALS[1] * size, card.letter, size)
    beside = (inner - width(card.letter, BOLD, size)) / 2 - GAP_OF_SIDE_CARDS
    table = fit(_("Table %(table)s") % {"table": card.table}, BOLD, BOARDS, beside)
    pen.fitted(left, base, table)
    pen.fitted(left + inner, base, fit(card.seat, TEXT, BOARDS, beside), "right")
    for at, line in enumerate(_whose_of_side_cards(card, inner), 1):
        pen.text(middle, base + GAP_OF_SIDE_CARDS + at * LINE_HIGH - 2, line, TEXT, NOTES, "middle")


class SideAt(NamedTuple):
    """A side of a table: its number, and its people; of individuals each with their own number."""

    number: str
    names: tuple[str, ...]


def whose(event: Event) -> Callable[[str], Identity]:
    """Return what makes the identity of a piece of an event, of its place there."""
    day = short_date(event.evening)

    def at(place: str) -> Identity:
        return Identity(event.club.name, event.name, day, place)

    return at


def people_of(room: EventState, section: int, number: int) -> tuple[str, ...]:
    """Return the names of a contestant's people, or what lists call it."""
    return tuple(room.names(section, number))


def side_at(room: EventState, section: int, side: Side | None) -> SideAt:
    """Return a side with its full names."""
    numbers = members(side)
    if len(numbers) == 1:
        return SideAt(str(numbers[0]), people_of(room, section, numbers[0]))
    each = ((number, " ".join(people_of(room, section, number))) for number in numbers)
    return SideAt("", tuple(f"{number} {name}".strip() for number, name in each))


def counts_honours(event: Event) -> bool:
    """Return whether a pencil notes honours at this event's game."""
    return "honours" in valuation_of(event).more_fields


def deals_word(event: Event, *, narrow: bool = False) -> str:
    """Return the head of the column for who deals and who is vulnerable."""
    if not counts_vulnerability(event):
        return _("deals")
    return pgettext("column", "d · vul") if narrow else _("deals · vul")


def dealt(board: Board, event: Event) -> str:
    """Return who deals a board and who is vulnerable, as a narrow column has it: "E · NS"."""
    dealer = seat_letter(board.dealer)
    if not counts_vulnerability(event):
        return dealer
    who = {
        "none": EN_DASH,
        "NS": _("NS"),
        "EW": _("EW"),
        "both": pgettext("vulnerable", "all"),
    }
    return pgettext("dealer and vulnerable", "%(dealer)s · %(who)s") % {
        "dealer": dealer,
        "who": who[board.vulnerable],
    }


def side_lines(word: str, side: SideAt, names: SetNames) -> Iterator[HeadLine]:
    """Return the lines of a head that name a side: its direction, its number, its people."""
    first, *more = names.lines[side.names] or ("",)
    yield HeadLine(
        (
            PieceText(word, NAMES, bold=True),
            PieceText(side.number, NAMES, bold=True, at=9),
            PieceText(first, names.size, at=14 if side.number else 9),
        ),
        NAMES_HIGH,
    )
    for line in more:
        yield HeadLine((PieceText(line, names.size, at=14),), NAMES_HIGH)
