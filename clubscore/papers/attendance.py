"""The attendance list: who is expected, ticks for came and paid, and room for a signature."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.access import ClubRequest, Level
from clubscore.club.wording import speak_amount
from clubscore.events.formats import numbered
from clubscore.events.models import Entry, Event
from clubscore.events.selectors import directed_by
from clubscore.events.state import EventState, room_of
from clubscore.laws.money import Currency, find_currency
from clubscore.laws.words import gettext_noop
from clubscore.papers.event_head import file_name, heading, identity_of, state_of
from clubscore.papers.flow import MoneyColumn
from clubscore.papers.leaves import (
    Head,
    LeafBlock,
    LeafColumn,
    Names,
    leaf_pdf,
    put_cell,
    put_heads,
)
from clubscore.papers.paper import PaperContent, PrintedPaper
from clubscore.papers.pen import HAIR, LINE, STRONG, THIN, Pen
from clubscore.papers.sizes import MM, PaperSize
from clubscore.papers.typeface import BOLD, TEXT


class Expected(NamedTuple):
    """A player: the full name, with whom they play by number, what they pay, whether they have."""

    name: str
    number: str
    fee: int
    is_paid: bool


class Attendance(NamedTuple):
    """Everyone who is expected; with the currency where table money is taken."""

    room: EventState
    players: tuple[Expected, ...]
    currency: Currency | None

    @property
    def due(self) -> int:
        """What all of them pay together, in smallest coins."""
        return sum(each.fee for each in self.players)


def attendance_of(room: EventState) -> Attendance:
    """Return who is expected, in the order of numbers, or of entry while there are none.

    Who has withdrawn is not, unless they have paid: the cash is counted against the list.
    """
    event = room.event
    takes = event.takes_fee and event.club.plays_for_money
    expected = (each for each in room.entries if each.withdrawn_at is None or each.paid_at)
    entries = sorted(expected, key=_in_order)
    players = tuple(
        Expected(
            person.name,
            _number(room, entry),
            event.fee_of(person) if takes else 0,
            entry.paid_at is not None,
        )
        for entry in entries
        for person in entry.people
    )
    return Attendance(room, players, find_currency(event.club.currency) if takes else None)


def _in_order(entry: Entry) -> tuple[int, int]:
    return (entry.section_id or 0, entry.number or entry.order)


def _number(room: EventState, entry: Entry) -> str:
    """Return what lists call an entry once it has a number: 3, or B3 in one of more sections."""
    if not entry.number:
        return ""
    letters = {each.pk: each.letter for each in room.sections} if len(room.sections) > 1 else {}
    return f"{letters.get(entry.section_id or 0, '')}{entry.number}"


def attendance_text(room: EventState) -> Iterator[str]:
    """Return the same in whole words."""
    found = attendance_of(room)
    yield from heading(_("Attendance list"), room.event)
    for each in found.players:
        yield ""
        yield each.name
        if each.number:
            yield f" {numbered(room.event.contestants_are, each.number)}"
        if found.currency is not None:
            amount = speak_amount(each.fee, found.currency)
            is_paid, is_due = _("Table money: %(amount)s, paid"), _("Table money: %(amount)s")
            told = (is_paid if each.is_paid else is_due) % {"amount": amount}
            yield f" {told}"
    if found.currency is not None:
        yield ""
        yield _("Together: %(amount)s") % {"amount": speak_amount(found.due, found.currency)}


ROW, HEADS, BOX = 8 * MM, 15.0, 9.0
# Rows that stay free for a pencil.
FREE = 6


def attendance_leaf(room: EventState, paper: PaperSize) -> bytes:
    """Return the attendance list as a PDF."""
    found = attendance_of(room)
    event = room.event
    head = Head(_("Attendance list"), identity_of(event), [state_of(event)], event.club.name)
    return leaf_pdf(head, [_list(found, paper)], paper)


def _list(found: Attendance, paper: PaperSize) -> LeafBlock:
    money = MoneyColumn(found.currency) if found.currency is not None else None
    columns = _columns(paper, money)
    names = Names.of([[each.name] for each in found.players], columns[1].wide - 3 * MM)
    columns[1] = columns[1]._replace(size=names.size)
    players: list[Expected | None] = [*found.players, *[None] * FREE]
    wide, count = paper.room, len(players)
    lefts = [sum(column.wide for column in columns[:at]) for at in range(len(columns) + 1)]

    def head(pen: Pen, x: float, y: float) -> None:
        put_heads(pen, columns, x, y + 9)
        pen.rule(x, y + HEADS, wide, STRONG)

    def row(pen: Pen, x: float, y: float, number: int) -> None:
        if number == count:
            _sum(pen, columns, lefts, (x, y), money, found.due)
            return
        for left in lefts:
            pen.line(x + left, y, x + left, y + ROW, HAIR)
        pen.rule(x, y + ROW, wide, THIN)
        _row(pen, columns, [x + left for left in lefts], y, names, number + 1, players[number])
        each = players[number]
        if money is not None and each is not None:
            money.draw(pen, x + lefts[4], y + ROW / 2 + 3.4, each.fee)

    rows = count + (money is not None)
    return LeafBlock(HEADS, head, [ROW] * rows, row)


def _columns(paper: PaperSize, money: MoneyColumn | None) -> list[LeafColumn]:
    """The columns; without table money its place is the signature's."""
    here = LeafColumn(_("here"), 11 * MM, "middle")
    number = LeafColumn(_("number"), 17 * MM, "middle", size=11.0)
    before = [LeafColumn(pgettext("column: number", "no."), 10 * MM, "middle"), here, number]
    paid: list[LeafColumn] = []
    if money is not None:
        heads = " ".join(money.heads)
        paid = [
            LeafColumn(
                _("table money %(heads)s") % {"heads": heads}, money.wide + 2 * MM, "middle"
            ),
            LeafColumn(_("paid"), 11 * MM, "middle"),
            LeafColumn(pgettext("column: how it was paid", "how"), 17 * MM),
        ]
    signature = LeafColumn(_("signature"), 40 * MM)
    used = sum(column.wide for column in (*before, *paid, signature))
    name = LeafColumn(_("name"), paper.room - used)
    return [before[0], name, here, number, *paid, signature]


