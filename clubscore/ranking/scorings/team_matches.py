"""Teams: the two tables of a match on the same boards, compared board by board."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.result import Adjusted, Award, Result, Side, Weighted
from clubscore.ranking.valuation import imps


class BoardOfMatch(NamedTuple):
    """One board of a match: the lines of the file, N-S team first, and what each team gets.

    ``points`` is what the team that sat N-S at the first of the tables has, then the other's; None
    where ``awards`` stand instead.
    """

    lines: tuple[int, ...]
    teams: tuple[Side, Side]
    points: tuple[Fraction, Fraction] | None
    awards: tuple[tuple[Award, ...], tuple[Award, ...]] = ((), ())


def match_key(result: Result) -> Hashable:
    """The match that a result belongs to: its round, and the two teams whichever way they sit."""
    return (result.round, *sorted((str(result.ns), str(result.ew))))


def board_key(result: Result) -> Hashable:
    """The board of the match."""
    return (result.board, match_key(result))


def matches_played(results: Iterable[Result]) -> dict[Side, int]:
    """How many matches each team has played, of those where a board is compared."""
    found: dict[Hashable, list[Result]] = {}
    for result in results:
        found.setdefault(match_key(result), []).append(result)
    played: dict[Side, int] = {}
    for match in found.values():
        if any(True for _board in boards_of(match, imps)):
            for team in (match[0].ns, match[0].ew):
                played[team] = played.get(team, 0) + 1
    return played


def write_points(
    board: BoardOfMatch,
    results: Sequence[Result],
    points: tuple[Fraction, Fraction],
    denominator: int,
    columns: tuple[list[int | None], list[int | None]],
) -> None:
    """Put a board's points on both its lines: to whom they belong there, N-S or E-W."""
    won = {
        team: int(each * denominator) for team, each in zip(board.teams, points, strict=True)
    }  # fmt: skip
    for line in board.lines:
        columns[0][line], columns[1][line] = won[results[line].ns], won[results[line].ew]


def boards_of(
    results: Sequence[Result], worth: Callable[[int], int]
) -> Iterable[BoardOfMatch]:  # fmt: skip
    """The boards of one match that were played at both tables, with what each team gets.

    A board that one table has still to play, or did not play, is left out for both.
    """
    by_board: dict[int, list[int]] = {}
    for line, result in enumerate(results):
        by_board.setdefault(result.board, []).append(line)
    for lines in by_board.values():
        _check_tables([results[line] for line in lines])
        both = [results[line] for line in lines]
        if len(both) == 2 and all(result.played for result in both):
            yield _compared(tuple(lines), both[0], both[1], worth)


def _check_tables(tables: Sequence[Result]) -> None:
    """A board of a match is played at two tables, the teams sitting the other way at the second."""
    if len(tables) > 2 or (len(tables) == 2 and tables[0].ns != tables[1].ew):
        raise RuleError(
            "tables",
            gettext_noop(
                "Board %(board)s of %(ns)s against %(ew)s: a match needs two tables, and at"
                " the second each team sits the other way."
            ),
            "results",
            board=tables[0].board,
            ns=str(tables[0].ns),
            ew=str(tables[0].ew),
        )


def _compared(
    lines: tuple[int, ...], first: Result, second: Result, worth: Callable[[int], int]
) -> BoardOfMatch:
    """Each team's score where it sat N-S less the others' score where they did."""
    teams = first.ns, first.ew
    scores = first.ns_scores, second.ew_scores, second.ns_scores, first.ew_scores
    if None in scores:
        return BoardOfMatch(lines, teams, None, (_awards(first.ns, first, second),
                                                 _awards(first.ew, first, second)))  # fmt: skip
    own, theirs, other_own, other_theirs = (score for score in scores if score is not None)
    points = _mean(own, theirs, worth), _mean(other_own, other_theirs, worth)
    return BoardOfMatch(lines, teams, points)


def _mean(own: Weighted, theirs: Weighted, worth: Callable[[int], int]) -> Fraction:
    """The weighted mean over every pair of scores."""
    return sum(
        (weight * other * worth(score - against) for score, weight in own
         for against, other in theirs),
        Fraction(0),
    )  # fmt: skip


def _awards(team: Side, *tables: Result) -> tuple[Award, ...]:
    return tuple(
        table.ruling.ns if table.ns == team else table.ruling.ew
        for table in tables
        if isinstance(table.ruling, Adjusted)
    )
