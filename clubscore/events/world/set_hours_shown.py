"""The hour of a set as a director sees it: who called it, how it is sent on, who calls another."""

import datetime as dt
from typing import NamedTuple

from django.urls import reverse

from clubscore.club import clock
from clubscore.club.access import ClubRequest
from clubscore.contests.hour import hour_text
from clubscore.events.models import ContestSet, SetHours
from clubscore.events.state.set_hours import hour_of
from clubscore.events.world.server_pool import shares, sharing_clubs
from clubscore.events.world.set_hours_write import facts_of
from clubscore.tableside.phone_addresses import address_of


class ShownHour(NamedTuple):
    """An hour: when the set closes, which club called it, and its text and link to be sent."""

    closes: dt.datetime
    club: str
    is_own: bool
    text: str
    address: str


def shown_hour(row: SetHours, request: ClubRequest) -> ShownHour:
    """Return an hour that counts here; without text where it is of before hours travelled."""
    shown = _shown(row)
    if not shown.text:
        return shown
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
        if row is None or not row.text or not row.is_own or row.closes_at <= clock.now():
            continue
        if here is None or here.closes_at != row.closes_at:
            found.append(_shown(row))
    return found


def _shown(row: SetHours) -> ShownHour:
    facts = facts_of(row)
    if facts is None:
        return ShownHour(row.closes_at, row.club.name, row.is_own, "", "")
    return ShownHour(row.closes_at, facts.get("club", ""), row.is_own, hour_text(facts), "")
