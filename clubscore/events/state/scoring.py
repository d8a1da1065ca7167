"""An event's results compared: what `clubscore.ranking` makes of what was reported."""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from types import MappingProxyType
from typing import Final, NamedTuple

from clubscore.club.form_values import Given
from clubscore.events import models as events
from clubscore.events.models import Entry, Section
from clubscore.events.models.kept_facts import PenaltyGiven
from clubscore.events.results.opening_lead import read_lead
from clubscore.events.results.result_form import read_result
from clubscore.events.state.drawn_rounds import byes_worth
from clubscore.events.state.event_now import Room
from clubscore.events.state.spot_state import Spot, Standing
from clubscore.events.terms.formats import TEAMS
from clubscore.events.who_sits import Side, members
from clubscore.ranking import (
    Board,
    Contestant,
    Event,
    Options,
    Penalty,
    Ranked,
    Result,
    ResultReader,
    Valuation,
    find_valuation,
    rank,
    read_options,
)
from clubscore.ranking.damage import CouldHaveHad, settled
from clubscore.ranking.options import MISSED_BOARDS
from clubscore.ranking.result import RULED, ResultFacts, RulingFacts
from clubscore.ranking.tasks import tickable

# With this many results of a board, another can be called unusual.
ENOUGH, FAR_OFF = 2, 500
GROUPS = ("", "B", "C", "D", "E", "F", "G", "H")


class Change(NamedTuple):
    """A pair whose place changes by a correction."""

    names: list[str]
    was: str
    now: str


@cache
def _valuation(game: str, rules: str) -> Valuation:
    return find_valuation(game, json.loads(rules))


def valuation_of(event: events.Event) -> Valuation:
    """How one result of an event is scored: by its game, under its house rules."""
    return _valuation(event.game, json.dumps(event.rules, sort_keys=True))


# What is told of no ruling.
NO_RULINGS: Final[Mapping[Spot, RulingFacts]] = MappingProxyType({})


def contestant_of(room: Room, section: int, number: int) -> str:
    """Return what rankings call a pair: its number, after the section's letter if needed."""
    if len(room.sections) == 1:
        return str(number)
    letters = {each.pk: each.letter for each in room.sections}
    return f"{letters[section]}{number}"


def key_of_entry(room: Room, entry: Entry) -> str:
    """Return what rankings call an entry; nothing for one without a number."""
    if entry.section_id is None or entry.number is None:
        return ""
    return contestant_of(room, entry.section_id, entry.number)


