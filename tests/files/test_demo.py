"""The demo club: alive on its first page, right in its sums, and there only once."""

import datetime as dt
import json
import lzma
import random
import re
from io import StringIO
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client, TestCase
from django.urls import reverse

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.database import strays
from clubscore.club.ledger import keep_sums, owed_in
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Entry, Membership, Person, Role, User, evening_of
from clubscore.demo.club import KEPT, ZONE, invite_demo, moved_to
from clubscore.events.models import Event
from clubscore.events.pages.director import DirectorPage
from clubscore.events.pars import due_events, par_boards, worked_of
from clubscore.events.rankings import Lists
from clubscore.events.series import SeriesNow, series_of
from clubscore.events.state import room_of
from clubscore.events.visibility import all_boards
from clubscore.files.club_file import FileOfClub, steps
from clubscore.jobs.models import Job
from clubscore.laws.auction import must_follow
from clubscore.laws.deal_reading import read_deal
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.laws.sentences import describe_deal
from clubscore.rubbers.models import (
    DealRevision,
    Happening,
    Part,
    Settlement,
    SevenEvening,
    Sitting,
)
from clubscore.rubbers.score import standing_of
from clubscore.rubbers.selectors import open_sittings, tonight
from clubscore.rubbers.slip import slip_of
from clubscore.web.entry_form import read_entry
from tests.house import client_of, make_user
from tools.demo.club import MEMBERS, PROGRAMME, club_nights
from tools.demo.make import AT, made
from tools.demo.tables import called, deal_pack, play_deal

PLAYED = {game for evening in PROGRAMME for table in evening for game in table}

Kind = DealRevision.Kind
# A Tuesday at nine in the evening.
NINE = dt.datetime(2026, 11, 3, 21, tzinfo=ZoneInfo("Europe/London"))


def invite() -> str:
    """Run the command; return what it printed."""
    printed = StringIO()
    with clock.at(NINE):
        call_command("demo", stdout=printed)
    return printed.getvalue()


