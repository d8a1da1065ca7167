"""The sheet of a sitting at a card table: rubbers as pads, every deal, and the slip.

The plain text is for braille displays and screen readers: forty columns, and the same in the same
order.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import accumulate, chain, groupby
from typing import NamedTuple

import segno
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubscore.club.access import ClubRequest, Level
from clubscore.club.templatetags.clubscore import day_and_time
from clubscore.club.wording import figure, full_date, listed, named, signed
from clubscore.laws.words import gettext_noop, seat_name
from clubscore.papers.flow import (
    Block,
    BlockRow,
    BlockTable,
    Heading,
    Lines,
    PlacedBlock,
    base,
    pages,
    pages_pdf,
)
from clubscore.papers.ledger import imprint
from clubscore.papers.pads import LEAST_ROW, ROW, UnderHeads, pad_rows
from clubscore.papers.paper import PaperContent, PrintedPaper
from clubscore.papers.pen import HAIR, LINE, STRONG, THIN, Align, Pen
from clubscore.papers.sitting import (
    PadFigure,
    PadGame,
    PrintedDeal,
    PrintedPad,
    PrintedPart,
    PrintedSlip,
    SittingChapter,
    SittingSheet,
    contract_signs,
    printed_deal,
)
from clubscore.papers.sizes import MARGIN, MM, PaperSize
from clubscore.papers.slip import printed_slip, slip_blocks, slip_text
from clubscore.papers.typeface import BOLD, SERIF, TEXT, fit, width, wrapped
from clubscore.rubbers.models import DealRevision, Sitting
from clubscore.rubbers.pad import Figure, Pad, PadMargin, pads_of, part_heading, unit_title
from clubscore.rubbers.score import PartScore, RubberNumbers, numbers_tonight, standing_of
from clubscore.rubbers.selectors import may_enter, parts_with_seats, sitting_for
from clubscore.rubbers.slip import slip_of
from clubscore.web.phones import address_of

FIGURES, NAMES, SMALL = 9.5, 9.0, 8.0
# A row of one line; of two, and what each further one takes, lines being so far apart.
HIGH, MORE = 5.6 * MM, 9.6
# Lower where that saves a page. What a row of two lines has besides its first and below its second.
LEAST_HIGH, SECOND, BELOW_SECOND = 4.4 * MM, 2.6 * MM, 21.6
# The columns at the left, in points; the rest is for honours and notes.
NUMBER, DEALER, CONTRACT, BY, TRICKS = 9 * MM, 22 * MM, 17 * MM, 22 * MM, 13 * MM
# Each half of a column of points, below and above the line; a whole one where there is no line.
HALF, WHOLE = 12 * MM, 14 * MM
NARROW_HALF = 10.5 * MM
# Narrower than this honours go under the deal instead of beside it.
LEAST_HONOURS = 40 * MM
GAP = 5.0
RULES = {"": HAIR, "game": LINE, "rubber": STRONG}

DEALS_OF = {
    "rubber": (
        gettext_lazy("Deals of rubber %(first)s"),
        gettext_lazy("Deals of rubbers %(first)s to %(last)s"),
    ),
    "game": (
        gettext_lazy("Deals of game %(first)s"),
        gettext_lazy("Deals of games %(first)s to %(last)s"),
    ),
    "sheet": (
        gettext_lazy("Deals of sheet %(first)s"),
        gettext_lazy("Deals of sheets %(first)s to %(last)s"),
    ),
}


class ColumnPlace(NamedTuple):
    """Where a column begins and how wide it is."""

    x: float
    wide: float


@dataclass(frozen=True)
class DealColumns:
    """Where everything stands in a table of a width; `points` begin and are cut in halves.

    A row of one line is so `high`.
    """

    number: ColumnPlace
    dealer: ColumnPlace
    contract: ColumnPlace
    by: ColumnPlace
    tricks: ColumnPlace
    honours: ColumnPlace | None
    points: tuple[float, ...]
    halves: tuple[float, ...]
    high: float = HIGH


class Texts(NamedTuple):
    """A row as it is drawn: names and honours in lines, so many at `first`, then those under it."""

    deal: PrintedDeal
    dealer: tuple[str, ...]
    by: tuple[str, ...]
    honours: tuple[str, ...]
    under: tuple[str, ...]
    first: int


def deal_blocks(chapters: Iterable[SittingChapter], wide: float, high: float = HIGH) -> list[Block]:
    """Return the deals of every part one below the other, then the notes that they point to.

    A deal of one line is so `high`.
    """
    blocks: list[Block] = []
    notes: list[str] = []
    for part in chain.from_iterable(chapter.parts for chapter in chapters):
        if part.pads:
            blocks.append(_table(part, wide, notes, high))
        else:
            blocks.append(Lines.of(" · ".join(part.seats), wide, TEXT, NAMES))
    if notes:
        blocks.append(Heading(_("Notes"), 10, above=2, below=2))
        blocks += [
            Lines.of(_("%(number)s  %(note)s") % {"number": at, "note": note}, wide, TEXT, NAMES,
                     below=2)
            for at, note in enumerate(notes, start=1)
        ]  # fmt: skip
    return blocks


def columns_for(part: PrintedPart, wide: float) -> DealColumns:
    """Share a width among the columns of a part's deals."""
    half = HALF if len(part.names) <= 3 else NARROW_HALF
    halves = (half, half) if part.has_line else (WHOLE,)
    count = len(part.names)
    left = wide - count * sum(halves)
    shares = [NUMBER, DEALER, CONTRACT, BY, TRICKS]
    honours = left - sum(shares)
    if honours < LEAST_HONOURS:
        # What is not needed for honours goes to the names.
        shares[1] += honours * 0.4
        shares[3] += honours * 0.6
    number, dealer, contract, by, tricks, notes = (
        ColumnPlace(x, share)
        for x, share in zip(accumulate((0.0, *shares)), (*shares, honours), strict=True)
    )
    starts = tuple(left + n * sum(halves) for n in range(count))
    beside = notes if honours >= LEAST_HONOURS else None
    return DealColumns(number, dealer, contract, by, tricks, beside, starts, halves)


