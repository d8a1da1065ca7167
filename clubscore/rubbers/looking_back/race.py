"""The race of a rubber: what each column had after each deal, who led, how near the others came.

Facts alone, read off the sheet; `turning.py` puts them into words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from clubscore.club.wording.names import named
from clubscore.laws.reckoning import Position
from clubscore.laws.score_sheet import ScoredDeal, add_deal, start
from clubscore.rubbers.state.part_state import LiveDeal, Standing


@dataclass(frozen=True)
class RaceDeal:
    """One deal of a rubber: where it stands, what it brought each column, what each had then."""

    live: LiveDeal
    scored: ScoredDeal
    before: Position
    brought: Mapping[str, int]
    sums: Mapping[str, int]

    @property
    def swing(self) -> int:
        """How much better it was for who did best than for who did worst."""
        return max(self.brought.values()) - min(self.brought.values())


@dataclass(frozen=True)
class Race:
    """A rubber deal by deal; `ended` is what counted in the end where that was not the last sum.

    `names` are those of the columns, in their order; `won` is the rubber's winner, None where it
    ended level or goes on.
    """

    standing: Standing
    number: int
    names: Mapping[str, str]
    deals: tuple[RaceDeal, ...]
    is_over: bool
    is_broken_off: bool
    won: str | None
    ended: Mapping[str, int] | None = None

    @property
    def last(self) -> Mapping[str, int]:
        """What each column has now, or had in the end."""
        return self.ended or self.deals[-1].sums

    @cached_property
    def leaders(self) -> tuple[str | None, ...]:
        """Who led after each deal; None where two had as much."""
        return tuple(leader_of(deal.sums) for deal in self.deals)

    @property
    def leader(self) -> str | None:
        """Who has most now, or had in the end."""
        return leader_of(self.last)

    @property
    def margin(self) -> int:
        """How far the first is before the second."""
        first, second, *_rest = sorted(self.last.values(), reverse=True)
        return first - second

    @cached_property
    def led_since(self) -> RaceDeal | None:
        """The deal since which the leader has led without a break."""
        found = None
        for deal, leader in zip(reversed(self.deals), reversed(self.leaders), strict=True):
            if leader != self.leader:
                break
            found = deal
        return found

    @cached_property
    def changes(self) -> tuple[RaceDeal, ...]:
        """The deals with which another took the lead than had it before; being level is no lead."""
        found, before = [], None
        for deal, leader in zip(self.deals, self.leaders, strict=True):
            if leader is not None and before is not None and leader != before:
                found.append(deal)
            before = leader or before
        return tuple(found)

    @property
    def greatest_swing(self) -> RaceDeal:
        """The deal that moved the columns most; the first of several."""
        return max(self.deals, key=lambda deal: deal.swing)

    @cached_property
    def furthest_behind(self) -> tuple[int, RaceDeal] | None:
        """How far the leader of now was behind, and after which deal; None where never."""
        if self.leader is None:
            return None
        behind = [(max(deal.sums.values()) - deal.sums[self.leader], deal) for deal in self.deals]
        most = max(behind, key=lambda each: each[0])
        return most if most[0] > 0 else None

    @cached_property
    def nearest_miss(self) -> tuple[int, str, RaceDeal] | None:
        """What somebody who lost it needed below the line for the rubber: least, who, before which.

        Only where so many games win a rubber and it was won.
        """
        course = self.standing.game.course
        if self.won is None or not course.games_to_win:
            return None
        keys = [column.key for column in self.standing.game.columns]
        found = [
            (course.game_points - deal.before.below[at], key, deal)
            for deal in self.deals
            for at, key in enumerate(keys)
            if key != self.won and deal.before.games[at] == course.games_to_win - 1
        ]
        return min(found, key=lambda each: each[0], default=None)


def leader_of(sums: Mapping[str, int]) -> str | None:
    """Return who has most; None where two have as much."""
    most = max(sums.values())
    first = [key for key, points in sums.items() if points == most]
    return first[0] if len(first) == 1 else None


def race_of(standing: Standing, number: int) -> Race | None:
    """Return the race of a rubber, counting from 1; None where it has no deal."""
    deals = _deals(standing, number)
    if not deals:
        return None
    then, sheet = standing.of_rubber(number), standing.sheet
    is_over = number <= len(sheet.rubbers)
    is_broken_off = not is_over and standing.part.broken_off
    ended = _broken_off(standing, deals[-1].sums) if is_broken_off else None
    return Race(
        standing=standing,
        number=number,
        names={key: named(people) for key, people in then.column_names.items()},
        deals=deals,
        is_over=is_over,
        is_broken_off=is_broken_off,
        won=sheet.rubbers[number - 1].winner if is_over else None,
        ended=ended,
    )


def _deals(standing: Standing, number: int) -> tuple[RaceDeal, ...]:
    state = start(standing.game, standing.rules)
    found: list[RaceDeal] = []
    sums = {column.key: 0 for column in standing.game.columns}
    for live in standing.live:
        before = state.position
        state = add_deal(state, standing.read(live.facts))
        scored = state.deals[-1]
        if scored.rubber != number:
            continue
        brought = {key: below + above for key, (below, above) in scored.points.items()}
        sums = {key: sums[key] + points for key, points in brought.items()}
        found.append(RaceDeal(live, scored, before, brought, sums))
    return tuple(found)


def _broken_off(standing: Standing, sums: Mapping[str, int]) -> Mapping[str, int] | None:
    """Return what counts of a rubber that was broken off, None where that is its last sum."""
    if standing.sheet.unfinished is None:
        return None
    totals = standing.sheet.unfinished.totals
    counted = standing.game.settling.counted_totals(standing.rules, totals) or totals
    return counted if dict(counted) != dict(sums) else None
