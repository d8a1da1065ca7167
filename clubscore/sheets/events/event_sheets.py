"""What is printed of an evening of duplicate: slips for a pencil, lists afterwards."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.figures import signed
from clubscore.club.wording.names import named
from clubscore.events.play.director_page import DirectorPage
from clubscore.events.rankings.lists import Line, Lists
from clubscore.events.rankings.matches import MatchSheet, Told, matches_of
from clubscore.events.results.result_form import ShownResult
from clubscore.events.state.board_words import dealt_line
from clubscore.events.state.event_now import Room, Table
from clubscore.laws.cards import ROYAL_RANK
from clubscore.sheets.at_the_table.who_and_what import shown_boards
from clubscore.sheets.events.tables_pdf import PENCIL, Block, Column

# Columns of the recap beside each other on upright paper.
BOARDS_ABREAST = 14
SYMBOLS = {each.key.lower(): each.symbol or each.key for each in ROYAL_RANK}


def contract_text(result: ShownResult) -> str:
    """Return a result as a sheet has room for it: 4♠× S −2."""
    if result.text:
        return result.text
    suit = {"n": "NT", "u": "NU"}.get(result.suit) or SYMBOLS[result.suit]
    went = "=" if result.went == _("made") else result.went
    text = f"{result.level}{suit}{'×' * result.doubling} {result.seat} {went}"
    return f"{text}, {result.besides}" if result.besides else text


def _pair(room: Room, table: Table, side: str) -> str:
    return room.called(table.section.pk, table.place.side(side))


def ranking(room: Room) -> list[Block]:
    """The ranking, a list for each direction where there are two winners."""
    lists = Lists(room)
    columns = [
        Column(_("place"), 0.6),
        Column(_("number"), 0.6),
        Column(_("names"), 3.1),
        Column(_("boards"), 0.7, right=True),
        Column(lists.score_word, 0.9, right=True),
    ]
    if lists.matches:
        columns.append(Column(_("matches"), 0.7, right=True))
    # At a par contest nothing is in percent, and there is more to tell instead.
    if lists.in_percent:
        columns.append(Column("%", 0.9, right=True))
    elif lists.at_par:
        columns.append(Column(_("details"), 2.6))
    found = []
    for one in lists.rankings:
        title = one.title or _("Ranking")
        rows = _ranked_rows(lists, one.placed, len(columns))
        found.append(Block(title, lists.about_matches, tuple(columns), rows))
        if one.below:
            rows = _ranked_rows(lists, one.below, len(columns))
            found.append(Block(title, one.about_below, tuple(columns), rows))
    return found + _penalties(lists)


def _ranked_rows(lists: Lists, lines: Iterable[Line], columns: int) -> list[list[str]]:
    return [_ranked(line, teams=bool(lists.matches))[:columns] for line in lines]


def _ranked(row: Line, *, teams: bool) -> list[str]:
    """A row of the ranking; the last cell is a percentage, or what else a par contest shows."""
    cells = [row.place, row.key, named(row.names), str(row.boards), row.score]
    return [*cells, *([str(row.matches)] if teams else []), row.percent or row.more]


def _penalties(lists: Lists) -> list[Block]:
    """What the director deducted, from whom and why; nothing if nothing was deducted."""
    columns = (Column(_("who"), 2.2), Column(_("deducted"), 2.0), Column(_("why"), 2.4))
    rows = [
        [f"{one.key} {named(one.names)}", f"{one.amount} {one.unit}", one.reason]
        for one in lists.penalties
    ]
    return [Block(_("Penalties"), "", columns, rows)] if rows else []


def cards(room: Room) -> list[Block]:
    """A filled card for each pair, every board compared."""
    lists = Lists(room)
    return [filled_card(lists, line) for one in lists.scratch for line in one.rows]


def filled_card(lists: Lists, line: Line) -> Block:
    """The filled card of those in this line of the ranking."""
    columns = (
        Column(_("board"), 0.6),
        Column(_("direction"), 0.6),
        Column(_("against"), 2.2),
        Column(_("result"), 1.6),
        Column(_("score"), 0.8, right=True),
        Column(_("points"), 0.7, right=True),
        Column("%", 0.8, right=True),
    )
    rows = [
        [
            str(row.board),
            row.way,
            named(row.against),
            contract_text(row.result),
            "" if row.own_score is None else signed(row.own_score),
            row.points,
            row.percent,
        ]
        for row in lists.card(line.key)
    ]
    text = _("place %(place)s, %(percent)s %%") if line.percent else _("place %(place)s")
    about = text % {"place": line.place, "percent": line.percent}
    return Block(f"{line.key} {named(line.names)}", about if line.place else "", columns, rows)


def results(room: Room) -> list[Block]:
    """Every board's traveller with what it brought."""
    columns = (
        Column(_("NS"), 2.2),
        Column(_("EW"), 2.2),
        Column(_("result"), 1.6),
        Column(_("NS score"), 0.9, right=True),
        Column(_("NS"), 0.7, right=True),
        Column(_("EW"), 0.7, right=True),
    )
    lists = Lists(room)
    return [
        Block(
            _("Board %(n)s") % {"n": board},
            dealt_line(lists.scorer.boards[board], room.event),
            columns,
            [
                [
                    f"{row.ns_key} {named(row.ns)}",
                    f"{row.ew_key} {named(row.ew)}",
                    contract_text(row.result),
                    "" if row.score is None else signed(row.score),
                    row.ns_points,
                    row.ew_points,
                ]
                for row in lists.traveller(board)
            ],
        )
        for board in lists.boards
    ]


