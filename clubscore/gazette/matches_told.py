"""Stories of matches of teams: the closest one, and the board that moved most in one."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.events.results.result_words import in_words, score_words
from clubscore.gazette.event_night import EventNight
from clubscore.gazette.story import Source, Story
from clubscore.ranking import TravellerRow, show_number
from clubscore.ranking.contestant import TEAMS
from clubscore.ranking.scorings.victory_points import VICTORY_POINTS

FEWEST_MATCHES = 2  # of which one can be the closest
FEWEST_IMPS = 10  # of a board that is worth a story


class MatchBoard(NamedTuple):
    """A board of a match: its rows where the first team sat North-South, and where it did not.

    `imps` are the first team's, below nought where the other team won them.
    """

    board: int
    first: TravellerRow
    second: TravellerRow
    imps: int


class Match(NamedTuple):
    """Two teams, the one with the lower number first, and the boards of both tables."""

    round: int
    one: str
    other: str
    boards: tuple[MatchBoard, ...]

    @property
    def imps(self) -> int:
        """By how many IMPs the first team won, below nought where it lost."""
        return sum(each.imps for each in self.boards)


def stories_of_matches(night: EventNight) -> Iterator[Story]:
    """Yield the stories of an event whose matches are scored by IMPs."""
    matches = matches_of(night)
    for rule in (_closest, _board_that_moved_most):
        story = rule(night, matches)
        if story is not None:
            yield story


def matches_of(night: EventNight) -> list[Match]:
    """Return the matches of which every board was played at both tables; none unless by IMPs."""
    event = night.lists.ranked.event
    if event.contestants_are != TEAMS or event.scoring != VICTORY_POINTS.key:
        return []
    found: dict[tuple[int, str, str], dict[int, list[TravellerRow]]] = defaultdict(dict)
    for traveller in (each for of_board in night.lists.travellers.values() for each in of_board):
        for row in traveller.rows:
            result = row.result
            if isinstance(result.ns, str) and isinstance(result.ew, str):
                one, other = sorted((result.ns, result.ew))
                rows = found[result.round or 0, one, other]
                rows.setdefault(result.board, []).append(row)
    return [match for key, rows in found.items() if (match := _match(key, rows)) is not None]


def _match(key: tuple[int, str, str], rows: Mapping[int, list[TravellerRow]]) -> Match | None:
    round_, one, other = key
    boards = []
    for board, both in sorted(rows.items()):
        ways = {row.result.ns: row for row in both}
        if len(both) != 2 or set(ways) != {one, other}:
            return None
        first, second = ways[one], ways[other]
        if first.ns_points is None or first.result.score is None or second.result.score is None:
            return None
        boards.append(MatchBoard(board, first, second, int(first.ns_points)))
    return Match(round_, one, other, tuple(boards))


def _closest(night: EventNight, matches: list[Match]) -> Story | None:
    """The match that was won by the fewest IMPs, or a draw; none where two are as close."""
    ordered = sorted(matches, key=lambda each: abs(each.imps))
    if len(ordered) < FEWEST_MATCHES or abs(ordered[0].imps) == abs(ordered[1].imps):
        return None
    match = ordered[0]
    winner, loser = (match.one, match.other) if match.imps >= 0 else (match.other, match.one)
    margin = abs(match.imps)
    values = {"winner": night.names(winner), "loser": night.names(loser), "n": margin}
    if margin:
        text = ngettext(
            "%(winner)s beat %(loser)s by %(n)s IMP, the closest match of the event.",
            "%(winner)s beat %(loser)s by %(n)s IMPs, the closest match of the event.",
            margin,
        )
    else:
        text = _("%(winner)s and %(loser)s drew, the closest match of the event.")
    heads = (_("Match"), _("IMPs"))
    rows = tuple(
        (
            _("%(one)s v %(other)s")
            % {"one": night.names(each.one), "other": night.names(each.other)},
            show_number(Fraction(each.imps)),
        )
        for each in ordered
    )
    source = Source(_("Every match and the IMPs by which it was won."), heads, rows, night.path)
    claim = {"event": night.event.pk, "winner": winner, "loser": loser, "margin": margin}
    return Story(
        f"event-{night.event.pk}-match", _("The closest match"), text % values, source, claim
    )


def _board_that_moved_most(night: EventNight, matches: list[Match]) -> Story | None:
    """The board of a match on which the most IMPs changed hands; none where two did as much."""
    boards = [(match, each) for match in matches for each in match.boards]
    boards.sort(key=lambda each: -abs(each[1].imps))
    if not boards or abs(boards[0][1].imps) < FEWEST_IMPS:
        return None
    if len(boards) > 1 and abs(boards[1][1].imps) == abs(boards[0][1].imps):
        return None
    return _board_story(night, *boards[0])


def _board_story(night: EventNight, match: Match, board: MatchBoard) -> Story:
    winner, loser = (match.one, match.other) if board.imps > 0 else (match.other, match.one)
    facts = night.lists.facts
    values = {
        "n": abs(board.imps),
        "board": board.board,
        "winner": night.names(winner),
        "loser": night.names(loser),
        "result": in_words(facts(board.first.result)),
        "other": in_words(facts(board.second.result)),
    }
    text = ngettext(
        "On board %(board)s %(winner)s won %(n)s IMP from %(loser)s: %(result)s at one table,"
        " %(other)s at the other.",
        "On board %(board)s %(winner)s won %(n)s IMPs from %(loser)s: %(result)s at one table,"
        " %(other)s at the other.",
        abs(board.imps),
    )
    claim = {
        "event": night.event.pk, "board": board.board, "winner": winner, "loser": loser,
        "imps": abs(board.imps),
    }  # fmt: skip
    return Story(
        f"event-{night.event.pk}-imps",
        _("The board that moved most"),
        text % values,
        _both_tables(night, board),
        claim,
        night.cards(board.board),
    )


def _both_tables(night: EventNight, board: MatchBoard) -> Source:
    heads = (_("North–South"), _("East–West"), _("Result"), _("Score"))
    rows = tuple(
        (
            night.names(row.result.ns),
            night.names(row.result.ew),
            in_words(night.lists.facts(row.result)),
            score_words(row.result.score or 0),
        )
        for row in (board.first, board.second)
    )
    asked = _("The board on which the most IMPs changed hands in a match.")
    return Source(asked, heads, rows, night.board_path(board.board))
