"""The position sheet of the seven: who sat where for which deal, and for whose account."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from clubscore.club.models import Person
from clubscore.laws.cards import COMPASS
from clubscore.laws.seven import State, begin, happen
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.models.kept_data import SevenData
from clubscore.rubbers.selectors import parts_with_seats
from clubscore.rubbers.seven.log import Kind, Seven, event_of
from clubscore.rubbers.state.part_state import LiveDeal, Standing, standing_of


class Sat(NamedTuple):
    """Somebody in a seat, and for whose account where that is another."""

    seat: str
    person: Person
    account: Person | None


@dataclass
class PlayedDeal:
    """One deal of the evening; `dummy` crossed to `seat` of the other table, if so."""

    number: int
    sitting: Sitting
    standing: Standing
    live: LiveDeal
    sat: tuple[Sat, ...]
    dummy: Person | None = None
    seat: str = ""

    @property
    def dealer(self) -> str:
        """The seat that dealt."""
        return self.live.revision.dealer


@dataclass
class _Reading:
    """The log being read: the deals in the order in which their contracts were made."""

    seven: Seven
    standings: Mapping[tuple[int, int], Standing]
    deals: list[PlayedDeal | None] = field(default_factory=list)
    # By table: the place in `deals` that a contract holds until its result comes.
    open: dict[int, int] = field(default_factory=dict)
    # By place: who crossed, and where to.
    crossed: dict[int, tuple[int, str]] = field(default_factory=dict)
    last: int | None = None

    def follow(self, state: State[int], kind: str, data: SevenData) -> None:
        """Take in one event and the state after it."""
        table = data.get("at", 0)
        if kind == Kind.CONTRACT:
            self.open[table] = self.last = len(self.deals)
            self.deals.append(None)
        elif kind == Kind.PASSED:
            self.deals.append(self._deal(table, data))
        elif kind == Kind.RESULT:
            self.deals[self.open.pop(table)] = self._deal(table, data)
        crossing = state.crossing
        if crossing is not None and crossing.seat is not None and self.last is not None:
            self.crossed[self.last] = (crossing.who, crossing.seat)

    def _deal(self, table: int, data: SevenData) -> PlayedDeal | None:
        standing = self.standings.get((table, data["part"]))
        deal = standing.by_position(data["position"]) if standing else None
        if standing is None or deal is None:
            return None
        return _played(self.seven.sittings[table], standing.at_deal(deal.position), deal)


def _played(sitting: Sitting, standing: Standing, deal: LiveDeal) -> PlayedDeal:
    people, accounts = standing.people, standing.accounts
    sat = tuple(
        Sat(seat, people[seat], accounts[seat] if accounts[seat] != people[seat] else None)
        for seat in COMPASS
    )
    return PlayedDeal(
        number=deal.number,
        sitting=sitting,
        standing=standing,
        live=deal,
        sat=sat,
    )


def positions_of(seven: Seven) -> list[PlayedDeal]:
    """Return every deal of the evening that counts, in the order of their contracts.

    Five queries, and one more for each rubber.
    """
    parts = parts_with_seats().filter(sitting__seven=seven.evening)
    numbers = {sitting.pk: number for number, sitting in seven.sittings.items()}
    standings = {(numbers[part.sitting_id], part.number): standing_of(part) for part in parts}
    reading = _Reading(seven, standings)
    home = seven.evening.rules["seven_seat"] == "home"
    state: State[int] = begin(tuple(seven.evening.players), home)
    for happening in seven.log:
        if happening.kind != Kind.TAKEN_BACK and seven.counts(happening):
            state = happen(state, event_of(happening))
            reading.follow(state, happening.kind, happening.data)
    return _numbered(reading)


def _numbered(reading: _Reading) -> list[PlayedDeal]:
    """Number the deals that count, and say of each who crossed for it."""
    found: list[PlayedDeal] = []
    for place, deal in enumerate(reading.deals):
        if deal is None:
            continue
        deal.number = len(found) + 1
        if place in reading.crossed:
            who, seat = reading.crossed[place]
            deal.dummy, deal.seat = reading.seven.people[who], seat
        found.append(deal)
    return found
