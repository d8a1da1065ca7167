"""The attendance list on paper: rows for a pencil, six of them free, and the sum of the cash."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.events.state.event_now import Room
from clubscore.sheets.events.attendance import Attendance, Expected, attendance_of
from clubscore.sheets.events.event_facts import identity_of, state_of
from clubscore.sheets.events.leaves.leaf import Block, Head, leaf_pdf
from clubscore.sheets.events.leaves.leaf_columns import Column, Names, put_cell, put_heads
from clubscore.sheets.pieces.money_columns import MoneyColumn
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.pen import HAIR, LINE, STRONG, THIN, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT

ROW, HEADS, BOX = 8 * MM, 15.0, 9.0
FREE = 6


def attendance_leaf(room: Room, paper: Paper) -> bytes:
    """Return the attendance list as a PDF."""
    found = attendance_of(room)
    event = room.event
    head = Head(_("Attendance list"), identity_of(event), [state_of(event)], event.club.name)
    return leaf_pdf(head, [_list(found, paper)], paper)


def _list(found: Attendance, paper: Paper) -> Block:
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
    return Block(HEADS, head, [ROW] * rows, row)


def _columns(paper: Paper, money: MoneyColumn | None) -> list[Column]:
    """The columns; without table money its place is the signature's."""
    here = Column(_("here"), 11 * MM, "middle")
    number = Column(_("number"), 17 * MM, "middle", size=11.0)
    before = [Column(pgettext("column: number", "no."), 10 * MM, "middle"), here, number]
    paid: list[Column] = []
    if money is not None:
        heads = " ".join(money.heads)
        paid = [
            Column(_("table money %(heads)s") % {"heads": heads}, money.wide + 2 * MM, "middle"),
            Column(_("paid"), 11 * MM, "middle"),
            Column(pgettext("column: how it was paid", "how"), 17 * MM),
        ]
    signature = Column(_("signature"), 40 * MM)
    used = sum(column.wide for column in (*before, *paid, signature))
    name = Column(_("name"), paper.room - used)
    return [before[0], name, here, number, *paid, signature]


def _row(
    pen: Pen, columns: Sequence[Column], lefts: Sequence[float], y: float, names: Names,
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


def _box(pen: Pen, column: Column, x: float, y: float) -> None:
    pen.box(x + (column.wide - BOX) / 2, y + (ROW - BOX) / 2, BOX, BOX, THIN)


def _sum(
    pen: Pen, columns: Sequence[Column], lefts: Sequence[float], at: tuple[float, float],
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
