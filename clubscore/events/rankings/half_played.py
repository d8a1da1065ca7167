"""Matches that are half played when a round is over: three teams who play each other over two."""

from collections.abc import Callable, Sequence

from django.utils.translation import ngettext

from clubscore.club.wording.names import both, named
from clubscore.events.models import Section
from clubscore.events.state.event_now import Room
from clubscore.events.state.scoring import contestant_of
from clubscore.events.state.spot_state import State
from clubscore.movements import Trio


def half_played(room: Room) -> list[tuple[Section, Trio]]:
    """Return the three-way matches that have begun and are not over, with their sections."""
    if room.event.finished_at is not None:
        return []
    return [
        (section, trio)
        for section in room.sections
        if section.pk in room.plans
        for now in [room.now(section.pk)]
        for trio in room.plan(section).trios
        if trio.round == now or (trio.goes_on(now) and not _is_over(room, section, trio))
    ]


def _is_over(room: Room, section: Section, trio: Trio) -> bool:
    tables = (each for number in (trio.round, trio.last) for each in room.tables(number))
    return all(
        board.state in (State.IN, State.LATER)
        for table in tables
        if table.section == section and table.number in trio.tables
        for board in table.boards
    )


def about_half_played(room: Room, names: Callable[[str], Sequence[str]]) -> str:
    """Return what a ranking says of them; nothing where there are none.

    `names` are those of a contestant by what rankings call it.
    """
    found = []
    for section, trio in half_played(room):
        here = trio.here(trio.last)
        if len(here) < 2:
            continue
        many = len(here) * (len(here) - 1) // 2
        text = ngettext(
            "%(n)s match is not over: %(teams)s play each other in rounds %(first)s and %(last)s.",
            "%(n)s matches are not over: %(teams)s play each other in rounds %(first)s and"
            " %(last)s.",
            many,
        )
        teams = (named(names(contestant_of(room, section.pk, each))) for each in here)
        values = {"n": many, "teams": both(teams), "first": trio.round, "last": trio.last}
        found.append(text % values)
    return " ".join(found)