@pytest.mark.long(6, shared=True)
class TestTheDemo(TestCase):
    """One demo, beside a club that is there already; each test is rolled back to it."""

    ours: ClassVar[Club]
    director: ClassVar[User]
    demo: ClassVar[Club]
    printed: ClassVar[str]

    @classmethod
    def setUpTestData(cls) -> None:
        cls.ours = found_club(name="Portland", author="a test")
        cls.director = make_user(cls.ours, "dora", Role.DIRECTOR)
        cls.printed = invite()
        cls.demo = Club.objects.get(is_demo=True)

    def client_there(self) -> Client:
        """Return the browser of the director, at the demo."""
        client = client_of(self.director)
        client.post(reverse("switch"), {"club": self.demo.pk})
        return client

    def test_every_shape_of_sheet_occurs_with_a_finished_rubber(self) -> None:
        finished = {part.game for part in Part.objects.all() if standing_of(part).sheet.rubbers}
        assert finished >= {
            "straight-bridge",
            "dummy-bridge",
            "auction",
            "contract-1923",
            "pirate",
            "cut-throat",
        }

    def test_members_are_two_dozen_and_all_belong_to_the_demo(self) -> None:
        members = Person.objects.filter(club=self.demo, kind=Person.Kind.MEMBER)
        assert members.count() == len(MEMBERS) == 24
        assert len(set(members.values_list("short_name", flat=True))) == 24
        assert not Sitting.objects.exclude(club=self.demo).exists()

    def test_every_settlement_sums_to_zero(self) -> None:
        assert Settlement.objects.count() > 30
        for settlement in Settlement.objects.all():
            assert sum(settlement.points.values()) == 0
        for sitting in Sitting.objects.all():
            slip = slip_of(self.demo, sitting.table, sitting.evening)
            for won in slip.money.values():
                assert sum(won.values()) == 0

    def test_all_that_can_happen_at_a_table_has_happened(self) -> None:
        kinds = set(DealRevision.objects.values_list("kind", flat=True))
        assert kinds == {Kind.RECORDED, Kind.CORRECTED, Kind.TAKEN_BACK, Kind.RIVAL, Kind.SETTLED}
        happened = set(Happening.objects.values_list("kind", flat=True))
        assert {"opened", "drew", "seated", "agreed", "misdeal", "closed"} <= happened
        assert Part.objects.filter(broken_off=True).exists()
        assert Settlement.objects.filter(kind=Settlement.Kind.DIFFERENCE).exists()
        reasons = DealRevision.objects.filter(kind=Kind.CORRECTED).values_list("reason", flat=True)
        assert all(reasons)

    def test_contracts_are_made_about_two_times_of_three(self) -> None:
        made = bid = 0
        for part in Part.objects.all():
            standing = standing_of(part)
            if standing.game.bidding.levels:
                for _deal, scored in standing.pairs():
                    if scored.deal.bid is not None:
                        bid += 1
                        made += any(below for below, _above in scored.points.values())
        assert bid > 150
        assert 0.55 < made / bid < 0.8

    def test_what_happened_is_dated_by_its_evening(self) -> None:
        for sitting in Sitting.objects.all():
            dates = [sitting.opened_at] + [
                revision.at for revision in DealRevision.objects.filter(deal__part__sitting=sitting)
            ]
            begins = dt.datetime.combine(sitting.evening, dt.time(6), ZoneInfo("Europe/London"))
            assert begins <= min(dates) and max(dates) < begins + dt.timedelta(days=1)
            assert max(dates) <= NINE

    def test_tonight_is_alive_and_something_is_owed_from_last_time(self) -> None:
        with clock.at(NINE):
            assert tonight(self.demo) == dt.date(2026, 11, 3)
            page = self.client_there().get(reverse("home")).content.decode()
        sittings = list(open_sittings(self.demo))
        games = [sitting.parts.get().game for sitting in sittings]
        assert sorted(games) == ["auction", "pirate"]
        for sitting in sittings:
            assert sitting.evening == dt.date(2026, 11, 3)
            standing = standing_of(sitting.parts.get())
            assert any(standing.sheet.below_now.values())
        assert "Window table" in page and "Fire table" in page
        assert "carried over" in page
        assert "Friday" in page

    def test_two_thursdays_are_a_series_of_members(self) -> None:
        (series,) = series_of(self.demo)
        now = SeriesNow(series, Actor(level=Level.DIRECTOR, club=self.demo))
        assert [event.name for event in now.events] == ["Thursday pairs"] * 2
        assert {len(line.cells) for line in now.lines} == {1, 2}
        assert not any(now.people[pk].is_guest for line in now.lines for pk in line.keys)

    def test_an_event_was_played_to_its_end_and_one_is_in_its_third_round(self) -> None:
        *before, over, now = Event.sessions.filter(club=self.demo).order_by("evening")
        table = Event.objects.exclude(contest_set=None).get(club=self.demo)
        assert (table.finished_at, table.boards.count()) == (None, 3), "four play a set"
        assert over.finished_at is not None and over.round == 7
        # Nine are over beside it, so that somebody's years have something to show.
        assert [each.scoring for each in before].count("cross-imps") == 2
        assert len(before) == 9 and all(each.finished_at for each in before)
        assert over.evening == dt.date(2026, 10, 29)
        (ns, ew) = Lists(room_of(over)).rankings
        assert len(ns.rows) + len(ew.rows) == 13
        assert all(row.percent for row in (*ns.rows, *ew.rows))
        with clock.at(NINE):
            page = DirectorPage(room_of(now))
            assert (now.round, page.is_last) == (3, False)
            assert {"call", "dispute"} <= {need.kind for need in page.needs}
        assert [each.data["text"] for each in page.room.announcements]

    def test_double_dummy_of_what_is_looked_at_is_there(self) -> None:
        over = Event.objects.filter(club=self.demo, name="Thursday pairs")
        assert len(over) == 2 and not over.filter(finished_at=None).exists()
        for event in over:
            room = room_of(event)
            worked = worked_of(room, par_boards(room))
            assert {*worked} == {board.number for board in all_boards(room)} != set()
        with clock.at(NINE):
            # Older boards wait for the night, as those of any club.
            assert not [each for each in due_events() if each.evening > dt.date(2026, 10, 20)]
        assert not Job.objects.filter(club=self.demo).exists()

    def test_the_seven_played_an_evening_which_is_made_up_and_paid(self) -> None:
        seven = SevenEvening.objects.get(club=self.demo)
        sittings = list(seven.sittings.all())
        assert [sitting.evening for sitting in sittings] == [dt.date(2026, 10, 18)] * 2
        assert all(sitting.closed_at for sitting in sittings)
        assert slip_of(self.demo, sittings[0].table, sittings[0].evening).totals

    def test_pages_of_every_evening_answer(self) -> None:
        client = self.client_there()
        results = client.get(reverse("results"))
        assert results.status_code == 200
        assert "Window table" in results.content.decode()
        for sitting in Sitting.objects.all():
            for name in ("pad", "slip", "history"):
                answer = client.get(reverse(name, kwargs={"pk": sitting.pk}))
                assert answer.status_code == 200, (name, sitting)

    def test_what_earlier_evenings_left_open_is_paid_by_the_book(self) -> None:
        owed = {
            sitting.evening
            for sitting in Sitting.objects.all()
            if slip_of(self.demo, sitting.table, sitting.evening).owed
        }
        assert owed == {dt.date(2026, 10, 13), dt.date(2026, 10, 30)}
        with clock.at(NINE):
            left = owed_in(self.demo)
        last = [s for s in Sitting.objects.filter(evening=dt.date(2026, 10, 30))]
        tables = [slip_of(self.demo, each.table, each.evening).owed for each in last]
        assert sorted(one.amount for one in left) == sorted(o.amount for t in tables for o in t)
        kinds = set(Entry.objects.values_list("kind", flat=True))
        assert {"rubber", "put-right", "payment", "changed", "table-money", "side-bet"} <= kinds
        assert Entry.objects.filter(kind="payment").exists()

    def test_a_second_time_nothing_is_doubled(self) -> None:
        before = (Club.objects.count(), Person.objects.count(), DealRevision.objects.count())
        assert "is already here" in invite()
        after = (Club.objects.count(), Person.objects.count(), DealRevision.objects.count())
        assert before == after
        assert Membership.objects.filter(user=self.director).count() == 2

    def test_the_directors_of_other_clubs_are_let_in_and_told_so(self) -> None:
        assert "Log in as dora" in self.printed
        assert Membership.objects.get(club=self.demo).role == Role.DIRECTOR

    def test_the_other_club_is_left_as_it_was(self) -> None:
        assert not self.ours.people.exists()
        home = client_of(self.director).get(reverse("home")).content.decode()
        assert "Window table" not in home


