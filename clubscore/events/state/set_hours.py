"""A set that many clubs play at once: sealed until the hour at which it closes for all of them."""

import datetime as dt

from clubscore.club import clock
from clubscore.events.models import SetHours


def closes_at(contest_set: int | None) -> dt.datetime | None:
    """Return when a set, by its key, closes or closed for all clubs; None where it has no hour.

    One query; none without a set.
    """
    if contest_set is None:
        return None
    newest = SetHours.objects.filter(contest_set=contest_set).order_by("pk").last()
    return newest.closes_at if newest is not None else None


def is_sealed(contest_set: int | None) -> bool:
    """Whether nothing is told of a set yet but what each table has in its own hands."""
    until = closes_at(contest_set)
    return until is not None and clock.now() < until


def sealed_sets(club: int) -> set[int]:
    """Return the keys of a club's sets that are sealed. One query."""
    newest = {
        one.contest_set_id: one.closes_at
        for one in SetHours.objects.filter(club=club).order_by("pk")
    }
    return {pk for pk, until in newest.items() if clock.now() < until}