class Scorer:
    """Reads an event's reports as results that can be compared.

    `rulings` is what is told of those that stand, for a file: it changes no result.
    """

    def __init__(self, room: Room, rulings: Mapping[Spot, RulingFacts] = NO_RULINGS) -> None:
        self.room, self.rulings = room, rulings
        self.valuation = valuation_of(room.event)
        self.winners = max((plan.winners for plan in room.plans.values()), default=1)
        self.pairs = {
            contestant_of(room, section, number): (section, number)
            for section, plan in room.plans.items()
            for number in range(1, plan.pairs + 1)
        }
        self.contestants = {key: self._contestant(key, *at) for key, at in self.pairs.items()}
        boards = sorted({board for plan in room.plans.values() for board in plan.boards})
        self.boards = {number: self._board(number) for number in boards}
        self._reader = ResultReader(
            self.valuation,
            self.boards,
            self.contestants,
            individuals=room.event.contestants_are == "individuals",
        )

    def _board(self, number: int) -> Board:
        """A board as it was made; at a par contest with what was set for it."""
        board = self.room.board(number)
        if not self.room.event.scored_by.needs_par or number not in self.room.pars:
            return board
        return self.room.pars[number].laid_on(board)

    def _contestant(self, key: str, section: int, number: int) -> Contestant:
        """A pair with the terms on which it competes, as they were typed at the door."""
        room, entry = self.room, self.room.by_number.get((section, number))
        terms = (entry.handicap, entry.carry_over) if entry else ("", "")
        handicap, carried = (Fraction(text) if text else None for text in terms)
        bye = byes_worth(room, section, number)
        carried = bye + (carried or 0) if bye else carried
        return Contestant(
            key,
            direction=room.plans[section].direction(number) if self.winners == 2 else None,
            section=section_of(room, section).letter if len(room.sections) > 1 else None,
            handicap=handicap,
            carry_over=carried,
            stratum=(entry.stratum if entry else "") or None,
        )

    @property
    def penalties(self) -> tuple[Penalty, ...]:
        """What the director takes off at the end."""
        given = ((each.told_as(PenaltyGiven), each.reason) for each in self.room.penalties)
        return tuple(
            Penalty(
                contestant_of(self.room, said["section"], said["pair"]),
                Fraction(said["amount"]),
                said["unit"],
                reason or None,
            )
            for said, reason in given
        )

    def result(self, standing: Standing) -> Result:
        """Return a report as a result. RuleError names the field that cannot be."""
        return self.read(standing.spot, standing.facts, *standing.revisions[-1].sides)

    def read(self, spot: Spot, facts: ResultFacts, ns: Side, ew: Side) -> Result:
        """Return facts at a spot as a result. RuleError names the field that cannot be."""
        about: ResultFacts = {
            "board": spot.board,
            "round": self._round(spot),
            "table": spot.table,
        }
        told: ResultFacts = {**about, **self._seats(spot.section, ns, ew), **facts}
        told.pop("self_inflicted", None)
        if "contract" in facts and spot in self.room.reached:
            # What the director entered on the board's page counts before what the table reported.
            told.setdefault("reached", self.room.reached[spot])
        if "ticked" in told:
            # Tasks may have changed since they were ticked.
            tasks = self.boards[spot.board].tasks
            told["ticked"] = [n for n in told["ticked"] if n in tickable(tasks)]
        if spot in self.rulings and not RULED.isdisjoint(told):
            told["ruling"] = self.rulings[spot]
        if group := self._group(spot):
            told["fouled_group"] = group
        return self._reader.read(told)

    def _round(self, spot: Spot) -> int:
        """The round of a result; where teams play that of its match, whose halves may be two."""
        if self.room.event.contestants_are != TEAMS:
            return spot.round
        match = self.room.plans[spot.section].match_at(spot.round, spot.table)
        return match.number if match else spot.round

    def _seats(self, section: int, ns: Side, ew: Side) -> ResultFacts:
        """Who sat where, as an event file says it: two sides, or four players."""
        numbers = (*members(ns), *members(ew))
        called = [contestant_of(self.room, section, number) for number in numbers]
        if isinstance(ns, tuple):
            north, south, east, west = called
            return {"n": north, "s": south, "e": east, "w": west}
        one, other = called
        return {"ns": one, "ew": other}

    def score(self, spot: Spot, facts: ResultFacts) -> int | None:
        """Return North-South's points for facts; None where there are none, like not played.

        RuleError names the field that cannot be.
        """
        place = self.room.plans[spot.section].places[spot.round, spot.table]
        return self.read(spot, facts, *place.sides).score if place.is_played else None

    def form(self, given: Given, spot: Spot) -> ResultFacts:
        """Return what a form says of a board, with the card led where the event asks for it.

        Raises Problems with what is still to be said.
        """
        facts = read_result(given, self.valuation, self.room.board(spot.board))
        if self.room.event.asks_lead and "contract" in facts:
            return {**facts, **read_lead(given)}
        return facts

    def _group(self, spot: Spot) -> str:
        """The group of results that played the same cards of a board."""
        rounds = self.room.fouled.get((spot.section, spot.board), [])
        return GROUPS[min(sum(spot.round >= each for each in rounds), len(GROUPS) - 1)]

    @cached_property
    def without_par(self) -> list[int]:
        """The boards of a par contest that have no par, so that they are not counted."""
        if not self.room.event.scored_by.needs_par:
            return []
        return [number for number, board in self.boards.items() if board.par is None]

    def names(self, key: str) -> list[str]:
        """Return the names of a pair that rankings call so."""
        return self.room.names(*self.pairs[key])

    def event(self, standings: Mapping[Spot, Standing] | None = None) -> Event:
        """Return the event as it is compared."""
        standings = self.room.standings if standings is None else standings
        counting = [
            each
            for each in standings.values()
            if each.result and each.spot.board not in self.without_par
        ]
        found = self._compared(tuple(self.result(each) for each in counting))
        return settled(found, _self_inflicted(counting))

    def _compared(self, results: tuple[Result, ...]) -> Event:
        return Event(
            self.valuation,
            self.room.event.scoring,
            self.contestants,
            self.boards,
            results,
            self.room.event.contestants_are,
            winners=self.winners,
            options=self._options(),
            penalties=self.penalties,
        )

    def _options(self) -> Options:
        """The options of the event; where teams play unequal numbers of matches, by their mean."""
        chosen = dict(self.room.event.options)
        due = [plan.matches_due for plan in self.room.plans.values()]
        if self.room.event.contestants_are != TEAMS:
            return read_options(chosen)
        if not all(due) and self.room.event.scored_by.victory_points:
            # In a Swiss a team without a match has the victory points of a bye instead.
            chosen.pop(MISSED_BOARDS.key, None)
        elif len(frozenset().union(*due)) > 1:
            chosen.setdefault(MISSED_BOARDS.key, "all")
        return read_options(chosen)


