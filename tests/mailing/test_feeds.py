"""Feeds by secret addresses: what is in them, for whom, and read as strictly as programs do."""

import datetime as dt
import re
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.database import forget_what_was_read
from clubscore.club.federation_numbers import merge_people
from clubscore.club.models import Club, Membership, Person, Role
from clubscore.club.privacy import forget_name
from clubscore.events.entries import Terms, open_event
from clubscore.events.finishing import call_off as call_event_off
from clubscore.events.models import Event, EventHappening
from clubscore.events.phones import share
from clubscore.extras.mail.feeds import feed_of, make_feed, token_of_feed
from clubscore.extras.mail.models import FeedAddress, PlannedEvening
from clubscore.rubbers.selectors import tonight
from tests.house import client_of, make_user
from tests.mailing.members import member, played
from tests.mailing.strict_readers import wrong_in_atom, wrong_in_calendar

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
HOSTILE = "Pairs, late; \\ \u202egnp\x07 & <b>é</b> " + "Ångström " * 4


def links_of(club: Club, person: Person | None = None) -> tuple[str, str]:
    """Make an address, a person's or the public one; return the calendar's path and the feed's."""
    make_feed(club=club, person=person, author="a test")
    found = feed_of(club, person)
    assert found is not None
    token = token_of_feed(found)
    return f"/feed/{token}/evenings.ics", f"/feed/{token}/results.xml"


def planned(club: Club, days: int = 7, **more: Any) -> PlannedEvening:
    day = tonight(club) + dt.timedelta(days=days)
    given = {"title": "Club night", "begins": dt.time(19, 30), "planned_by": "a test"}
    return PlannedEvening.objects.create(club=club, day=day, **given | more)


def director_of(club: Club) -> Client:
    return client_of(make_user(club, f"host-{club.pk}", Role.DIRECTOR))


def get(path: str, **heads: str) -> Any:
    return Client().get(path, headers=heads)


@pytest.mark.parametrize("zone", ["Europe/London", "Asia/Kolkata", "America/New_York", "UTC"])
@pytest.mark.parametrize("name", ["Tuesday pairs", HOSTILE])
def test_a_calendar_is_one_that_strict_programs_take(zone: str, name: str) -> None:
    evening = played(4)
    club = evening.club
    Club.objects.update(time_zone=zone, name=name[:80])
    Event.objects.update(name=name[:80])
    for days in (7, 200):
        planned(club, days, title=name[:80], place=name)
    planned(club, 14, called_off_at=clock.now())
    for person in (None, member(club, "Ann")):
        answer = get(links_of(club, person)[0])
        assert answer["Content-Type"] == "text/calendar; charset=utf-8"
        assert wrong_in_calendar(answer.content) == []
        events = Calendar.from_ical(answer.content).walk("VEVENT")
        assert [str(each["status"]) for each in events].count("CANCELLED") == 1
        assert len(events) == 4
        starts = [each.decoded("dtstart") for each in events]
        assert tonight(club) in starts, "an event without an hour has its day"
        timed = [each for each in starts if isinstance(each, dt.datetime)]
        assert {(each.hour, each.minute, str(each.tzinfo)) for each in timed} == {(19, 30, zone)}
        assert not re.search(r"Left|Right|Ann", answer.content.decode()), "nobody's name"


def test_ids_stay_and_what_changes_counts_up(settings: Any) -> None:
    evening = played(4, final=False)
    plan = planned(evening.club)
    path = links_of(evening.club)[0]

    def read() -> dict[str, tuple[int, dt.datetime, str]]:
        forget_what_was_read()
        return {
            str(each["uid"]): (
                int(each["sequence"]), each.decoded("last-modified"), str(each["status"]),
            )
            for each in Calendar.from_ical(get(path).content).walk("VEVENT")
        }  # fmt: skip

    before = read()
    host = director_of(evening.club)
    with clock.at(clock.now() + dt.timedelta(minutes=5)):
        assert host.post("/club/feeds/off/", {"do": "off", "evening": plan.pk}).status_code == 302
        call_event_off(event=evening.event, reason="fog", key="off", actor=evening.actor)
    after = read()
    assert before.keys() == after.keys() and len(before) == 2
    for uid, (sequence, last, status) in after.items():
        assert sequence > before[uid][0] and last > before[uid][1]
        assert (before[uid][2], status) == ("CONFIRMED", "CANCELLED")
    host.post("/club/feeds/off/", {"do": "back", "evening": plan.pk})
    back = read()
    assert sorted(each[2] for each in back.values()) == ["CANCELLED", "CONFIRMED"]