def _table(part: PrintedPart, wide: float, notes: list[str], high: float) -> BlockTable:
    columns = replace(columns_for(part, wide), high=high)
    size = _size_of_names(part, columns)
    rows = [_row(columns, deal, size, wide, notes) for deal in part.deals]
    head = _head_of(part, columns)
    return BlockTable(head, tuple(rows), below=8)


def _size_of_names(part: PrintedPart, columns: DealColumns) -> float:
    """Return the one size of all names: smaller where that keeps each on one line."""
    fits = all(
        width(name, TEXT, NAMES) <= place.wide - GAP
        for deal in part.deals
        for name, place in ((deal.dealer, columns.dealer), (deal.by, columns.by))
    )
    return NAMES if fits else SMALL


def _head_of(part: PrintedPart, columns: DealColumns) -> BlockRow:
    """Return the head of a part: which rubbers, who sits where, the names over their columns."""
    numbers = [pad.number for pad in part.pads]
    one, more = DEALS_OF[part.unit]
    title = (one if len(numbers) == 1 else more) % {"first": numbers[0], "last": numbers[-1]}
    seats = wrapped(" · ".join(part.seats), TEXT, SMALL, columns.points[0] - GAP)
    high = 17 + MORE * len(seats) + 12
    return BlockRow(high, partial(_head, columns, part, HeadTexts(title, seats, high)))


class HeadTexts(NamedTuple):
    """What stands over the left columns of a part: its rubbers, who sits where; its height."""

    title: str
    seats: tuple[str, ...]
    high: float


def _head(
    columns: DealColumns, part: PrintedPart, texts: HeadTexts, pen: Pen, x: float, y: float,
    wide: float,
) -> None:  # fmt: skip
    title, seats, high = texts
    pen.text(x, y + 14, title, BOLD, 10)
    with pen.cell():
        for number, text in enumerate(seats):
            pen.text(x, y + 25 + MORE * number, text, TEXT, SMALL)
    line = y + high - 3
    words: tuple[tuple[ColumnPlace | None, str, Align], ...] = (
        (columns.number, _("deal"), "left"),
        (columns.dealer, _("dealer"), "left"),
        (columns.contract, _("contract"), "left"),
        (columns.by, pgettext("column: declarer", "by"), "left"),
        (columns.tricks, _("tricks"), "right"),
        (columns.honours, _("honours and notes"), "left"),
    )
    for place, word, align in words:
        if place is not None:
            at = x + place.x + (place.wide - GAP if align == "right" else 0)
            pen.text(at, line, word, TEXT, SMALL, align)
    for start, name in zip(columns.points, part.names, strict=True):
        whole = sum(columns.halves)
        lines = wrapped(name, BOLD, SMALL, whole - 4)
        top = line - MORE * (len(lines) + part.has_line - 1)
        middle = x + start + whole / 2
        with pen.cell():
            for number, text in enumerate(lines):
                pen.text(middle, top + MORE * number, text, BOLD, SMALL, "middle")
        if part.has_line:
            for end, word in ((columns.halves[0], _("below")), (whole, _("above"))):
                pen.text(x + start + end - 3, line, word, TEXT, SMALL, "right")


