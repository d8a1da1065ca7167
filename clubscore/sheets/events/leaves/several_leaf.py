"""The ranking of several evenings as one, on paper."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.names import named
from clubscore.events.rankings.several import RankedLines, Several
from clubscore.sheets.events.leaves.leaf import Head, leaf_pdf
from clubscore.sheets.events.leaves.leaf_columns import Column, Names
from clubscore.sheets.events.leaves.leaf_table import Cell, Table, table_block
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.typeface import BOLD

FULL = 9.0


def several_leaf(several: Several, title: str, club: str, about: str, paper: Paper) -> bytes:
    """Return the ranking as a PDF; `about` says which evenings these are."""
    before = Column(pgettext("column", "place"), 14 * MM, "right", BOLD, 11.0)
    after = [Column(_("boards"), 18 * MM, "right"), Column(_("points"), 26 * MM, "right", BOLD)]
    if several.in_percent:
        after.append(Column("%", 20 * MM, "right", BOLD))
    room = paper.room - sum(column.wide for column in (before, *after))
    every = [row.names for one in several.lists for row in one.rows]
    names = Names.of([[named(each)] for each in every], room - 3 * MM)
    together = names.size == FULL and names.lines == 1
    if not together:
        names = Names.of(every, room - 3 * MM)
    columns = [before, Column(_("names"), room, size=names.size), *after]
    blocks = [
        table_block(Table(columns, _rows(one, names, together, len(columns)), one.title))
        for one in several.lists
    ]
    return leaf_pdf(Head(title, club, [f"{about}."], club), blocks, paper)


def _rows(one: RankedLines, names: Names, together: bool, columns: int) -> Sequence[Sequence[Cell]]:
    """The rows of a list; with `together` the two of a pair stand on one line."""
    return [
        [
            (row.place,),
            names.set([named(row.names)] if together else row.names),
            (str(row.boards),),
            (row.score,),
            (row.percent,),
        ][:columns]
        for row in one.rows
    ]
