"""The club's clock: its time zone, and evenings that end at six in the morning."""

import datetime as dt
from zoneinfo import ZoneInfo, available_timezones

from django.http import Http404

from clubscore.club.models import Club

EVENING_ENDS = dt.time(6)


def zone_of(club: Club) -> ZoneInfo:
    """Return the club's time zone."""
    return ZoneInfo(club.time_zone)


def evening_of(club: Club, moment: dt.datetime) -> dt.date:
    """Return the evening to which a moment belongs: at two in the morning still yesterday's."""
    local = moment.astimezone(zone_of(club))
    day = local.date()
    return day - dt.timedelta(days=1) if local.time() < EVENING_ENDS else day


def end_of(club: Club, evening: dt.date) -> dt.datetime:
    """Return the moment at which an evening ends: six the next morning, by the club's clock."""
    return dt.datetime.combine(evening + dt.timedelta(days=1), EVENING_ENDS, zone_of(club))


def day_in_address(text: str) -> dt.date:
    """Return the day that an address names, like 2026-11-19. Raises Http404 where it names none."""
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
    if day.isoformat() != text:  # other ways of writing a day are no addresses of ours
        raise Http404
    return day


def is_time_zone(name: str) -> bool:
    """Whether a name is a time zone that this machine knows."""
    return name in available_timezones()