def _row(
    columns: DealColumns, deal: PrintedDeal, size: float, wide: float, notes: list[str]
) -> BlockRow:
    told = [*deal.revokes, *deal.notes]
    for correction in deal.corrections:
        notes.append(correction)
        told.append(_("See note %(number)s.") % {"number": len(notes)})
    honours = _("%(honours)s.") % {"honours": deal.honours} if deal.honours else ""
    text = " ".join(filter(None, (honours, *told)))
    beside: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    if text and columns.honours is not None:
        beside = wrapped(text, TEXT, SMALL, columns.honours.wide - GAP)
    elif text:
        room = columns.points[0] - columns.dealer.x - GAP
        under = wrapped(text, TEXT, SMALL, room)
    dealer = wrapped(deal.dealer, TEXT, size, columns.dealer.wide - GAP)
    by = wrapped(deal.by, TEXT, size, columns.by.wide - GAP)
    first = max(map(len, (dealer, by, beside)))
    texts = Texts(deal, dealer, by, beside, under, first)
    high = _high(first + len(under), columns.high)
    return BlockRow(high, partial(_draw, columns, texts, size, high), RULES.get(deal.won, STRONG))


def _high(lines: int, one: float) -> float:
    """Return how high a row of so many lines is, where one of a line is so high."""
    return max(one + SECOND, BELOW_SECOND) + MORE * (lines - 2) if lines > 1 else one


def _draw(
    columns: DealColumns, texts: Texts, size: float, high: float,
    pen: Pen, x: float, y: float, wide: float,
) -> None:  # fmt: skip
    deal, line = texts.deal, base(y, columns.high, FIGURES)
    number, tricks = columns.number, columns.tricks
    with pen.column("deal"):
        end = x + number.x + number.wide - 2 * GAP
        pen.text(end, line, str(deal.number), BOLD, FIGURES, "right")
    _lines(pen, "dealer", x + columns.dealer.x, line, texts.dealer, size)
    with pen.column("contract"):
        contract = fit(deal.contract, TEXT, FIGURES, columns.contract.wide - 2)
        pen.fitted(x + columns.contract.x, line, contract)
    _lines(pen, "by", x + columns.by.x, line, texts.by, size)
    with pen.column("tricks"):
        pen.text(x + tricks.x + tricks.wide - GAP, line, deal.result, TEXT, FIGURES, "right")
    if columns.honours is not None:
        _lines(pen, "notes", x + columns.honours.x, line, texts.honours, SMALL)
    under = line + MORE * texts.first
    _lines(pen, "notes", x + columns.dealer.x, under, texts.under, SMALL)
    with pen.column("points"):
        _points(columns, deal, high, pen, x, y)


def _lines(pen: Pen, column: str, x: float, y: float, lines: Sequence[str], size: float) -> None:
    with pen.cell(), pen.column(column):
        for at, text in enumerate(lines):
            pen.text(x, y + MORE * at, text, TEXT, size)


def _points(
    columns: DealColumns, deal: PrintedDeal, high: float, pen: Pen, x: float, y: float
) -> None:
    """Write what a deal brought each column, between upright rules."""
    line = base(y, columns.high, FIGURES)
    for start, points in zip(columns.points, deal.points, strict=True):
        shown = points if len(columns.halves) > 1 else (sum(points),)
        end = x + start
        pen.line(end, y, end, y + high, THIN)
        for half, won in zip(columns.halves, shown, strict=True):
            if end > x + start:
                pen.line(end, y, end, y + high, HAIR)
            end += half
            if won:
                pen.text(end - 3, line, figure(won), TEXT, FIGURES, "right")


# ---- A sitting read from the database.

Kind = DealRevision.Kind
# Reports that put an earlier one right, with a reason.
LATER = (Kind.CORRECTED, Kind.SETTLED)
Corrections = Mapping[int, list[DealRevision]]


