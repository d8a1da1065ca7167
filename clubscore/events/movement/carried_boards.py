"""Where boards lie in a round and where they go after it, by what tables are called."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.names import listed
from clubscore.events.models import Section
from clubscore.events.state.event_now import Room
from clubscore.movements import Off, SetMove, at_change, on_tables


class Lying(NamedTuple):
    """Boards on a table, or on several that share them."""

    boards: str
    at: str
    shared: bool


class Carried(NamedTuple):
    """Boards with where they are and where they go, in words; some stay where they are."""

    boards: str
    out_of: str
    to: str
    shared: bool
    stays: bool


class SectionBoards(NamedTuple):
    """The boards of a section at one change of rounds; `is_drawn` if the next round is known."""

    letter: str
    round: int
    title: str
    lying: list[Lying]
    carried: list[Carried]
    is_drawn: bool


def boards_now(room: Room) -> list[SectionBoards]:
    """Return for each section where boards lie now, and where they go at the next change."""
    return [
        boards_after(room, section, room.now(section.pk))
        for section in room.sections
        if section.pk in room.plans
    ]


def boards_after(room: Room, section: Section, number: int) -> SectionBoards:
    """Return where boards lie in a round and go after it; round 0 is before the first."""
    plan = room.plan(section)
    letter = section.letter if len(room.sections) > 1 else ""
    is_drawn = number >= plan.rounds or plan.is_drawn(number + 1)
    lying = [
        Lying(spanned(each), _tables(room, section, each.before), len(each.before) > 1)
        for each in (on_tables(plan.movement, number) if number else ())
    ]
    moves = at_change(plan.movement, number) if is_drawn else ()
    carried = [_carried(room, section, each) for each in moves]
    title = change_title(room, number)
    return SectionBoards(letter, number, title, lying, carried, is_drawn)


def _carried(room: Room, section: Section, move: SetMove) -> Carried:
    return Carried(
        spanned(move),
        _tables(room, section, move.before) or _off(move.off_before),
        _tables(room, section, move.after) or _off(move.off_after),
        len(move.after) > 1,
        move.stays,
    )


def spanned(move: SetMove) -> str:
    """Return the boards of a set as they are printed: 4, or 4–6."""
    first, last = move.boards[0], move.boards[-1]
    return str(first) if first == last else f"{first}–{last}"


def _tables(room: Room, section: Section, tables: tuple[int, ...]) -> str:
    return listed(str(room.table_name(section, table)) for table in tables)


def _off(where: Off | None) -> str:
    words = {
        Off.NEW: pgettext("boards", "new"),
        Off.STAND: pgettext("boards", "stand"),
        Off.DONE: pgettext("boards", "done"),
    }
    return words[where] if where else ""


def change_title(room: Room, number: int) -> str:
    """Return what the list of a change is called."""
    if not number:
        return _("Before round 1")
    if number >= room.rounds:
        return _("After the last round")
    return _("After round %(r)s") % {"r": number}
