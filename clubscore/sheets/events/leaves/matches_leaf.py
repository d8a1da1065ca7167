"""Score sheets of matches: a board a row, what both tables did, what each team won."""

from django.utils.translation import gettext as _

from clubscore.club.wording.figures import signed
from clubscore.events.rankings.lists import Lists
from clubscore.events.rankings.matches import MatchSheet, Told, matches_of
from clubscore.events.state.event_now import Room
from clubscore.sheets.events.leaves.leaf import Block, leaf_pdf
from clubscore.sheets.events.leaves.leaf_columns import Column
from clubscore.sheets.events.leaves.leaf_head import head_of_results
from clubscore.sheets.events.leaves.leaf_table import Cell, Table, lines_in, table_block
from clubscore.sheets.events.leaves.result_cells import one_cell
from clubscore.sheets.events.texts.text_words import who_is
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.pen import Align
from clubscore.sheets.pieces.typeface import BOLD, TEXT, wrapped

BOARD, SCORE, WON = 12 * MM, 15 * MM, 32 * MM
PRINTED, PENCIL = 5.6 * MM, 8 * MM
# A team's name stands above its columns where it takes no more lines there; else its number.
HEAD_LINES = 2
NARROW = 3 * MM


def matches_leaf(room: Room, paper: Paper) -> bytes:
    """Return the score sheet of every match; one of which nothing is known is for a pencil."""
    lists = Lists(room)
    blocks = [_sheet(lists, sheet, paper) for sheet in matches_of(lists)]
    return leaf_pdf(head_of_results(_("Match score sheets"), lists), blocks, paper)


def _sheet(lists: Lists, sheet: MatchSheet, paper: Paper) -> Block:
    one, other = sheet.names
    known = any(each.open_room or each.closed_room for each in sheet.boards)
    columns = _columns(sheet, paper)
    rows = [
        [
            lines_in(text, column)
            for text, column in zip(
                (
                    str(each.board), *_told(each.open_room), *_told(each.closed_room),
                    each.one, each.other,
                ),
                columns, strict=True,
            )
        ]
        for each in sheet.boards
    ]  # fmt: skip
    sums = list(_sums(lists, sheet, known=known))
    called = {"round": sheet.match.number, "one": one, "other": other}
    return table_block(
        Table(
            columns,
            [*rows, *sums],
            _("Round %(round)s: %(one)s v %(other)s") % called,
            _who(sheet) if _short(sheet) else "",
            PRINTED if known else PENCIL,
            sums=len(sums),
            uprights=True,
        )
    )


def _columns(sheet: MatchSheet, paper: Paper) -> list[Column]:
    result = (paper.room - BOARD - 2 * SCORE - 2 * WON) / 2
    one, other = _heads(sheet)
    ns = _("%(team)s NS")

    def column(word: str, wide: float, align: Align = "left", font: str = TEXT) -> Column:
        return Column(word, wide, align, font, 9.5)

    return [
        column(_("board"), BOARD, "middle", BOLD),
        column(ns % {"team": one}, result),
        column(_("score"), SCORE, "right"),
        column(ns % {"team": other}, result),
        column(_("score"), SCORE, "right"),
        column(one, WON, "right"),
        column(other, WON, "right"),
    ]


def _short(sheet: MatchSheet) -> bool:
    """Whether the teams' names are too long to stand above columns."""
    ns, room = _("%(team)s NS"), WON - NARROW
    return any(
        len(wrapped(ns % {"team": name}, TEXT, 8.0, room)) > HEAD_LINES for name in sheet.names
    )


def _heads(sheet: MatchSheet) -> tuple[str, str]:
    """What stands above the columns of both teams."""
    if _short(sheet):
        return who_is("teams", sheet.one), who_is("teams", sheet.other)
    return sheet.names


def _who(sheet: MatchSheet) -> str:
    """Which team is which, where their numbers stand above columns."""
    text = _("%(who)s: %(names)s.")
    return " ".join(
        text % {"who": who_is("teams", key), "names": name}
        for key, name in zip((sheet.one, sheet.other), sheet.names, strict=True)
    )


def _sums(lists: Lists, sheet: MatchSheet, *, known: bool) -> list[list[Cell]]:
    """What each team won together, and its victory points; room for them where nothing is known."""
    blank: list[Cell] = [("",)] * 4
    points = sheet.shown_points if known else ("", "")
    rows: list[list[Cell]] = [[("",), (_("together"),), *blank[:3], *((each,) for each in points)]]
    if lists.ranked.event.scored_by.victory_points:
        won = sheet.victory_points or ("", "")
        rows.append([("",), (_("victory points"),), *blank[:3], *((each,) for each in won)])
    return rows


def _told(told: Told | None) -> tuple[str, str]:
    if told is None:
        return "", ""
    return one_cell(told.result), "" if told.score is None else signed(told.score)
