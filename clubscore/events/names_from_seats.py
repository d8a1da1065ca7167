"""Pairs who started without names, and are named later from the seats where they sit.

Tables are counted before anybody is entered. Each table then says who its pairs are; whom a name
means, a guest or somebody who has still to be asked for, is read here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Given, Refused, text_of, whole_number
from clubscore.club.models import Person
from clubscore.club.odd_names import odd_places
from clubscore.club.people import add_guest
from clubscore.club.wording import named
from clubscore.events.entries import (
    GUEST,
    LONGEST,
    PastedName,
    enter,
    enter_in_book,
    people_here,
    who_it_is,
)
from clubscore.events.formats import TEAMS, how_many, numbered
from clubscore.events.locks import is_noted, must_not_be_final, note, taken_event
from clubscore.events.models import Entry, Event, EventHappening, Section
from clubscore.events.models.facts import EntryChanged, SeatsNamed
from clubscore.events.plan import PlannedMeeting
from clubscore.events.seats import (
    OTHERWISE,
    ROUNDS_ASKED,
    TWICE,
    Doubt,
    OpenDoubt,
    People,
    SeatHere,
    Seats,
    open_doubts,
    people_named,
    postponed,
    seats_at,
    seats_of,
    table_now,
)
from clubscore.events.state import EventState, entries_of, room_of
from clubscore.web.forms import Problem

Kind = EventHappening.Kind


@dataclass(frozen=True)
class SeatNames:
    """What a table says of an entry: people by seat, North or East first, None for "later".

    `typed` is what it says of a seat that names nobody for certain; `seen` is how often something
    was said of the entry on the page; `settles` says that it counts, whatever was said before.
    """

    entry: int
    people: Sequence[Person | None]
    typed: Sequence[str] = ()
    seen: int = 0
    settles: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing of anybody."""
        return not any(self.people) and not any(self.typed)


@dataclass(frozen=True)
class SeatPlace:
    """Where something is said of seats: a table in a round; 0 for the director's desk."""

    section: Section
    table: int = 0
    round: int = 0


def enter_counted(*, event: Event, count: int, key: str, actor: Actor) -> None:
    """Add entries without names until there are so many. The same key again changes nothing.

    Refuses teams, which have names of their own, and fewer than are entered.
    """
    with taken_event(event) as found:
        if is_noted(found, key):
            return
        if found.contestants_are == TEAMS:
            raise Refused(_("Teams are entered by name. Enter each team."))
        here = sum(entry.plays for entry in entries_of(found))
        many = how_many(found.contestants_are, here)
        if here > count:
            raise Refused(_("Already entered: %(many)s. Count all tables.") % {"many": many})
        if here == count:
            return
        note(found, Kind.ENTRY, key, actor, EntryChanged(what="counted", many=count - here))
        for _each in range(count - here):
            entry = enter(found, [], "", actor, by_seats=True)
            # Who sits at a table that was counted is here.
            entry.arrived_at = entry.entered_at
            entry.save(update_fields=["arrived_at"])


def name_seats(*, where: SeatPlace, said: Sequence[SeatNames], key: str, actor: Actor) -> None:
    """Record who a table says that its pairs are. The same key again changes nothing.

    What contradicts another table's word, or names a player of another pair, waits to be settled
    (`events.seats`) and changes nothing until then. Refuses once the ranking is final.
    """
    with taken_event(where.section.event) as event:
        must_not_be_final(event)
        room = room_of(event)
        for each in said:
            if each.settles:
                _take_from_others(room, where, each, key, actor)
            _note(room, where, each, f"{key}:{each.entry}", actor)
        _write(event, actor)


def ask_later(*, where: SeatPlace, key: str, actor: Actor) -> None:
    """A table asks not to be asked again; its players can still be named."""
    with taken_event(where.section.event) as event:
        told = SeatsNamed(
            section=where.section.pk,
            table=where.table,
            said_at=where.table,
            round=where.round,
            later=True,
        )
        note(event, Kind.SEATED, key, actor, told)


