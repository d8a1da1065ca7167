"""A board of a prepared set closes at its table: then its cards and par come into the event.

The table ends by itself when every board has a result, or when both sides want to stop.
"""

import datetime as dt
from collections.abc import Sequence

from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.refused import Refused
from clubscore.events.boards.boards_write import Seen
from clubscore.events.correct.correcting import Typed
from clubscore.events.finish.finishing import finish
from clubscore.events.locks import must_be_playing, note, taken_event
from clubscore.events.models import Event, EventHappening, Section
from clubscore.events.models.contest_facts import StopSaid
from clubscore.events.par.par_write import bring_par_set
from clubscore.events.play.reporting import SIDES
from clubscore.events.state.contest_boards import all_are_in, closed_here, event_of
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.pars import last_par

Kind = EventHappening.Kind
# In which a mistake that both sides agreed on can still be corrected.
CORRECTED_WITHIN = dt.timedelta(days=1)


def after_report(*, event: Event, key: str, actor: Actor) -> None:
    """Let in the cards of boards that were closed just now, and end where all are in.

    Nothing for an event that plays no set.
    """
    if event.contest_set_id is None:
        return
    with taken_event(event) as found:
        room = room_of(found)
        closed = sorted(closed_here(room) - {*room.boards})
        if closed and found.contest_set is not None:
            known = event_of(found.contest_set).boards
            bring_par_set(
                event=found,
                boards=[known[number] for number in closed],
                name=found.contest_set.name[:80],
                seen=Seen(last_par(room.pars.values()), f"{key}:closed"),
                actor=actor,
            )
        if found.finished_at is None and all_are_in(room):
            _finish(found, [], key, actor)


def say_stop(
    *, section: Section, table: int, sides: str, stops: bool, key: str, actor: Actor
) -> None:
    """A side wants to stop, or to play on after all; once both want to stop the table ends.

    `sides` is "ns", "ew", or "both" for a phone of the whole table. Boards without a result are
    then not played, and their cards stay closed.
    """
    with taken_event(section.event) as event:
        must_be_playing(event)
        if event.contest_set_id is None:
            raise Refused(_("The director ends this session."))
        for side in SIDES:
            if sides in (side, "both"):
                told = StopSaid(section=section.pk, table=table, side=side, stops=stops)
                note(event, Kind.STOP, f"{key}:{side}", actor, told)
        room = room_of(event)
        if all(stopping(room).get(side) for side in SIDES):
            _end(room, key, actor)


def stopping(room: Room) -> dict[str, bool]:
    """Return which sides want to stop, as they last said: {side: whether}."""
    said = (each.told_as(StopSaid) for each in room.happenings if each.kind == Kind.STOP)
    return {each["side"]: each["stops"] for each in said}


def _end(room: Room, key: str, actor: Actor) -> None:
    sections = {section.pk: section for section in room.sections}
    left = [
        Typed(sections[hole.spot.section], hole.spot, {"not_played": True}, hole.number)
        for hole in room.holes()
    ]
    _finish(room.event, left, key, actor)


def _finish(event: Event, settled: Sequence[Typed], key: str, actor: Actor) -> None:
    final_at = clock.now() + CORRECTED_WITHIN
    finish(event=event, final_at=final_at, settled=settled, key=f"{key}:end", actor=actor)
