"""The hour at which a set closes for every club: brought with the set, and shown to a director."""

import datetime as dt
from typing import NamedTuple

from django.urls import reverse

from clubscore.club import clock
from clubscore.club.access import Actor, ClubRequest
from clubscore.events.models import ContestSet, SetHours
from clubscore.events.visibility import hour_of
from clubscore.extras.world.package import hour_in, hour_text, read_hour
from clubscore.extras.world.packages import facts_of, shares, sharing_clubs, take_hour
from clubscore.ranking import EventFile
from clubscore.web.phones import address_of


class ShownHour(NamedTuple):
    """An hour: when the set closes, which club called it, and its text and link to be sent."""

    closes: dt.datetime
    club: str
    is_own: bool
    text: str
    address: str


def set_hour_for_page(row: SetHours, request: ClubRequest) -> ShownHour:
    """Return an hour that counts here."""
    shown = _shown(row)
    return shown._replace(address=address_of(request, reverse("package-link", args=[shown.text])))


def hours_offered(kept: ContestSet) -> list[ShownHour]:
    """Return the hours of the same set that clubs which share here call, and that are not ours."""
    if not shares(kept.club):
        return []
    here, found = hour_of(kept.pk), []
    if here is not None and here.closes_at <= clock.now():
        return []
    others = ContestSet.objects.filter(club__in=sharing_clubs(kept.club))
    for other in others.filter(fingerprint=kept.fingerprint):
        row = hour_of(other.pk)
        if row is None or not row.is_own or row.closes_at <= clock.now():
            continue
        if here is None or here.closes_at != row.closes_at:
            found.append(_shown(row))
    return found


def _shown(row: SetHours) -> ShownHour:
    facts = facts_of(row)
    return ShownHour(row.closes_at, facts.get("club", ""), row.is_own, hour_text(facts), "")


def seal(*, kept: ContestSet, event: EventFile, actor: Actor) -> None:
    """Seal a set that was just brought until the hour that its file says, if it is to come.

    RuleError where its hour cannot count: then nothing is kept.
    """
    hour = hour_in(event)
    if hour is not None and clock.now() < read_hour(hour).closes:
        take_hour(club=kept.club, raw=dict(hour), actor=actor)