def sitting_sheet(sitting: Sitting, address: str, *, with_money: bool = True) -> SittingSheet:
    """Return what the sheet of a sitting says; `address` opens the sitting.

    Without money it is for whom the coins do not concern. Ten queries, and one more for each
    line-up.
    """
    standings = []
    for part in parts_with_seats().filter(sitting=sitting).order_by("number"):
        part.sitting = sitting
        standings.append(standing_of(part))
    corrections = _corrections(sitting)
    slip = slip_of(sitting.club, sitting.table, sitting.evening)
    slip = slip if with_money else slip.without_money()
    agreed = {
        (row.part, row.rubber)
        for row in slip.rows
        if row.sitting == sitting.pk and not row.is_difference
    }
    is_void = sitting.voided_at is not None
    numbers = numbers_tonight([standing.part for standing in standings])
    numbered = [
        (
            part_heading(each),
            _part(each, numbers[each.part.pk], None if is_void else agreed, corrections),
        )
        for each in standings
    ]
    return SittingSheet(
        club=sitting.club.name,
        table=sitting.table.name,
        evening=full_date(sitting.evening),
        address=address,
        players=_players(sitting, standings),
        state=_state(sitting),
        is_void=is_void,
        chapters=tuple(
            SittingChapter(game, laws, stake, tuple(printed for _heading, printed in stretch))
            for (game, laws, stake), stretch in groupby(numbered, lambda one: one[0])
        ),
        slip=printed_slip(slip, sitting, _numbers(standings, numbers), with_money=with_money),
    )


def _corrections(sitting: Sitting) -> Corrections:
    """Return the reports that put deals right, by deal. One query."""
    found = defaultdict(list)
    revisions = DealRevision.objects.filter(deal__part__sitting=sitting, kind__in=LATER)
    for revision in revisions.order_by("deal", "number"):
        found[revision.deal_id].append(revision)
    return found


def _state(sitting: Sitting) -> str:
    """Return what keeps this sheet from being the last word, in a sentence."""
    if sitting.voided_at is not None:
        words = {
            "reason": sitting.void_reason or _("no reason was given"),
            "at": day_and_time(sitting.voided_at, sitting.club),
        }
        return _("Void: %(reason)s (%(at)s). Nothing on this sheet counts.") % words
    if sitting.closed_at is None:
        return _("In progress: the sheet so far.")
    return ""


def _players(sitting: Sitting, standings: Iterable[PartScore]) -> tuple[str, ...]:
    """Return everyone by full name, with the short name of the pad where it differs."""
    people = {c.person_id: c.person for c in sitting.candidates.select_related("person")}
    people |= {p.pk: p for standing in standings for p in standing.people.values()}
    return tuple(
        p.name
        if p.name == p.short_name
        else _("%(name)s (%(short)s)") % {"name": p.name, "short": p.short_name}
        for p in people.values()
    )


def _part(
    standing: PartScore,
    numbers: RubberNumbers,
    agreed: set[tuple[int, int]] | None,
    corrections: Corrections,
) -> PrintedPart:
    """Return a part; `agreed` is None where nothing is to be agreed on any more."""
    part = standing.part
    pads = pads_of(standing, numbers)
    if not standing.live:
        pads = []
    return PrintedPart(
        number=part.number,
        seats=_seats(standing),
        names=tuple(named(people) for people in standing.column_names.values()),
        unit=standing.game.course.unit,
        has_line=standing.game.course.has_line,
        pads=tuple(
            _pad(
                standing,
                pad,
                numbers.of(pad.rubber),
                agreed is None or (part.number, pad.rubber) in agreed,
            )
            for pad in pads
        ),
        deals=tuple(
            printed_deal(standing, deal, scored, corrections.get(deal.revision.deal_id, []))
            for deal, scored in standing.pairs()
        ),
    )


def _seats(standing: PartScore) -> tuple[str, ...]:
    """Return who sat where from the first deal on, then who took a seat over, and when."""
    first = standing.at_deal(1)
    later = [
        _("from deal %(number)s: %(seated)s")
        % {
            "number": 1 + sum(deal.position < each.position for deal in standing.live),
            "seated": _seated(standing.at_deal(each.position), each.seat),
        }
        for each in standing.substitutes
    ]
    return (*(_seated(first, seat) for seat in standing.game.seats), *later)