def settle(*, where: SeatPlace, doubt: int, counts: bool, key: str, actor: Actor) -> None:
    """Settle what contradicts: what was said counts, or what stood before it does.

    `doubt` is the key of the happening. Refuses one that is settled already.
    """
    with taken_event(where.section.event) as event:
        must_not_be_final(event)
        if is_noted(event, key):
            return
        room = room_of(event)
        for entry, seats in seats_of(room).items():
            for each in seats.doubts:
                if each.claim.pk == doubt:
                    said = SeatNames(
                        entry, _settled(room, seats, each, counts=counts), settles=True
                    )
                    _take_from_others(room, where, said, key, actor)
                    _note(room, where, said, key, actor)
                    _write(event, actor)
                    return
        raise Refused(_("This was settled already. The names shown are those that count."))


def _settled(room: EventState, seats: Seats, doubt: Doubt, *, counts: bool) -> list[Person | None]:
    """Who sits there once a doubt is settled: what was said of it, or what stood before."""
    people = seats.people
    if counts and doubt.why == OTHERWISE:
        people = doubt.claim.people
    elif counts and doubt.why == TWICE:
        both = zip(doubt.claim.people, seats.people, strict=True)
        people = tuple(new or old for new, old in both)
    found = Person.objects.filter(club=room.event.club_id).in_bulk([one for one in people if one])
    return [found.get(one or 0) for one in people]


def _take_from_others(
    room: EventState, where: SeatPlace, said: SeatNames, key: str, actor: Actor
) -> None:
    """Whoever sits here sits in no other pair: each that loses somebody has it noted."""
    here = {person.pk for person in said.people if person}
    for entry, seats in seats_of(room).items():
        if entry != said.entry and here.intersection(seats.people):
            left = [None if one in here else one for one in seats.people]
            found = Person.objects.filter(club=room.event.club_id).in_bulk(filter(None, left))
            people = [found.get(one or 0) for one in left]
            other = SeatNames(entry, people, settles=True)
            _note(room, where, other, f"{key}:from{entry}", actor)


def _write(event: Event, actor: Actor) -> None:
    """Give entries the people whom their seats have by now, and charge them after the end."""
    room = room_of(event)
    changed = {}
    for pk, seats in seats_of(room).items():
        people = [one for one in seats.people if one]
        changed[pk] = (*people, None, None)[:2]
    old = {entry.pk: (entry.first_id, entry.second_id) for entry in room.entries}
    changed = {pk: people for pk, people in changed.items() if old[pk] != people}
    # Nobody is in two entries, not even from one row to the next.
    Entry.objects.filter(pk__in=changed).update(first=None, second=None)
    for pk, (first, second) in changed.items():
        Entry.objects.filter(pk=pk).update(first=first, second=second)
    if event.finished_at is not None:
        enter_in_book(event=event, actor=actor)


def _note(room: EventState, where: SeatPlace, said: SeatNames, key: str, actor: Actor) -> None:
    entry = next((each for each in room.entries if each.pk == said.entry), None)
    if entry is None:
        raise Refused(_("This entry no longer exists."))
    told = SeatsNamed(
        section=where.section.pk,
        table=table_now(room, entry),
        said_at=where.table,
        round=where.round,
        entry=said.entry,
        people=[person.pk if person else None for person in said.people],
        seen=said.seen,
    )
    if any(said.typed):
        told["typed"] = [*said.typed]
    if said.settles:
        told["settles"] = True
    note(room.event, Kind.SEATED, key, actor, told)


# ---- What a table types of its seats.


@dataclass(frozen=True)
class SeatTyped:
    """A seat with what was typed of it; `name` is whom that may mean, None where nothing was.

    `elsewhere` is the pair in which that person is already named, `may_move` whether it can be
    said that they sit here instead, `moves` whether it was.
    """

    seat: SeatHere
    text: str
    name: PastedName | None = None
    elsewhere: Entry | None = None
    may_move: bool = False
    moves: bool = False

    @property
    def problem(self) -> str:
        """What has to be answered before it can be saved; "" for nothing."""
        name = self.name
        if name is None:
            return ""
        if not name.chosen:
            return _("Choose who “%(name)s” is, or a guest.") % {"name": self.text}
        if name.chosen == GUEST and odd_places(name.text):
            return _("This name has hidden characters. Write it again without them.")
        if self.elsewhere is not None and not self.moves:
            who = name.person.name if name.person else name.text
            values = {"name": who, "pair": str(self.elsewhere)}
            if self.may_move:
                return _("%(name)s is already named: %(pair)s. Who sits here?") % values
            text = _("%(name)s is entered as %(pair)s. Ask the director, or choose another player.")
            return text % values
        return ""


