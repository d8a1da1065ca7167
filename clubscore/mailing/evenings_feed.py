"""The club's evenings as an iCalendar file (RFC 5545): those that are planned, and those played.

There is no METHOD, so DTSTAMP is when an evening last changed and the same calendar is always the
same bytes. A planned evening has an hour in the club's time zone; an event of another day has its
day alone, because nobody said when it begins. Nobody's name is in it.
"""

import datetime as dt
from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar, Timezone
from icalendar import Event as CalendarEvent

from clubscore.club import clock
from clubscore.club.evening import evening_of, zone_of
from clubscore.club.models import Club
from clubscore.club.wording.names import listed
from clubscore.events.models import Event
from clubscore.mailing.feed_parts import changed_at, lasting_id
from clubscore.mailing.letter_head import one_line
from clubscore.mailing.models import PlannedEvening
from clubscore.version import PROGRAM

BACK = dt.timedelta(days=400)
MOST_EVENTS = 400
ASKS_AGAIN = dt.timedelta(hours=12)
# Where an event is read, by its key; empty where the reader of a feed can open no page of it.
PageOf = Callable[[int], str]


class Feed(NamedTuple):
    """A file and when what is in it last changed."""

    content: bytes
    changed_at: dt.datetime


class _Evening(NamedTuple):
    uid: str
    title: str
    sequence: int
    changed_at: dt.datetime
    is_off: bool


def evenings_feed(club: Club, page_of: PageOf) -> Feed:
    """Return the calendar of a club's evenings of a year past and all to come. Four queries."""
    tonight = evening_of(club, clock.now())
    since = tonight - BACK
    plans = list(PlannedEvening.objects.filter(club=club, day__gte=since).select_related("club"))
    played = Event.sessions.filter(club=club, evening__gte=since).order_by("-evening", "-pk")
    events = list(played[:MOST_EVENTS])
    changed = changed_at(events)
    calendar = _calendar(club)
    last = [club.created_at, *(plan.changed_at for plan in plans), *changed.values()]
    if plans:
        zone = zone_of(club)
        first_year, last_year = plans[0].day.year, plans[-1].day.year
        calendar.add_component(
            Timezone.from_tzinfo(
                zone,
                first_date=dt.date(first_year - 1, 1, 1),
                last_date=dt.date(last_year + 2, 1, 1),
            )
        )
    planned_days = {plan.day for plan in plans}
    for plan in plans:
        here = [event for event in events if event.evening == plan.day and not event.called_off_at]
        calendar.add_component(_planned(plan, here, changed))
    for event in sorted(events, key=lambda each: (each.evening, each.pk)):
        if event.evening not in planned_days:
            calendar.add_component(_event(event, changed[event.pk], page_of(event.pk)))
    return Feed(calendar.to_ical(), max(last))


def _calendar(club: Club) -> Calendar:
    name = one_line(club.name)
    calendar = Calendar()
    calendar.add("prodid", f"-//ClubScore//{PROGRAM}//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("x-wr-timezone", club.time_zone)
    calendar.add("refresh-interval", ASKS_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT12H")
    return calendar


def _component(evening: _Evening) -> CalendarEvent:
    found = CalendarEvent()
    found.add("uid", evening.uid)
    moment = evening.changed_at.astimezone(dt.UTC).replace(microsecond=0)
    found.add("dtstamp", moment)
    found.add("last-modified", moment)
    found.add("sequence", evening.sequence)
    found.add("summary", one_line(evening.title))
    found.add("status", "CANCELLED" if evening.is_off else "CONFIRMED")
    return found


def _planned(
    plan: PlannedEvening, events: Sequence[Event], changed: dict[int, dt.datetime]
) -> CalendarEvent:
    uid = f"{lasting_id('planned', plan.pk)}@clubscore"
    last = max([plan.changed_at, *(changed[event.pk] for event in events)])
    is_off = plan.called_off_at is not None
    found = _component(_Evening(uid, plan.title, plan.revision, last, is_off))
    begins = dt.datetime.combine(plan.day, plan.begins, zone_of(plan.club))
    found.add("dtstart", begins)
    # By the clock on the wall: over a change of hours, too, it ends when people expect it.
    found.add("dtend", begins + dt.timedelta(minutes=plan.minutes))
    if plan.place:
        found.add("location", one_line(plan.place))
    if events:
        names = listed(one_line(event.name) for event in sorted(events, key=lambda each: each.pk))
        found.add("description", _("Events: %(names)s") % {"names": names})
    return found


def _event(event: Event, last: dt.datetime, page: str) -> CalendarEvent:
    uid = f"{lasting_id('event', event.pk)}@clubscore"
    is_off = event.called_off_at is not None
    found = _component(_Evening(uid, event.name, event.revision, last, is_off))
    found.add("dtstart", event.evening)
    found.add("dtend", event.evening + dt.timedelta(days=1))
    found.add("transp", "TRANSPARENT")
    if page:
        found.add("url", page)
    return found


def member_page(event: int) -> str:
    """Return the path of an event's ranking, as members open it."""
    return reverse("event-ranking", args=[event])
