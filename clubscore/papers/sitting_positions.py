"""The position sheet of the seven: deal by deal who sat where, and for whose account."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from django.http import HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.access import ClubRequest, Level
from clubscore.club.wording import full_date, listed
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import gettext_noop
from clubscore.papers.flow import Block, BlockRow, BlockTable, Lines, base, pages, pages_pdf
from clubscore.papers.ledger import imprint
from clubscore.papers.paper import PaperContent, PrintedPaper
from clubscore.papers.pen import HAIR, LINE, STRONG, Pen
from clubscore.papers.sitting import printed_deal
from clubscore.papers.sizes import MARGIN, MM, PaperSize
from clubscore.papers.typeface import BOLD, SERIF, TEXT, fit
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.selectors import sitting_for
from clubscore.rubbers.seven import PlayedDeal, Seven, SevenSeated, positions_of, seven_of
from clubscore.rubbers.seven_words import seat_word, sides_of


class InSeat(NamedTuple):
    """Somebody in a seat; `below` says for whom they play and whether they deal."""

    name: str
    below: str
    is_dummy: bool


class PositionRow(NamedTuple):
    """A deal: its table, the contract in signs and as a sentence, who sits where, who crosses."""

    table: str
    words: str
    sentence: str
    seats: tuple[InSeat, ...]
    crosses: str


class PositionSheet(NamedTuple):
    """Everything that the sheet says."""

    title: str
    club: str
    tables: tuple[str, ...]
    seats: tuple[str, ...]
    rows: tuple[PositionRow, ...]


def position_sheet(seven: Seven) -> PositionSheet:
    """Return what the position sheet of an evening says."""
    first = seven.sittings[1]
    evening = full_date(first.evening)
    return PositionSheet(
        title=_("The seven: who sat where"),
        club=_("%(club)s · %(evening)s") % {"club": first.club.name, "evening": evening},
        tables=tuple(_table(seven, number) for number in seven.sittings),
        seats=tuple(seat_word(seat) for seat in COMPASS),
        rows=tuple(_row(deal) for deal in positions_of(seven)),
    )


def _table(seven: Seven, number: int) -> str:
    """Return a table with its pack and whose rubber is played there now."""
    table = seven.sittings[number].table
    one, two = sides_of(seven, number)
    words = {"table": table.name, "pack": table.pack, "one": one, "two": two}
    return _("%(table)s, %(pack)s pack: %(one)s v %(two)s") % words


def _row(deal: PlayedDeal) -> PositionRow:
    crosses = ""
    if deal.dummy is not None:
        went = {"name": deal.dummy.short_name, "seat": seat_word(deal.seat)}
        crosses = _("%(name)s, to %(seat)s") % went
    scored = deal.standing.sheet.deals[deal.live.number - 1]
    printed = printed_deal(deal.standing, deal.live, scored, ())
    return PositionRow(
        table=deal.sitting.table.name,
        words=" ".join(filter(None, (printed.contract, printed.by, printed.result))),
        sentence=printed.sentence,
        seats=tuple(_seated(sat, deal) for sat in deal.sat),
        crosses=crosses,
    )


def _seated(sat: SevenSeated, deal: PlayedDeal) -> InSeat:
    is_dummy = deal.dummy is not None and deal.dummy.pk == sat.person.pk
    return InSeat(sat.person.short_name, _below(sat, deal.dealer), is_dummy)


def _below(sat: SevenSeated, dealer: str) -> str:
    """Return what stands under a name: for whom they play, and whether they deal."""
    said = [_("for %(name)s") % {"name": sat.account.short_name}] if sat.account else []
    if sat.seat == dealer:
        said.append(pgettext("dealer of this deal", "deals"))
    return listed(said)


TITLE, LATER, HEAD, HIGH = 40.0, 20.0, 15.0, 8.2 * MM
NAMES, SMALL, NUMBER = 9.0, 8.0, 10.0
# Shares of the width: number, table and contract, four seats, who crosses.
SHARES = (9.0, 34.0, 27.0, 27.0, 27.0, 27.0, 35.0)
# Rows for a pencil where the evening goes on, if the first page is full.
FREE = 8


def positions_pdf(sheet: PositionSheet, paper: PaperSize) -> bytes:
    """Return the position sheet as a PDF file, with rows to go on by hand."""

    placed = pages(
        _blocks(sheet, paper),
        first=MARGIN + TITLE,
        others=MARGIN + LATER,
        bottom=paper.height - MARGIN,
    )
    told = imprint(sheet.title, sheet.club, _("Position sheet"))
    return pages_pdf(placed, partial(_title, sheet), paper, told)


def _title(sheet: PositionSheet, pen: Pen, is_first: bool) -> None:
    """Say on every page what it is, whose and of which evening."""
    room = pen.paper.room
    if not is_first:
        words = {"title": sheet.title, "club": sheet.club}
        pen.fitted(MARGIN, MARGIN + 9, fit(_("%(title)s · %(club)s") % words, TEXT, 9, room))
        pen.rule(MARGIN, MARGIN + 13, room, LINE)
        return
    with pen.tagged("H1"):
        pen.fitted(MARGIN, MARGIN + 17, fit(sheet.title, SERIF, 20, room, least=12))
    pen.fitted(MARGIN, MARGIN + 30, fit(sheet.club, TEXT, NAMES, room))
    pen.rule(MARGIN, MARGIN + 35, room, STRONG)


def _blocks(sheet: PositionSheet, paper: PaperSize) -> list[Block]:
    wide = paper.room
    blocks: list[Block] = [
        Lines.of(text, wide, TEXT, NAMES, below=2, keeps_next=True) for text in sheet.tables
    ]
    used = TITLE + HEAD + sum(block.height for block in blocks)
    played = len(sheet.rows)
    free = max(FREE, int((paper.tall - used - 24) / HIGH) - played)
    heads = (pgettext("column", "Deal"), "", *sheet.seats, _("Dummy crosses"))
    rows = [
        BlockRow(HIGH, partial(_deal, number, row), HAIR)
        for number, row in enumerate((*sheet.rows, *(None,) * free), start=1)
    ]
    return [
        *blocks,
        BlockTable(BlockRow(HEAD, partial(_head, heads)), tuple(rows), below=2, keeps_next=True),
        Lines.of(_("• dummy of the deal"), wide, TEXT, SMALL, below=0),
    ]


def _edges(x: float, wide: float) -> list[float]:
    """Return where each column begins, and where the last one ends."""
    whole = sum(SHARES)
    return [x + wide * share / whole for share in accumulate((0.0, *SHARES))]


def _head(heads: Sequence[str], pen: Pen, x: float, y: float, wide: float) -> None:
    edges = _edges(x, wide)
    for start, end, text in zip(edges, edges[1:], heads, strict=False):
        pen.fitted(start + 3, base(y, HEAD, SMALL), fit(text, BOLD, SMALL, end - start - 4))


def _deal(number: int, row: PositionRow | None, pen: Pen, x: float, y: float, wide: float) -> None:
    """Write a deal in two lines, names above and the small print below; or leave it to a pencil."""
    edges = _edges(x, wide)
    for edge in edges:
        pen.line(edge, y, edge, y + HIGH, HAIR)
    middle = (edges[0] + edges[1]) / 2
    pen.text(middle, base(y, HIGH, NUMBER), str(number), BOLD, NUMBER, "middle")
    if row is None:
        return
    # The dummy that crossed has a dot behind its name.
    seats = ((f"{each.name} •" if each.is_dummy else each.name, each.below) for each in row.seats)
    cells = ((row.table, row.words), *seats, (row.crosses, ""))
    for start, end, (upper, lower) in zip(edges[1:-1], edges[2:], cells, strict=True):
        room = end - start - 6
        with pen.cell():
            pen.fitted(start + 3, y + 10, fit(upper, TEXT, NAMES, room))
            pen.fitted(start + 3, y + 19.5, fit(lower, TEXT, SMALL, room))


def positions_text(sheet: PositionSheet) -> Iterator[str]:
    """Return deal by deal what was played, who sat where and who crossed."""
    yield sheet.title
    yield sheet.club
    yield from sheet.tables
    if not sheet.rows:
        yield ""
        yield _("No deal was recorded.")
    for number, row in enumerate(sheet.rows, start=1):
        yield ""
        yield _("Deal %(number)s, %(table)s") % {"number": number, "table": row.table}
        yield f" {row.sentence}"
        for seat, each in zip(sheet.seats, row.seats, strict=True):
            yield " " + _("%(seat)s: %(name)s") % {
                "seat": seat,
                "name": _seated_of_positions_text(each),
            }
        if row.crosses:
            yield " " + _("Dummy crosses: %(who)s") % {"who": row.crosses}


def _seated_of_positions_text(each: InSeat) -> str:
    dummy = _("dummy") if each.is_dummy else ""
    return listed(filter(None, (each.name, dummy, each.below)))


def _positions(request: ClubRequest, pk: int) -> PaperContent[PositionSheet] | HttpResponseRedirect:
    """Return the sheet of the seven; a table without one has its score sheet."""
    sitting = sitting_for(request.actor, pk)
    seven = seven_of(sitting)
    if seven is None:
        plain = request.path.endswith(".txt")
        return HttpResponseRedirect(reverse("sheet-text" if plain else "sheet-pdf", args=[pk]))
    name = _("positions %(evening)s") % {"evening": sitting.evening.isoformat()}
    return PaperContent(position_sheet(seven), name)


POSITIONS: PrintedPaper[Sitting, PositionSheet] = PrintedPaper(
    key="positions",
    at="table/<int:pk>/positions",
    title=gettext_noop("Position sheet"),
    level=Level.TABLE,
    read=_positions,
    pdf=positions_pdf,
    text=positions_text,
)
