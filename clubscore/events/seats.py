"""Who sits where in a round, who sits out, and where the boards lie and go afterwards.

Where tables were counted before anybody was typed in, each says who its pairs are. A happening of
the kind `SEATED` keeps what one said; what holds of all of them follows here, in their order. What
contradicts another table changes nothing: it is a doubt, which somebody has to settle.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, cast

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.access import Actor, Level
from clubscore.club.models import Person
from clubscore.club.wording import listed
from clubscore.events.formats import MOST_PEOPLE
from clubscore.events.models import Entry, EventHappening, EventTableLink, Section
from clubscore.events.models.facts import SeatsNamed, members
from clubscore.events.plan import PlannedMeeting
from clubscore.events.selectors import as_seen_by, own_entry
from clubscore.events.state import EventState
from clubscore.laws.words import SEATS
from clubscore.movements import Off, SetMove, at_change, on_tables

# So long a table's phone asks at the place where everyone sees it; then the key is further down.
ROUNDS_ASKED: Final = 3
SIDES: Final = ("ns", "ew")
# Why what a table said does not count yet: another said otherwise before, the person is another
# pair's, or nobody knows for certain who is meant.
OTHERWISE, TWICE, WHO = "otherwise", "twice", "who"
People = tuple[int | None, ...]


class SeatClaim(NamedTuple):
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
    claim: SeatClaim
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


def claim_of(happening: EventHappening) -> SeatClaim | None:
    """Return what a table said, None where it only asked not to be asked again."""
    told = happening.told_as(SeatsNamed)
    if "entry" not in told:
        return None
    return SeatClaim(
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

    def take(self, claim: SeatClaim) -> None:
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

    def _settle(self, at: Seats, claim: SeatClaim) -> None:
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

    def _add(self, at: Seats, claim: SeatClaim, people: People) -> None:
        twice = {
            person for person in people
            if person and self.holder.get(person, claim.entry) != claim.entry
        }  # fmt: skip
        at.doubts += [Doubt(TWICE, claim, self.holder[person]) for person in sorted(twice)]
        self._hold(at, claim, tuple(None if one in twice else one for one in people))

    def _hold(self, at: Seats, claim: SeatClaim, people: People) -> None:
        self.holder = {one: entry for one, entry in self.holder.items() if entry != claim.entry}
        self.holder |= {person: claim.entry for person in people if person}
        # Whatever a phone said out of touch: nobody sits in two seats of a pair.
        at.people = tuple(None if one in people[:n] else one for n, one in enumerate(people))
        at.table = claim.table or at.table


def _answers(claim: SeatClaim, doubt: Doubt) -> bool:
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


def fold(entries: Iterable[Entry], claims: Iterable[SeatClaim], are: str) -> dict[int, Seats]:
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


def seats_of(room: EventState) -> Mapping[int, Seats]:
    """Return what is known of each entry that is named from its seats. No query."""
    if "seats" not in room.lasting:
        said = (each for each in room.happenings if each.kind == EventHappening.Kind.SEATED)
        claims = filter(None, map(claim_of, said))
        room.lasting["seats"] = fold(room.entries, claims, room.event.contestants_are)
    return cast(Mapping[int, Seats], room.lasting["seats"])


def people_named(room: EventState) -> Mapping[int, Person]:
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


def table_now(room: EventState, entry: Entry) -> int:
    """Return the table at which an entry sits in this round, or first; 0 for none."""
    plan = room.plans.get(entry.section_id or 0)
    round_ = max(1, room.now(entry.section_id or 0))
    places = plan.of_pair(entry.number or 0) if plan else ()
    return next((place.table for place in places if place.round == round_), 0)


def seats_at(room: EventState, section: int, place: PlannedMeeting | None) -> list[SeatHere]:
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
            person = people_named(room).get(seats.people[at] or 0)
            found.append(SeatHere(seat, entry, at, person, seats.said))
    return found


def postponed(room: EventState) -> set[tuple[int, int]]:
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


def open_doubts(room: EventState) -> list[OpenDoubt]:
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


# ---- The reader of a table's page.

BOTH = "both"


class Voice(NamedTuple):
    """The side a reader speaks for at a table: "ns", "ew", "both", or none ("")."""

    side: str

    @property
    def speaks(self) -> bool:
        """Whether they may report anything here."""
        return bool(self.side)

    def may_speak_for(self, side: str) -> bool:
        """Whether they may report for this side."""
        return side in ("ns", "ew") and self.side in (side, BOTH)

    def tells_as(self) -> str:
        """The side for which a first report counts: a phone of the table lies with North."""
        return "ns" if self.side == BOTH else self.side


def voice_at(
    actor: Actor, room: EventState, section: Section, place: PlannedMeeting | None
) -> Voice:
    """Return the side a reader speaks for at a table in a round."""
    entry = own_entry(room, actor.person)
    if place is not None and entry is not None and entry.section_id == section.pk:
        way = place.way_of(entry.number or 0)
        if way:
            return Voice(way)
    if actor.is_scorer or _seats_people(actor, room):
        return Voice(BOTH)
    lies_here = (
        actor.level == Level.TABLE
        and entry is None
        and place is not None
        and isinstance(actor.link, EventTableLink)
        and (actor.link.section_id, actor.link.table) == (section.pk, place.table)
    )
    return Voice(BOTH if lies_here else "")


def _seats_people(actor: Actor, room: EventState) -> bool:
    """Whether a member may say who sits at a table without a director: until all are named."""
    if room.event.contest_set_id is None or actor.level < Level.PLAYER:
        return False
    return any(entry.lacks_names for entry in room.entries)


def seen_at(
    actor: Actor, room: EventState, section: Section, place: PlannedMeeting | None
) -> EventState:
    """Return a room as a reader may see it on a table's page: all of it at their own table.

    There nothing is shown that did not happen there; a phone that lies on a table is of the table.
    """
    entry, link = own_entry(room, actor.person), actor.link
    is_own = False
    if entry is not None and place is not None:
        is_own = entry.section_id == section.pk and entry.number in place.numbers
    elif isinstance(link, EventTableLink) and place is not None:
        is_own = (link.section_id, link.table) == (section.pk, place.table)
    return room if is_own else as_seen_by(actor, room)


def reads_as(
    actor: Actor, room: EventState, section: Section, place: PlannedMeeting | None
) -> tuple[object, ...]:
    """Return who reads a table's page, as far as that decides what it says.

    At their own table both of a pair read the same, each on a phone of their own. Anywhere else it
    counts what one of them chose to look at; of a team who sits where changes from round to round,
    and at a contest everyone is shown their own cards.
    """
    person, link = actor.person, actor.link
    entry = own_entry(room, person) if actor.level == Level.TABLE else None
    if entry is not None and place is not None and entry.section_id == section.pk:
        alike = not entry.name and room.event.contest_set_id is None
        if alike and place.way_of(entry.number or 0):
            return ("pair", entry.pk)
    at = (link.section_id, link.table) if isinstance(link, EventTableLink) else None
    return ("alone", person and person.pk, at)


def named_speaker(
    actor: Actor, room: EventState, place: tuple[Section, PlannedMeeting] | None, side: str, by: str
) -> Actor:
    """Return who speaks for a side: one of its players by name, else the reader of the page."""
    if place is None:
        return actor
    section, at = place
    people = room.people(section.pk, at, side)
    chosen = next((person for person in people if str(person.pk) == by), None)
    if chosen is None:
        return actor
    return Actor(actor.level, actor.club, actor.user, chosen, actor.link, actor.device)


def own_place(actor: Actor, room: EventState) -> tuple[Section, PlannedMeeting] | None:
    """Return where a reader's pair sits in this round, or in the first one before play starts."""
    entry = own_entry(room, actor.person)
    if entry is None:
        return None
    for section in room.sections:
        if section.pk != entry.section_id or section.pk not in room.plans:
            continue
        for place in own_places(room, entry, actor.person):
            if place.round == max(1, room.now(section.pk)):
                return section, place
    return None


