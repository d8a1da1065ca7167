"""An event's movement as cards: a guide card for everyone, a card for every table."""

from clubscore.events.models import Section
from clubscore.events.state.event_now import Room
from clubscore.sheets.at_the_table.movement_cards import (
    Card,
    Names,
    guide_cards,
    table_cards,
)
from clubscore.sheets.at_the_table.who_and_what import people_of


def letter_of(room: Room, section: Section) -> str:
    """Return what stands before a section's numbers: its letter, nothing where it is the only."""
    return section.letter if len(room.sections) > 1 else ""


def names_in(room: Room, section: Section) -> Names:
    """Return {number: names} of a section."""
    numbers = range(1, room.plan(section).pairs + 1)
    return {number: people_of(room, section.pk, number) for number in numbers}


def guides(room: Room) -> list[Card]:
    """Everyone's guide card, as the movement stands now."""
    return [
        card
        for section in room.sections
        for card in guide_cards(
            room.plan(section).movement, names_in(room, section), letter_of(room, section)
        )
    ]


def tables(room: Room) -> list[Card]:
    """Every table's card, as the movement stands now."""
    return [
        card
        for section in room.sections
        for card in table_cards(
            room.plan(section).movement, names_in(room, section), letter_of(room, section)
        )
    ]
