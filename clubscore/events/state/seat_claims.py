"""Who sits where at an event whose tables were counted before anybody was typed in.

Tables say who their pairs are, each when it is asked. A happening of the kind `SEATED` keeps what
one said; what holds of all of them together is worked out here, in their order. What contradicts
what another table said before changes nothing: it is a doubt, which somebody has to settle.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, cast

from django.utils.translation import gettext as _

from clubscore.club.models import Person
from clubscore.events.models import Entry, EventHappening, Section
from clubscore.events.models.kept_facts import SeatsNamed
from clubscore.events.state.event_now import Room
from clubscore.events.state.plan import Place
from clubscore.events.terms.formats import MOST_PEOPLE
from clubscore.events.who_sits import members
from clubscore.laws.words import SEATS

# So long a table's phone asks at the place where everyone sees it; then the key is further down.
ROUNDS_ASKED: Final = 3
SIDES: Final = ("ns", "ew")
# Why what a table said does not count yet: another said otherwise before, the person is another
# pair's, or nobody knows for certain who is meant.
OTHERWISE, TWICE, WHO = "otherwise", "twice", "who"
People = tuple[int | None, ...]


class Claim(NamedTuple):
    """What a table said of an entry: people by seat, or what was typed that names nobody."""

    pk: int
    entry: int
    table: int
    people: People
    typed: tuple[str, ...]
    seen: int
    settles: bool


class Doubt(NamedTuple):
    """Something a table said that has to be settled; `other` is the entry that it touches too."""

    why: str
    claim: Claim
    other: int = 0


@dataclass
class Seats:
    """What is known of an entry's seats: people by seat, None for a seat without a name.

    `said` counts what was said of it, by which a page knows whether it saw the latest.
    """

    people: People
    said: int = 0
    table: int = 0
    doubts: list[Doubt] = field(default_factory=list)

    @property
    def lacks(self) -> list[int]:
        """The places, from 0, whose seat has no name."""
        return [at for at, person in enumerate(self.people) if person is None]


def claim_of(happening: EventHappening) -> Claim | None:
    """Return what a table said, None where it only asked not to be asked again."""
    told = happening.told_as(SeatsNamed)
    if "entry" not in told:
        return None
    return Claim(
        happening.pk,
        told["entry"],
        told.get("said_at", 0),
        _once(told["people"]),
        tuple(told.get("typed", ())),
        told.get("seen", 0),
        told.get("settles", False),
    )


def _once(people: Iterable[int | None]) -> People:
    """People by seat, nobody in two of them."""
    found: list[int | None] = []
    for person in people:
        found.append(None if person in found else person)
    return tuple(found)


class _Folding:
    """Reads claims one after the other."""

    def __init__(self, entries: Iterable[Entry], size: int) -> None:
        self.found: dict[int, Seats] = {}
        self.holder: dict[int, int] = {}
        for entry in entries:
            if entry.withdrawn_at is None and entry.by_seats:
                self.found[entry.pk] = Seats((None,) * size)
            elif entry.withdrawn_at is None:
                self.holder |= {person.pk: entry.pk for person in entry.people}

    def take(self, claim: Claim) -> None:
        """Add what a table said to what is known."""
        at = self.found.get(claim.entry)
        if at is None:
            return
        knew = claim.seen >= at.said
        at.said += 1
        if claim.settles:
            self._settle(at, claim)
        elif not knew and _contradicts(at.people, claim.people):
            at.doubts.append(Doubt(OTHERWISE, claim))
        else:
            if knew:
                at.doubts[:] = [each for each in at.doubts if not _answers(claim, each)]
            self._add(at, claim, _merged(at.people, claim.people, knew=knew))
        if any(claim.typed):
            at.doubts.append(Doubt(WHO, claim))

    def _settle(self, at: Seats, claim: Claim) -> None:
        """What is settled counts, whoever said otherwise; who plays here plays nowhere else.

        A player of a pair that was entered by name stays with that pair.
        """
        entered = {one for one, entry in self.holder.items() if entry not in self.found}
        people = tuple(None if one in entered else one for one in claim.people)
        for person in filter(None, people):
            other = self.found.get(self.holder.get(person, 0))
            if other is not None and other is not at:
                other.people = tuple(None if one == person else one for one in other.people)
        at.doubts.clear()
        for each in self.found.values():
            each.doubts[:] = [one for one in each.doubts if one.other != claim.entry]
        self._hold(at, claim, people)

    def _add(self, at: Seats, claim: Claim, people: People) -> None:
        twice = {
            person for person in people
            if person and self.holder.get(person, claim.entry) != claim.entry
        }  # fmt: skip
        at.doubts += [Doubt(TWICE, claim, self.holder[person]) for person in sorted(twice)]
        self._hold(at, claim, tuple(None if one in twice else one for one in people))

    def _hold(self, at: Seats, claim: Claim, people: People) -> None:
        self.holder = {one: entry for one, entry in self.holder.items() if entry != claim.entry}
        self.holder |= {person: claim.entry for person in people if person}
        # Whatever a phone said out of touch: nobody sits in two seats of a pair.
        at.people = tuple(None if one in people[:n] else one for n, one in enumerate(people))
        at.table = claim.table or at.table


def _answers(claim: Claim, doubt: Doubt) -> bool:
    """Whether a table that saw a doubt named every seat that it is about."""
    about = doubt.claim.typed if doubt.why == WHO else doubt.claim.people
    return all(person for person, said in zip(claim.people, about, strict=True) if said)


def _contradicts(known: People, said: People) -> bool:
    """Whether two tables that did not know of each other name different people for a seat.

    The same two people the other way round are the same pair.
    """
    one, other = set(filter(None, known)), set(filter(None, said))
    if one <= other or other <= one:
        return False
    return any(a and b and a != b for a, b in zip(known, said, strict=True))


def _merged(known: People, said: People, *, knew: bool) -> People:
    """What is known with what was said of the seats that were named; nobody sits twice."""
    named = set(filter(None, said))
    if not knew and named <= set(known):
        return known
    both = (new or (None if old in named else old) for old, new in zip(known, said, strict=True))
    return tuple(both)


def fold(entries: Iterable[Entry], claims: Iterable[Claim], are: str) -> dict[int, Seats]:
    """Return what is known of each entry that is named from its seats, {entry: seats}."""
    folding = _Folding(entries, MOST_PEOPLE[are])
    for claim in claims:
        folding.take(claim)
    for seats in folding.found.values():
        seats.doubts[:] = [doubt for doubt in seats.doubts if _is_open(seats, doubt)]
    return folding.found


def _is_open(seats: Seats, doubt: Doubt) -> bool:
    """Whether it still has to be settled: not where those who were named sit there by now.

    What was typed of nobody for certain is answered by any name in its seat.
    """
    if doubt.why == WHO:
        both = zip(seats.people, doubt.claim.typed, strict=True)
        return any(typed and person is None for person, typed in both)
    return not set(filter(None, doubt.claim.people)) <= set(seats.people)


def seats_of(room: Room) -> Mapping[int, Seats]:
    """Return what is known of each entry that is named from its seats. No query."""
    if "seats" not in room.lasting:
        said = (each for each in room.happenings if each.kind == EventHappening.Kind.SEATED)
        claims = filter(None, map(claim_of, said))
        room.lasting["seats"] = fold(room.entries, claims, room.event.contestants_are)
    return cast(Mapping[int, Seats], room.lasting["seats"])


def people_said(room: Room) -> Mapping[int, Person]:
    """Return everyone whom a table named, by key. One query, none where no table named anyone."""
    if "seat people" not in room.lasting:
        said = (each for each in room.happenings if each.kind == EventHappening.Kind.SEATED)
        claims = filter(None, map(claim_of, said))
        keys = {person for claim in claims for person in claim.people if person}
        found = Person.objects.filter(club=room.event.club_id).in_bulk(keys) if keys else {}
        room.lasting["seat people"] = found
    return cast(Mapping[int, Person], room.lasting["seat people"])


class SeatHere(NamedTuple):
    """A seat of a table in a round: whose it is, and the person if it has a name.

    `at` is the place in the entry, from 0; `said` how often something was said of the entry.
    """

    seat: str
    entry: Entry
    at: int
    person: Person | None
    said: int

    @property
    def name(self) -> str:
        """North, South, East or West."""
        return _(SEATS[self.seat])


def table_now(room: Room, entry: Entry) -> int:
    """Return the table at which an entry sits in this round, or first; 0 for none."""
    plan = room.plans.get(entry.section_id or 0)
    round_ = max(1, room.now(entry.section_id or 0))
    places = plan.of_pair(entry.number or 0) if plan else ()
    return next((place.table for place in places if place.round == round_), 0)


def seats_at(room: Room, section: int, place: Place | None) -> list[SeatHere]:
    """Return the seats of a place that are named from the seats, in the order N S E W."""
    known, found = seats_of(room), []
    for way in SIDES:
        numbers = members(place.side(way) if place else None)
        entries = [room.by_number.get((section, number)) for number in numbers]
        alone = len(numbers) == 1
        for index, seat in enumerate(way.upper()):
            entry = entries[0 if alone else index] if entries else None
            if entry is None or entry.pk not in known:
                continue
            at = index if alone else 0
            seats = known[entry.pk]
            person = people_said(room).get(seats.people[at] or 0)
            found.append(SeatHere(seat, entry, at, person, seats.said))
    return found


def later_said(room: Room) -> set[tuple[int, int]]:
    """Return the tables that asked not to be asked again: (section, table)."""
    said = (each for each in room.happenings if each.kind == EventHappening.Kind.SEATED)
    told = (each.told_as(SeatsNamed) for each in said)
    return {(each["section"], each["table"]) for each in told if each.get("later")}


class OpenDoubt(NamedTuple):
    """A doubt with the entries that it is about, and in which section."""

    doubt: Doubt
    entry: Entry
    other: Entry | None
    section: Section


def open_doubts(room: Room) -> list[OpenDoubt]:
    """Return every doubt that has to be settled, the oldest first."""
    known = seats_of(room)
    entries = {entry.pk: entry for entry in room.entries}
    sections = {section.pk: section for section in room.sections}
    found = []
    for pk, seats in known.items():
        section = sections.get(entries[pk].section_id or 0)
        if section is not None:
            found += [
                OpenDoubt(doubt, entries[pk], entries.get(doubt.other), section)
                for doubt in seats.doubts
            ]
    return sorted(found, key=lambda each: each.doubt.claim.pk)