# The key of an entry may have that of a row in it, of whichever database it was made in.
KEY = re.compile(rb'"0{10,}\d+"')
OF_A_ROW = re.compile(rb'"(\d{22}):[^"]*"')


def written_down() -> list[Any]:
    """The lines of the data: what they are, the rows, and what was worked out."""
    return [*map(json.loads, lzma.decompress(KEPT.read_bytes()).splitlines())]


def as_lines(text: bytes) -> list[Any]:
    """Read rows without the keys of their entries: those are counted from where a process began."""
    return [*map(json.loads, KEY.sub(b'"a key"', OF_A_ROW.sub(rb'"\1"', text)).splitlines())]


def test_the_data_fit_the_tables_of_this_program() -> None:
    """A step of the migrations changes what rows there are: write the club down anew."""
    assert written_down()[0]["steps"] == steps(), "make demo-data"


@pytest.mark.postgres
def test_the_club_that_comes_is_the_one_written_down(db: None) -> None:
    first, *rows, _worked_out = written_down()
    with clock.at(AT):
        club = invite_demo()
    told, *lines = map(json.loads, FileOfClub(club).lines())
    assert lines == rows
    assert told | {"at": first["at"]} == first
    assert Club.objects.get(pk=club.pk).is_demo
    # Nothing in it leads elsewhere, its book adds up, and nobody changes the book.
    assert strays() == [] and not keep_sums(club=club)
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        connection.cursor().execute("UPDATE club_entry SET reason = 'x'")


@pytest.mark.night
@pytest.mark.long(40)
def test_the_club_written_down_is_what_the_services_make_today(db: None) -> None:
    now, then = as_lines(made()), as_lines(lzma.decompress(KEPT.read_bytes()))
    differ = [number for number, line in enumerate(now) if line not in then[number : number + 1]]
    assert (len(now), differ) == (len(then), []), "make demo-data"


