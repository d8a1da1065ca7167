"""An event ends, or goes on after all."""

import datetime as dt
from collections.abc import Sequence

from django.utils.translation import ngettext

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.refused import Refused
from clubscore.events.correct.correcting import Typed
from clubscore.events.entries.fees import enter_in_book
from clubscore.events.finish.settled_together import settle_missing
from clubscore.events.locks import is_noted, note, taken_event
from clubscore.events.models import (
    Call,
    Event,
)
from clubscore.events.models.kept_facts import Finished
from clubscore.events.play.directing import Kind
from clubscore.events.state.event_now import room_of


def finish(
    *,
    event: Event,
    final_at: dt.datetime,
    settled: Sequence[Typed] = (),
    key: str,
    actor: Actor,
) -> None:
    """Finish the session: the ranking opens, provisional until `final_at`; fees go to Accounts.

    `settled` is what boards without a result get. Refuses if others have none either.
    """
    with taken_event(event) as found:
        if is_noted(found, key):
            return
        settle_missing(event=found, lines=settled, key=key, actor=actor)
        holes = sum(1 for hole in room_of(found).holes() if hole.result is None)
        if holes:
            text = ngettext(
                "One board has no result yet. Enter it, or mark it as not played.",
                "%(count)s boards have no result yet. Enter them, or mark them as not played.",
                holes,
            )
            raise Refused(text % {"count": holes})
        note(found, Kind.FINISHED, key, actor, Finished(final_at=final_at.isoformat()))
        found.finished_at, found.final_at = clock.now(), final_at
        found.ends_at = found.seconds_left = None
        found.ranking_open = True
        enter_in_book(event=found, actor=actor)
        # No table waits any more; who called and when stays in the history.
        open_calls = Call.objects.filter(section__event=found, answered_at=None)
        open_calls.update(answered_at=found.finished_at)
        found.save(
            update_fields=["finished_at", "final_at", "ends_at", "seconds_left", "ranking_open"]
        )


def open_again(*, event: Event, reason: str, key: str, actor: Actor) -> None:
    """Reopen the session: results can be corrected again."""
    with taken_event(event) as found:
        if note(found, Kind.FINISHED, key, actor, Finished(final_at=None), reason=reason):
            found.finished_at = found.final_at = None
            found.save(update_fields=["finished_at", "final_at"])
