"""Packages as a club keeps them: read without asking their signatures again."""

import json

from clubscore.club.remembered import Remembered
from clubscore.contests.package import Package, PackageFacts, kept_package
from clubscore.events.models import ContestPackage, Event
from clubscore.ranking import Event as RankedEvent

# Of one set at the most that a club may bring in at once, and as many again.
MOST_REMEMBERED = 20_000
_read: Remembered[int, Package] = Remembered(MOST_REMEMBERED)


def package_in(row: ContestPackage, contest: RankedEvent) -> Package:
    """Return the package that a row keeps; its signature was verified when it came."""
    known = _read.get(row.pk)
    if known is None:
        known = kept_package(json.loads(row.text), contest)
        _read.keep(row.pk, known)
    return known


def facts_in(row: ContestPackage) -> PackageFacts:
    """Return a package as it was signed, to be sent on."""
    facts: PackageFacts = json.loads(row.text)
    return facts


def newest_of(event: Event) -> ContestPackage | None:
    """Return what a table sent last; None where it has sent nothing."""
    return ContestPackage.objects.filter(event=event).order_by("pk").last()
