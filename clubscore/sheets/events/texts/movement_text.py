"""Where everyone goes, as plain texts: guide cards, table cards, boards to carry."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.names import both, named
from clubscore.events.models import Section
from clubscore.events.movement.carried_boards import Carried, boards_after
from clubscore.events.state.event_now import Room
from clubscore.events.terms.event_words import numbered
from clubscore.movements.rows import NO_TABLE, Movement
from clubscore.movements.walks import Going, Stop, TableRound, guide, left_since, table_rounds
from clubscore.sheets.at_the_table.board_numbers import shown_boards
from clubscore.sheets.at_the_table.who_and_what import people_of
from clubscore.sheets.events.texts.pencil_text import slip_lines
from clubscore.sheets.events.texts.text_words import (
    at_table,
    boards_words,
    direction,
    heading,
)


def tonight_text(room: Room) -> Iterator[str]:
    """All that a director lays out before play: cards of everyone and of tables, and slips."""
    yield from heading(_("Tonight's printouts"), room.event)
    yield from guide_lines(room)
    yield from table_lines(room)
    yield from slip_lines(room)


def guides_text(room: Room) -> Iterator[str]:
    """Everyone's guide card, as the movement stands now."""
    yield from heading(_("Guide cards"), room.event)
    yield from guide_lines(room)


def guide_lines(room: Room) -> Iterator[str]:
    """Every guide card below each other."""
    for section in room.sections:
        for number in range(1, room.plan(section).pairs + 1):
            yield from guide_of(room, section, number)


def guide_of(room: Room, section: Section, number: int) -> Iterator[str]:
    """One contestant's way through the rounds; of a team both halves'."""
    movement = room.plan(section).movement
    gone = left_since(movement).get(number, movement.rounds + 1)
    halves = ("NS", "EW") if movement.contestants_are == "teams" else ("",)
    title = numbered(movement.contestants_are, room.table_name(section, number))
    for half in halves:
        yield ""
        values = {"who": title, "way": direction(half)}
        yield _("%(who)s, %(way)s") % values if half else title
        yield named(people_of(room, section.pk, number))
        for stop in guide(movement, number, half):
            if stop.round < gone:
                yield from _stop(room, section, movement, stop)


def _stop(room: Room, section: Section, movement: Movement, stop: Stop) -> Iterator[str]:
    if not stop.opponents:
        yield _("Round %(round)s: sit out") % {"round": stop.round}
        return
    yield _("Round %(round)s: table %(table)s, %(seat)s") % {
        "round": stop.round,
        "table": room.table_name(section, stop.table),
        "seat": _seat(stop.seat),
    }
    are = movement.contestants_are
    if stop.partner:
        partner = numbered(are, room.table_name(section, stop.partner))
        yield " " + _("With: %(names)s") % {"names": partner}
    against = both(numbered(are, room.table_name(section, each)) for each in stop.opponents)
    yield " " + _("Against: %(names)s") % {"names": against}
    yield f" {boards_words(shown_boards(stop.boards))}"


def _seat(seat: str) -> str:
    words = {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}
    return words.get(seat) or direction(seat)


def tables_text(room: Room) -> Iterator[str]:
    """Every table's card, as the movement stands now."""
    yield from heading(_("Table cards"), room.event)
    yield from table_lines(room)


def table_lines(room: Room) -> Iterator[str]:
    """Every table's card below each other."""
    for section in room.sections:
        for table in range(1, room.plan(section).tables + 1):
            yield from table_of(room, section, table)


def table_of(room: Room, section: Section, table: int) -> Iterator[str]:
    """One table's card: who comes, and where they and the boards go."""
    yield ""
    yield _("Table %(table)s") % {"table": room.table_name(section, table)}
    for each in table_rounds(room.plan(section).movement, table):
        yield ""
        yield _("Round %(round)s") % {"round": each.round}
        place = room.plan(section).places[each.round, table]
        yield from at_table(room, section.pk, place.ns, place.ew)
        yield boards_words(shown_boards(each.boards))
        yield from _goings(room, section, each, table)


def _goings(room: Room, section: Section, each: TableRound, table: int) -> Iterator[str]:
    for going in each.going:
        yield f" {_going(room, section, going)}"
    if each.boards_to is None:
        yield " " + _("The boards are finished")
    elif each.boards_to == NO_TABLE:
        yield " " + _("The boards go to the stand")
    elif each.boards_to == table:
        yield " " + _("The boards stay")
    else:
        to = room.table_name(section, each.boards_to)
        yield " " + _("The boards go to table %(table)s") % {"table": to}


def _going(room: Room, section: Section, going: Going) -> str:
    who = numbered(room.event.contestants_are, room.table_name(section, going.number))
    if going.left:
        return _("%(who)s goes home") % {"who": who}
    if going.table == NO_TABLE:
        return _("%(who)s sits out") % {"who": who}
    return _("%(who)s goes to table %(table)s, %(seat)s") % {
        "who": who,
        "table": room.table_name(section, going.table),
        "seat": _seat(going.seat),
    }


def caddy_text(room: Room) -> Iterator[str]:
    """Which boards to carry where at every change from now on."""
    yield from heading(_("Boards to carry"), room.event)
    for number in range(room.rounds):
        for section in room.sections:
            if section.pk in room.plans and number >= room.now(section.pk):
                change = boards_after(room, section, number)
                if change.carried:
                    yield ""
                    yield change.title
                    yield from _carried(change.letter, change.carried)


def _carried(letter: str, carried: Sequence[Carried]) -> Iterator[str]:
    if letter:
        yield _("Section %(letter)s") % {"letter": letter}
    for one in carried:
        yield boards_words(one.boards)
        yield " " + _("From table: %(place)s") % {"place": one.out_of}
        to = pgettext("boards", "stay") if one.stays else one.to
        yield " " + _("To table: %(place)s") % {"place": to}
        if one.shared:
            yield " " + pgettext("boards", "shared")