def own_places(room: EventState, entry: Entry, person: Person | None) -> list[PlannedMeeting]:
    """Return where a person sits round by round; in a team, with their half of it."""
    section, number = entry.section_id or 0, entry.number or 0
    places = room.plans[section].of_pair(number)
    if not entry.name:
        return places
    return [
        place for place in places
        if person in room.people(section, place, place.way_of(number))
    ]  # fmt: skip


# ---- Where boards lie and go.


class Lying(NamedTuple):
    """Boards on a table, or on several that share them."""

    boards: str
    at: str
    shared: bool


class CarriedBoards(NamedTuple):
    """Boards with where they are and where they go, in words; some stay where they are."""

    boards: str
    out_of: str
    to: str
    shared: bool
    stays: bool


class SectionBoards(NamedTuple):
    """The boards of a section at one change of rounds; `is_drawn` if the next round is known."""

    letter: str
    round: int
    title: str
    lying: list[Lying]
    carried: list[CarriedBoards]
    is_drawn: bool


def boards_now(room: EventState) -> list[SectionBoards]:
    """Return for each section where boards lie now, and where they go at the next change."""
    return [
        boards_after(room, section, room.now(section.pk))
        for section in room.sections
        if section.pk in room.plans
    ]


def boards_after(room: EventState, section: Section, number: int) -> SectionBoards:
    """Return where boards lie in a round and go after it; round 0 is before the first."""
    plan = room.plan(section)
    letter = section.letter if len(room.sections) > 1 else ""
    is_drawn = number >= plan.rounds or plan.is_drawn(number + 1)
    lying = [
        Lying(spanned(each), _tables(room, section, each.before), len(each.before) > 1)
        for each in (on_tables(plan.movement, number) if number else ())
    ]
    moves = at_change(plan.movement, number) if is_drawn else ()
    carried = [_carried(room, section, each) for each in moves]
    title = change_title(room, number)
    return SectionBoards(letter, number, title, lying, carried, is_drawn)


