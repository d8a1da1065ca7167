"""The score sheets of matches as plain texts."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubscore.events.rankings.lists import Lists
from clubscore.events.rankings.matches import MatchBoard, MatchSheet, Told, matches_of
from clubscore.events.results.result_words import scored_words
from clubscore.events.state.event_now import Room
from clubscore.sheets.events.texts.results_text import result_lines
from clubscore.sheets.events.texts.text_words import heading_of_results, of_whom


def matches_text(room: Room) -> Iterator[str]:
    """Every match: each board at both tables, and what each team won."""
    lists = Lists(room)
    yield from heading_of_results(_("Match score sheets"), lists)
    for sheet in matches_of(lists):
        yield from _match(sheet)


def _match(sheet: MatchSheet) -> Iterator[str]:
    one, other = sheet.names
    yield ""
    title = {"round": sheet.match.number, "one": one, "other": other}
    yield _("Round %(round)s: %(one)s v %(other)s") % title
    if any(each.open_room or each.closed_room for each in sheet.boards):
        for name, points in zip((one, other), sheet.shown_points, strict=True):
            yield of_whom(name, points)
        for name, won in zip((one, other), sheet.victory_points or (), strict=False):
            yield _("%(team)s: victory points %(n)s") % {"team": name, "n": won}
    for board in sheet.boards:
        yield ""
        yield _("Board %(n)s") % {"n": board.board}
        yield from _board(board, one, other)


def _board(board: MatchBoard, one: str, other: str) -> Iterator[str]:
    for team, told in ((one, board.open_room), (other, board.closed_room)):
        if told is not None:
            yield _("%(team)s North–South:") % {"team": team}
            yield from _told(told)
    for team, won in ((one, board.one), (other, board.other)):
        if won:
            yield of_whom(team, won)


def _told(told: Told) -> Iterator[str]:
    yield from result_lines(told.result)
    if told.score is not None:
        yield f" {scored_words(told.score)}"