def test_an_event_of_a_planned_evening_is_in_it_and_not_beside_it() -> None:
    evening = played(4)
    planned(evening.club, 0)
    calendar = get(links_of(evening.club)[0]).content
    (only,) = Calendar.from_ical(calendar).walk("VEVENT")
    assert str(only["summary"]) == "Club night" and "Tuesday pairs" in str(only["description"])


@pytest.mark.parametrize("name", ["Tuesday pairs", HOSTILE])
def test_an_atom_feed_is_one_that_strict_readers_take(name: str) -> None:
    evening = played(6)
    Club.objects.update(name=name[:80])
    Event.objects.update(name=name[:80])
    Person.objects.filter(club=evening.club).update(name=name[:80])
    for person in (None, member(evening.club, "Ann")):
        answer = get(links_of(evening.club, person)[1])
        assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
        assert wrong_in_atom(answer.content) == []
        assert answer.content.count(b"<entry>") == 1


def test_a_member_reads_names_and_the_public_numbers() -> None:
    evening = played(6)
    ann = member(evening.club, "Ann")
    own = get(links_of(evening.club, ann)[1]).content.decode()
    public = get(links_of(evening.club)[1]).content.decode()
    assert "Left1" in own and f"/event/{evening.event.pk}/ranking/" in own
    assert not re.search(r"(Left|Right)\d", public) and "/ranking/" not in public
    share(event=evening.event, hides_names=True, key="share", actor=evening.actor)
    forget_what_was_read()
    hidden = get(links_of(evening.club, ann)[1]).content.decode()
    assert not re.search(r"(Left|Right)\d", hidden)
    linked = get(links_of(evening.club)[1]).content.decode()
    (page,) = re.findall(r'<link href="([^"]+)" rel="alternate"/>', linked.partition("<entry>")[2])
    assert Client().get(urlsplit(page).path).status_code == 200


@pytest.mark.parametrize("how", ["provisional", "closed", "called off", "deleted"])
def test_results_that_may_not_be_seen_are_in_no_feed(how: str) -> None:
    evening = played(4, final=how != "provisional")
    now = clock.now()
    changes: dict[str, dict[str, Any]] = {
        "closed": {"ranking_open": False},
        "called off": {"called_off_at": now},
        "deleted": {"deleted_at": now},
    }
    if how in changes:
        Event.objects.update(**changes[how])
    for person in (None, member(evening.club, "Ann")):
        answer = get(links_of(evening.club, person)[1])
        assert wrong_in_atom(answer.content) == [] and b"<entry>" not in answer.content


def test_a_result_that_is_corrected_is_updated_under_its_id() -> None:
    evening = played(4)
    path = links_of(evening.club)[1]

    def read() -> tuple[str, str]:
        forget_what_was_read()
        entry = get(path).content.decode().partition("<entry>")[2]
        return (
            re.findall(r"<id>([^<]+)</id>", entry)[0],
            re.findall(r"<updated>([^<]+)</updated>", entry)[0],
        )

    before = read()
    EventHappening.objects.create(
        club=evening.club, event=evening.event, kind="phones", author="a test", key="late",
        at=clock.now() + dt.timedelta(minutes=9),
    )  # fmt: skip
    after = read()
    assert before[0] == after[0] and before[1] < after[1]


@pytest.mark.parametrize("at", [0, 1])
def test_what_is_unchanged_is_not_sent_again(at: int) -> None:
    evening = played(4)
    planned(evening.club)
    path = links_of(evening.club)[at]
    first = get(path)
    assert first.status_code == 200 and first.content
    assert first["Cache-Control"] == "private, no-cache"
    tag, last = first["ETag"], first["Last-Modified"]
    assert parsedate_to_datetime(last) <= clock.now() + dt.timedelta(seconds=1)
    assert get(path).content == first.content, "the same bytes"
    for heads in (
        {"If-None-Match": tag},
        {"If-None-Match": f'"other", W/{tag}'},
        {"If-Modified-Since": last},
    ):
        again = get(path, **heads)
        assert (again.status_code, again.content) == (304, b""), heads
        assert again["ETag"] == tag
    assert get(path, **{"If-None-Match": '"other"', "If-Modified-Since": last}).status_code == 200
    Club.objects.update(name="Another name")
    forget_what_was_read()
    assert get(path, **{"If-None-Match": tag}).status_code == 200