def _carried(room: EventState, section: Section, move: SetMove) -> CarriedBoards:
    return CarriedBoards(
        spanned(move),
        _tables(room, section, move.before) or _off(move.off_before),
        _tables(room, section, move.after) or _off(move.off_after),
        len(move.after) > 1,
        move.stays,
    )


def spanned(move: SetMove) -> str:
    """Return the boards of a set as they are printed: 4, or 4–6."""
    first, last = move.boards[0], move.boards[-1]
    return str(first) if first == last else f"{first}–{last}"


def _tables(room: EventState, section: Section, tables: tuple[int, ...]) -> str:
    return listed(str(room.table_name(section, table)) for table in tables)


def _off(where: Off | None) -> str:
    words = {
        Off.NEW: pgettext("boards", "new"),
        Off.STAND: pgettext("boards", "stand"),
        Off.DONE: pgettext("boards", "done"),
    }
    return words[where] if where else ""


def change_title(room: EventState, number: int) -> str:
    """Return what the list of a change is called."""
    if not number:
        return _("Before round 1")
    if number >= room.rounds:
        return _("After the last round")
    return _("After round %(r)s") % {"r": number}


@dataclass(frozen=True)
class SitOut:
    """A round without a table, and the place to go to afterwards, none where none is known.

    A rover's pair has none, the pair whose place a rover has, and one that left. It `is_open` where
    the next round is still to be drawn.
    """

    entry: Entry
    round: int
    is_open: bool
    has_left: bool
    next: PlannedMeeting | None = None
    table: str = ""
    way: str = ""
    against: Sequence[str] = ()
    first: int = 0
    last: int = 0


def rest_of(actor: Actor, room: EventState) -> SitOut | None:
    """Return where a player without a table goes next; None for a person who does not play here.

    `next` is None if the pair plays no more, or if the next round is still to be drawn.
    """
    entry = own_entry(room, actor.person)
    if entry is None or entry.section_id not in room.plans or entry.number is None:
        return None
    plan, now = room.plans[entry.section_id], max(1, room.now(entry.section_id))
    places = sorted(own_places(room, entry, actor.person), key=lambda place: place.round)
    after = next((place for place in places if place.round > now), None)
    section = next(each for each in room.sections if each.pk == entry.section_id)
    is_open = now < plan.rounds and not plan.is_drawn(now + 1)
    found = SitOut(entry, now, is_open, plan.has_left(entry.number, now))
    if after is None:
        return found
    way = after.way_of(entry.number)
    return replace(
        found,
        next=after,
        table=room.table_name(section, after.table),
        way=way,
        against=room.names(section.pk, after.ew if way == "ns" else after.ns),
        first=after.boards[0],
        last=after.boards[-1],
    )
