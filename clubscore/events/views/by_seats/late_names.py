"""Names that waited on a phone: said when it is online again, or handed in by a code."""

from typing import NamedTuple

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import key_of
from clubscore.club.form_values import whole_number
from clubscore.club.refused import Refused
from clubscore.club.wording.names import listed
from clubscore.events.entries.seat_names import Where, ask_later, name_seats
from clubscore.events.entries.seat_reading import SeatTyped, read_seats, said_of
from clubscore.events.movement.reader_seat import voice_at
from clubscore.events.selectors import section_and_table
from clubscore.events.state.event_now import Room

# What an entry that waits says it is, beside results.
SEATS = "seats"


class LateNames(NamedTuple):
    """Where names were typed, and what of each seat; nothing where only "later" was said."""

    where: Where
    typed: list[SeatTyped]

    @property
    def words(self) -> str:
        """The same as a person reads it."""
        said = [f"{each.seat.name} {each.text}" for each in self.typed if each.text]
        values = {"table": self.where.table, "round": self.where.round, "names": listed(said)}
        return _("table %(table)s, round %(round)s: %(names)s") % values


def are_names(given: QueryDict) -> bool:
    """Whether an entry that waited says who sits where, not how a board was played."""
    return given.get("what") == SEATS


def read_names(room: Room, actor: Actor, given: QueryDict) -> LateNames:
    """Read names that waited. Refused says what would be right."""
    try:
        section, table = section_and_table(room, given.get("table", ""))
    except Http404:
        raise Refused(_("There is no such table. Choose another.")) from None
    place = room.plan(section).places.get((whole_number(given.get("round")) or 0, table))
    if place is None:
        raise Refused(_("No one plays at this table in this round."))
    if not voice_at(actor, room, section, place).speaks:
        raise Refused(_("This phone is not for that side. Ask the players at the table."))
    typed = read_seats(room, section.pk, place, given)
    return LateNames(Where(section, table, place.round), typed)


def take_names(room: Room, actor: Actor, given: QueryDict) -> None:
    """Record names that waited; what names nobody for certain is asked at the table."""
    late, key = read_names(room, actor, given), key_of(given)
    if "later" in given:
        ask_later(where=late.where, key=key, actor=actor)
        return
    said = said_of(room.event, late.typed, given, actor, late=True)
    name_seats(where=late.where, said=said, key=key, actor=actor)
