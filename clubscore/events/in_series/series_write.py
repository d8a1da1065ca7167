"""A series is opened and changed: which events, by which rules, who stood in, who missed one.

Each change keeps the whole of what was set, so that the history can say what changed and when.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F
from django.http import Http404
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.events.models import Event, Series, SeriesChange
from clubscore.events.models.series_facts import EventMissed, SeriesKept, SeriesTold, StoodIn
from clubscore.ranking.series import SeriesRules

PLAYERS, PAIRS = WHO = ("players", "pairs")
# So many events may be one series, and so many entries about people.
MOST_EVENTS, MOST_NOTES = 100, 500


def series_for(actor: Actor, pk: int) -> Series:
    """Return a series of the reader's club. Raises Http404 for another's, and for a removed one.

    A director finds that too.
    """
    found = Series.objects.filter(club=actor.home, pk=pk).select_related("club").first()
    if found is None or (found.removed_at is not None and not actor.is_director):
        raise Http404
    return found


def series_of(club: Club, *, removed: bool = False) -> list[Series]:
    """Return the series of a club, the newest first; those that were removed only if wanted."""
    found = Series.objects.filter(club=club, removed_at__isnull=not removed)
    return list(found.select_related("club"))


def rules_of(kept: SeriesKept) -> SeriesRules:
    """Return how a series is counted."""
    usual = SeriesRules()
    return SeriesRules(
        value=kept.get("value", usual.value),
        count=kept.get("count", usual.count),
        number=kept.get("number", 0),
        minimum=kept.get("minimum", 0),
        partners=kept.get("partners", 0),
        missed=kept.get("missed", usual.missed),
        substitutes=kept.get("substitutes", 0),
        points=tuple(kept.get("points", usual.points)),
        up=kept.get("up", 0),
        down=kept.get("down", 0),
    )


def open_series(*, club: Club, name: str, key: str, actor: Actor) -> Series:
    """Open a series without events. The same key again returns the same series."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        there = SeriesChange.objects.filter(club=club, key=key).select_related("series").first()
        if there is not None:
            return there.series
        made = Series.objects.create(club=club, name=name, kept=SeriesKept(), opened_by=actor.label)
        _note(made, key, actor)
    return made


def change_series(
    *, series: Series, name: str, kept: SeriesKept, seen: int, key: str, actor: Actor
) -> None:
    """Set name, events and rules of a series; who stood in and who missed one stays.

    Refuses if somebody changed it since revision ``seen``, and another club's events.
    """
    with _taken(series, key, seen) as found:
        if found is None:
            return
        events = kept.get("events", [])
        if len(events) > MOST_EVENTS:
            text = _("A series has at most %(most)s events.")
            raise Refused(text % {"most": MOST_EVENTS}, "events")
        theirs = Event.sessions.filter(club=found.club, pk__in=events)
        ours = set(theirs.values_list("pk", flat=True))
        found.name = name
        found.kept = {
            **kept,
            "events": [pk for pk in events if pk in ours],
            "stood_in": found.kept.get("stood_in", []),
            "absent": found.kept.get("absent", []),
        }
        _save(found, key, actor)


def note_stood_in(*, series: Series, said: StoodIn, key: str, actor: Actor) -> None:
    """Note that somebody played an event in another's place. Refuses if that cannot be."""
    with _taken(series, key) as found:
        if found is None:
            return
        _must_be_of(found, said["event"])
        noted = found.kept.get("stood_in", [])
        if said["who"] == said["whose"]:
            raise Refused(_("Choose two different people."), "who")
        if any((each["event"], each["who"]) == (said["event"], said["who"]) for each in noted):
            text = _("That substitute is already noted for this event. Remove that first.")
            raise Refused(text, "who")
        found.kept = {**found.kept, "stood_in": [*noted[-MOST_NOTES:], said]}
        _save(found, key, actor)


def note_absent(*, series: Series, said: EventMissed, key: str, actor: Actor) -> None:
    """Note that somebody missed an event; what was noted of it before is replaced."""
    with _taken(series, key) as found:
        if found is None:
            return
        _must_be_of(found, said["event"])
        others = [
            each
            for each in found.kept.get("absent", [])
            if (each["event"], each["who"]) != (said["event"], said["who"])
        ]
        found.kept = {**found.kept, "absent": [*others[-MOST_NOTES:], said]}
        _save(found, key, actor)


def unnote(*, series: Series, what: str, at: int, seen: int, key: str, actor: Actor) -> None:
    """Take a note about people out again: ``what`` is stood_in or absent, ``at`` its place."""
    with _taken(series, key, seen) as found:
        if found is None:
            return
        kept: SeriesKept = {**found.kept}
        if what == "stood_in":
            kept["stood_in"] = [one for n, one in enumerate(kept.get("stood_in", [])) if n != at]
        else:
            kept["absent"] = [one for n, one in enumerate(kept.get("absent", [])) if n != at]
        found.kept = kept
        _save(found, key, actor)


def remove_series(*, series: Series, removed: bool, key: str, actor: Actor) -> None:
    """Take a series out of the club's lists, or bring it back; nothing of it is lost."""
    with _taken(series, key, closed_too=True) as found:
        if found is not None and (found.removed_at is not None) != removed:
            found.removed_at = clock.now() if removed else None
            _save(found, key, actor)


def close_series(*, series: Series, closed: bool, key: str, actor: Actor) -> None:
    """Close a series whose season is over, or open it again. Refuses one without events."""
    with _taken(series, key, closed_too=True) as found:
        if found is None or (found.closed_at is not None) == closed:
            return
        if closed and not found.kept.get("events"):
            raise Refused(_("Choose the events of this series first."))
        found.closed_at = clock.now() if closed else None
        _save(found, key, actor)


@contextmanager
def _taken(
    series: Series, key: str, seen: int | None = None, *, closed_too: bool = False
) -> Iterator[Series | None]:
    """Lock a series until the block ends; None where this key was heard before.

    Refuses where it was changed since it was ``seen``, and one that is closed.
    """
    with transaction.atomic():
        Series.objects.filter(pk=series.pk).update(revision=F("revision") + 1)
        found = Series.objects.select_related("club").get(pk=series.pk)
        if SeriesChange.objects.filter(club=found.club, key=key).exists():
            yield None
            return
        if seen is not None and seen != found.revision - 1:
            raise Refused(_("This series was changed by someone else. Check again."))
        if found.closed_at is not None and not closed_too:
            raise Refused(_("This season is closed. Reopen it first."))
        yield found


def _must_be_of(series: Series, event: int) -> None:
    if event not in series.kept.get("events", []):
        raise Refused(_("Choose an event of this series."), "event")


def _save(series: Series, key: str, actor: Actor) -> None:
    series.save(update_fields=["name", "kept", "removed_at", "closed_at"])
    _note(series, key, actor)


def _note(series: Series, key: str, actor: Actor) -> None:
    data = SeriesTold(
        name=series.name, kept=series.kept, removed=series.removed_at is not None,
        closed=series.closed_at is not None,
    )  # fmt: skip
    SeriesChange.objects.create(series=series, data=data, **authored(actor, series.club_id, key))
