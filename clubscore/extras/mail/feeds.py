"""The club's evenings as a calendar (iCalendar), its results as an Atom feed, and who has one.

RFC 5545 and RFC 4287. Nobody's name is in the calendar, and it has no METHOD: the same calendar
is always the same bytes. A member's feed of results has names unless the shared ranking hides
them; the public one has numbers alone. Evenings that are to come are planned and called off here.
"""

import datetime as dt
import re
import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from icalendar import Calendar, Timezone
from icalendar import Event as CalendarEvent

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.database import Remembered
from clubscore.club.entry import Refused
from clubscore.club.models import Club, Membership, Person, evening_of, zone_of
from clubscore.club.wording import full_date, listed
from clubscore.events.imported import imported_of_each
from clubscore.events.models import Event, EventHappening, EventShare, ResultRevision
from clubscore.events.rankings import Lists
from clubscore.events.selectors import as_seen_by
from clubscore.events.state import rooms_of
from clubscore.extras.mail.letters import one_line
from clubscore.extras.mail.models import FeedAddress, PlannedEvening
from clubscore.places import PROGRAM
from clubscore.web.names_shown import safe_line, safe_page
from clubscore.web.phones import hash_of, new_address, ours, token_of

# What XML 1.0 has no place for.
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def lasting_id(kind: str, pk: int) -> uuid.UUID:
    """Return an id that a row keeps whatever changes in it, and that no other server gives."""
    digest = salted_hmac("clubscore.feeds", f"{kind}-{pk}", algorithm="sha256").digest()
    return uuid.UUID(bytes=digest[:16], version=4)


def changed_at(events: Iterable[Event]) -> dict[int, dt.datetime]:
    """Return when each of some events last changed: a happening, a result. Two queries."""
    found = {event.pk: event.opened_at for event in events}
    here = {"event__in": list(found)}
    happened = EventHappening.objects.filter(**here).order_by().values_list("event")
    of_section = {"section__event__in": list(found)}
    told = ResultRevision.objects.filter(**of_section).order_by().values_list("section__event")
    for rows in (happened, told):
        newest: Iterable[tuple[int, dt.datetime]] = rows.annotate(last=Max("at"))
        for pk, last in newest:
            found[pk] = max(found[pk], last)
    return found


def for_xml(text: str) -> str:
    """Return a text without the letters that XML has no place for."""
    return NO_XML.sub(" ", text)


# ---- The club's evenings as a calendar.

BACK = dt.timedelta(days=400)
MOST_EVENTS = 400
ASKS_AGAIN = dt.timedelta(hours=12)
# Where an event is read, by its key; empty where the reader of a feed can open no page of it.
PageOf = Callable[[int], str]


class CalendarFeed(NamedTuple):
    """A file and when what is in it last changed."""

    content: bytes
    changed_at: dt.datetime


class _FeedEvening(NamedTuple):
    uid: str
    title: str
    sequence: int
    changed_at: dt.datetime
    is_off: bool


def evenings_feed(club: Club, page_of: PageOf) -> CalendarFeed:
    """Return the calendar of a club's evenings of a year past and all to come. Four queries.

    There is no METHOD, so DTSTAMP is when an evening last changed. A planned evening has an hour in
    the club's time zone; an event of another day has its day alone, because nobody said when it
    begins.
    """
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
    return CalendarFeed(calendar.to_ical(), max(last))


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


def _component(evening: _FeedEvening) -> CalendarEvent:
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
    found = _component(_FeedEvening(uid, plan.title, plan.revision, last, is_off))
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
    found = _component(_FeedEvening(uid, event.name, event.revision, last, is_off))
    found.add("dtstart", event.evening)
    found.add("dtend", event.evening + dt.timedelta(days=1))
    found.add("transp", "TRANSPARENT")
    if page:
        found.add("url", page)
    return found


def member_page(event: int) -> str:
    """Return the path of an event's ranking, as members open it."""
    return reverse("event-ranking", args=[event])


# ---- Results as an Atom feed.

MOST = 30  # events
# By event, its revision and the club's, whether names are hidden, and the language: its ranking.
_written: Remembered[tuple[int, int, int, bool, str | None], str] = Remembered(1000)