def _row(
    pen: Pen, columns: Sequence[LeafColumn], lefts: Sequence[float], y: float, names: Names,
    number: int, each: Expected | None,
) -> None:  # fmt: skip
    """Draw a player's row, or a free one: its number, the name, boxes to tick."""
    with pen.tagged("TR"):
        put_cell(pen, columns[0], lefts[0], y, ROW, (str(number),))
        if each is not None:
            put_cell(pen, columns[1], lefts[1], y, ROW, names.set([each.name]))
            put_cell(pen, columns[3], lefts[3], y, ROW, (each.number,))
    _box(pen, columns[2], lefts[2], y)
    if len(columns) > 5:
        _box(pen, columns[5], lefts[5], y)
        if each is not None and each.is_paid:
            middle = lefts[5] + columns[5].wide / 2
            pen.text(middle, y + ROW / 2 + 3.4, "✓", TEXT, 9.5, "middle")


def _box(pen: Pen, column: LeafColumn, x: float, y: float) -> None:
    pen.box(x + (column.wide - BOX) / 2, y + (ROW - BOX) / 2, BOX, BOX, THIN)


def _sum(
    pen: Pen, columns: Sequence[LeafColumn], lefts: Sequence[float], at: tuple[float, float],
    money: MoneyColumn | None, due: int,
) -> None:  # fmt: skip
    """Draw what all pay together, and a line for the cash that was counted."""
    if money is None:
        return
    x, y = at
    base = y + ROW / 2 + 3.4
    pen.rule(x, y, lefts[-1], LINE)
    pen.text(x + lefts[4] - 4, base, _("together"), BOLD, 9.5, "right")
    money.draw(pen, x + lefts[4], base, due, BOLD)
    cash = _("cash counted")
    pen.text(x + lefts[6] + 4, base, cash, TEXT, 9.0)
    pen.rule(x + lefts[7] + 4, base + 2, columns[7].wide - 4, LINE)


def _attendance(request: ClubRequest, event: int) -> PaperContent[EventState]:
    found = directed_by(request.actor, event)
    return PaperContent(room_of(found), file_name(found, "attendance"))


ATTENDANCE: PrintedPaper[Event, EventState] = PrintedPaper(
    key="attendance",
    at="event/<int:event>/attendance",
    title=gettext_noop("Attendance list"),
    level=Level.SCORER,
    read=_attendance,
    pdf=attendance_leaf,
    text=attendance_text,
)
