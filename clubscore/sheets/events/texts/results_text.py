"""Every board's results, and everyone's points board by board, as plain texts."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.events.rankings.lists import CardLine, Line, Lists, ResultLine
from clubscore.events.results.result_form import ShownResult
from clubscore.events.results.result_words import score_words, scored_words
from clubscore.events.state.board_words import dealt_line
from clubscore.events.state.event_now import Room
from clubscore.sheets.events.texts.text_words import (
    direction,
    east_west,
    heading_of_results,
    north_south,
    of_whom,
    percent_words,
    place_words,
    points_words,
    who_is,
)


def results_text(room: Room) -> Iterator[str]:
    """Every board: who met whom, what became of it, what it brought."""
    lists = Lists(room)
    yield from heading_of_results(_("Results"), lists)
    for board in lists.boards:
        yield ""
        yield _("Board %(n)s") % {"n": board}
        yield dealt_line(lists.scorer.boards[board], room.event)
        for row in lists.traveller(board):
            yield ""
            yield from _row(lists, row)


def _row(lists: Lists, row: ResultLine) -> Iterator[str]:
    are = lists.room.event.contestants_are
    yield north_south(are, row.ns_key, row.ns)
    yield east_west(are, row.ew_key, row.ew)
    yield from result_lines(row.result)
    if row.score is not None:
        yield f" {scored_words(row.score)}"
    for key, points in ((row.ns_key, row.ns_points), (row.ew_key, row.ew_points)):
        if points:
            yield f" {of_whom(who_is(are, key), points)}"
    if row.status:
        yield f" {row.status}"


def result_lines(result: ShownResult) -> Iterator[str]:
    """A result and what a game counts beside tricks, each on a line below its group."""
    yield f" {result.words}"
    for text in result.besides_words:
        yield f" {text}"


def result_cards_text(room: Room) -> Iterator[str]:
    """Everyone's own results, board by board."""
    lists = Lists(room)
    yield from heading_of_results(_("Score cards"), lists)
    for one in lists.scratch:
        for line in one.rows:
            yield ""
            yield from card_lines(lists, line, len(one.rows))


def card_lines(lists: Lists, line: Line, of: int) -> Iterator[str]:
    """One contestant's own results with their place."""
    are = lists.room.event.contestants_are
    yield from contestant_lines(are, line)
    if line.place:
        yield place_words(line.place, of)
    for row in lists.card(line.key):
        yield ""
        yield from _own(row)


def contestant_lines(are: str, line: Line) -> Iterator[str]:
    """A contestant and the names, the points and the percentage."""
    yield _("%(who)s: %(names)s") % {"who": who_is(are, line.key), "names": named(line.names)}
    yield points_words(line.score)
    if line.percent:
        yield percent_words(line.percent)
    elif line.more:
        yield line.more


def _own(row: CardLine) -> Iterator[str]:
    values = {"n": row.board, "way": direction("ns" if row.is_ns else "ew")}
    yield _("Board %(n)s, %(way)s") % values
    yield " " + _("Against: %(names)s") % {"names": named(row.against)}
    yield from result_lines(row.result)
    if row.own_score is not None:
        yield " " + _("Score: %(score)s") % {"score": score_words(row.own_score)}
    if row.points:
        yield f" {points_words(row.points)}"
    if row.percent:
        yield f" {percent_words(row.percent)}"


def recap_text(room: Room) -> Iterator[str]:
    """Everyone's points board by board, each on its line."""
    lists = Lists(room)
    yield from heading_of_results(_("Recap"), lists)
    for one in lists.scratch if lists.boards else []:
        if one.title:
            yield ""
            yield one.title
        for line in one.rows:
            yield ""
            yield from contestant_lines(room.event.contestants_are, line)
            yield from board_points(lists.card(line.key))


def board_points(card: Iterable[CardLine]) -> Iterator[str]:
    """What each board brought: "Board 7: 5 points"."""
    for row in sorted(card, key=lambda each: each.board):
        if row.points:
            yield " " + _("Board %(n)s: %(points)s") % {
                "n": row.board,
                "points": points_words(row.points),
            }
        else:
            yield " " + _("Board %(n)s: %(result)s") % {"n": row.board, "result": row.result.words}