def test_an_address_that_is_withdrawn_or_replaced_opens_nothing() -> None:
    club = Club.objects.create(name="Portland", slug="portland")
    ann = member(club, "Ann")
    browser = client_of(Membership.objects.get(person=ann).user)
    browser.post("/mail/feeds/", {"do": "make"})
    first = browser.get("/mail/feeds/").context["links"]
    browser.post("/mail/feeds/", {"do": "make"})
    second = browser.get("/mail/feeds/").context["links"]
    assert first.evenings != second.evenings
    for path in (first.evenings, first.results):
        assert get(urlsplit(path).path).status_code == 404
    for path in (second.evenings, second.results):
        assert get(urlsplit(path).path).status_code == 200
    browser.post("/mail/feeds/", {"do": "withdraw"})
    assert get(urlsplit(second.evenings).path).status_code == 404
    assert browser.get("/mail/feeds/").context["links"] is None


def test_a_director_makes_the_public_address_anew_and_withdraws_it() -> None:
    club = Club.objects.create(name="Portland", slug="portland")
    browser = client_of(make_user(club, "director", Role.DIRECTOR))
    was = list[str]()
    for _time in range(2):
        browser.post("/club/feeds/", {"do": "make"})
        was.append(urlsplit(browser.get("/club/feeds/").context["links"].evenings).path)
    assert [get(path).status_code for path in was] == [404, 200]
    browser.post("/club/feeds/", {"do": "withdraw"})
    assert get(was[1]).status_code == 404
    assert browser.get("/club/feeds/").context["links"] is None


def test_the_secret_is_kept_as_a_hash() -> None:
    club = Club.objects.create(name="Portland", slug="portland")
    secret = links_of(club)[0].split("/")[2]
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM mailing_feedaddress")
        assert secret not in str(cursor.fetchall())


@pytest.mark.parametrize("how", ["no login", "inactive", "merged", "forgotten", "closed"])
def test_a_member_s_address_ends_with_what_makes_them_one(how: str) -> None:
    club = Club.objects.create(name="Portland", slug="portland")
    make_user(club, "host", Role.DIRECTOR)
    ann = member(club, "Ann")
    path = links_of(club, ann)[0]
    assert get(path).status_code == 200
    if how == "no login":
        Membership.objects.filter(person=ann).delete()
    elif how == "inactive":
        Person.objects.filter(pk=ann.pk).update(active=False)
    elif how == "merged":
        Membership.objects.filter(person=ann).delete()
        other = Person.objects.create(club=club, name="Anne", short_name="Anne")
        merge_people(other=ann, into=other, author="a test")
    elif how == "forgotten":
        forget_name(person=ann, author="a test")
    else:
        Club.objects.update(closed_at=clock.now())
    assert get(path).status_code == 404
    if how in ("merged", "forgotten"):
        assert not FeedAddress.objects.exists()


def test_feeds_have_nothing_of_another_club() -> None:
    here, there = played(4), played(4, club=Club.objects.create(name="Baldwin", slug="baldwin"))
    Event.objects.filter(club=there.club).update(name="Secret pairs")
    planned(there.club, title="Secret night")
    for person in (None, member(here.club, "Ann")):
        for path in links_of(here.club, person):
            text = get(path).content.decode()
            assert "Secret" not in text and "Baldwin" not in text
    plan = PlannedEvening.objects.get()
    stranger = director_of(here.club)
    assert stranger.post("/club/feeds/off/", {"do": "off", "evening": plan.pk}).status_code == 404
    assert PlannedEvening.objects.get().called_off_at is None


def test_a_director_plans_weeks_once_however_often_the_form_is_sent() -> None:
    club = Club.objects.create(name="Portland", slug="portland")
    host, day = director_of(club), tonight(club) + dt.timedelta(days=3)
    form = {
        "title": "Club night", "day": day.isoformat(), "begins": "19:30", "minutes": "180",
        "weeks": "10", "place": "Hall",
    }  # fmt: skip
    for _time in range(2):
        assert host.post("/club/feeds/plan/", form).status_code == 302
    days = list(PlannedEvening.objects.values_list("day", flat=True))
    assert days == [day + dt.timedelta(weeks=week) for week in range(10)]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", " "), ("day", "2020-01-01"), ("day", "no"), ("day", "2099-01-01"),
        ("begins", "25:00"), ("minutes", "1"), ("minutes", ""), ("weeks", "61"), ("weeks", "0"),
    ],
)  # fmt: skip
def test_what_cannot_be_planned_is_said_and_stays_in_its_field(field: str, value: str) -> None:
    club = Club.objects.create(name="Portland", slug="portland")
    form = {
        "title": "Club night", "day": tonight(club).isoformat(), "begins": "19:30",
        "minutes": "180", "weeks": "2", "place": "",
    }  # fmt: skip
    answer = director_of(club).post("/club/feeds/plan/", form | {field: value})
    page = answer.content.decode()
    assert answer.status_code == 422 and f'href="#{field}"' in page
    assert 'value="180"' in page or field == "minutes"
    assert not PlannedEvening.objects.exists()