def _self_inflicted(counting: Sequence[Standing]) -> Iterator[CouldHaveHad]:
    """The rulings of law 12C1(e) among some results, by their places."""
    for at, standing in enumerate(counting):
        told = standing.facts.get("self_inflicted")
        if told is not None and standing.result is not None:
            could = tuple((int(score), Fraction(weight)) for score, weight in told["could"])
            yield CouldHaveHad(at, told["side"], told["table"], could, standing.result.reason)


def ranked_of(room: Room) -> Ranked:
    """Return the current ranking of an event."""
    return rank(Scorer(room).event())


def places(ranked: Ranked) -> dict[str, str]:
    """Return {contestant: place}; who has not played has none."""
    return {
        row.entry.contestant.number: row.place
        for ranking in ranked.rankings
        if ranking.list == "scratch"
        for row in ranking.rows
        if row.entry.boards
    }


def changed_places(room: Room, before: Ranked, after: Ranked) -> list[Change]:
    """Return the pairs whose place another ranking changes."""
    was, now = places(before), places(after)
    pairs = Scorer(room).pairs
    return [
        Change(room.names(*pairs[key]), was.get(key, ""), now.get(key, ""))
        for key in pairs
        if was.get(key) != now.get(key)
    ]


def is_odd(score: int | None, others: list[int], plays: int = 0) -> bool:
    """Whether a score is unlike all others of its board: far off, or the only one of its sign.

    Of a board that so many tables play half of them must have a result first.
    """
    if score is None or len(others) < max(ENOUGH, -(-plays // 2)):
        return False
    alone = all(score * each < 0 for each in others)
    return alone or min(abs(score - each) for each in others) >= FAR_OFF


def others_of(room: Room, spot: Spot) -> list[Standing]:
    """Return what other tables have on this board, where it is agreed."""
    return [
        each
        for each in room.standings.values()
        if each.result is not None and each.spot.board == spot.board and each.spot != spot
    ]


def looks_odd(scorer: Scorer, spot: Spot, facts: ResultFacts) -> bool:
    """Whether a result is unlike all others of its board. RuleError where it cannot be."""
    scores = [scorer.score(each.spot, each.facts) for each in others_of(scorer.room, spot)]
    others = [score for score in scores if score is not None]
    return is_odd(scorer.score(spot, facts), others, scorer.room.plays[spot.board])


def section_of(room: Room, pk: int) -> Section:
    """Return a section by its key."""
    return next(each for each in room.sections if each.pk == pk)
