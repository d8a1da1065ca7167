"""The hour at which a set closes for every club that plays it: set here, or called elsewhere."""

import datetime as dt
import json
from hashlib import sha256
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.club.evening import zone_of
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.contests.hour import Hour, HourFacts, call_hour, read_hour
from clubscore.contests.signed import in_words
from clubscore.events.models import ContestSet, SetHours
from clubscore.events.state.set_hours import hour_of
from clubscore.events.world.club_keys import key_of
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop

LONGEST = dt.timedelta(days=60)


class Taken(NamedTuple):
    """An hour that was called elsewhere and counts here; `is_new` where it did not before."""

    contest_set: ContestSet
    hour: Hour
    is_new: bool


def close_at(*, kept: ContestSet, typed: str, key: str, actor: Actor) -> None:
    """Seal a set until a day and hour, as the club's clock has it, and sign that.

    Raises Refused for a moment that is none, is past or too far away, once the set has closed, and
    where another club has called the hour.
    """
    until, now = _moment(typed, kept.club), clock.now()
    if not now < until < now + LONGEST:
        raise Refused(_("Choose a day and an hour within the next 60 days."), "closes")
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=kept.club_id)
        before = hour_of(kept.pk)
        if before is not None and before.closes_at <= now:
            raise Refused(_("This set has closed already."), "closes")
        if before is not None and not before.is_own:
            raise Refused(
                _("Another club called this hour. Only that club can change it."), "closes"
            )
        facts = call_hour(kept.fingerprint, until, now, key_of(club), club.name)
        SetHours.objects.get_or_create(
            club=club,
            key=key,
            defaults={
                "contest_set": kept,
                "closes_at": until,
                "text": json.dumps(facts),
                **authored(actor, club.pk, key),
            },
        )


def _moment(typed: str, club: Club) -> dt.datetime:
    try:
        found = dt.datetime.fromisoformat(typed)
    except ValueError:
        raise Refused(_("Choose a day and an hour within the next 60 days."), "closes") from None
    return found.replace(tzinfo=zone_of(club), microsecond=0)


def facts_of(row: SetHours) -> HourFacts | None:
    """Return an hour as it was signed; None for one of before hours travelled."""
    facts: HourFacts | None = json.loads(row.text) if row.text else None
    return facts


def take_hour(*, club: Club, raw: Unverified, actor: Actor) -> Taken:
    """Seal a set of the club until the hour that another club calls.

    RuleError says why it does not count: altered, of a set that the club has not, past or too far
    away, called before the one that counts, or not the hour that stands here already.
    """
    hour = read_hour(raw)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        kept = ContestSet.objects.filter(club=club, fingerprint=hour.fingerprint).first()
        if kept is None:
            raise RuleError(
                "no-set",
                gettext_noop("It is of the set %(set)s, which this club does not have yet."),
                "set",
                set=shown(hour.fingerprint),
            )
        before = hour_of(kept.pk)
        if before is not None and before.closes_at == hour.closes:
            return Taken(kept, hour, is_new=False)
        _check_time(hour)
        if before is not None:
            _check_before(hour, before)
        key = sha256(str(raw["signature"]).encode()).hexdigest()
        SetHours.objects.get_or_create(
            club=club,
            key=key,
            defaults={
                "contest_set": kept,
                "closes_at": hour.closes,
                "is_own": False,
                "text": json.dumps(raw),
                **authored(actor, club.pk, key),
            },
        )
    return Taken(kept, hour, is_new=True)


def _check_time(hour: Hour) -> None:
    """Raise RuleError for an hour that is over, or further away than a club may seal a set."""
    now = clock.now()
    if hour.closes <= now:
        text = gettext_noop("The set closed at %(at)s. This hour no longer seals it.")
        raise RuleError("past", text, "closes", at=in_words(hour.closes))
    if hour.closes >= now + LONGEST:
        text = gettext_noop(
            "The set closes at %(at)s, more than 60 days from now. Import it later."
        )
        raise RuleError("too-far", text, "closes", at=in_words(hour.closes))


def _check_before(hour: Hour, before: SetHours) -> None:
    """Raise RuleError where the hour that counts here is over, another club's, or newer."""
    if before.closes_at <= clock.now():
        raise RuleError("closed", gettext_noop("This set has closed already."), "closes")
    known = facts_of(before)
    if before.is_own or known is None or known["key"] != hour.key:
        raise RuleError(
            "another-hour",
            gettext_noop(
                "It closes the set at %(there)s, but here the set closes at %(here)s. Agree on one"
                " hour with the other clubs."
            ),
            "closes",
            there=in_words(hour.closes),
            here=in_words(before.closes_at),
        )
    if hour.called <= read_hour(known).called:
        text = gettext_noop("The club has called a later hour since: %(here)s.")
        raise RuleError("older", text, "called", here=in_words(before.closes_at))