def read_seats(
    room: EventState, section: int, place: PlannedMeeting, given: Given
) -> list[SeatTyped]:
    """Return the seats of a place with what was typed of each. Two queries."""
    seats = seats_at(room, section, place)
    here = people_here(room.event) if any(text_of(given, each.seat) for each in seats) else []
    at = _held(room)
    return [_read(each, given, here, at) for each in seats]


def _held(room: EventState) -> Mapping[int, Entry]:
    """In which entry each person plays, by key."""
    playing = (entry for entry in room.entries if entry.withdrawn_at is None)
    return {person.pk: entry for entry in playing for person in entry.people}


def _read(seat: SeatHere, given: Given, here: list[Person], held: Mapping[int, Entry]) -> SeatTyped:
    text = " ".join(text_of(given, seat.seat).split())[:LONGEST]
    known = seat.person
    if not text or (known is not None and text in (known.name, known.short_name)):
        return SeatTyped(seat, text)
    field = f"who-{seat.seat}"
    answer = text_of(given, field) if field in given else None
    name = who_it_is(text, here, field=field, answer=answer)
    entry = held.get(name.person.pk) if name.person else None
    if entry is None or entry.pk == seat.entry.pk:
        return SeatTyped(seat, text, name)
    moves = entry.by_seats and f"moves-{seat.seat}" in given
    return SeatTyped(seat, text, name, entry, entry.by_seats, moves)


def problems_of_seats(typed: Sequence[SeatTyped]) -> list[Problem]:
    """Return what has to be answered before all of it can be saved, seat by seat."""
    found = [Problem(each.seat.seat, each.problem) for each in typed if each.problem]
    who = [each.name and _whom(each.name) for each in typed]
    for at, each in enumerate(typed):
        if who[at] and who[at] in who[:at]:
            found.append(Problem(each.seat.seat, _("Choose each player only once.")))
            break
    return found


def _whom(name: PastedName) -> str:
    """Who is meant: a person by key, a guest by name; "" while somebody has to say."""
    return name.text.casefold() if name.chosen == GUEST else name.chosen


def said_of(
    event: Event, typed: Sequence[SeatTyped], given: Given, actor: Actor, *, late: bool = False
) -> list[SeatNames]:
    """Return what is said of each entry. Guests are added.

    What is `late` was typed where nobody could be asked: what names nobody for certain goes along
    as it was typed.
    """
    found = []
    for pk in dict.fromkeys(each.seat.entry.pk for each in typed):
        own = [each for each in typed if each.seat.entry.pk == pk]
        seen = whole_number(text_of(given, f"seen-{own[0].seat.seat}")) or 0
        settles = any(each.moves for each in own)
        people: list[Person | None] = []
        texts = []
        for each in own:
            person = _person(event, each, actor)
            # Nobody sits on both chairs of a pair.
            person = None if person in people else person
            open_one = late and person is None and each.name is not None
            texts.append(each.text if open_one else "")
            people.append(person or (each.seat.person if settles else None))
        said = SeatNames(pk, people, texts, seen, settles)
        if not said.is_empty:
            found.append(said)
    return found


def _person(event: Event, typed: SeatTyped, actor: Actor) -> Person | None:
    name = typed.name
    if name is None or not name.chosen:
        return None
    if name.chosen == GUEST:
        return (
            None
            if odd_places(name.text)
            else add_guest(club=event.club, name=name.text, actor=actor)
        )
    return name.person


def earlier_names(room: EventState, typed: Sequence[SeatTyped]) -> dict[str, str]:
    """Return what tables typed earlier of seats that have no name yet, {seat: text}."""
    known, found = seats_of(room), {}
    for each in typed:
        for doubt in known[each.seat.entry.pk].doubts:
            said = doubt.claim.typed[each.seat.at] if doubt.claim.typed else ""
            if said and each.seat.person is None:
                found[each.seat.seat] = said
    return found


# ---- What is asked at a table.


