"""The director's sheet: who sits where with which boards, tables by rounds, and who is who."""

from django.utils.translation import gettext as _

from clubscore.events.models import Section
from clubscore.events.state.event_now import Room
from clubscore.sheets.at_the_table.who_and_what import people_of
from clubscore.sheets.events.event_cards import letter_of, sitting_out
from clubscore.sheets.events.event_facts import identity_of, state_of
from clubscore.sheets.events.leaves.hall_grid import Hall, Meeting, facts_of, meeting_of, sheet_of
from clubscore.sheets.events.leaves.leaf import Block, Head, draw_leaf, leaf_pdf
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.pen import Pen


def director_leaf(room: Room, paper: Paper) -> bytes:
    """Return the director's sheet as a PDF: twenty tables take a page."""
    head, blocks = _sheet(room, paper)
    return leaf_pdf(head, blocks, paper)


def draw_director(pen: Pen, room: Room) -> None:
    """Draw the same before an evening's other papers."""
    draw_leaf(pen, *_sheet(room, pen.paper))


def _sheet(room: Room, paper: Paper) -> tuple[Head, list[Block]]:
    event = room.event
    halls = [_hall(room, section) for section in room.sections]
    facts = [state_of(event), *(fact for hall in halls for fact in hall.facts)]
    head = Head(_("Director's sheet"), identity_of(event), facts, event.club.name)
    return sheet_of(head, halls, paper)


def _hall(room: Room, section: Section) -> Hall:
    plan = room.plan(section)
    rounds, numbers = range(1, plan.rounds + 1), range(1, plan.pairs + 1)
    letter = letter_of(room, section)
    title = _("Section %(letter)s") % {"letter": letter} if letter else ""
    tables = [
        (
            room.table_name(section, table),
            [_meeting(room, section, number, table) for number in rounds],
        )
        for table in range(1, plan.tables + 1)
    ]
    return Hall(
        title,
        _facts(room, section, title),
        plan.rounds,
        tables,
        [", ".join(map(str, sitting_out(room, section, number))) for number in rounds],
        [(room.table_name(section, each), people_of(room, section.pk, each)) for each in numbers],
    )


def _facts(room: Room, section: Section, title: str) -> tuple[str, ...]:
    return facts_of(room.plan(section).movement, title)


def _meeting(room: Room, section: Section, number: int, table: int) -> Meeting:
    plan = room.plan(section)
    place = plan.places.get((number, table))
    if place is None or not place.is_played or not plan.is_drawn(number):
        return Meeting()
    return meeting_of(place.ns, place.ew, place.boards)
