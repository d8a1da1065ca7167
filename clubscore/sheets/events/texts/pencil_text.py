"""What is printed for a pencil, as plain texts: slips, travellers, blank score cards."""

from collections.abc import Iterator
from operator import attrgetter

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.events.models import Section
from clubscore.events.state.board_words import dealt_line
from clubscore.events.state.event_now import Room, Table
from clubscore.events.state.plan import Place
from clubscore.events.terms.event_words import numbered
from clubscore.sheets.at_the_table.who_and_what import people_of
from clubscore.sheets.events.texts.text_words import (
    at_table,
    direction,
    heading,
    key_of,
    who_is,
)


def slips_text(room: Room) -> Iterator[str]:
    """Pick-up slips of the rounds that are still to come, and of the one played now."""
    yield from heading(_("Score slips from this round"), room.event)
    yield from slip_lines(room)


def slip_lines(room: Room) -> Iterator[str]:
    """Every slip: its place in the pile, its table and round, who sits there, its boards."""
    tables = [
        (number, table)
        for number in range(1, room.rounds + 1)
        for table in room.tables(number)
        if number >= room.now(table.section.pk)
    ]
    for at, (number, table) in enumerate(tables, 1):
        yield ""
        yield _("Slip %(number)s of %(count)s") % {"number": at, "count": len(tables)}
        yield from _slip(room, number, table)


def _slip(room: Room, number: int, table: Table) -> Iterator[str]:
    yield _("Table %(table)s, round %(round)s") % {
        "table": room.table_name(table.section, table.number),
        "round": number,
    }
    yield from at_table(room, table.section.pk, table.place.ns, table.place.ew)
    for board in table.place.boards:
        yield _("Board %(n)s") % {"n": board}
        yield f" {dealt_line(room.board(board), room.event)}"


def spare_slips_text(room: Room) -> Iterator[str]:
    """A sheet of slips on which everything is written by hand, and what each asks for."""
    yield from heading(_("Spare slips"), room.event)
    yield ""
    yield _("Each has blanks for the table, the round, both sides and two boards.")


def rulings_text(room: Room) -> Iterator[str]:
    """Ruling slips on which everything is written by hand, and what each asks for."""
    yield from heading(_("Blank ruling slips"), room.event)
    yield ""
    yield _("Each has blanks for the table, the round, the board, its dealer and vulnerability.")
    yield _("Who called, what happened, the law and the ruling.")
    yield _("Whether both sides are informed, and until when an appeal may be lodged.")
    yield _("The back has blanks for an appeal, its reasons and the decision.")


def travellers_text(room: Room) -> Iterator[str]:
    """A traveller for each board: who plays it, in the order of the rounds."""
    yield from heading(_("Blank travellers"), room.event)
    for section in room.sections:
        plan = room.plan(section)
        for board in plan.boards:
            yield ""
            yield _("Board %(n)s") % {"n": room.board_name(section, board)}
            yield dealt_line(room.board(board), room.event)
            places = [p for p in plan.places.values() if p.is_played and board in p.boards]
            for place in sorted(places, key=attrgetter("round", "table")):
                yield f" {_meeting(room, section, place)}"


def _meeting(room: Room, section: Section, place: Place) -> str:
    are = room.event.contestants_are
    return _("%(ns)s North–South, %(ew)s East–West") % {
        "ns": who_is(are, key_of(room, section.pk, place.ns)),
        "ew": who_is(are, key_of(room, section.pk, place.ew)),
    }


def blank_cards_text(room: Room) -> Iterator[str]:
    """A card for each contestant: whom they meet on which boards."""
    yield from heading(_("Private score cards"), room.event)
    for section in room.sections:
        for number in range(1, room.plan(section).pairs + 1):
            yield ""
            called = room.table_name(section, number)
            yield numbered(room.event.contestants_are, called)
            yield named(people_of(room, section.pk, number))
            yield from _rounds(room, section, number)


def _rounds(room: Room, section: Section, number: int) -> Iterator[str]:
    are = room.event.contestants_are
    for place in sorted(room.plan(section).of_pair(number), key=attrgetter("round", "table")):
        if not place.is_played:
            continue
        way = place.way_of(number)
        other = key_of(room, section.pk, place.ew if way == "ns" else place.ns)
        yield ""
        yield _("Round %(round)s, table %(table)s, %(way)s") % {
            "round": place.round,
            "table": room.table_name(section, place.table),
            "way": direction(way),
        }
        yield _("Against: %(names)s") % {"names": who_is(are, other)}
        for board in place.boards:
            yield " " + _("Board %(n)s: %(dealt)s") % {
                "n": board,
                "dealt": dealt_line(room.board(board), room.event),
            }
