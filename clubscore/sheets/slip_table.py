"""The slip of the evening: players across, rubbers down, every row sums to nothing."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from clubscore.club.templatetags.clubscore import signed
from clubscore.sheets.blocks import Heading, Lines, Row, Table, base
from clubscore.sheets.content import PrintedSlip
from clubscore.sheets.flow import Block
from clubscore.sheets.pen import LINE, Pen
from clubscore.sheets.typeface import BOLD, NARROW, TEXT, fit

HIGH, HEAD, SIZE = 16.0, 18.0, 11.0
LABELS, MOST = 130.0, 90.0
# A figure is never cut: it gets as small as it must.
LEAST = 3.0
TICK = 9.0
LONG = 25


def slip_blocks(slip: PrintedSlip, wide: float) -> list[Block]:
    """Return the slip with its heading, and who pays whom with a box for a pencil's tick."""
    if not slip.rows:
        return []
    share = min(MOST, (wide - LABELS) / len(slip.people))
    rows = [_row(row.label, _points(row.points), share, TEXT) for row in slip.rows]
    rows[-1] = Row(rows[-1].height, rows[-1].draw, LINE)
    rows.append(_row(_("Sum"), _points(slip.totals), share, BOLD))
    rows += [_row(_("Money"), money, share, TEXT) for money in slip.money]
    head = Row(HEAD, partial(_head, slip.people, share))
    blocks: list[Block] = [
        Heading(_("Slip of the evening"), 14, _("Points; every line sums to nothing"), above=6),
        # What follows from a slip stands on its page, unless the slip itself is a long one.
        Table(head, tuple(rows), keeps_next=len(rows) < LONG),
    ]
    return blocks + _payments(slip, wide)


def _points(points: Sequence[int | None]) -> tuple[str, ...]:
    return tuple("–" if won is None else signed(won) for won in points)


def _payments(slip: PrintedSlip, wide: float) -> list[Block]:
    if not slip.money:
        return [Lines.of(_("For love: nobody pays."), wide, TEXT, SIZE)]
    payments = [(text, False) for text in slip.owed] + [(text, True) for text in slip.paid]
    rows = [Row(HIGH, partial(_pay, payments[at : at + 2])) for at in range(0, len(payments), 2)]
    if not slip.owed:
        rows.insert(0, Row(HIGH, partial(_plain, _("Nobody owes anything."))))
    return [Heading(_("Who pays whom"), 11), Table(Row(0, _nothing), tuple(rows), below=0)]


def _head(people: Sequence[str], share: float, pen: Pen, x: float, y: float, wide: float) -> None:
    for number, name in enumerate(people, start=1):
        fitted = fit(name, BOLD, SIZE, share - 6)
        pen.fitted(x + LABELS + number * share, base(y, HEAD, SIZE), fitted, "right")


def _row(label: str, cells: Sequence[str], share: float, font: str) -> Row:
    return Row(HIGH, partial(_draw, label, cells, share, font))


def _draw(
    label: str,
    cells: Sequence[str],
    share: float,
    font: str,
    pen: Pen,
    x: float,
    y: float,
    wide: float,
) -> None:
    line = base(y, HIGH, SIZE)
    pen.fitted(x, line, fit(label, NARROW, 10.0, LABELS - 8, least=7))
    for number, text in enumerate(cells, start=1):
        fitted = fit(text, font, SIZE, share - 6, least=LEAST)
        pen.fitted(x + LABELS + number * share, line, fitted, "right")


def _pay(payments: Sequence[tuple[str, bool]], pen: Pen, x: float, y: float, wide: float) -> None:
    """Write two payments beside each other behind boxes; what was paid has its tick."""
    line = base(y, HIGH, SIZE)
    for text, paid in payments:
        pen.box(x, line - TICK + 0.5, TICK, TICK)
        if paid:
            pen.line(x + 2, line - 4, x + 4, line - 1.5, LINE)
            pen.line(x + 4, line - 1.5, x + TICK - 1, line - TICK + 1, LINE)
        pen.fitted(x + TICK + 6, line, fit(text, TEXT, SIZE, wide / 2 - TICK - 18))
        x += wide / 2


def _plain(text: str, pen: Pen, x: float, y: float, wide: float) -> None:
    pen.text(x, base(y, HIGH, SIZE), text, TEXT, SIZE)


def _nothing(pen: Pen, x: float, y: float, wide: float) -> None:
    """A table without a head."""