def _seated(standing: PartScore, seat: str) -> str:
    """Return "North Ann", "North Eve for Ann" where she plays for another's account."""
    person, account = standing.people[seat], standing.accounts[seat]
    words = {"seat": _(seat_name(seat)), "name": person.short_name, "account": account.short_name}
    if person.pk == account.pk:
        return _("%(seat)s %(name)s") % words
    return _("%(seat)s %(name)s for %(account)s") % words


def _pad(standing: PartScore, pad: Pad, number: int, is_agreed: bool) -> PrintedPad:
    signs = contract_signs(standing.game)
    columns = pad.columns

    def figures(side: Mapping[str, list[Figure]], key: str) -> tuple[PadFigure, ...]:
        return tuple(
            PadFigure(each.points, each.word or f"{signs.get(each.sign, '')}{each.times}")
            for each in side.get(key, ())
        )

    return PrintedPad(
        number=number,
        title=unit_title(standing.game, number),
        names=tuple(pad.names.values()),
        honours=tuple(figures(pad.honours, key) for key in columns),
        games=tuple(
            PadGame(game.number, game.over, tuple(figures(game.below, key) for key in columns))
            for game in pad.games
        ),
        sums=tuple(pad.sums.get(key, 0) for key in columns),
        bonus=tuple(
            tuple(PadFigure(points, word) for points, word in pad.bonus.get(key, ()))
            for key in columns
        ),
        totals=tuple(pad.totals.get(key, 0) for key in columns),
        margin=pad.sum_line,
        outcome=" ".join([_outcome(standing, pad, is_agreed), *map(_beside, pad.ledgers)]),
        has_line=pad.has_line,
        broken_off=not pad.over and standing.part.broken_off,
    )


WON = {
    "rubber": gettext_lazy("Rubber to %(who)s."),
    "game": gettext_lazy("Game to %(who)s."),
}
STOPPED = {
    False: gettext_lazy("Broken off; it counts as it stands."),
    True: gettext_lazy("Play stopped here; it counts as it stands."),
}


def _beside(ledger: PadMargin) -> str:
    """Return what is scored beside a rubber: "Bolshevik: Ann −5000, Cecil +2000."."""
    won = listed(f"{name} {signed(points)}" for name, points in ledger.rows if points)
    return f"{ledger.title}: {won}."


def _outcome(standing: PartScore, pad: Pad, is_agreed: bool) -> str:
    """Return how a rubber ended, in a sentence."""
    if not pad.over:
        if not standing.part.broken_off:
            return _("Not finished yet.")
        said = str(STOPPED[standing.game.course.unit == "sheet"])
    elif not pad.winner:
        said = _("The rubber ends level.")
    else:
        words = {"who": pad.names[pad.winner], "points": pad.margin}
        if pad.margin is None:
            said = WON[standing.game.course.unit] % words
        elif pad.margin < 0:
            words["points"] = -pad.margin
            said = (
                ngettext(
                    "Rubber to %(who)s, but with %(points)s point fewer.",
                    "Rubber to %(who)s, but with %(points)s points fewer.",
                    -pad.margin,
                )
                % words
            )
        else:
            said = _("Rubber to %(who)s, by %(points)s.") % words
    return said if is_agreed else _("%(outcome)s Not agreed yet.") % {"outcome": said}


def _numbers(
    standings: Iterable[PartScore], numbers: Mapping[int, RubberNumbers]
) -> dict[tuple[int, int], tuple[int, str]]:
    """Return {(part, rubber): (its number in the evening, its game)}."""
    return {
        (each.part.number, rubber): (numbers[each.part.pk].of(rubber), _(each.game.short_name))
        for each in standings
        for rubber in dict.fromkeys(scored.rubber for scored in each.sheet.deals)
    }


# ---- The sheet on paper.

CODE = 25 * MM
LATER_HEAD = 20.0
# How high the rows of pads and of deals may be: lower only where that saves a page.
HEIGHTS = (
    (ROW, HIGH),
    ((ROW + LEAST_ROW) / 2, HIGH),
    (LEAST_ROW, HIGH),
    (ROW, LEAST_HIGH),
    (LEAST_ROW, LEAST_HIGH),
)


