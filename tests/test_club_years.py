"""The club over its years: each number counted again, day by day, over random years."""

import datetime as dt
import random
import re
from collections import Counter, defaultdict
from html import unescape
from itertools import permutations
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.club.database import forget_what_was_read
from clubscore.club.federation_numbers import merge_people
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person, Role
from clubscore.events.models import Entry, Event, ResultRevision, Section
from clubscore.extras.years.club_years import ClubYear, pictures_of, years_of
from clubscore.rubbers.models import CardTable, Part, Seat, Settlement, Sitting
from tests.house import client_of, make_user
from tests.web.test_pictures import faults

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
GAMES, KINDS = ("auction", "pirate"), ("member", "guest")


class Years:
    """A club with random evenings over some years, and what a plain count makes of them."""

    def __init__(self, seed: int, years: int = 4) -> None:
        forget_what_was_read()
        self.chance = random.Random(seed)  # noqa: S311 - not a secret
        self.club: Club = found_club(name=f"Portland {seed}", author="a test")
        self.people = [
            Person.objects.create(
                club=self.club,
                name=f"P{n}",
                short_name=f"P{n}",
                kind=("member", "guest")[n % 5 == 0],
            )
            for n in range(12)
        ]
        self.table = CardTable.objects.create(club=self.club, name="Window")
        self.days: dict[dt.date, set[int]] = defaultdict(set)
        self.count: dict[str, Counter[int]] = defaultdict(Counter)
        self.games: Counter[str] = Counter()
        for n in range(12):
            day = dt.date(2020 + n % years, self.chance.randint(1, 12), self.chance.randint(1, 28))
            self.card_table(day)
            if self.chance.random() < 0.6:
                self.event(day if self.chance.random() < 0.5 else day.replace(day=28))

    def card_table(self, day: dt.date, *, void: bool = False) -> None:
        game = self.chance.choice(GAMES)
        sitting = Sitting.objects.create(
            club=self.club, table=self.table, evening=day, opened_by="a test",
            closed_at=dt.datetime.combine(day, dt.time(23), tzinfo=dt.UTC),
            voided_at=dt.datetime.combine(day, dt.time(23), tzinfo=dt.UTC) if void else None,
        )  # fmt: skip
        part = Part.objects.create(
            club=self.club, sitting=sitting, number=1, game=game, first_dealer="N"
        )
        four = self.chance.sample(self.people, 4)
        for seat, person in zip("NESW", four, strict=True):
            Seat.objects.create(club=self.club, part=part, seat=seat, person=person, account=person)
        rubbers = self.chance.randint(0, 3)
        for rubber in range(1, rubbers + 1):
            points = {str(four[0].pk): 100, str(four[1].pk): -100}
            self.settle(part, rubber, 1, points)
        if void:
            return
        self.days[day] |= {person.pk for person in four}
        self.count["tables"][day.year] += 1
        self.count["rubbers"][day.year] += rubbers
        self.games[game] += rubbers
        if self.chance.random() < 0.3:  # agreed and wholly taken back
            points = {str(four[0].pk): 100, str(four[1].pk): -100}
            self.settle(part, rubbers + 1, 1, points)
            self.settle(part, rubbers + 1, 2, {who: -won for who, won in points.items()})

    def settle(self, part: Part, rubber: int, number: int, points: dict[str, int]) -> None:
        Settlement.objects.create(
            club=self.club, part=part, rubber=rubber, number=number, points=points, law_version="1",
            kind="agreed" if number == 1 else "difference", author="a test",
            key=f"{part.pk}-{rubber}-{number}",
        )  # fmt: skip

    def event(self, day: dt.date, *, begun: bool = True) -> None:
        event = Event.objects.create(
            club=self.club, evening=day, name="Pairs", round=int(begun), opened_by="a test"
        )
        section = Section.objects.create(club=self.club, event=event, letter="A")
        four = self.chance.sample(self.people, 4)
        for order, (first, second) in enumerate((four[:2], four[2:])):
            Entry.objects.create(
                club=self.club, event=event, order=order, first=first, second=second,
                section=section, number=order + 1, entered_by="a test",
            )  # fmt: skip
        if not begun:
            return
        boards = self.chance.randint(1, 5)
        for board in range(1, boards + 1):
            for table in (1, 2):
                ResultRevision.objects.create(
                    club=self.club, section=section, round=1, table=table, board=board, number=1,
                    kind="told", ns=1, ew=2, facts={"passed_out": True}, author="a test",
                    key=f"{event.pk}-{board}-{table}",
                )  # fmt: skip
        self.days[day] |= {person.pk for person in four}
        self.count["events"][day.year] += 1
        self.count["boards"][day.year] += boards

    def wanted(self) -> dict[int, dict[str, int]]:
        """Each year counted plainly."""
        first: dict[int, dt.date] = {}
        for day in sorted(self.days):
            for who in self.days[day]:
                first.setdefault(who, day)
        members = {person.pk for person in self.people if person.kind == "member"}
        found = {}
        for year in {day.year for day in self.days}:
            days = [day for day in self.days if day.year == year]
            found[year] = {
                "evenings": len(days),
                "players": len(set().union(*(self.days[day] for day in days))),
                "new": sum(first[who].year == year for who in members if who in first),
                **{each: self.count[each][year] for each in
                   ("tables", "events", "rubbers", "boards")},
            }  # fmt: skip
        return found

    def found(self) -> dict[int, dict[str, int]]:
        """The same as the page counts it."""
        return {
            each.year: {name: getattr(each, name) for name in
                        ("evenings", "players", "new", "tables", "events", "rubbers", "boards")}
            for each in years_of(self.club).years
        }  # fmt: skip


