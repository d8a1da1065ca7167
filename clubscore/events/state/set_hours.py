"""A set that many clubs play at once: sealed until the hour at which it closes for all of them."""

import datetime as dt

from clubscore.club import clock
from clubscore.events.models import SetHours


def hour_of(contest_set: int) -> SetHours | None:
    """Return the hour of a set that counts, by the set's key; None where it has none. One query."""
    return SetHours.objects.filter(contest_set=contest_set).order_by("pk").last()


def closes_at(contest_set: int | None) -> dt.datetime | None:
    """Return when a set, by its key, closes or closed for all clubs; None where it has no hour.

    One query; none without a set.
    """
    if contest_set is None:
        return None
    newest = hour_of(contest_set)
    return newest.closes_at if newest is not None else None


def is_sealed(contest_set: int | None) -> bool:
    """Whether nothing is told of a set yet but what each table has in its own hands."""
    until = closes_at(contest_set)
    return until is not None and clock.now() < until


def hours_of(club: int) -> dict[int, dt.datetime]:
    """Return when each of a club's sets that has an hour closes, by the set's key. One query."""
    return {
        one.contest_set_id: one.closes_at
        for one in SetHours.objects.filter(club=club).order_by("pk")
    }


def sealed_sets(club: int) -> set[int]:
    """Return the keys of a club's sets that are sealed. One query."""
    return {pk for pk, until in hours_of(club).items() if clock.now() < until}