def sitting_pdf(sheet: SittingSheet, paper: PaperSize) -> bytes:
    """Return the sheet of a sitting as a PDF file."""
    head = _SheetHead(sheet, paper)
    placed = min((_placed(sheet, paper, head.height, *each) for each in HEIGHTS), key=len)

    def draw_head(pen: Pen, is_first: bool) -> None:
        if is_first:
            head.draw(pen)
        else:
            _later_head(pen, sheet)

    told = imprint(f"{sheet.table}, {sheet.evening}", sheet.club, _("Score sheet"))
    return pages_pdf(placed, draw_head, paper, told)


def _placed(
    sheet: SittingSheet, paper: PaperSize, first: float, row: float, deal: float
) -> list[list[PlacedBlock]]:
    """Return the pages of a sheet whose pads and deals have rows so high.

    `first` is where the head ends.
    """
    return pages(
        blocks_of(sheet, paper, first, row, deal),
        first=MARGIN + first,
        others=MARGIN + LATER_HEAD,
        bottom=paper.height - MARGIN,
    )


def blocks_of(
    sheet: SittingSheet, paper: PaperSize, first: float, row: float = ROW, deal: float = HIGH
) -> list[Block]:
    """Return everything under the head, from top to bottom; `first` is where the head ends."""
    blocks: list[Block] = []
    for chapter in sheet.chapters:
        blocks += _chapter(chapter, paper, first if not blocks else 0, row)
    blocks += slip_blocks(sheet.slip, paper.room)
    if any(part.deals for chapter in sheet.chapters for part in chapter.parts):
        return blocks + deal_blocks(sheet.chapters, paper.room, deal)
    return [*blocks, Lines.of(_("No deal was recorded."), paper.room, TEXT, 10)]


def _chapter(chapter: SittingChapter, paper: PaperSize, above: float, row: float) -> list[Block]:
    """Return the rubbers of parts at one game under its head, in rows so high.

    `above` is what stands over them on the sheet's first page, nothing where they begin a later.
    """
    wide = paper.room
    laws = _("%(laws)s · %(stake)s") % {"laws": chapter.laws, "stake": chapter.stake}
    blocks: list[Block] = [
        Heading(chapter.game, 12, below=1),
        Lines.of(laws, wide, TEXT, 9, below=5, keeps_next=True),
    ]
    pads = [pad for part in chapter.parts for pad in part.pads]
    heads = sum(block.height for block in blocks)
    first = paper.tall - (above or LATER_HEAD) - heads
    under = UnderHeads(first, paper.tall - LATER_HEAD, heads)
    return blocks + pad_rows(pads, wide, under, row)


@lru_cache(maxsize=128)
def code_of(address: str) -> tuple[bytes, ...]:
    """Return the rows of a code that opens an address, 1 where a module is dark."""
    return tuple(bytes(row) for row in segno.make(address, error="m", micro=False).matrix)


def _quiet(address: str) -> float:
    """Return how much stays white around the code of an address: four of its modules."""
    return 4 * CODE / len(code_of(address))


class _SheetHead:
    """The head of the first page: table, club, evening, players, and the code that opens it."""

    def __init__(self, sheet: SittingSheet, paper: PaperSize) -> None:
        self.sheet = sheet
        self.paper = paper
        # Where no phone can open the sitting there is no code, and its room is free.
        quiet = _quiet(sheet.address) if sheet.address else 0
        self.left = paper.room - (CODE + quiet if sheet.address else 0)
        self.players = wrapped(" · ".join(sheet.players), TEXT, 9, self.left)
        self.state = wrapped(sheet.state, BOLD, 10, self.left - 12) if sheet.state else ()
        self.address = wrapped(sheet.address, TEXT, 9, self.left) if sheet.address else ()
        lines = len(self.players) + len(self.address)
        text = 38 + 12 * lines + (13 * len(self.state) + 10 if self.state else 0)
        self.bottom = max(text, CODE + quiet - 4 if sheet.address else 0)
        self.height = self.bottom + 12

    def draw(self, pen: Pen) -> None:
        """Draw it at the upper margin."""
        sheet, x, y = self.sheet, MARGIN, MARGIN
        with pen.tagged("H1"):
            pen.fitted(x, y + 17, fit(sheet.table, SERIF, 20, self.left, least=12))
        club = _("%(club)s · %(evening)s") % {"club": sheet.club, "evening": sheet.evening}
        pen.fitted(x, y + 32, fit(club, TEXT, 10, self.left))
        line = y + 46
        for text in (*self.players, *self.address):
            pen.text(x, line, text, TEXT, 9)
            line += 12
        if self.state:
            weight = STRONG if sheet.is_void else THIN
            pen.box(x, line - 7, self.left, 13 * len(self.state) + 5, weight)
            for text in self.state:
                pen.text(x + 6, line + 6, text, BOLD, 10)
                line += 13
        if sheet.address:
            pen.code(x + self.paper.room - CODE, y, code_of(sheet.address), CODE)
        pen.rule(x, y + self.bottom + 4, self.paper.room, STRONG)


