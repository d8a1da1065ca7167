"""The ranking on paper: a list for each direction, who has no place yet, what was deducted."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.names import named
from clubscore.events.rankings.lists import Line, Lists
from clubscore.events.state.event_now import Room
from clubscore.sheets.events.leaves.leaf import Block, leaf_pdf
from clubscore.sheets.events.leaves.leaf_columns import (
    Column,
    Names,
    put_cell,
    put_heads,
    put_row,
    row_high,
)
from clubscore.sheets.events.leaves.leaf_head import head_of_results
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.pen import HAIR, LINE, STRONG, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, width, wrapped

LIST_TITLE, LIST_HEAD, HEADS = 13.0, 20.0, 13.0
ROOMY = 6.4 * MM
EVERY = 4


def ranking_leaf(room: Room, paper: Paper) -> bytes:
    """Return the ranking as a PDF."""
    lists = Lists(room)
    columns, names = _columns(lists, paper)
    blocks = []
    for one in lists.rankings:
        if one.placed or not one.below:
            blocks.append(_list(columns, names, lists, one.title, one.placed))
        if one.below:
            blocks.append(_list(columns, names, lists, one.about_below, one.below))
    if lists.penalties:
        blocks.append(_penalties(lists, paper))
    facts = [lists.about_matches] if lists.about_matches else []
    return leaf_pdf(head_of_results(_("Ranking"), lists, facts), blocks, paper)


def _columns(lists: Lists, paper: Paper) -> tuple[list[Column], Names]:
    """The columns of every list, and how names are set in theirs."""
    lines = [line for one in lists.rankings for line in one.rows]
    after = [
        Column(_("boards"), 16 * MM, "right"),
        Column(lists.score_word, 24 * MM, "right", BOLD),
    ]
    if lists.matches:
        after.append(Column(_("matches"), 18 * MM, "right"))
    if lists.in_percent:
        after.append(Column("%", 18 * MM, "right", BOLD))
    elif lists.at_par:
        widest = max((width(line.more, TEXT, 9.5) for line in lines), default=0) + 4 * MM
        after.append(Column(_("details"), min(max(widest, 18 * MM), 70 * MM), "right", size=8.0))
    number = max((width(line.key, TEXT, 9.5) for line in lines), default=0) + 4 * MM
    before = [
        Column(pgettext("column", "place"), 14 * MM, "right", BOLD, 11.0),
        Column(_("number"), max(14 * MM, number), "middle"),
    ]
    room = paper.room - sum(column.wide for column in (*before, *after))
    names = Names.of([[named(line.names)] for line in lines], room - 3 * MM)
    if names.size < 9.0 or names.lines > 1:
        names = Names.of([line.names for line in lines], room - 3 * MM)
    return [*before, Column(_("names"), room, size=names.size), *after], names


def _list(
    columns: Sequence[Column], names: Names, lists: Lists, title: str, lines: Sequence[Line]
) -> Block:
    wide = sum(column.wide for column in columns)
    high = max(ROOMY, names.high)

    def head(pen: Pen, x: float, y: float) -> None:
        if title:
            with pen.tagged("Caption"):
                pen.text(x, y + LIST_TITLE, title, BOLD, 11.0)
            y += LIST_HEAD
        put_heads(pen, columns, x, y + 9)
        pen.rule(x, y + HEADS, wide, LINE)

    def row(pen: Pen, x: float, y: float, number: int) -> None:
        line = lines[number]
        who = names.set([named(line.names)] if names.lines == 1 else line.names)
        cells = [(line.place,), (line.key,), who, (str(line.boards),), (line.score,)]
        if lists.matches:
            cells.append((str(line.matches),))
        if lists.in_percent:
            cells.append((line.percent,))
        elif lists.at_par:
            cells.append(wrapped(line.more, TEXT, 8.0, columns[-1].wide - 3 * MM))
        put_row(pen, columns, x, y, high, cells)
        pen.rule(x, y + high, wide, LINE if (number + 1) % EVERY == 0 else HAIR)

    above = HEADS + (LIST_HEAD if title else 0)
    return Block(above, head, [high] * len(lines), row)


def _penalties(lists: Lists, paper: Paper) -> Block:
    """What the director deducted, from whom and why."""
    thirds = (0.4, 0.2, 0.4)
    words = (_("who"), _("deducted"), _("why"))
    columns = [
        Column(word, paper.room * part, size=9.0) for word, part in zip(words, thirds, strict=True)
    ]
    rows = [
        [
            wrapped(text, TEXT, 9.0, column.wide - 3 * MM)
            for column, text in zip(
                columns,
                (f"{one.key} {named(one.names)}", f"{one.amount} {one.unit}", one.reason),
                strict=True,
            )
        ]
        for one in lists.penalties
    ]
    highs = [row_high(max(1, *map(len, cells))) for cells in rows]
    return Block(
        LIST_HEAD + HEADS,
        partial(_penalties_head, columns, paper.room),
        highs,
        partial(_penalty, columns, paper.room, rows, highs),
    )


def _penalties_head(columns: Sequence[Column], wide: float, pen: Pen, x: float, y: float) -> None:
    with pen.tagged("Caption"):
        pen.text(x, y + LIST_TITLE, _("Penalties"), BOLD, 11.0)
    put_heads(pen, columns, x, y + LIST_HEAD + 9)
    pen.rule(x, y + LIST_HEAD + HEADS, wide, STRONG)


def _penalty(
    columns: Sequence[Column], wide: float, rows: Sequence[Sequence[Sequence[str]]],
    highs: Sequence[float], pen: Pen, x: float, y: float, number: int,
) -> None:  # fmt: skip
    for column, lines in zip(columns, rows[number], strict=True):
        put_cell(pen, column, x, y, highs[number], lines)
        x += column.wide
    pen.rule(x - wide, y + highs[number], wide, HAIR)
