"""IMPs reckoned once more: against the other tables, against Butler's average, in matches of teams.

An independent model from law 78B's scale, law 86B2's three IMPs, and the scales of victory points
that the World Bridge Federation (2013) and the ACBL print. It imports nothing of the program.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

from tests.soak.ranks import AWARDS, SIDES, Line, Result, Row, Way, is_real, placed, score_of

# The lowest difference for each number of IMPs.
SCALE = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
         2000, 2250, 2500, 3000, 3500, 4000)  # fmt: skip
# The lowest margins for 11 to 20 whole victory points, in matches of so few boards.
WHOLE, WHOLE_UP_TO = (1, 3, 5, 8, 11, 14, 17, 20, 24, 28), 8
TOP = {"ns": 0, "ew": 0}
FULL_BOARD = 4  # results from which the best and the worst are left out of an average


def imps(difference: int) -> int:
    """Return the IMPs of a difference."""
    won = sum(abs(difference) >= least for least in SCALE)
    return won if difference > 0 else -won


def _line(points: Fraction) -> Line:
    return Line({"ns": points, "ew": -points}, TOP)


def _by_board(results: Sequence[Result]) -> dict[int, list[int]]:
    found = defaultdict(list)
    for result in results:
        if is_real(result):
            found[result["board"]].append(score_of(result))
    return found


def cross_imps(results: Sequence[Result]) -> list[Line]:
    """Return the mean of the IMPs against every other result of the board."""
    scores, lines = _by_board(results), []
    for result in results:
        if not is_real(result):
            lines.append(Line(None, TOP))
            continue
        mine, others = score_of(result), scores[result["board"]]
        won = sum(imps(mine - each) for each in others)
        lines.append(_line(Fraction(won, max(1, len(others) - 1))))
    return lines


def average(scores: Sequence[int]) -> int:
    """Return Butler's average to the nearest ten, half away from zero."""
    kept = sorted(scores)[1:-1] if len(scores) >= FULL_BOARD else scores
    tens = Fraction(sum(kept), 10 * len(kept))
    whole = int(abs(tens) + Fraction(1, 2))
    return 10 * whole if tens >= 0 else -10 * whole


def butler(results: Sequence[Result]) -> list[Line]:
    """Return the IMPs against the average of the board."""
    scores = _by_board(results)
    return [
        _line(Fraction(imps(score_of(result) - average(scores[result["board"]]))))
        if is_real(result)
        else Line(None, TOP)
        for result in results
    ]


def award(percent: Fraction, _top: int) -> Fraction:
    """Return an award in IMPs: sixty percent are three (law 12C2b)."""
    return 3 * (percent - 50) / 10


CROSS_IMPS = Way(cross_imps, award, in_percent=False)
BUTLER = Way(butler, award, in_percent=False)


# Matches of teams


@dataclass
class Match:
    """A match of two teams in a round: what each has won on each board that both tables played."""

    round: int
    teams: tuple[str, str]
    boards: dict[int, dict[str, Fraction]] = field(default_factory=dict)

    def margin(self, team: str) -> Fraction:
        """Return what a team is ahead by; less than nothing where it is behind."""
        return sum((won[team] for won in self.boards.values()), Fraction(0))

    def won(self, team: str) -> Fraction:
        """Return the IMPs that it gained, board by board."""
        return sum((max(won[team], Fraction(0)) for won in self.boards.values()), Fraction(0))


def matches_of(results: Sequence[Result]) -> list[Match]:
    """Return the matches of which a board was played at both tables."""
    found: dict[tuple[int, tuple[str, str]], Match] = {}
    both: dict[tuple[int, tuple[str, str], int], list[Result]] = defaultdict(list)
    for result in results:
        one, other = sorted((result["ns"], result["ew"]))
        both[result["round"], (one, other), result["board"]].append(result)
    for (number, teams, board), lines in both.items():
        if len(lines) == 2:
            match = found.setdefault((number, teams), Match(number, teams))
            match.boards[board] = {team: _won_by(team, lines) for team in teams}
    return list(found.values())


def _won_by(team: str, lines: list[Result]) -> Fraction:
    """Its score where it sat North-South less the other's score there; or what was awarded."""
    awards = [
        Fraction(3 * (AWARDS[each["adjusted"][side]] - 50), 10)
        for each in lines
        for side in SIDES
        if not is_real(each) and each[side] == team
    ]
    if awards:
        return sum(awards, Fraction(0)) / len(awards)
    ours, theirs = sorted(lines, key=lambda each: each["ns"] != team)
    return Fraction(imps(score_of(ours) - score_of(theirs)))


def points_of_matches(results: Sequence[Result]) -> list[tuple[Fraction | None, ...]]:
    """Return what each result brings both teams; nothing until the other table has played."""
    matches = {(each.round, each.teams): each for each in matches_of(results)}
    found: list[tuple[Fraction | None, ...]] = []
    for result in results:
        one, other = sorted((result["ns"], result["ew"]))
        match = matches.get((result["round"], (one, other)))
        won = match.boards.get(result["board"], {}) if match else {}
        found.append((won.get(result["ns"]), won.get(result["ew"])))
    return found


def _whole(margin: Fraction) -> int:
    """Round to a whole IMP, half away from zero."""
    whole = int(abs(margin) + Fraction(1, 2))
    return whole if margin >= 0 else -whole


def whole_victory_points(margin: Fraction, boards: int) -> Fraction:
    """Return victory points by the ACBL's bands."""
    if boards > WHOLE_UP_TO:
        raise ValueError(f"no bands for {boards} boards are kept here")
    ahead = _whole(margin)
    points = 10 + sum(abs(ahead) >= least for least in WHOLE)
    return Fraction(points if ahead >= 0 else 20 - points)


def victory_points(margin: Fraction, boards: int) -> Fraction:
    """Return victory points by the World Bridge Federation's scale, in hundredths."""
    ahead, scale = _whole(margin), hundredths(boards)
    points = Fraction(scale[min(abs(ahead), len(scale) - 1)], 100)
    return points if ahead >= 0 else 20 - points


def hundredths(boards: int) -> list[int]:
    """Return the winner's hundredths by margin: 10 + 10 (1 - R^3M) / (1 - R), R^3 the golden one.

    M is the margin's part of fifteen times the root of the boards. A step is never larger than the
    one before, so a hundredth is added where rounding made it so.
    """
    with localcontext() as context:
        context.prec = 40
        golden = (Decimal(5).sqrt() - 1) / 2
        blitz = 15 * Decimal(boards).sqrt()
        scale = []
        while not scale or scale[-1] < 2000:
            part = (1 - golden ** (3 * len(scale) / blitz)) / (1 - golden**3)
            points = (1000 + 1000 * part).quantize(Decimal(1), ROUND_HALF_UP)
            scale.append(min(int(points), 2000))
    steps = range(1, len(scale) - 1)
    while uneven := [at for at in steps if scale[at + 1] - scale[at] > scale[at] - scale[at - 1]]:
        scale[uneven[0]] += 1
    return scale


def ranking_of_teams(
    results: Sequence[Result],
    teams: Iterable[str],
    points: Callable[[Fraction, int], Fraction],
) -> list[Row]:
    """Return the teams by their victory points, and by how many boards they were compared on."""
    matches, rows = matches_of(results), []
    for team in teams:
        own = [each for each in matches if team in each.teams]
        score = sum((points(each.margin(team), len(each.boards)) for each in own), Fraction(0))
        rows.append(Row("", team, sum(len(each.boards) for each in own), score, None, None))
    return placed([row for row in rows if row.boards], lambda row: row.score)
