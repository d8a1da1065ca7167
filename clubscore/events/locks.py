"""What every change to an event needs: a lock on the event, and that it is still open for it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.entry import Refused, authored
from clubscore.events.models import Event, EventHappening
from clubscore.events.models.facts import HappeningData


@contextmanager
def taken_event(
    event: Event, *, called_off_too: bool = False, deleted_too: bool = False
) -> Iterator[Event]:
    """Lock an event until the block ends, and let its phones know that something changed.

    Counting the revision up locks the row, on SQLite and on PostgreSQL alike. Refuses one that was
    deleted or called off, unless it is about that.
    """
    with transaction.atomic():
        Event.everything.filter(pk=event.pk).update(revision=F("revision") + 1)
        found = Event.everything.select_related("club").get(pk=event.pk)
        if found.deleted_at is not None and not deleted_too:
            raise Refused(_("This event was deleted."))
        if found.called_off_at is not None and not called_off_too:
            text = _("This event was called off. The director can restore it.")
            raise Refused(text)
        yield found


def is_noted(event: Event, key: str) -> bool:
    """Whether the event's history already has an entry with this key."""
    return EventHappening.objects.filter(club_id=event.club_id, key=key).exists()


def note(
    event: Event,
    kind: str,
    key: str,
    actor: Actor,
    data: HappeningData | None = None,
    *,
    reason: str = "",
) -> bool:
    """Write to the event's history; False if it already has this key."""
    if is_noted(event, key):
        return False
    entry = authored(actor, event.club_id, key, reason)
    EventHappening.objects.create(event=event, kind=kind, data=data or {}, **entry)
    return True


def must_not_be_final(event: Event) -> None:
    """Refuse where the correction period has run out."""
    if event.final_at is not None and event.final_at <= clock.now():
        raise Refused(_("This ranking is final. The director can reopen the session."))


def must_be_playing(event: Event) -> None:
    """Refuse where the players have nothing to report: before the first round and after the end."""
    if not event.round:
        raise Refused(_("Not started. The director starts the clock."))
    if event.finished_at is not None:
        raise Refused(_("The session is finished. Ask the director to correct it."))
