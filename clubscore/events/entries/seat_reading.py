"""What a table types of its seats: whom each name means, a guest, or what has still to be asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.form_values import Given, text_of, whole_number
from clubscore.club.models import Person
from clubscore.club.naming.odd_names import odd_places
from clubscore.club.people.guests import add_guest
from clubscore.events.entries.pasted import (
    GUEST,
    LONGEST,
    PastedName,
    people_here,
    who_it_is,
)
from clubscore.events.entries.seat_names import Said
from clubscore.events.models import Entry, Event
from clubscore.events.state.event_now import Room
from clubscore.events.state.plan import Place
from clubscore.events.state.seat_claims import SeatHere, seats_at, seats_of
from clubscore.tableside.problems import Problem


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


def read_seats(room: Room, section: int, place: Place, given: Given) -> list[SeatTyped]:
    """Return the seats of a place with what was typed of each. Two queries."""
    seats = seats_at(room, section, place)
    here = people_here(room.event) if any(text_of(given, each.seat) for each in seats) else []
    at = _held(room)
    return [_read(each, given, here, at) for each in seats]


def _held(room: Room) -> Mapping[int, Entry]:
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
) -> list[Said]:
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
        said = Said(pk, people, texts, seen, settles)
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


def asked_again(room: Room, typed: Sequence[SeatTyped]) -> dict[str, str]:
    """Return what tables typed earlier of seats that have no name yet, {seat: text}."""
    known, found = seats_of(room), {}
    for each in typed:
        for doubt in known[each.seat.entry.pk].doubts:
            said = doubt.claim.typed[each.seat.at] if doubt.claim.typed else ""
            if said and each.seat.person is None:
                found[each.seat.seat] = said
    return found
