"""The score sheets of matches, and a result as a sheet has room for it."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.figures import signed
from clubscore.events.rankings.lists import Lists
from clubscore.events.rankings.matches import MatchSheet, Told, matches_of
from clubscore.events.results.result_form import ShownResult
from clubscore.events.state.event_now import Room
from clubscore.laws.cards import ROYAL_RANK
from clubscore.sheets.events.tables_pdf import PENCIL, Block, Column

SYMBOLS = {each.key.lower(): each.symbol or each.key for each in ROYAL_RANK}


def contract_text(result: ShownResult) -> str:
    """Return a result as a sheet has room for it: 4♠× S −2."""
    if result.text:
        return result.text
    suit = {"n": "NT", "u": "NU"}.get(result.suit) or SYMBOLS[result.suit]
    went = "=" if result.went == _("made") else result.went
    text = f"{result.level}{suit}{'×' * result.doubling} {result.seat} {went}"
    return f"{text}, {result.besides}" if result.besides else text


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
