"""What the results of an event must come to, by the kind that it is: points, lists, matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tests.soak import imps, par_points
from tests.soak.event_kinds import PAR, TEAMS
from tests.soak.par_set import is_right
from tests.soak.played_event import PlayedEvent
from tests.soak.ranks import MATCHPOINTS, Result, Row, Way, points_of, ranking_of

WAYS: Mapping[str, Way] = {
    "matchpoints": MATCHPOINTS,
    "cross-imps": imps.CROSS_IMPS,
    "butler-imps": imps.BUTLER,
    # What its results show.
    "par": par_points.NET,
}
SCALES = {"teams": imps.victory_points, "teams-whole": imps.whole_victory_points}


def lists_of(event: PlayedEvent) -> list[list[Row]]:
    """Return the lists of an event as they must be: of each direction, or the one of all."""
    results = event.model.results()
    numbers = [event.model.ns, event.model.ew]
    if event.kind.winners == 1:
        numbers = [numbers[0] + numbers[1]]
    return [_list(event, results, each) for each in numbers]


def _list(event: PlayedEvent, results: list[Result], numbers: list[str]) -> list[Row]:
    if event.kind.counted == TEAMS:
        return imps.ranking_of_teams(results, numbers, SCALES[event.kind.form])
    if event.kind.scoring == "par":
        ranked_by = event.kind.options.get("par_ranking", "losses")
        return par_points.ranking_at_par(results, numbers, ranked_by)
    return ranking_of(results, numbers, WAYS[event.kind.scoring])


def points_at(event: PlayedEvent) -> Sequence[tuple[Fraction | None, ...]]:
    """Return what each result brings both sides, in the order of the model's results."""
    results = event.model.results()
    if event.kind.counted == TEAMS:
        return imps.points_of_matches(results)
    return points_of(results, WAYS[event.kind.scoring])


def has_all_to_compare(event: PlayedEvent) -> bool:
    """Whether it has a result, of teams a match, and of a par contest a contract directed."""
    if event.kind.counted == TEAMS:
        return bool(matches_at(event))
    results = event.model.results()
    if event.kind.counted == PAR:
        told = [each for each in results if "reached" in each]
        return any(not is_right(each["board"], each["reached"]) for each in told)
    return bool(results)


def matches_at(event: PlayedEvent) -> list[imps.Match]:
    """Return the matches of an event of teams of which a board can be compared."""
    return imps.matches_of(event.model.results()) if event.kind.counted == TEAMS else []