class Addresses(NamedTuple):
    """Where a feed is read, where its club is, and where each event is; all absolute."""

    own: str
    club: str
    page_of: PageOf


class ResultsFeed(Atom1Feed):
    """An Atom feed that says when it last changed also while it is empty."""

    def __init__(self, changed: dt.datetime, club: Club, where: Addresses, feed_id: str) -> None:
        name = for_xml(safe_line(one_line(club.name)))
        super().__init__(
            title=_("Results of %(club)s") % {"club": name},
            link=where.club,
            description="",
            subtitle=None,
            language=get_language(),
            author_name=name,
            feed_url=where.own,
            feed_guid=feed_id,
        )
        self.changed = changed

    def latest_post_date(self) -> dt.datetime:
        """Return when it last changed."""
        return self.changed


def results_feed(club: Club, where: Addresses, *, with_names: bool) -> CalendarFeed:
    """Return the feed of a club's newest results. Four queries while nothing changed, else ten."""
    events = list(_events(club)[:MOST])
    changed = changed_at(events)
    for event in events:
        # It changes when it becomes final, though nobody does anything then.
        changed[event.pk] = max(changed[event.pk], event.final_at or event.opened_at)
    last = max([club.created_at, *changed.values()])
    kind = "members" if with_names else "public"
    feed = ResultsFeed(last, club, where, lasting_id(kind, club.pk).urn)
    rankings = _rankings(events, with_names=with_names)
    for event in events:
        name = for_xml(safe_line(one_line(event.name)))
        feed.add_item(
            title=_("%(event)s, %(day)s") % {"event": name, "day": full_date(event.evening)},
            link=where.page_of(event.pk),
            description=rankings[event.pk],
            unique_id=lasting_id("result", event.pk).urn,
            pubdate=event.final_at or event.opened_at,
            updateddate=changed[event.pk],
        )
    return CalendarFeed(feed.writeString("utf-8").encode(), last)


def _events(club: Club) -> QuerySet[Event]:
    """Return the events whose results anybody in the club may read and that are final."""
    final = Q(told=True) | Q(final_at__lte=clock.now())
    found = Event.sessions.filter(final, club=club, ranking_open=True, called_off_at=None)
    return found.select_related("club").order_by("-evening", "-pk")


def _rankings(events: list[Event], *, with_names: bool) -> dict[int, str]:
    """Return the ranking of each event as HTML; those that were written before are remembered."""
    hidden = set(
        EventShare.objects.filter(event__in=events, hides_names=True, revoked_at=None).values_list(
            "event_id", flat=True
        )
    )
    hides = {event.pk: not with_names or event.pk in hidden for event in events}
    keys = {
        event.pk: (event.pk, event.revision, event.club.revision, hides[event.pk], get_language())
        for event in events
    }
    found = {pk: _written.get(key) for pk, key in keys.items()}
    missing = [event for event in events if found[event.pk] is None]
    told = imported_of_each([event for event in missing if event.told]) if missing else {}
    for room in rooms_of(missing) if missing else ():
        event = room.event
        member = Actor(level=Level.PLAYER, club=event.club)
        seen = as_seen_by(member, room)
        lists = Lists(seen, hides_names=hides[event.pk], told=told.get(event.pk))
        page = render_to_string("mailing/feed_entry.html", {"lists": lists})
        found[event.pk] = for_xml(safe_page(page.strip()))
        _written.keep(keys[event.pk], found[event.pk] or "")
    return {pk: text or "" for pk, text in found.items()}


# ---- Evenings that are to come.

MOST_WEEKS, MOST_COMING = 60, 400
LEAST_MINUTES, MOST_MINUTES = 15, 900
FURTHEST = dt.timedelta(days=800)
WEEK = dt.timedelta(days=7)


def coming(club: Club) -> list[PlannedEvening]:
    """Return the planned evenings from tonight on, those called off too. One query."""
    tonight = evening_of(club, clock.now())
    return list(PlannedEvening.objects.filter(club=club, day__gte=tonight)[:MOST_COMING])