class NamesAsked(NamedTuple):
    """Names that differ, as a question; `yes` and `no` are its keys, "" where names are typed.

    `table` is where the pair sits now, as an address has it; "" where it sits nowhere.
    """

    doubt: int
    text: str
    yes: str
    no: str
    table: str


def names_asked(room: EventState) -> list[NamesAsked]:
    """Return everything about names that has to be settled, the oldest first."""
    return [_asked(room, each) for each in open_doubts(room)]


def _asked(room: EventState, one: OpenDoubt) -> NamesAsked:
    claim, why = one.doubt.claim, one.doubt.why
    are = room.event.contestants_are
    pair = numbered(are, one.entry.shown_number)
    known = seats_of(room)[one.entry.pk].people
    table = _address_now(room, one)
    if why == OTHERWISE:
        was, now = _names(room, known), _names(room, claim.people)
        values = {"pair": pair, "was": was, "now": now}
        text = _("%(pair)s: %(was)s, or %(now)s?") % values
        return NamesAsked(claim.pk, text, now, was, table)
    if why == TWICE:
        other = numbered(are, one.other.shown_number) if one.other else ""
        new = tuple(new if new != old else None for new, old in zip(claim.people, known,
                    strict=True))  # fmt: skip
        values = {"name": _names(room, new), "one": other, "other": pair}
        text = _("%(name)s is named in two places: %(one)s and %(other)s. Where?") % values
        if one.other is not None and not one.other.by_seats:
            return NamesAsked(claim.pk, text, "", other, table)
        return NamesAsked(claim.pk, text, pair, other, table)
    typed = named(text for text in claim.typed if text)
    text = _("%(pair)s: who is “%(typed)s”?") % {"pair": pair, "typed": typed}
    return NamesAsked(claim.pk, text, "", "", table)


def _names(room: EventState, people: People) -> str:
    """People by their names; a seat without one is left out."""
    known = people_named(room)
    return named(known[one].name for one in people if one and one in known)


def _address_now(room: EventState, one: OpenDoubt) -> str:
    table = table_now(room, one.entry)
    return f"{one.section.letter}{table}" if table else ""


@dataclass(frozen=True)
class TableNames:
    """The names of a table in a round, for a reader who may say them (`speaks`)."""

    room: EventState
    section: Section
    table: int
    place: PlannedMeeting | None
    speaks: bool

    @cached_property
    def seats(self) -> list[SeatHere]:
        """The seats that are named from here, in the order N S E W."""
        return seats_at(self.room, self.section.pk, self.place)

    @property
    def nameless(self) -> list[SeatHere]:
        """Those that have no name yet."""
        return [each for each in self.seats if each.person is None]

    @property
    def may_name(self) -> bool:
        """Whether the reader may say who sits here."""
        return self.speaks and bool(self.seats)

    @property
    def asks(self) -> bool:
        """Whether the page asks in the first place: in the first rounds, until "later" is said."""
        if not (self.may_name and self.nameless) or self.room.now(self.section.pk) > ROUNDS_ASKED:
            return False
        return (self.section.pk, self.table) not in postponed(self.room)

    @property
    def differing(self) -> list[NamesAsked]:
        """What has to be settled about the pairs that sit here."""
        if not self.may_name:
            return []
        here = f"{self.section.letter}{self.table}"
        return [each for each in names_asked(self.room) if each.table == here]

    @property
    def is_by_seats(self) -> bool:
        """Whether anybody at the event is named from the seats."""
        return bool(seats_of(self.room))


class SeatsWanted(NamedTuple):
    """How many seats of an event have no name, and the tables where those pairs sit now."""

    many: int
    tables: list[str]


def seats_wanted(room: EventState) -> SeatsWanted:
    """Return which seats lack names, for the desk."""
    lacking = {pk: len(seats.lacks) for pk, seats in seats_of(room).items()}
    count, tables = 0, []
    for entry in room.entries:
        count += lacking.get(entry.pk, 0) if entry.number else 0
    for section in room.sections:
        plan = room.plans.get(section.pk)
        for place in plan.of_round(max(1, room.now(section.pk))) if plan else ():
            here = [room.by_number.get((section.pk, number)) for number in place.numbers]
            if any(entry is not None and lacking.get(entry.pk) for entry in here):
                tables.append(room.table_name(section, place.table))
    return SeatsWanted(count, tables)