@pytest.mark.parametrize("at", [0, 1])
def test_as_many_queries_for_many_evenings_as_for_one(at: int) -> None:
    evening = played(4)
    path, counts = links_of(evening.club)[at], []
    for more in (1, 20):
        for number in range(more):
            planned(evening.club, 7 * number + 1)
            actor = Actor(level=Level.DIRECTOR, club=evening.club)
            day = tonight(evening.club) - dt.timedelta(days=number + more)
            open_event(
                club=evening.club, evening=day, terms=Terms(f"Pairs {more}-{number}"),
                key=f"{more}-{number}", actor=actor,
            )  # fmt: skip
        forget_what_was_read()
        with CaptureQueriesContext(connection) as queries:
            assert get(path).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 16, counts


GOOD_EVENT = (
    "BEGIN:VEVENT\r\nUID:a@b\r\nDTSTAMP:20261101T120000Z\r\nLAST-MODIFIED:20261101T120000Z\r\n"
    "SEQUENCE:0\r\nSTATUS:CONFIRMED\r\nSUMMARY:Pairs\\, late\r\n"
    "DTSTART;VALUE=DATE:20261103\r\nDTEND;VALUE=DATE:20261104\r\nEND:VEVENT\r\n"
)
GOOD_CALENDAR = (
    f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//b//EN\r\n{GOOD_EVENT}END:VCALENDAR\r\n"
)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("\r\n", "\n", "CR LF"),
        ("Pairs", "P" * 80, "75 octets"),
        ("Pairs\\,", "Pairs,", "backslash"),
        ("UID:a@b\r\n", "", "no UID"),
        ("DTSTAMP:20261101T120000Z", "DTSTAMP:20261101T120000", "not in UTC"),
        ("SEQUENCE:0", "SEQUENCE:new", "no number"),
        ("STATUS:CONFIRMED", "STATUS:OFF", "STATUS OFF"),
        ("VERSION:2.0\r\n", "", "no VERSION"),
        (GOOD_EVENT, GOOD_EVENT * 2, "twice"),
        ("END:VEVENT\r\n", "", "out of place"),
        (";VALUE=DATE:20261103", ";TZID=Europe/London:20261103T193000", "does not have"),
        (";VALUE=DATE:20261104", ";VALUE=DATE:20261103", "ends before"),
        ("Pairs", "Pa\x07irs", "control"),
        ("SUMMARY", "URL:/event/1/\r\nSUMMARY", "not absolute"),
    ],
)
def test_a_broken_calendar_is_seen(before: str, after: str, said: str) -> None:
    assert wrong_in_calendar(GOOD_CALENDAR.encode()) == []
    broken = GOOD_CALENDAR.replace(before, after)
    assert broken != GOOD_CALENDAR
    assert [each for each in wrong_in_calendar(broken.encode()) if said in each]


GOOD_ATOM = (
    '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
    '<title>A</title><link href="https://x.org/f" rel="self"/><id>urn:uuid:1</id>'
    "<updated>2026-11-03T20:00:00+00:00</updated><author><name>A</name></author>"
    '<entry><title>E</title><link href="https://x.org/e" rel="alternate"/><id>urn:uuid:2</id>'
    "<updated>2026-11-03T19:00:00+00:00</updated></entry></feed>"
)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("<title>A</title>", "", "not one title"),
        ("<id>urn:uuid:2</id>", "<id>2</id>", "no absolute address"),
        ("https://x.org/e", "/e", "not absolute"),
        ("2026-11-03T19:00:00+00:00", "2026-11-03T19:00:00", "no moment"),
        ("2026-11-03T19:00:00+00:00", "2026-11-03T21:00:00+00:00", "before one of its entries"),
        ("<author><name>A</name></author>", "", "nobody wrote it"),
        (' rel="self"', ' rel="alternate"', "no link to itself"),
        ('<link href="https://x.org/e" rel="alternate"/>', "", "neither content"),
        ("http://www.w3.org/2005/Atom", "http://example.org/", "not an Atom feed"),
        ("</feed>", "", "no XML"),
        ("<title>E</title>", "<title>\x07</title>", "no XML"),
    ],
)
def test_a_broken_feed_is_seen(before: str, after: str, said: str) -> None:
    assert wrong_in_atom(GOOD_ATOM.encode()) == []
    broken = GOOD_ATOM.replace(before, after)
    assert broken != GOOD_ATOM
    assert [each for each in wrong_in_atom(broken.encode()) if said in each]
