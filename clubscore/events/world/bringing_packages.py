"""Packages that come into a club: verified, kept once each, or refused with the reason."""

import datetime as dt
import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import transaction

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.club.models import Club
from clubscore.contests.package import Package, check_hour, digest_of, read_package, signed_by
from clubscore.contests.signed import in_words
from clubscore.events.models import ContestPackage, ContestSet, Event
from clubscore.events.state.contest_boards import event_of
from clubscore.events.state.set_hours import hours_of
from clubscore.events.world.turning_away import away_in
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Event as RankedEvent

Source = ContestPackage.Source
MOST_AT_ONCE = 10_000
LONGEST_ADDRESS = 200


class CameFrom(NamedTuple):
    """How packages came: by which way, and from which file, address or club."""

    source: ContestPackage.Source
    name: str = ""


class Outcome(NamedTuple):
    """What became of a package: kept now, kept already, or refused; `at` is its place, from 1."""

    at: int
    package: Package | None = None
    contest_set: ContestSet | None = None
    is_new: bool = False
    refused: RuleError | None = None


class _Reading:
    """What packages of a club are verified against; each set is read once."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.away = away_in(club)
        self.sets = {one.fingerprint: one for one in ContestSet.objects.filter(club=club)}
        self.hours = hours_of(club.pk)
        self._events: dict[str, RankedEvent] = {}

    def read(self, raw: Unverified) -> tuple[Package, ContestSet]:
        """Verify a package. RuleError says what is wrong, or why the club does not take it."""
        raw = signed_by(raw)
        key = str(raw["key"])
        if key in self.away:
            raise _turned_away(gettext_noop("The director turned this club's packages away."))
        if digest_of(raw) in self.away:
            raise _turned_away(gettext_noop("The director turned this package away."))
        name = raw["set"]
        kept = self.sets.get(name) if isinstance(name, str) else None
        if kept is None:
            raise RuleError(
                "no-set",
                gettext_noop("It is of the set %(set)s, which this club does not have yet."),
                "set",
                set=shown(name),
            )
        if kept.fingerprint not in self._events:
            self._events[kept.fingerprint] = event_of(kept)
        package = read_package(raw, self._events[kept.fingerprint])
        _check_hour(package, self.hours.get(kept.pk))
        return package, kept


def _check_hour(package: Package, here: dt.datetime | None) -> None:
    """Raise RuleError where a package says another hour than the set has here, or one to come."""
    there = package.closes
    if here is not None:
        check_hour(package, here)
        return
    if there is not None and clock.now() < there:
        text = gettext_noop(
            "Its set is sealed until %(there)s, so no table can have sent its results yet. Import"
            " the hour of the set first."
        )
        raise RuleError("early", text, "closes", there=in_words(there))


def _turned_away(phrase: str) -> RuleError:
    return RuleError("turned-away", phrase, "key")


def bring_packages(
    *,
    club: Club,
    given: Iterable[Unverified | RuleError],
    came: CameFrom,
    actor: Actor,
    event: Event | None = None,
) -> list[Outcome]:
    """Keep every package that is what it says it is; the outcome of each, in their order.

    All are written in one transaction. `event` is where it was played, of the club's own.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        reading, outcomes = _Reading(club), []
        for at, raw in enumerate(given, start=1):
            outcomes.append(_outcome(reading, at, raw))
        return _written(club, outcomes, came, actor, event)


class _Kept(NamedTuple):
    """A package that was verified, with its text."""

    outcome: Outcome
    text: str


def _outcome(reading: _Reading, at: int, raw: Unverified | RuleError) -> _Kept:
    if isinstance(raw, RuleError):
        return _Kept(Outcome(at, refused=raw), "")
    if at > MOST_AT_ONCE:
        text = gettext_noop("At most %(most)s packages can be imported at once.")
        return _Kept(Outcome(at, refused=RuleError("too-many", text, most=MOST_AT_ONCE)), "")
    try:
        package, kept = reading.read(raw)
    except RuleError as error:
        return _Kept(Outcome(at, refused=error), "")
    return _Kept(Outcome(at, package, kept), json.dumps(raw, sort_keys=True))


def _written(
    club: Club, found: Sequence[_Kept], came: CameFrom, actor: Actor, event: Event | None
) -> list[Outcome]:
    """Write the new ones; the others are said to be here."""
    known = set(ContestPackage.objects.filter(club=club).values_list("key", flat=True))
    outcomes, rows = [], []
    for outcome, text in found:
        package = outcome.package
        if package is None or outcome.contest_set is None or package.digest in known:
            outcomes.append(outcome)
            continue
        known.add(package.digest)
        outcomes.append(outcome._replace(is_new=True))
        rows.append(
            ContestPackage(
                contest_set=outcome.contest_set,
                signed_by=package.key,
                text=text,
                source=came.source,
                came_from=came.name[:LONGEST_ADDRESS],
                event=event,
                **authored(actor, club.pk, package.digest),
            )
        )
    ContestPackage.objects.bulk_create(rows, batch_size=500)
    return outcomes
