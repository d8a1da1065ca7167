"""Where everyone goes, as plain texts: guide cards, table cards, boards to carry."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.names import both, named
from clubscore.events.models import Section
from clubscore.events.state.event_now import Room
from clubscore.events.terms.event_words import numbered
from clubscore.movements.checker import ByStand, beside, shared_with
from clubscore.movements.rows import NO_TABLE, Movement
from clubscore.movements.walks import Going, Stop, TableRound, guide, left_since, table_rounds
from clubscore.sheets.at_the_table.board_numbers import shown_boards
from clubscore.sheets.at_the_table.who_and_what import people_of
from clubscore.sheets.events.caddy_sheet import Where, places, stands
from clubscore.sheets.events.event_cards import letter_of, sitting_out
from clubscore.sheets.events.texts.pencil_text import slip_lines
from clubscore.sheets.events.texts.text_words import (
    at_table,
    boards_words,
    direction,
    heading,
    key_of,
    sits,
)


def tonight_text(room: Room) -> Iterator[str]:
    """All that a director lays out before play: cards of everyone and of tables, and slips."""
    yield from heading(_("Tonight's printouts"), room.event)
    yield from guide_lines(room)
    yield from table_lines(room)
    yield from slip_lines(room)


def director_text(room: Room) -> Iterator[str]:
    """Who sits where in every round, who sits out, and who is who."""
    yield from heading(_("Director's sheet"), room.event)
    are = room.event.contestants_are
    for section in room.sections:
        yield from _who_is_who(room, section)
    for section in room.sections:
        for number in range(1, room.plan(section).rounds + 1):
            yield ""
            yield _section_round(room, section, number)
            yield from _places(room, section, number)
            for each in sitting_out(room, section, number):
                who = numbered(are, room.table_name(section, each))
                yield _("%(who)s sits out") % {"who": who}


def _who_is_who(room: Room, section: Section) -> Iterator[str]:
    yield ""
    for number in range(1, room.plan(section).pairs + 1):
        who = numbered(room.event.contestants_are, room.table_name(section, number))
        names = named(people_of(room, section.pk, number))
        yield _("%(who)s: %(names)s") % {"who": who, "names": names}


def _section_round(room: Room, section: Section, number: int) -> str:
    letter = letter_of(room, section)
    if not letter:
        return _("Round %(round)s") % {"round": number}
    values = {"letter": letter, "round": number}
    return _("Section %(letter)s, round %(round)s") % values


def _places(room: Room, section: Section, number: int) -> Iterator[str]:
    plan, are = room.plan(section), room.event.contestants_are
    if not plan.is_drawn(number):
        yield _("Not drawn yet")
        return
    for place in plan.of_round(number):
        if place.is_played:
            yield _("Table %(table)s") % {"table": room.table_name(section, place.table)}
            yield f" {sits(are, key_of(room, section.pk, place.ns), 'ns')}"
            yield f" {sits(are, key_of(room, section.pk, place.ew), 'ew')}"
            yield f" {boards_words(shown_boards(place.boards))}"


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
        if others := shared_with(room.plan(section).movement).get((each.round, table)):
            names = both(room.table_name(section, other) for other in others)
            yield " " + _("The same boards are played at table %(tables)s") % {"tables": names}
        stand = beside(room.plan(section).movement).get((each.round, table), ByStand(False, 0))
        if stand.comes:
            yield " " + _("The boards come from the stand")
        yield from _goings(room, section, each, table, stand)


def _goings(
    room: Room, section: Section, each: TableRound, table: int, stand: ByStand
) -> Iterator[str]:
    for going in each.going:
        yield f" {_going(room, section, going)}"
    if each.boards_to is None:
        yield " " + _("The boards are finished")
    elif each.boards_to == NO_TABLE:
        yield " " + _("The boards go to the stand")
        if stand.goes_for:
            to = room.table_name(section, stand.goes_for)
            yield " " + _("They are for table %(table)s") % {"table": to}
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


def tents_text(room: Room) -> Iterator[str]:
    """Every table's tent: its number, and who plays which boards there round by round."""
    yield from heading(_("Table tents"), room.event)
    are = room.event.contestants_are
    for section in room.sections:
        plan = room.plan(section)
        for table in range(1, plan.tables + 1):
            yield ""
            yield _("Table %(table)s") % {"table": room.table_name(section, table)}
            for each in table_rounds(plan.movement, table):
                place = plan.places[each.round, table]
                yield _("Round %(round)s") % {"round": each.round}
                if place.ns is not None:
                    yield f" {sits(are, key_of(room, section.pk, place.ns), 'ns')}"
                if place.ew is not None:
                    yield f" {sits(are, key_of(room, section.pk, place.ew), 'ew')}"
                yield f" {boards_words(shown_boards(each.boards))}"


def sides_text(room: Room) -> Iterator[str]:
    """The cards of every table's sides: a line a table."""
    yield from heading(_("Side cards"), room.event)
    yield ""
    for section in room.sections:
        for table in range(1, room.plan(section).tables + 1):
            called = {"table": room.table_name(section, table)}
            yield _("Table %(table)s: North, East, South, West") % called


def caddy_text(room: Room) -> Iterator[str]:
    """Where each set of boards is round by round, and what waits on stands."""
    yield from heading(_("Boards to carry"), room.event)
    for section in room.sections:
        if section.pk in room.plans:
            if len(room.sections) > 1:
                yield ""
                yield _("Section %(letter)s") % {"letter": section.letter}
            for number in range(1, room.plan(section).rounds + 1):
                yield ""
                yield _("Round %(round)s") % {"round": number}
                for boards, where in places(room, section, number).items():
                    yield f" {_lie(shown_boards(boards), where)}"
            yield from _stands(room, section)


def _lie(boards: str, where: Where) -> str:
    values = {"boards": boards_words(boards), "where": where.tables or where.word}
    if where.tables:
        return _("%(boards)s: table %(where)s") % values
    return pgettext("where boards are", "%(boards)s: %(where)s") % values


def _stands(room: Room, section: Section) -> Iterator[str]:
    for stand in stands(room, section):
        yield ""
        yield _("Stand before table %(table)s") % {"table": stand.after}
        yield stand.said
        for rounds, boards, before in stand.waits:
            round_words = _("Round %(round)s") if rounds.isdigit() else _("Rounds %(round)s")
            told = round_words % {"round": rounds}
            yield " " + pgettext("where boards wait", "%(rounds)s: %(boards)s") % {
                "rounds": told,
                "boards": boards_words(boards),
            }
            yield "  " + _("From table: %(place)s") % {"place": before}
