"""An event's movement as cards: a guide card for everyone, a card for every table."""

from clubscore.events.models import Section
from clubscore.events.state import EventState
from clubscore.papers.movement_cards import GuideCard, Names, guide_cards, table_cards
from clubscore.papers.table_cards import SideCard, Tent, people_of, table_tents, whose
from clubscore.papers.table_cards import side_cards as cards_of_sides


def letter_of(room: EventState, section: Section) -> str:
    """Return what stands before a section's numbers: its letter, nothing where it is the only."""
    return section.letter if len(room.sections) > 1 else ""


def names_in(room: EventState, section: Section) -> Names:
    """Return {number: names} of a section."""
    numbers = range(1, room.plan(section).pairs + 1)
    return {number: people_of(room, section.pk, number) for number in numbers}


def sitting_out(room: EventState, section: Section, number: int) -> list[int]:
    """Return who sits out in a round; nobody while it is not drawn."""
    plan = room.plan(section)
    if not plan.is_drawn(number):
        return []
    sits = {each for place in plan.of_round(number) if place.is_played for each in place.numbers}
    here = range(1, plan.pairs + 1)
    return [each for each in here if each not in sits and not plan.has_left(each, number)]


def guides(room: EventState) -> list[GuideCard]:
    """Everyone's guide card, as the movement stands now."""
    return [
        card
        for section in room.sections
        for card in guide_cards(
            room.plan(section).movement, names_in(room, section), letter_of(room, section)
        )
    ]


def tables(room: EventState) -> list[GuideCard]:
    """Every table's card, as the movement stands now."""
    return [
        card
        for section in room.sections
        for card in table_cards(
            room.plan(section).movement, names_in(room, section), letter_of(room, section)
        )
    ]


def tents(room: EventState) -> list[Tent]:
    """Every table's tent, as the movement stands now."""
    return [
        tent
        for section in room.sections
        for tent in table_tents(
            room.plan(section).movement, whose(room.event), letter_of(room, section)
        )
    ]


def sides(room: EventState) -> list[SideCard]:
    """The cards of every table's four sides."""
    tables = [
        str(room.table_name(section, table))
        for section in room.sections
        for table in range(1, room.plan(section).tables + 1)
    ]
    return cards_of_sides(tables, whose(room.event))
