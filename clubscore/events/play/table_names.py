"""Who sits at a table whose pairs are named from their seats: what is asked, what differs."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.events.models import Section
from clubscore.events.state.event_now import Room
from clubscore.events.state.plan import Place
from clubscore.events.state.seat_claims import (
    OTHERWISE,
    ROUNDS_ASKED,
    TWICE,
    OpenDoubt,
    People,
    SeatHere,
    later_said,
    open_doubts,
    people_said,
    seats_at,
    seats_of,
    table_now,
)
from clubscore.events.terms.event_words import numbered


class NamesAsked(NamedTuple):
    """Names that differ, as a question; `yes` and `no` are its keys, "" where names are typed.

    `table` is where the pair sits now, as an address has it; "" where it sits nowhere.
    """

    doubt: int
    text: str
    yes: str
    no: str
    table: str


def names_asked(room: Room) -> list[NamesAsked]:
    """Return everything about names that has to be settled, the oldest first."""
    return [_asked(room, each) for each in open_doubts(room)]


def _asked(room: Room, one: OpenDoubt) -> NamesAsked:
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


def _names(room: Room, people: People) -> str:
    """People by their names; a seat without one is left out."""
    known = people_said(room)
    return named(known[one].name for one in people if one and one in known)


def _address_now(room: Room, one: OpenDoubt) -> str:
    table = table_now(room, one.entry)
    return f"{one.section.letter}{table}" if table else ""


@dataclass(frozen=True)
class TableNames:
    """The names of a table in a round, for a reader who may say them (`speaks`)."""

    room: Room
    section: Section
    table: int
    place: Place | None
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
        return (self.section.pk, self.table) not in later_said(self.room)

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


def seats_wanted(room: Room) -> SeatsWanted:
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