def _later_head(pen: Pen, sheet: SittingSheet) -> None:
    """Repeat on a later page whose sheet it is."""
    words = {"table": sheet.table, "club": sheet.club, "evening": sheet.evening}
    text = _("%(table)s · %(club)s · %(evening)s") % words
    if sheet.is_void:
        text = _("VOID · %(sheet)s") % {"sheet": text}
    room = pen.paper.room
    pen.fitted(MARGIN, MARGIN + 9, fit(text, TEXT, 9, room))
    pen.rule(MARGIN, MARGIN + 13, room, LINE)


# ---- The sheet as a plain text.


def sheet_text(sheet: SittingSheet) -> Iterator[str]:
    """Return what the sheet says, below each other."""
    yield sheet.table
    yield sheet.club
    yield sheet.evening
    if sheet.state:
        yield sheet.state
    yield ""
    yield from sheet.players
    if sheet.address:
        yield ""
        yield sheet.address
    for chapter in sheet.chapters:
        yield ""
        yield from _chapter_of_plain_sheet(chapter)
    if not any(part.deals for chapter in sheet.chapters for part in chapter.parts):
        yield ""
        yield _("No deal was recorded.")
    yield from _slip(sheet.slip)


def _chapter_of_plain_sheet(chapter: SittingChapter) -> Iterator[str]:
    yield chapter.game.upper()
    yield chapter.laws
    yield _("Stake: %(stake)s") % {"stake": chapter.stake}
    for part in chapter.parts:
        yield ""
        yield from part.seats
        for pad in part.pads:
            yield ""
            yield pad.title.upper()
            number = pad.number - part.pads[0].number + 1
            yield from _deals(deal for deal in part.deals if deal.rubber == number)
            yield ""
            yield from _sums(pad, part)


def _deals(deals: Iterable[PrintedDeal]) -> Iterator[str]:
    for deal in deals:
        yield ""
        words = {"number": deal.number, "dealer": deal.dealer}
        yield _("Deal %(number)s, dealt by %(dealer)s.") % words
        yield f" {deal.sentence}"
        if deal.honours:
            yield f" {deal.honours}."
        for text in (*deal.said, *deal.notes, *deal.corrections):
            yield f" {text}"


def _sums(pad: PrintedPad, part: PrintedPart) -> Iterator[str]:
    for name, points, bonus, total in zip(part.names, pad.sums, pad.bonus, pad.totals, strict=True):
        yield f"{name}: {points}"
        for each in bonus:
            added = {"points": each.points, "cause": each.cause}
            yield " " + _("and %(points)s %(cause)s") % added
        if bonus:
            yield " " + _("together %(points)s") % {"points": total}
    if pad.margin is not None:
        values = dict(zip(("more", "less", "left"), pad.margin, strict=True))
        yield _("%(more)s less %(less)s leaves %(left)s") % values
    yield pad.outcome


def _slip(slip: PrintedSlip) -> Iterator[str]:
    if slip.rows:
        yield ""
        yield _("SLIP OF THE EVENING")
        yield from slip_text(slip)


def _sheet(request: ClubRequest, pk: int) -> PaperContent[SittingSheet]:
    sitting = sitting_for(request.actor, pk)
    address = address_of(request, reverse("pad", args=[pk]))
    sheet = sitting_sheet(sitting, address, with_money=may_enter(request.actor, sitting))
    words = {"table": sitting.table.name, "evening": sitting.evening.isoformat()}
    return PaperContent(sheet, _("%(table)s %(evening)s") % words)


SHEET: PrintedPaper[Sitting, SittingSheet] = PrintedPaper(
    key="sheet",
    at="table/<int:pk>/sheet",
    title=gettext_noop("Score sheet"),
    level=Level.TABLE,
    read=_sheet,
    pdf=sitting_pdf,
    text=sheet_text,
)
