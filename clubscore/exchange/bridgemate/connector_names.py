"""Names that players entered at the pads, for pairs that have none here yet."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from typing import NamedTuple

from bridgemate_dataconnector import validate_participation_dto
from bridgemate_dataconnector.dto import ParticipationDTO

from clubscore.club.access import Actor
from clubscore.club.people.selectors import people_in
from clubscore.events.entries.seat_names import Said, Where, name_seats
from clubscore.events.locks import is_noted
from clubscore.events.models import Section
from clubscore.events.state.event_now import Room
from clubscore.exchange.bridgemate.connector_client import Items

# By the number of a direction: which side, and which of its two seats.
SEATS = {1: ("ns", 0), 2: ("ew", 0), 3: ("ns", 1), 4: ("ew", 1)}


class PadName(NamedTuple):
    """A name that was entered at a seat of the first round."""

    section: str
    table: int
    seat: int
    name: str


def names_told(items: Items) -> list[PadName]:
    """Return who sits where by the pads, the last word of each seat; numbers alone name nobody."""
    found: dict[tuple[str, int, int], str] = {}
    for item in items:
        try:
            told = ParticipationDTO.from_dict(item)
            if not validate_participation_dto(told, allow_player_number_and_name=True):
                continue
            at = (told.section_letters or "")[:1], int(told.table_number), int(told.direction)
            name = " ".join(f"{told.first_name or ''} {told.last_name or ''}".split())[:80]
        except (TypeError, ValueError, KeyError, AttributeError):
            continue
        if told.round_number <= 1:
            found[at] = "" if told.is_removal else name
    return [PadName(*at, name) for at, name in found.items() if name]


def name_from_pads(room: Room, items: Items, actor: Actor) -> int:
    """Name pairs that have no names yet from what the pads say; return how many seats that were.

    A name that is nobody's here for certain waits to be settled, as one that a table typed. Pairs
    entered by name stay as they are.
    """
    people = {one.name.casefold(): one for one in people_in(room.event.club).order_by("-pk")}
    came = 0
    for section, said in _by_entry(room, items).items():
        for pk, seats in said.items():
            digest = hashlib.sha256(repr((pk, seats)).encode()).hexdigest()[:24]
            key = f"pads:{digest}"
            if is_noted(room.event, f"{key}:{pk}"):
                continue
            known = [people.get(name.casefold()) if name else None for name in seats]
            typed = [
                "" if one or not name else name for one, name in zip(known, seats, strict=True)
            ]
            name_seats(
                where=Where(section), said=[Said(pk, known, tuple(typed))], key=key, actor=actor
            )
            came += sum(map(bool, seats))
    return came


def _by_entry(room: Room, items: Items) -> dict[Section, dict[int, list[str]]]:
    """Return the names of seats by section and entry, where the entry still lacks some."""
    found: dict[Section, dict[int, list[str]]] = defaultdict(dict)
    for told in names_told(items):
        section = room.section(told.section)
        if section is None or section.pk not in room.plans:
            continue
        place = room.plan(section).places.get((1, told.table))
        way, at = SEATS.get(told.seat, ("", 0))
        side = place.side(way) if place and way else None
        entry = room.by_number.get((section.pk, side)) if isinstance(side, int) else None
        if entry is not None and entry.lacks_names:
            found[section].setdefault(entry.pk, ["", ""])[at] = told.name
    return found
