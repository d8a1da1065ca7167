"""Every board's results, and everyone's points board by board, as plain texts."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.events.rankings.lists import CardLine, Line, Lists, ResultLine
from clubscore.events.results.result_form import ShownResult
from clubscore.events.results.result_words import score_words, scored_words
from clubscore.events.state.board_words import dealt_line
from clubscore.events.state.event_now import Room
from clubscore.sheets.events.card_summary import Summary, summary_of, worth_of
from clubscore.sheets.events.event_facts import scoring_line
from clubscore.sheets.events.texts.text_words import (
    direction,
    east_west,
    heading,
    heading_of_results,
    north_south,
    of_whom,
    percent_words,
    place_words,
    points_words,
    who_is,
)
from clubscore.sheets.plain_words import sign_in_words


def results_text(room: Room) -> Iterator[str]:
    """Every board: who met whom, what became of it, what it brought."""
    lists = Lists(room)
    yield from heading_of_results(_("Results"), lists)
    for board in lists.boards:
        yield ""
        yield _("Board %(n)s") % {"n": board}
        yield dealt_line(lists.scorer.boards[board], room.event)
        yield from _worth(lists, board)
        for row in lists.traveller(board):
            yield ""
            yield from _row(lists, row)


def _worth(lists: Lists, board: int) -> Iterator[str]:
    """Par, where it was set, and what an average is, where the board has a top."""
    par = lists.scorer.boards[board].par
    if par is not None:
        yield _("Par: %(par)s") % {"par": scored_words(par.score)}
    worth = worth_of(lists, board)
    if worth is not None:
        yield _("Average: %(average)s of %(top)s") % worth._asdict()


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
    yield from heading(_("Score cards"), room.event, [scoring_line(lists)])
    for one in lists.scratch:
        for line in one.rows:
            yield ""
            yield from card_lines(lists, line, len(one.rows))


def card_lines(lists: Lists, line: Line, of: int) -> Iterator[str]:
    """One contestant's own results with their place."""
    yield named_line(lists.room.event.contestants_are, line)
    if line.place:
        yield place_words(line.place, of)
        yield percent_words(line.percent) if line.percent else points_words(line.score)
    card = lists.card(line.key)
    yield from _summary(summary_of(card))
    for one in lists.penalties:
        if one.key == line.key:
            yield _("Deducted: %(amount)s %(unit)s. %(reason)s") % {
                "amount": one.amount,
                "unit": one.unit,
                "reason": one.reason,
            }
    for row in card:
        yield ""
        yield from _own(lists, row)


def _summary(summary: Summary) -> Iterator[str]:
    for text, found in ((_("Best board: %(n)s, %(points)s"), summary.best),
                        (_("Worst board: %(n)s, %(points)s"), summary.worst)):  # fmt: skip
        if found:
            yield text % {"n": found[0], "points": points_words(found[1])}
    for text, figures in ((_("As North–South: %(percent)s"), summary.ns_percent),
                          (_("As East–West: %(percent)s"), summary.ew_percent)):  # fmt: skip
        if figures:
            yield text % {"percent": percent_words(figures)}
    if summary.possible:
        yield _("Sum: %(sum)s of %(possible)s") % summary._asdict()
    elif summary.sum:
        yield _("Sum: %(sum)s") % {"sum": sign_in_words(summary.sum)}


def named_line(are: str, line: Line) -> str:
    """Return a contestant and the names: "Pair 8: Ann Field & Bob Lake"."""
    return _("%(who)s: %(names)s") % {"who": who_is(are, line.key), "names": named(line.names)}


def contestant_lines(are: str, line: Line) -> Iterator[str]:
    """A contestant and the names, the points and the percentage."""
    yield named_line(are, line)
    yield points_words(line.score)
    if line.percent:
        yield percent_words(line.percent)
    elif line.more:
        yield line.more


def _own(lists: Lists, row: CardLine) -> Iterator[str]:
    values = {"n": row.board, "way": direction("ns" if row.is_ns else "ew")}
    yield _("Board %(n)s, %(way)s") % values
    yield f" {dealt_line(lists.scorer.boards[row.board], lists.room.event)}"
    yield " " + _("Against: %(names)s") % {"names": named(row.against)}
    yield from result_lines(row.result)
    if row.own_score is not None:
        yield " " + _("Score: %(score)s") % {"score": score_words(row.own_score)}
    if row.points:
        yield f" {points_words(row.points)}"


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
            yield named_line(room.event.contestants_are, line)
            yield place_words(line.place, len(one.rows))
            yield percent_words(line.percent) if lists.in_percent else points_words(line.score)
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