@transaction.atomic
def plan_evenings(*, plan: PlannedEvening, weeks: int) -> None:
    """Plan an evening, or one a week at the same hour; what is planned already stays once.

    Raises Refused for a day that is over or far away, and for more evenings than a club has.
    """
    club = plan.club
    # One plan after the other: of two equal ones the second finds the first.
    Club.objects.select_for_update().get(pk=club.pk)
    tonight = evening_of(club, clock.now())
    if not tonight <= plan.day <= tonight + FURTHEST:
        raise Refused(_("Choose a day from today on, within two years."), "day")
    if not 1 <= weeks <= MOST_WEEKS:
        raise Refused(_("Weeks: choose 1 to %(most)s.") % {"most": MOST_WEEKS}, "weeks")
    if not LEAST_MINUTES <= plan.minutes <= MOST_MINUTES:
        raise Refused(
            _("Minutes: choose %(least)s to %(most)s.")
            % {"least": LEAST_MINUTES, "most": MOST_MINUTES},
            "minutes",
        )
    there = {(each.day, each.begins, each.title) for each in coming(club)}
    days = [plan.day + number * WEEK for number in range(weeks)]
    new = [day for day in days if (day, plan.begins, plan.title) not in there]
    if len(there) + len(new) > MOST_COMING:
        raise Refused(_("So many evenings are planned already. Plan fewer weeks."), "weeks")
    PlannedEvening.objects.bulk_create(
        PlannedEvening(
            club=club,
            day=day,
            begins=plan.begins,
            minutes=plan.minutes,
            title=plan.title,
            place=plan.place,
            planned_by=plan.planned_by,
        )
        for day in new
    )


def call_off(*, plan: PlannedEvening) -> None:
    """Call an evening off: calendars show it as cancelled."""
    _set(plan, called_off_at=clock.now())


def bring_back(*, plan: PlannedEvening) -> None:
    """Let an evening that was called off take place after all."""
    _set(plan, called_off_at=None)


def _set(plan: PlannedEvening, *, called_off_at: dt.datetime | None) -> None:
    here = PlannedEvening.objects.filter(pk=plan.pk)
    if called_off_at is None:
        here = here.exclude(called_off_at=None)
    else:
        here = here.filter(called_off_at=None)
    here.update(called_off_at=called_off_at, changed_at=clock.now(), revision=F("revision") + 1)


# ---- Secret addresses of feeds.

# Calendars ask for years; whoever made an address withdraws it.
GOOD_FOR = dt.timedelta(days=10 * 366)


def _good() -> QuerySet[FeedAddress]:
    members = Membership.objects.filter(club=OuterRef("club"), person=OuterRef("person"))
    still_here = Q(person__active=True, person__merged_into=None) & Q(Exists(members))
    found = FeedAddress.objects.filter(
        Q(person=None) | still_here,
        revoked_at=None,
        expires_at__gt=clock.now(),
        club__closed_at=None,
    )
    return found.select_related("club", "person")


def feed_of(club: Club, person: Person | None) -> FeedAddress | None:
    """Return the address that a person has, or the club's public one for nobody; None if none."""
    return ours(_good().filter(club=club, person=person).first())


def feed_by_token(token: str) -> FeedAddress | None:
    """Return the good address behind a token."""
    return _good().filter(token_hash=hash_of(token)).first()


def token_of_feed(feed: FeedAddress) -> str:
    """Return the secret part of an address."""
    return token_of(feed.nonce)


@transaction.atomic
def make_feed(*, club: Club, person: Person | None, author: str) -> None:
    """Make an address, a person's or the public one; the one before ends."""
    Club.objects.select_for_update().get(pk=club.pk)
    withdraw_feed(club=club, person=person)
    given = new_address(club, evening_of(club, clock.now()), author)
    given["expires_at"] = clock.now() + GOOD_FOR
    FeedAddress.objects.create(person=person, **given)


def withdraw_feed(*, club: Club, person: Person | None) -> None:
    """End an address: whatever asks by it finds nothing from now on."""
    here = FeedAddress.objects.filter(club=club, person=person, revoked_at=None)
    here.update(revoked_at=clock.now())


def count_of_members(club: Club) -> int:
    """Return how many members have an address."""
    return _good().filter(club=club).exclude(person=None).count()