def test_every_number_is_that_of_a_plain_count() -> None:
    for seed in range(6):
        years = Years(seed)
        assert years.found() == years.wanted()
        counted = years_of(years.club)
        evenings = Counter(who for people in years.days.values() for who in people)
        assert {one.person.pk: one.evenings for one in counted.people} == dict(evenings)
        assert [one.evenings for one in counted.people] == sorted(evenings.values(), reverse=True)
        assert counted.games == {game: n for game, n in years.games.items() if n}
        made = pictures_of(counted.years, counted.games)
        assert [faults(each) for each in made] == [[], [], []]
        columns = {row[0]: row[1] for row in made[0].twin.rows}
        assert columns == {str(y): str(n["evenings"]) for y, n in years.wanted().items()}


@pytest.mark.parametrize(
    ("evenings", "said"),
    [
        ((3, 9, 8), "Most evenings were in 2021: 9."),
        ((9, 4, 9), "There were at most 9 evenings in a year."),
        ((1, 1, 1), "There was at most 1 evening in a year."),
    ],
)
def test_a_year_that_another_equals_is_not_called_the_one_with_most(
    evenings: tuple[int, ...], said: str
) -> None:
    years = [ClubYear(2020 + n, each, 4) for n, each in enumerate(evenings)]
    assert pictures_of(years, {})[0].finding == said


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ((2, 4, 3), "4 people played in 2021, more than in any other year."),
        ((0, 1, 0), "1 person played in 2021, more than in any other year."),
        ((4, 2, 4), "At most 4 people played in a year."),
    ],
)
def test_how_many_played_is_said_of_one_as_of_several(players: tuple[int, ...], said: str) -> None:
    years = [ClubYear(2020 + n, 1, each) for n, each in enumerate(players)]
    assert pictures_of(years, {})[1].finding == said


@pytest.mark.parametrize(
    ("rubbers", "said"),
    [
        ((7, 2), "Pirate Bridge was played most: 7 rubbers."),
        ((1,), "Pirate Bridge was played most: 1 rubber."),
        ((3, 3, 1), "Pirate Bridge and Cairo Bridge were played most: 3 rubbers each."),
        ((1, 1, 1, 1), "No game was played for more than 1 rubber."),
    ],
)
def test_games_that_were_played_equally_often_are_all_named(
    rubbers: tuple[int, ...], said: str
) -> None:
    games = dict(zip(("pirate", "cairo", "auction", "equality"), rubbers, strict=False))
    assert pictures_of([], games)[0].finding == said


def test_what_is_void_or_not_begun_does_not_count_and_what_is_new_does() -> None:
    years = Years(1)
    before = years.found()
    years.card_table(dt.date(2031, 5, 5), void=True)
    years.event(dt.date(2031, 5, 6), begun=False)
    assert years.found() == before
    years.event(dt.date(2020, 2, 3))  # what was remembered of that year's boards is counted again
    years.card_table(dt.date(2030, 5, 5))
    assert years.found() == years.wanted() != before


def test_two_entries_of_one_person_are_one() -> None:
    years = Years(2)
    one, other = years.people[:2]
    Person.objects.filter(pk=other.pk).update(merged_into=one)
    for people in years.days.values():
        if other.pk in people:
            people.discard(other.pk)
            people.add(one.pk)
    years.people.remove(other)
    assert {y: n["players"] for y, n in years.found().items()} == {
        y: n["players"] for y, n in years.wanted().items()
    }


