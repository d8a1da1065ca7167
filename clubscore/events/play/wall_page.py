"""What hangs on the wall beside who sits where: who and what moves where next."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.events.models import Section
from clubscore.events.play.table_rows import Move
from clubscore.events.play.where_next import moves_from
from clubscore.events.state.event_now import Room
from clubscore.events.terms.formats import PAIRS
from clubscore.movements import at_change


def next_moves(room: Room) -> list[str]:
    """Return who and what moves after this round: what holds for all first, then the others."""
    event, found = room.event, []
    if not event.round or event.finished_at is not None:
        return []
    for section in room.sections:
        if section.pk in room.plans:
            lines = _section_moves(room, section)
            many = len(room.sections) > 1
            title = _("Section %(section)s") % {"section": section.letter}
            found += [title, *lines] if many and lines else lines
    return found


def _section_moves(room: Room, section: Section) -> list[str]:
    plan, now = room.plan(section), room.now(section.pk)
    if now >= plan.rounds:
        return [_("This is the last round.")]
    if not plan.is_drawn(now + 1):
        return [_("The next round is drawn when this one is over.")]
    sides: dict[str, list[tuple[int, Move]]] = {"ns": [], "ew": []}
    for place in plan.of_round(now):
        for move, going in zip(moves_from(room, section, place), plan.goings(place), strict=True):
            sides[place.way_of(going.number)].append((place.table, move))
    general = []
    if room.event.contestants_are == PAIRS:
        for side, words in (
            ("ns", _stays(sides["ns"])),
            ("ew", _goes_up(sides["ew"], plan.tables)),
        ):
            if words:
                general.append(words)
                sides[side] = [each for each in sides[side] if not each[1].table]
    boards = _boards_down(room, section)
    rest = [move.text for _table, move in (*sides["ns"], *sides["ew"])]
    alone = [each for each in _alone(room, section) if each not in rest]
    return [*general, *([boards] if boards else []), *rest, *alone]


def _alone(room: Room, section: Section) -> list[str]:
    """Who sits at a table without opponents in the next round."""
    following = room.plan(section).of_round(room.now(section.pk) + 1)
    # Of a team that lost one of two opponents only one half waits, and its own table says so.
    playing = {number for place in following if place.is_played for number in place.numbers}
    return [
        _("%(names)s: sit out next round") % {"names": named(room.names(section.pk, number))}
        for place in following
        if not place.is_played
        for number in place.numbers
        if number not in playing
    ]


def _stays(moves: Iterable[tuple[int, Move]]) -> str:
    """Where all North-South that play on stay, say so."""
    return _("North–South stay.") if all(move.stays for _t, move in moves) else ""


def _goes_up(moves: list[tuple[int, Move]], tables: int) -> str:
    """Where all East-West that play on go up as many tables, say so; the last goes to the first."""
    up = {(move.table - table) % tables for table, move in moves if move.table}
    if up == {1}:
        return _("East–West go up one table.")
    return _("East–West go up two tables.") if up == {2} else ""


def _boards_down(room: Room, section: Section) -> str:
    """Where all boards go down one table, say so; otherwise the caddy's list does."""
    plan = room.plan(section)
    moves = at_change(plan.movement, room.now(section.pk))
    ways = {(each.before[0] - each.after[0]) % plan.tables if len(each.before) == 1
            and len(each.after) == 1 else None for each in moves}  # fmt: skip
    return _("Boards go down one table.") if ways == {1} else ""
