"""Every deal of a part in a table: what was bid, what became of it, what it brought each column."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.sheets.pieces.blocks import GAME_RULE, RUBBER_RULE, Row, Table, base
from clubscore.sheets.pieces.pen import Align, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, wrapped
from clubscore.sheets.rubbers.sitting_content import PrintedDeal, PrintedPart

SIZE, SMALL, NOTE = 10.5, 7.0, 9.0
HIGH, NOTE_HIGH, HEAD = 15.0, 11.5, 24.0
# The room of points below and above the line: less of it where there are four columns.
WIDE_POINTS, NARROW_POINTS = (34.0, 34.0), (26.0, 30.0)
WON = 36.0
MOST_BESIDE = 2
# Narrower than this the honours go under the deal instead of beside it.
LEAST_HONOURS = 130.0


@dataclass(frozen=True)
class Columns:
    """Where everything stands in a table of this width: (place, room) of each column."""

    number: tuple[float, float]
    dealer: tuple[float, float]
    contract: tuple[float, float]
    by: tuple[float, float]
    result: tuple[float, float]
    honours: tuple[float, float] | None
    points: tuple[float, ...]
    share: tuple[float, float]
    won: float


def columns_for(count: int, wide: float) -> Columns:
    """Share a width among the columns of a deal with so many columns of points."""
    share = WIDE_POINTS if count <= 3 else NARROW_POINTS
    points = count * sum(share)
    left = wide - WON - points
    fixed = {"number": 22.0, "dealer": 52.0, "contract": 46.0, "by": 66.0, "result": 36.0}
    honours = left - sum(fixed.values())
    if honours < LEAST_HONOURS:
        # What is not needed for honours goes to the names.
        fixed["dealer"] += honours * 0.4
        fixed["by"] += honours * 0.6
    places: dict[str, tuple[float, float]] = {}
    x = 0.0
    for name, room in fixed.items():
        places[name] = (x, room - (10 if name == "result" else 5))
        x += room
    beside = (x, honours - 6) if honours >= LEAST_HONOURS else None
    starts = tuple(left + n * sum(share) for n in range(count))
    return Columns(**places, honours=beside, points=starts, share=share, won=wide)


def deal_table(part: PrintedPart, wide: float) -> Table:
    """Return the table of a part's deals."""
    columns = columns_for(len(part.names), wide)
    head = Row(HEAD, partial(_head, columns, part.names, part.has_line))
    rows = tuple(_row(columns, deal, wide) for deal in part.deals)
    return Table(head, rows)


def _head(
    columns: Columns,
    names: Sequence[str],
    has_line: bool,
    pen: Pen,
    x: float,
    y: float,
    wide: float,
) -> None:
    """Draw the head: names over their two columns of points."""
    line = y + HEAD - 5
    words = (
        (columns.dealer, _("dealer")),
        (columns.contract, _("contract")),
        (columns.by, pgettext("column: declarer", "by")),
        (columns.honours, _("honours")),
    )
    for place, word in words:
        if place is not None:
            pen.text(x + place[0], line, word, TEXT, SMALL + 1)
    pen.text(x + sum(columns.result), line, _("result"), TEXT, SMALL + 1, "right")
    for start, name in zip(columns.points, names, strict=True):
        end = x + start + sum(columns.share)
        fitted = fit(name, BOLD, 9.5, sum(columns.share) - 6, least=7)
        pen.fitted(end, y + 9, fitted, "right")
        if has_line:
            pen.text(x + start + columns.share[0], line, _("below"), TEXT, SMALL, "right")
            pen.text(end, line, _("above"), TEXT, SMALL, "right")


def _row(columns: Columns, deal: PrintedDeal, wide: float) -> Row:
    beside: tuple[str, ...] = ()
    under = list(deal.notes)
    if columns.honours is not None:
        beside = wrapped(deal.honours, TEXT, NOTE, columns.honours[1])
    if deal.honours and (columns.honours is None or len(beside) > MOST_BESIDE):
        beside, under = (), [deal.honours, *under]
    first = columns.dealer[0]
    notes = tuple(line for note in under for line in wrapped(note, TEXT, NOTE, wide - first - WON))
    high = HIGH + NOTE_HIGH * max(0, len(beside) - 1)
    rule = GAME_RULE if deal.won == "game" else RUBBER_RULE if deal.won else 0
    draw = partial(_draw, columns, Texts(deal, beside, notes, high))
    return Row(high + NOTE_HIGH * len(notes) + (2 if notes else 0), draw, rule)


class Texts(NamedTuple):
    """What a row says in lines of its own: honours beside the deal, notes under it."""

    deal: PrintedDeal
    beside: tuple[str, ...]
    notes: tuple[str, ...]
    high: float


def _draw(columns: Columns, texts: Texts, pen: Pen, x: float, y: float, wide: float) -> None:
    deal, beside, notes, high = texts
    line = base(y, HIGH, SIZE)
    cell = partial(_cell, pen, x, line)
    cell(columns.number, f"{deal.number}.", BOLD, "left")
    cell(columns.dealer, deal.dealer, TEXT, "left")
    cell(columns.contract, deal.contract, TEXT, "left")
    cell(columns.by, deal.by, TEXT, "left")
    cell(columns.result, deal.result, TEXT, "right")
    if columns.honours is not None:
        for number, text in enumerate(beside):
            pen.text(x + columns.honours[0], line + NOTE_HIGH * number, text, TEXT, NOTE)
    for start, (below, above) in zip(columns.points, deal.points, strict=True):
        _points(pen, x + start + columns.share[0], line, below)
        _points(pen, x + start + sum(columns.share), line, above)
    if deal.won:
        word = _("game") if deal.won == "game" else _("rubber")
        pen.text(x + columns.won, line, word, TEXT, NOTE, "right")
    for number, text in enumerate(notes):
        pen.text(x + columns.dealer[0], y + high + NOTE_HIGH * number + 8, text, TEXT, NOTE)


def _cell(
    pen: Pen, x: float, line: float, place: tuple[float, float], text: str, font: str, align: Align
) -> None:
    fitted = fit(text, font, SIZE, place[1], least=7)
    pen.fitted(x + place[0] + (place[1] if align == "right" else 0), line, fitted, align)


def _points(pen: Pen, end: float, line: float, points: int) -> None:
    """Write points up to a place; nothing where there are none."""
    if points:
        text = f"{points}".replace("-", "\N{MINUS SIGN}")
        pen.fitted(end, line, fit(text, TEXT, SIZE, NARROW_POINTS[0], least=3), "right")
