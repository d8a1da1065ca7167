"""The slip of the evening: players across, rubbers down, every row sums to nothing."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from clubscore.club.wording.figures import signed
from clubscore.sheets.pieces.blocks import Heading, Lines, Row, Table, base
from clubscore.sheets.pieces.flow import Block
from clubscore.sheets.pieces.pen import LINE, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, Fitted, fit
from clubscore.sheets.rubbers.sitting_content import PrintedSlip

HIGH, HEAD, SIZE = 16.0, 18.0, 11.0
LABELS, MOST = 130.0, 90.0
SLIM_LABELS, LEAST_ABREAST, LEAST_LABEL = 92.0, 9.0, 7.5
# A figure is never cut: it gets as small as it must.
LEAST = 3.0
TICK = 9.0
LONG = 25


def slip_blocks(slip: PrintedSlip, wide: float) -> list[Block]:
    """Return the slip with its heading, and who pays whom with a box for a pencil's tick."""
    if not slip.rows:
        return []
    note = _("Points; every row adds up to zero")
    return [
        Heading(_("Slip of the evening"), 14, note, above=6),
        _table(slip, LABELS, min(MOST, (wide - LABELS) / len(slip.people))),
        *_payments(slip, wide, 2),
    ]


def slip_abreast(slip: PrintedSlip, wide: float) -> list[Block]:
    """Return the slip in half a page's width.

    None where its figures would have to get small, or a label to lose its end.
    """
    if not slip.rows or any(_label(row.label, SLIM_LABELS).size < LEAST_LABEL for row in slip.rows):
        return []
    share = (wide - SLIM_LABELS) / len(slip.people)
    figures = [text for row in slip.rows for text in _points(row.points)]
    money = [amounts for _label, amounts in slip.money]
    figures += [text for row in (_points(slip.totals), *money) for text in row]
    if any(fit(text, TEXT, SIZE, share - 6, least=LEAST).size < LEAST_ABREAST for text in figures):
        return []
    return [
        # As high as the title of the pad beside it, so that both heads stand level.
        Heading(_("Slip of the evening"), 11, below=0.25),
        _table(slip, SLIM_LABELS, share),
        *_payments(slip, wide, 1),
    ]


def _table(slip: PrintedSlip, labels: float, share: float) -> Table:
    row = partial(_row, labels, share)
    rows = [row(TEXT, each.label, _points(each.points)) for each in slip.rows]
    rows[-1] = Row(rows[-1].height, rows[-1].draw, LINE)
    rows.append(row(BOLD, _("Sum"), _points(slip.totals)))
    rows += [row(TEXT, label, money) for label, money in slip.money]
    head = Row(HEAD, partial(_head, slip.people, labels, share))
    # What follows from a slip stands on its page, unless the slip itself is a long one.
    return Table(head, tuple(rows), keeps_next=len(rows) < LONG)


def _points(points: Sequence[int | None]) -> tuple[str, ...]:
    return tuple("–" if won is None else signed(won) for won in points)


def _payments(slip: PrintedSlip, wide: float, abreast: int) -> list[Block]:
    if slip.for_love:
        return [Lines.of(_("For love: no one pays."), wide, TEXT, SIZE)]
    if not slip.money:
        return []
    payments = [(text, False) for text in slip.owed] + [(text, True) for text in slip.paid]
    rows = [
        Row(HIGH, partial(_pay, payments[at : at + abreast], wide / abreast))
        for at in range(0, len(payments), abreast)
    ]
    if not slip.owed:
        rows.insert(0, Row(HIGH, partial(_plain, _("No one owes anything."))))
    return [Heading(_("Who pays whom"), 11), Table(Row(0, _nothing), tuple(rows), below=0)]


def _head(
    people: Sequence[str], labels: float, share: float, pen: Pen, x: float, y: float, wide: float
) -> None:
    for number, name in enumerate(people, start=1):
        fitted = fit(name, BOLD, SIZE, share - 6)
        pen.fitted(x + labels + number * share, base(y, HEAD, SIZE), fitted, "right")


def _row(labels: float, share: float, font: str, label: str, cells: Sequence[str]) -> Row:
    """Return a row: its label, and each cell fitted into its share."""
    head = _label(label, labels)
    fitted = tuple(fit(text, font, SIZE, share - 6, least=LEAST) for text in cells)
    return Row(HIGH, partial(_draw, head, fitted, labels, share))


def _label(text: str, room: float) -> Fitted:
    return fit(text, TEXT, 10.0, room - 8, least=7)


def _draw(
    head: Fitted,
    cells: Sequence[Fitted],
    labels: float,
    share: float,
    pen: Pen,
    x: float,
    y: float,
    _wide: float,
) -> None:
    line = base(y, HIGH, SIZE)
    pen.fitted(x, line, head)
    for number, cell in enumerate(cells, start=1):
        pen.fitted(x + labels + number * share, line, cell, "right")


def _pay(
    payments: Sequence[tuple[str, bool]], room: float, pen: Pen, x: float, y: float, _wide: float
) -> None:
    """Write payments beside each other behind boxes; what was paid has its tick."""
    line = base(y, HIGH, SIZE)
    for text, paid in payments:
        pen.box(x, line - TICK + 0.5, TICK, TICK)
        if paid:
            pen.line(x + 2, line - 4, x + 4, line - 1.5, LINE)
            pen.line(x + 4, line - 1.5, x + TICK - 1, line - TICK + 1, LINE)
        pen.fitted(x + TICK + 6, line, fit(text, TEXT, SIZE, room - TICK - 18))
        x += room


def _plain(text: str, pen: Pen, x: float, y: float, wide: float) -> None:
    pen.text(x, base(y, HIGH, SIZE), text, TEXT, SIZE)


def _nothing(pen: Pen, x: float, y: float, wide: float) -> None:
    """A table without a head."""