def recap(room: Room) -> list[Block]:
    """The recap sheet: everyone's points board by board, then round by round who sat where."""
    return [*_board_by_board(Lists(room)), *_round_by_round(room)]


def _board_by_board(lists: Lists) -> list[Block]:
    """A row for everyone and a column for each board; nothing while no result is in."""
    found = []
    for one in lists.scratch if lists.boards else []:
        points = {
            line.key: {row.board: row.points for row in lists.card(line.key)} for line in one.rows
        }
        for at in range(0, len(lists.boards), BOARDS_ABREAST):
            boards = lists.boards[at : at + BOARDS_ABREAST]
            values = {"a": boards[0], "b": boards[-1]}
            title = _("Boards %(a)s–%(b)s") % values
            columns = (
                Column(_("number"), 1.2),
                Column(_("names"), 5.0),
                *(Column(str(board), 1.0, right=True) for board in boards),
                Column(lists.score_word, 1.4, right=True),
            )
            rows = [
                [
                    line.key,
                    named(line.names),
                    *(points[line.key].get(board, "") for board in boards),
                    line.score,
                ]
                for line in one.rows
            ]
            found.append(Block(title, one.title, columns, rows))
    return found


def _round_by_round(room: Room) -> list[Block]:
    """Who sat where and what is in, table by table."""
    columns = (
        Column(_("table"), 0.6),
        Column(_("NS"), 2.0),
        Column(_("EW"), 2.0),
        Column(_("boards"), 0.9),
        Column(pgettext("results that are in", "in"), 0.5, right=True),
    )
    short = DirectorPage(room).short
    return [
        Block(
            _("Round %(round)s") % {"round": number},
            "",
            columns,
            [
                [
                    short(table),
                    _pair(room, table, "ns"),
                    _pair(room, table, "ew"),
                    shown_boards(table.place.boards),
                    str(table.count_in),
                ]
                for table in room.tables(number)
            ],
        )
        for number in range(1, room.rounds + 1)
    ]


def match_sheets(room: Room) -> list[Block]:
    """The score sheet of every match; one of which nothing is known yet is for a pencil."""
    return [_match_sheet(sheet) for sheet in matches_of(Lists(room))]


def _match_sheet(sheet: MatchSheet) -> Block:
    one, other = sheet.names
    n_s = _("%(team)s NS")
    columns = (
        Column(_("board"), 0.6),
        Column(n_s % {"team": one}, 2.0),
        Column(_("score"), 0.8, right=True),
        Column(n_s % {"team": other}, 2.0),
        Column(_("score"), 0.8, right=True),
        Column(one, 1.0, right=True),
        Column(other, 1.0, right=True),
    )
    rows = [
        [str(each.board), *_told(each.open_room), *_told(each.closed_room), each.one, each.other]
        for each in sheet.boards
    ]
    title = _("Round %(round)s: %(one)s v %(other)s") % {
        "round": sheet.match.number,
        "one": one,
        "other": other,
    }
    is_known = any(each.open_room or each.closed_room for each in sheet.boards)
    about = pgettext("match", "%(one)s–%(other)s")
    values = dict(zip(("one", "other"), sheet.shown_points, strict=True))
    if sheet.victory_points:
        about = _("%(one)s–%(other)s, victory points %(vp_one)s–%(vp_other)s")
        values |= dict(zip(("vp_one", "vp_other"), sheet.victory_points, strict=True))
    about %= values
    if is_known:
        return Block(title, about, columns, rows)
    return Block(title, "", columns, rows, PENCIL)


def _told(told: Told | None) -> list[str]:
    if told is None:
        return ["", ""]
    return [contract_text(told.result), "" if told.score is None else signed(told.score)]
