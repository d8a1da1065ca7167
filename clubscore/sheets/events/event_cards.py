"""An event's movement as cards: a guide card for everyone, a card for every table, and as text."""

from collections.abc import Sequence

from clubscore.club.wording.names import named
from clubscore.events.models import Section
from clubscore.events.state.event_now import Room
from clubscore.sheets.events.movement_pdf import (
    Card,
    guide_cards,
    guides_of,
    table_card,
    table_cards,
)
from clubscore.sheets.events.tables_pdf import Block, Column


def letter_of(room: Room, section: Section) -> str:
    """Return what stands before a section's numbers: its letter, nothing where it is the only."""
    return section.letter if len(room.sections) > 1 else ""


def names_in(room: Room, section: Section) -> dict[int, str]:
    """Return {number: names} of a section."""
    numbers = range(1, room.plan(section).pairs + 1)
    return {number: named(room.names(section.pk, number)) for number in numbers}


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


def guide_of(room: Room, section: Section, number: int) -> list[Card]:
    """One contestant's guide card; of a team both halves'."""
    name = named(room.names(section.pk, number))
    return guides_of(room.plan(section).movement, number, name, letter_of(room, section))


def card_of(room: Room, section: Section, table: int) -> Card:
    """One table's card."""
    names = names_in(room, section)
    return table_card(room.plan(section).movement, table, names, letter_of(room, section))


def as_blocks(cards: Sequence[Card]) -> list[Block]:
    """Return cards as tables, of which the plain text is made."""
    return [
        Block(
            card.title,
            card.names,
            tuple(Column(column.word, column.share) for column in card.columns),
            list(zip(*(column.texts for column in card.columns), strict=True)),
        )
        for card in cards
    ]


def guide_blocks(room: Room) -> list[Block]:
    """Everyone's guide cards as tables."""
    return as_blocks(guides(room))


def table_blocks(room: Room) -> list[Block]:
    """Every table's card as tables."""
    return as_blocks(tables(room))