@pytest.mark.django_db(transaction=True)
def test_what_is_remembered_is_counted_again_where_two_entries_become_one() -> None:
    years = Years(4)
    assert years.found() == years.wanted()
    pairs = permutations(years.people, 2)
    one, other = next(
        (one, other) for one, other in pairs
        if sum({one.pk, other.pk} <= people for people in years.days.values()) == 0
        and {day.year for day, people in years.days.items() if one.pk in people}
        & {day.year for day, people in years.days.items() if other.pk in people}
    )  # fmt: skip
    merge_people(other=other, into=one, author="a test")
    for people in years.days.values():
        if other.pk in people:
            people.symmetric_difference_update({one.pk, other.pk})
    years.people.remove(other)
    before = years.found()
    years.club.refresh_from_db()
    players = {year: n["players"] for year, n in years.found().items()}
    assert players == {year: n["players"] for year, n in years.wanted().items()}
    assert players != {year: n["players"] for year, n in before.items()}, "it was remembered"


@pytest.mark.django_db(transaction=True)
def test_a_year_is_counted_again_only_where_something_was_written_in_it() -> None:
    years = Years(5)
    years_of(years.club)
    with CaptureQueriesContext(connection) as unchanged:
        years_of(years.club)
    years.card_table(dt.date(2021, 5, 5))
    with CaptureQueriesContext(connection) as changed:
        assert years.found() == years.wanted()
    asked = [each["sql"] for each in changed if " AS played " in each["sql"]]
    assert len(unchanged) == 3  # what was written, at tables and at events; the people
    assert len(changed) == 10
    assert sum("2021-01-01" in each and "2021-12-31" in each for each in asked) == 3


def browser(years: Years, role: Role) -> Client:
    return client_of(make_user(years.club, f"{role}-{years.club.slug}", role))


def test_every_figure_leads_to_as_many_evenings_or_people() -> None:
    years = Years(3)
    host, seen = browser(years, Role.DIRECTOR), 0
    page = host.get("/results/years/").content.decode()
    rows = re.findall(r'<td class="[^"]*num[^"]*">\s*<a href="([^"]+)">(\d+)</a>', page)
    for address, figure in rows:
        text = host.get(unescape(address)).content.decode()
        said = re.search(r"(\d+) (?:evenings?|person|people)", text)
        rubbers = re.search(r"· (\d+) rubbers?", text)
        assert said is not None, address
        if "of=tables" in address:
            assert text.count('/pad/"') == int(figure)
        elif "of=events" in address:
            assert '/ranking/"' in text
        else:
            assert figure in {said[1], rubbers[1] if rubbers else ""}, (address, figure)
        seen += 1
    assert seen >= 4 * 6


def test_who_may_not_see_results_sees_numbers_without_names() -> None:
    years = Years(4)
    Club.objects.filter(pk=years.club.pk).update(results_open=False)
    member, host = browser(years, Role.PLAYER), browser(years, Role.SCORER)
    text = member.get("/results/years/").content.decode()
    assert "Most evenings</h2>" not in text and "/results/years/20" not in text
    assert member.get("/results/years/2020/").status_code == 403
    assert host.get("/results/years/2020/").status_code == 200
    assert host.get("/results/years/soon/").status_code == 404


def test_another_club_s_evenings_and_people_are_not_there() -> None:
    years, other = Years(5), Years(6)
    host = browser(years, Role.DIRECTOR)
    assert years.found() == years.wanted()
    answer = host.get(f"/results/years/all/?who={other.people[0].pk}")
    assert answer.status_code == 404


def test_a_year_that_no_calendar_has_is_not_found() -> None:
    host = browser(Years(2, 1), Role.SCORER)
    for year in ("0", "10000", "999999999", "yesterday"):
        for of in ("evenings", "players"):
            assert host.get(f"/results/years/{year}/?of={of}").status_code == 404, (year, of)


def test_a_year_with_nothing_but_a_table_that_is_void_is_not_listed() -> None:
    years = Years(8)
    years.card_table(dt.date(2011, 3, 4), void=True)
    assert 2011 not in years.found()


def test_queries_are_as_many_in_ten_years_as_in_two() -> None:
    counts: list[list[int]] = []
    for seed, many in ((7, 2), (8, 10)):
        years = Years(seed, years=many)
        host = browser(years, Role.DIRECTOR)
        pages = ("", "all/", "all/?of=players", "2020/?of=new", f"all/?who={years.people[0].pk}")
        counts.append([asked(host, page) for page in pages])
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 18


def asked(host: Client, page: str) -> Any:
    host.get(f"/results/years/{page}")
    with CaptureQueriesContext(connection) as found:
        host.get(f"/results/years/{page}")
    return len(found)
