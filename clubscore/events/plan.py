"""The plan of a section: which movement was chosen, and so who sits where with what."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from clubscore.club.models import Person
from clubscore.events.formats import TEAMS
from clubscore.events.models.facts import (
    AS_ROWS,
    DRAWS,
    GONE,
    SPARE,
    TOLD,
    TOLD_TO,
    DrawFacts,
    LineupSet,
    PlanFacts,
    Side,
    members,
    side_of,
)
from clubscore.movements import (
    KINDS,
    SWISS,
    Going,
    Movement,
    MovementRow,
    Trio,
    as_told,
    build,
    growing,
    left_since,
    matches_each,
    plain_values,
    table_round,
)
from clubscore.movements.rows import ended


class PlannedMeeting(NamedTuple):
    """One table in one round: its two sides, None for an empty one, and its boards."""

    round: int
    table: int
    ns: Side | None
    ew: Side | None
    boards: tuple[int, ...]

    @property
    def is_played(self) -> bool:
        """Whether two sides meet here."""
        return self.ns is not None and self.ew is not None

    @property
    def sides(self) -> tuple[Side, Side]:
        """Who meets here. ValueError at a sit-out."""
        if self.ns is None or self.ew is None:
            raise ValueError(f"nobody meets at table {self.table} in round {self.round}")
        return self.ns, self.ew

    @property
    def numbers(self) -> tuple[int, ...]:
        """Everyone at the table."""
        return members(self.ns) + members(self.ew)

    def side(self, which: str) -> Side | None:
        """Who sits North-South ("ns") or East-West ("ew")."""
        return self.ns if which == "ns" else self.ew

    def way_of(self, number: int) -> str:
        """Which way a contestant sits here: "ns" or "ew", "" for none."""
        return next((way for way in ("ns", "ew") if number in members(self.side(way))), "")


class Match(NamedTuple):
    """Two teams at two tables with the same boards, in one round or in several.

    `number` is the first round of it, by which results of a match are compared.
    """

    number: int
    one: int
    other: int
    places: tuple[PlannedMeeting, ...]


@dataclass(frozen=True)
class MovementPlan:
    """A movement as the room needs it. `boards` are all that are in play, in order."""

    movement: Movement
    places: Mapping[tuple[int, int], PlannedMeeting]
    boards: tuple[int, ...]
    # Of a Swiss: who is drawn no more, how many rounds are drawn, and the three-way matches.
    gone: frozenset[int] = frozenset()
    drawn: int = 0
    trios: tuple[Trio, ...] = ()

    @cached_property
    def left_since(self) -> dict[int, int]:
        """From which round on contestants play no more while others do: {number: round}."""
        # The second round of a three-way match is known before the others are drawn.
        known = ended(self.movement, self.drawn) if self.is_swiss else self.movement
        last = {number: row.round for row in known.rows for number in row.seated}
        drawn_no_more = {number: last.get(number, 0) + 1 for number in self.gone}
        return drawn_no_more | left_since(known)

    def has_left(self, number: int | None, round_: int) -> bool:
        """Whether a contestant plays no more in a round."""
        return number is not None and self.left_since.get(number, self.rounds + 1) <= round_

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return self.movement.rounds

    @property
    def is_swiss(self) -> bool:
        """Whether each round is drawn from the ranking before it."""
        return self.movement.form == SWISS

    def is_drawn(self, number: int) -> bool:
        """Whether it is known who sits where in a round."""
        return not self.is_swiss or number <= self.drawn

    def knows_next(self, place: PlannedMeeting | None, number: int) -> bool:
        """Whether those at a place know where they go in a round, though not all may know it."""
        if self.is_drawn(number):
            return True
        match = self.match_of(place) if place else None
        return match is not None and any(each.round == number for each in match.places)

    def trio_at(self, place: PlannedMeeting) -> Trio | None:
        """The three-way match that is played at a place."""
        return next(
            (
                each
                for each in self.trios
                if each.round <= place.round <= each.last and set(place.numbers) <= set(each.teams)
            ),
            None,
        )

    def _begun(self, place: PlannedMeeting) -> int:
        """In which round the match at a place began; 0 where two meet only once."""
        trio = self.trio_at(place)
        return (trio.round if trio else place.round) * self.is_swiss

    @property
    def tables(self) -> int:
        """How many tables there are, a half one too."""
        return self.movement.tables

    @property
    def pairs(self) -> int:
        """How many pairs, players or teams there are."""
        return self.movement.contestants

    @property
    def winners(self) -> int:
        """One ranking of all, or one of each direction."""
        return self.movement.winners

    def of_round(self, number: int) -> list[PlannedMeeting]:
        """The tables of a round, in order."""
        return [place for (round_, _), place in self.places.items() if round_ == number]

    def of_table(self, table: int) -> list[PlannedMeeting]:
        """What is played at a table, round by round."""
        return [place for (_, number), place in self.places.items() if number == table]

    def of_pair(self, pair: int) -> list[PlannedMeeting]:
        """Where a contestant sits, round by round; rounds without a table are left out."""
        return [*self._by_pair.get(pair, ())]

    @cached_property
    def _by_pair(self) -> dict[int, list[PlannedMeeting]]:
        """Asked for every contestant by every page, so it is gathered once."""
        found: dict[int, list[PlannedMeeting]] = {}
        for place in self.places.values():
            for number in place.numbers:
                found.setdefault(number, []).append(place)
        return found

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """The matches of teams, by their first rounds; a Swiss may bring two together again."""
        found: dict[tuple[int, ...], list[PlannedMeeting]] = {}
        for place in self.places.values():
            if place.is_played:
                teams = sorted(place.numbers)
                found.setdefault((self._begun(place), *teams), []).append(place)
        matches = (
            Match(min(each.round for each in places), one, other, tuple(places))
            for (_round, one, other), places in found.items()
        )
        return tuple(sorted(matches, key=lambda each: (each.number, each.places[0].table)))

    @cached_property
    def matches_due(self) -> frozenset[int]:
        """How many matches teams play in all, each number once; nothing where they are drawn."""
        if self.movement.contestants_are != TEAMS or self.is_swiss:
            return frozenset()
        return frozenset(count for count in matches_each(self.movement).values() if count)

    def match_at(self, round_: int, table: int) -> Match | None:
        """The match that a table plays in a round."""
        return self._match_by_place.get((round_, table))

    def match_of(self, place: PlannedMeeting) -> Match | None:
        """The match that is played at a place."""
        return self.match_at(place.round, place.table)

    @cached_property
    def _match_by_place(self) -> dict[tuple[int, int], Match]:
        return {(p.round, p.table): match for match in self.matches for p in match.places}

    def goings(self, place: PlannedMeeting) -> tuple[Going, ...]:
        """Where everyone goes after a round at a table; nothing after the last."""
        at = place.round, place.table
        if at not in self._goings:
            rows = self.movement.rows_of_round(place.round)
            row = next(each for each in rows if each.table == place.table)
            self._goings[at] = table_round(self.movement, row, self._last_rounds).going
        return self._goings[at]

    @cached_property
    def _last_rounds(self) -> dict[int, int]:
        return left_since(self.movement)

    @cached_property
    def _goings(self) -> dict[tuple[int, int], tuple[Going, ...]]:
        """What was asked for: every page of a table asks for all its rounds, and plans are kept."""
        return {}

    def direction(self, pair: int) -> str:
        """Which way a pair sits in the first round that it plays."""
        first = next((place for place in self.of_pair(pair)), None)
        return "NS" if first is None or first.ns == pair else "EW"


def recipe(movement: Movement) -> PlanFacts:
    """Return what is kept of a movement that was chosen."""
    return {
        "kind": movement.kind,
        "pairs": movement.contestants,
        "rounds": movement.rounds,
        "boards": movement.boards_per_set * movement.sets,
        "winners": movement.winners,
    }


def as_rows(movement: Movement) -> PlanFacts:
    """Return what is kept of a movement that no kind makes: one that was changed, say."""
    return {**recipe(movement), AS_ROWS: plain_values.written(movement)}


def plan_of(told: PlanFacts | None) -> MovementPlan | None:
    """Return the movement that was chosen, with its rows; None before one was."""
    return known_plan(told) if told else None


def known_plan(told: PlanFacts) -> MovementPlan:
    """Return the movement that was kept, with its rows."""
    if told["kind"].endswith(SWISS):
        return _by_draws(json.dumps(told, sort_keys=True))
    if AS_ROWS in told:
        return _by_rows(json.dumps(told[AS_ROWS], sort_keys=True))
    return _by_kind(told["kind"], told["pairs"], told["rounds"], told["boards"], told["winners"])


@lru_cache(maxsize=64)
def _by_rows(told: str) -> MovementPlan:
    return planned(plain_values.read(json.loads(told)))


@lru_cache(maxsize=64)
def _by_kind(kind: str, pairs: int, rounds: int, boards: int, winners: int) -> MovementPlan:
    return planned(build(kind, pairs, rounds=rounds, boards=boards, winners=winners))


@lru_cache(maxsize=64)
def _by_draws(kept_as: str) -> MovementPlan:
    told: PlanFacts = json.loads(kept_as)
    rounds, draws = told["rounds"], told.get(DRAWS, [])
    drawn = [([(one, two) for one, two in each["meetings"]], each["bye"]) for each in draws]
    trios = trios_in(draws)
    movement = growing(told["pairs"], KINDS[told["kind"]].are, rounds, drawn, trios)
    movement = replace(movement, boards_per_set=told["boards"] // rounds)
    if told.get(TOLD):
        sets = {row[:2]: row.set for row in movement.rows}
        rows = [
            MovementRow(at, table, tuple(ns), tuple(ew), sets.get((at, table), at), tuple(boards))
            for at, table, ns, ew, boards in told[TOLD]
        ]
        movement = as_told(movement, rows, told[SPARE], told.get(TOLD_TO, 0))
    gone = frozenset(told.get(GONE, ()))
    return replace(planned(movement), gone=gone, drawn=len(draws), trios=trios)


def trios_in(draws: Iterable[DrawFacts]) -> tuple[Trio, ...]:
    """Return the three-way matches of the rounds that are drawn."""
    found = []
    for number, each in enumerate(draws, 1):
        if kept := each.get("trio"):
            one, two, three = kept["teams"]
            at, next_to, last = kept["tables"]
            left = tuple((team, since) for team, since in kept.get("left", ()))
            sets = (number, number + 1, kept["set"])
            found.append(Trio(number, (one, two, three), sets, (at, next_to, last), left))
    return tuple(found)


def planned(movement: Movement) -> MovementPlan:
    """Return a movement as the room needs it."""
    places = {}
    for row in movement.rows:
        if not row.table:
            continue
        whole = row.boards or movement.boards_of_set(row.set)
        places[row.round, row.table] = PlannedMeeting(
            row.round,
            row.table,
            side_of(row.ns),
            side_of(row.ew),
            tuple(whole),
        )
    return MovementPlan(
        movement, places, tuple(range(1, movement.sets * movement.boards_per_set + 1))
    )


# ---- Who of a team sits which way.

# By default the first two sit North–South, the next two East–West.
USUAL = {"ns": slice(0, 2), "ew": slice(2, 4)}


def sitting(
    people: Sequence[Person], said: Iterable[LineupSet], place: PlannedMeeting, way: str
) -> list[Person]:
    """Return who of a team sits this way in a place's round.

    What was set for an earlier round holds until it is changed. Players who have left the
    team since do not sit; then the usual two do.
    """
    known = {person.pk: person for person in people}
    earlier = [each for each in said if each["round"] <= place.round]
    # Of the same round the last one counts: sorting keeps their order.
    for latest in sorted(earlier, key=lambda each: each["round"])[-1:]:
        set_so = latest["ns"] if way == "ns" else latest["ew"]
        found = [known[pk] for pk in set_so if pk in known]
        if len(found) == len(set_so):
            return found
    return list(people[USUAL[way]])