def test_nothing_in_the_data_is_a_secret() -> None:
    """Codes, addresses, logins and passwords are made where the club comes, or not at all."""
    first, *rows, _worked_out = written_down()
    assert first["counts"]["club.User"] == first["counts"]["club.Membership"] == 0
    fields = {name for row in rows if isinstance(row, dict) for name in row["fields"]}
    assert fields.isdisjoint({"password", "wifi_password", "nonce", "token_hash", "secret"})


# Days of all kinds: each day of a week, before and after both changes of clocks, at all hours.
DAYS = [dt.datetime(2026, 11, 28, 20) + dt.timedelta(days=day) for day in range(-3, 11)]
DAYS += [dt.datetime(2027, 3, 28, 12), dt.datetime(2027, 4, 2, 23), dt.datetime(2030, 10, 27, 8)]
DAYS += [dt.datetime(2027, 6, 1, 6, 20), dt.datetime(2027, 6, 1, 1, 30), dt.datetime(2027, 6, 1, 6)]


def test_what_was_then_is_tonight_and_what_was_before_keeps_its_day() -> None:
    for day in DAYS:
        check_moved_to(day)


def check_moved_to(day: dt.datetime) -> None:
    now = day.replace(tzinfo=ZONE)
    club = Club(time_zone=str(ZONE))
    tonight, evening = evening_of(club, AT), evening_of(club, now)
    moved = moved_to(now, then=AT)

    def of(moment: dt.datetime) -> dt.datetime:
        return dt.datetime.fromisoformat(json.loads(moved(f'"{moment.isoformat()}"')))

    def on(date: dt.date) -> dt.date:
        return dt.date.fromisoformat(json.loads(moved(f'"{date.isoformat()}"')))

    assert on(tonight) == evening
    before = [tonight - dt.timedelta(days=days) for days in range(1, 200)]
    assert [on(date).weekday() for date in before] == [date.weekday() for date in before]
    assert evening - dt.timedelta(days=8) < on(before[0]) < evening
    ages = {(before[0] - date) - (on(before[0]) - on(date)) for date in before}
    assert ages == {dt.timedelta()}
    for date in before[::9]:
        # From a quarter past seven to the last tram, as the clock on the wall has it.
        starts = dt.datetime.combine(date, dt.time(19, 15), ZONE).astimezone(dt.UTC)
        assert of(starts).astimezone(ZONE).time() == dt.time(19, 15)
        assert evening_of(club, of(starts)) == on(date)
        assert of(starts + dt.timedelta(hours=4)) - of(starts) == dt.timedelta(hours=4)
    played = [AT - dt.timedelta(minutes=minutes) for minutes in range(79, -1, -1)]
    at = [of(moment) for moment in played]
    assert at == sorted(at) and at[-1] == now
    assert {evening_of(club, moment) for moment in at} == {evening}
    assert of(AT + dt.timedelta(minutes=3)) - now == dt.timedelta(minutes=3)


def test_club_nights_come_before_tonight_oldest_first() -> None:
    nights = list(club_nights(dt.date(2026, 11, 3)))
    assert nights == sorted(nights)
    assert nights[-1] == dt.date(2026, 10, 30)
    assert len(nights) == 12


@pytest.mark.parametrize("key", sorted(PLAYED))
def test_a_deal_of_the_demo_is_one_that_a_pack_can_give(key: str) -> None:
    game = find_game(key)
    rng = random.Random(7)  # noqa: S311 - no secret
    rules = resolve_rules(game, {"preset": game.codes.default_preset})
    names = {hand: hand for hand in game.hands}
    hands = deal_pack(game, rng)
    assert sorted(len(cards) for cards in hands.values()) == [13, 13, 13, 13]
    for number in range(200):
        dealer = game.deal_order[number % len(game.deal_order)]
        entry = read_entry(game, rules, play_deal(game, rules, dealer, rng), dealer)
        facts = called(game, dealer, entry.facts)
        assert ("auction" in facts) == ("partner" in facts and "doubling" not in facts)
        deal = read_deal(game, rules, facts)  # which refuses what cannot be
        must_follow(game, rules, deal)
        assert describe_deal(game, deal, names)
