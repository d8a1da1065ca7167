"""Removing an event from the club's lists: deleted if nothing was played, else called off.

Neither loses a fact. Both post the table money back, and end the event's links: while it is gone
no code lets a phone in and nobody reads its ranking by a link. Undo restores money and links. A
deleted event is shown nowhere and can be restored for a while; one that was called off is kept with
its results, for those who run the room.
"""

import datetime as dt

from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.accounts.table_money import charge_after_all, waive
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club
from clubscore.club.models import Entry as BookEntry
from clubscore.club.refused import Refused
from clubscore.events.entries.fees import CHARGE, key_in_book, latest_of
from clubscore.events.locks import is_noted, note, taken_event
from clubscore.events.models import Call, Event, EventHappening, ResultRevision
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

Kind = EventHappening.Kind
# How long a deleted event can be restored.
UNDO = dt.timedelta(minutes=10)
SAY_WHY = gettext_noop("Give a reason for calling the event off. Everyone can read it.")


def has_results(event: Event) -> bool:
    """Whether anything was entered at an event, or it came whole from a file."""
    return event.told or ResultRevision.objects.filter(section__event=event).exists()


def delete_event(*, event: Event, key: str, actor: Actor) -> None:
    """Take an event without results out of every list. Refuses one with results, or finished.

    Table money that it charged, because it was finished before, is posted back.
    """
    with taken_event(event) as found:
        if has_results(found) or found.finished_at is not None:
            text = _(
                "This event has results or is finished. Call it off instead, and give a reason."
            )
            raise Refused(text)
        if note(found, Kind.DELETED, key, actor):
            found.deleted_at = clock.now()
            found.save(update_fields=["deleted_at"])
            _let_off(found, "", actor)
            _log(found, "event deleted", actor)


def deleted_lately(club: Club, pk: int) -> Event | None:
    """Return a deleted event of the club that can still be restored."""
    since = clock.now() - UNDO
    return Event.everything.filter(club=club, pk=pk, deleted_at__gt=since).first()


def have_back(*, event: Event, key: str, actor: Actor) -> None:
    """Take a deletion back, and charge table money again. Refuses once its time has run out."""
    with taken_event(event, deleted_too=True) as found:
        if found.deleted_at is None or is_noted(found, key):
            return
        if found.deleted_at <= clock.now() - UNDO:
            raise Refused(_("This event was deleted too long ago and cannot be restored."))
        note(found, Kind.HAD_BACK, key, actor)
        found.deleted_at = None
        found.save(update_fields=["deleted_at"])
        _charge_again(found, actor)
        _log(found, "event had back", actor)


def call_off(*, event: Event, reason: str, key: str, actor: Actor) -> None:
    """Call an event off: its results stay and are ranked nowhere, its table money is let off.

    RuleError at ``reason`` without one.
    """
    if not reason:
        raise RuleError("reason", SAY_WHY, "reason")
    with taken_event(event, called_off_too=True) as found:
        if found.called_off_at is not None or not note(
            found, Kind.CALLED_OFF, key, actor, reason=reason
        ):
            return
        found.called_off_at = clock.now()
        found.ends_at = found.seconds_left = None
        found.save(update_fields=["called_off_at", "ends_at", "seconds_left"])
        open_calls = Call.objects.filter(section__event=found, answered_at=None)
        open_calls.update(answered_at=found.called_off_at)
        _let_off(found, reason, actor)
        _log(found, "event called off", actor, reason)


def bring_back(*, event: Event, key: str, actor: Actor) -> None:
    """Let an event that was called off count again, and its table money with it."""
    with taken_event(event, called_off_too=True) as found:
        if found.called_off_at is None or not note(found, Kind.HAD_BACK, key, actor):
            return
        found.called_off_at = None
        found.save(update_fields=["called_off_at"])
        _charge_again(found, actor)
        _log(found, "event brought back", actor)


def why_called_off(event: Event) -> EventHappening | None:
    """Return when, why and by whom an event was called off; None where it was not."""
    if event.called_off_at is None:
        return None
    return event.happenings.filter(kind=Kind.CALLED_OFF).order_by("pk").last()


def called_off_events(club: Club) -> list[Event]:
    """Return the club's events that were called off, the newest first."""
    found = Event.objects.filter(club=club).exclude(called_off_at=None)
    return list(found.order_by("-evening", "-pk"))


def _let_off(event: Event, reason: str, actor: Actor) -> None:
    """Post the table money that an event charged back, each by its contrary entry."""
    for charge in _charges(event, BookEntry.Kind.TABLE_MONEY):
        waive(
            charged=charge, reason=reason, key=f"{key_in_book(event)}:off:{charge.pk}", actor=actor
        )


def _charge_again(event: Event, actor: Actor) -> None:
    """Charge again what was posted back with the event; cancelled by hand stays cancelled."""
    for let_off in _charges(event, BookEntry.Kind.WAIVED):
        if let_off.key.startswith(f"{key_in_book(event)}:off:"):
            key = f"{key_in_book(event)}:on:{let_off.pk}"
            charge_after_all(waived=let_off, key=key, actor=actor)


def _charges(event: Event, kind: str) -> list[BookEntry]:
    """The latest table money entry of each person for an event, if it is of this kind."""
    return [each for each in latest_of(event, CHARGE) if each.kind == kind]


def _log(event: Event, what: str, actor: Actor, reason: str = "") -> None:
    """Write to the club's log, which keeps it regardless of the event."""
    data = {"reason": reason} if reason else {}
    day = event.evening.isoformat()
    note_act(club=event.club, author=actor.label, what=what, name=f"{event.name}, {day}", **data)
