"""The season's tables: points from the settlements, coins from the book, nothing scored again."""

import datetime as dt
import html
import re
from collections import defaultdict
from collections.abc import Callable
from copy import copy
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubscore.club import clock
from clubscore.club.federation_numbers import merge_people
from clubscore.club.models import Club, Role
from clubscore.club.wording import speak_amount
from clubscore.laws import score_sheet
from clubscore.laws.games import find_game
from clubscore.laws.money import find_currency
from clubscore.rubbers.recording import take_back_last
from clubscore.rubbers.season import Season, season_of, settlements_of
from clubscore.rubbers.season_tables import (
    course_of,
    first_members,
    leads_since,
    most_points,
    pictures_of,
    rows_of,
    rubbers_played,
)
from clubscore.rubbers.seating import open_sitting, void_sitting
from clubscore.rubbers.selectors import new_key
from tests.house import client_of, make_user
from tests.rubbers.tables import CROWN, FOUR_SPADES, LAWS_BLOCK, Table
from tests.rubbers.test_settling import agree, block, put_right
from tests.web.test_pictures import faults

pytestmark = pytest.mark.postgres


def two_games() -> Table:
    """The block of 1899, put right once, and a rubber of auction with other partners."""
    table = block()
    agree(table)
    put_right(table, 4, LAWS_BLOCK[3] | {"tricks": 11})
    ann, cecil, bob, dora = table.people
    table.people = [ann, bob, cecil, dora]
    table.game = find_game("auction")
    table.agreement = type(table.agreement)("auction", {}, CROWN)
    table.seat()
    table.play(FOUR_SPADES, FOUR_SPADES)
    agree(table, part=2)
    return table


def season(table: Table) -> Season:
    return season_of(table.club, settlements_of(table.club))


def in_coins(page: str) -> bool:
    """Whether a page shows money in the club's currency."""
    return bool(re.search(r">\s*LSD", page))


def named(table: Table, scores: Any) -> dict[str, tuple[int, int, int]]:
    names = {person.pk: person.name for person in table.people}

    def name(key: Any) -> str:
        return " & ".join(names[who] for who in key) if isinstance(key, tuple) else names[key]

    return {name(key): (s.rubbers, s.won, s.points) for key, s in scores.items()}


@pytest.mark.django_db
class TestTables:
    def test_by_member_a_rubber_put_right_is_one_rubber(self) -> None:
        table = two_games()
        # 230 to Cecil and Dora; then 372 (in tens 370) to Ann and Cecil.
        won = season(table).rubbers[1].greatest
        assert named(table, season(table).by_member()) == {
            "Ann": (2, 1, won - 230),
            "Cecil": (2, 2, won + 230),
            "Bob": (2, 0, -won - 230),
            "Dora": (2, 1, 230 - won),
        }

    def test_coins_are_those_of_the_book(self) -> None:
        table = two_games()
        for who, score in season(table).by_member().items():
            # At a crown a hundred a point is six tenths of a penny, 2.4 farthings.
            assert score.money == {"LSD": score.points * 24 // 10}, who

    def test_by_partner(self) -> None:
        table = two_games()
        won = season(table).rubbers[1].greatest
        pairs = {frozenset(n.split(" & ")): s for n, s in
                 named(table, season(table).by_partner()).items()}  # fmt: skip
        assert pairs[frozenset(("Ann", "Bob"))] == (1, 0, -460)
        assert pairs[frozenset(("Cecil", "Dora"))] == (1, 1, 460)
        assert pairs[frozenset(("Ann", "Cecil"))] == (1, 1, 2 * won)
        ann = table.people[0].pk
        own = season(table).by_partner(ann)
        assert sorted(score.points for score in own.values()) == [-230, won]

    def test_by_game(self) -> None:
        table = two_games()
        games = season(table).by_game()
        assert {key: each.rubbers for key, each in games.items()} == {
            "straight-bridge": 1, "auction": 1
        }  # fmt: skip
        assert season(table).by_game(table.people[0].pk)["straight-bridge"].points == -230

    def test_what_is_void_or_taken_back_does_not_count(self) -> None:
        table = block()
        agree(table)
        last = table.standing.live[-1]
        take_back_last(sitting=table.sitting, part=1, position=last.position,
                       seen=last.revision.number, key=new_key(), actor=table.actor)  # fmt: skip
        assert season(table).rubbers == ()
        other = block()
        agree(other)
        void_sitting(sitting=other.sitting, reason="", key=new_key(), actor=other.actor)
        assert season(other).rubbers == ()

    def test_two_entries_of_one_person_are_one(self) -> None:
        table = block()
        agree(table)
        ann = table.people[0]
        late = type(ann).objects.create(club=table.club, name="Ann A.", short_name="Ann A.")
        merge_people(other=ann, into=late, author="a test")
        assert late.pk in season(table).by_member()
        assert ann.pk not in season(table).by_member()

    def test_nothing_is_scored_again_and_queries_stay_the_same(
        self, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = two_games()

        def never(*_args: Any, **_more: Any) -> None:
            raise AssertionError("scored again")

        monkeypatch.setattr(score_sheet, "score_sitting", never)
        monkeypatch.setattr("clubscore.rubbers.score.score_sitting", never)
        with django_assert_num_queries(6):
            found = season(table)
            rows_of(found, "member", None)
            rows_of(found, "partner", None)
            rows_of(found, "game", None)


@pytest.mark.django_db
class TestPictures:
    def test_each_says_what_its_numbers_are(self) -> None:
        table = two_games_on(dt.date(2026, 3, 3))
        other = again(table, dt.date(2026, 5, 5))
        found = season(table)
        rows = rows_of(found, "member", None)
        made = pictures_of(found, rows)
        assert [faults(each) for each in made] == [[], [], []]
        sums = {row.name: row.points for row in rows}
        first = max(sums, key=lambda name: sums[name])
        assert made[0].finding.startswith(f"{first} leads by ")
        assert made[0].twin.heads[1:] == tuple(row.name for row in rows)
        last = [int(cell.replace("−", "-")) for cell in made[0].twin.rows[-1][1:]]
        assert last == [row.points for row in rows]
        assert dict(made[2].twin.rows) == {n: str(p).replace("-", "−") for n, p in sums.items()}
        assert made[1].finding == "Most was played in March 2026: 2 rubbers."
        assert [row[1] for row in made[1].twin.rows] == ["2", "0", "1"]
        assert other

    def test_the_lead_is_since_when_no_one_has_had_as_much(self) -> None:
        table = two_games_on(dt.date(2026, 3, 3))
        again(table, dt.date(2026, 5, 5))
        found = season(table)
        cecil, dora = table.people[2], table.people[3]
        assert leads_since(found, cecil.pk) == dt.date(2026, 3, 3)
        assert leads_since(found, dora.pk) == dt.date(2026, 5, 5)  # never: the last evening

    def test_a_course_of_fewer_than_two_evenings_is_none(self) -> None:
        table = two_games()
        assert course_of(season(table), table.people[0].pk) is None
        assert first_members(season(table), []) is None
        assert most_points([]) is None and rubbers_played(season(table)) is None


def evening_of(day: dt.date) -> Any:
    """Let it be an evening."""
    return clock.at(dt.datetime.combine(day, dt.time(20), tzinfo=dt.UTC))


def two_games_on(day: dt.date) -> Table:
    with evening_of(day):
        return two_games()


def again(table: Table, day: dt.date) -> Table:
    """Another table of the same club on another day: one rubber of auction."""
    with evening_of(day):
        other = copy(table)
        other.sitting = open_sitting(
            club=table.club, table=None, people=table.people, agreement=table.agreement,
            key=new_key(), actor=table.actor,
        )  # fmt: skip
        other.seat()
        other.play(FOUR_SPADES, FOUR_SPADES)
        agree(other)
    return other


def figures(page: str) -> list[tuple[str, str]]:
    """The figures of a page's table that lead somewhere: address and figure."""
    return re.findall(r'<td class="[^"]*num[^"]*">\s*<a href="([^"]+)">([^<]+)</a>', page)


@pytest.mark.django_db
class TestBestAndEvenings:
    def played(self) -> Table:
        table = two_games_on(dt.date(2026, 3, 3))
        for month in range(4, 10):
            again(table, dt.date(2026, month, 5))
        return table

    def test_the_best_evenings_count_alone(self) -> None:
        table = self.played()
        found = season(table)
        per_evening: dict[int, dict[dt.date, int]] = defaultdict(lambda: defaultdict(int))
        for row in settlements_of(table.club).select_related("part__sitting"):
            for who, points in row.points.items():
                per_evening[int(who)][row.part.sitting.evening] += points
        for best in (1, 3, 5, 20):
            wanted = {who: sum(sorted(days.values())[-best:]) for who, days in per_evening.items()}
            rows = rows_of(found, "member", None, best)
            assert {row.who: row.points for row in rows} == wanted
            assert {row.played for row in rows} == {7}
            assert [row.points for row in rows] == sorted(wanted.values(), reverse=True)
        for who, days in per_evening.items():
            counted = found.counting(who, 3)
            assert sum(each.points[who] for each in counted) == sum(sorted(days.values())[-3:])

    def test_those_with_as_many_points_share_a_place(self) -> None:
        rows = rows_of(season(block_agreed()), "member", None)
        assert [row.place for row in rows] == ["1=", "1=", "3=", "3="]

    def test_every_figure_leads_to_evenings_that_come_to_it(self) -> None:
        table = self.played()
        host = client_of(make_user(table.club, "host", Role.DIRECTOR))
        ann, seen = table.people[0].pk, 0
        for query in ("", "best=5", "by=game", "by=partner", f"who={ann}", f"who={ann}&by=partner"):
            page = host.get(f"/season/?year=2026&{query}").content.decode()
            for address, figure in figures(page):
                answer = host.get(html.unescape(address)).content.decode()
                sums = re.search(
                    r"(\d+) evenings? · (\d+) rubbers?(?: · points ([+−\d]+))?", answer
                )
                assert sums is not None, address
                own = {sums[2], sums[3]} | coins(answer) | won(answer)
                assert figure.strip() in own, (query, address, figure, own)
                seen += 1
        assert seen > 40

    def test_the_evenings_lead_to_their_pads(self) -> None:
        table = self.played()
        host = client_of(make_user(table.club, "host", Role.DIRECTOR))
        ann, bob = table.people[0].pk, table.people[2].pk
        page = host.get(f"/season/?by=evening&with={ann}&with={bob}").content.decode()
        assert f"/table/{table.sitting.pk}/pad/" in page and "1 evening · 1 rubber" not in page
        for query in (f"by=evening&with={ann}", "by=evening&with=x&with=99999", "by=evening"):
            assert host.get(f"/season/?{query}").status_code == 200

    def test_queries_are_as_many_for_more_evenings(self) -> None:
        table = two_games_on(dt.date(2026, 3, 3))
        host = client_of(make_user(table.club, "host", Role.DIRECTOR))
        pages = ("", "?by=partner", "?by=picture", "?by=evening", f"?who={table.people[0].pk}")
        before = [asked(host, page) for page in pages]
        for month in range(4, 10):
            again(table, dt.date(2026, month, 5))
        assert [asked(host, page) for page in pages] == before
        assert max(before) <= 15


SUMS = r"(\d+) evenings? · (\d+) rubbers?(?: · points ([+−\d]+))?"
AMOUNT = r"(−?)(?:£(\d+))? ?(?:(\d+)s)? ?(?:(\d*)([¼½¾]?)d)?"


def coins(page: str) -> set[str]:
    """What the coins of a page's rows come to, where there is one of them."""
    amounts = re.findall(
        r'<td class="num">\s*(−?)(?:£(\d+))? ?(?:(\d+)s)? ?(?:(\d*)([¼½¾]?)d)?\s*</td>', page
    )
    farthings = 0
    for minus, pounds, shillings, pence, quarters in amounts:
        if pounds or shillings or pence or quarters:
            value = int(pounds or 0) * 960 + int(shillings or 0) * 48 + int(pence or 0) * 4
            value += " ¼½¾".index(quarters) if quarters else 0
            farthings += -value if minus else value
    return {speak_amount(farthings, find_currency("LSD"))}


def won(page: str) -> set[str]:
    """How many rubbers the rows of a page say were won."""
    cells = re.findall(r'<td class="(?:num least|least num)">\s*(\d+)\s*</td>', page)
    return {str(sum(map(int, cells)))}


def asked(host: Client, page: str) -> int:
    host.get(f"/season/{page}")
    with CaptureQueriesContext(connection) as found:
        host.get(f"/season/{page}")
    return len(found)


def block_agreed() -> Table:
    table = block()
    agree(table)
    return table


@pytest.mark.django_db
class TestWhoSeesWhat:
    """Coins are the director's and one's own; where results are private, so are points."""

    @pytest.fixture
    def page(self) -> Callable[..., str]:
        table = two_games()
        self.club, self.people = table.club, table.people

        def get(role: str, query: str = "", person: Any = None) -> str:
            user = make_user(table.club, f"{role}-{new_key()[:8].lower()}", Role(role), person)
            client: Client = client_of(user)
            return client.get(reverse("season") + query).content.decode()

        return get

    def test_the_director_sees_coins_a_player_only_his_own(self, page: Callable[..., str]) -> None:
        ann, bob = self.people[0], self.people[1]
        assert in_coins(page("director"))
        assert not in_coins(page("scorer"))
        assert in_coins(page("player", f"?who={ann.pk}", ann))
        assert not in_coins(page("player", f"?who={ann.pk}", bob))

    def test_private_results_show_everybody_his_own(self, page: Callable[..., str]) -> None:
        Club.objects.filter(pk=self.club.pk).update(results_open=False)
        ann = self.people[0]
        seen = page("player", f"?who={self.people[1].pk}", ann)
        assert "The season of Ann" in seen

    def test_for_love_there_are_points_and_no_coins(self, page: Callable[..., str]) -> None:
        Club.objects.filter(pk=self.club.pk).update(plays_for_money=False)
        seen = page("director")
        assert ">LSD" not in seen and "points" in seen

    def test_sorted_and_chosen(self, page: Callable[..., str]) -> None:
        for query in ("?by=game", "?by=partner&sort=-rubbers", "?game=auction", "?year=1900",
                      "?year=&sort=LSD", "?sort=nonsense&page=99&by=x"):  # fmt: skip
            assert "The season" in page("director", query)
        assert "Nothing was made up" in page("director", "?year=&game=pirate")


@pytest.mark.parametrize(
    ("points", "since"),
    [
        # By evening, of person 1 and of the others: who came later does not lead before.
        ([{2: 5, 3: -5}, {1: 9, 2: -9}], 2),
        ([{2: -5, 3: -7}, {1: 9, 2: -9}], 2),
        ([{1: 5, 2: -5}, {1: 9, 2: -9}], 1),
        ([{1: 5, 2: 7}, {1: 9, 2: -9}, {2: 1}], 2),
        ([{2: 5}, {2: 5, 3: 5}], 2),
        # As much as another is no lead.
        ([{1: 5, 2: 5}, {1: 1, 2: -1}], 2),
    ],
)
def test_one_who_came_later_can_lead(points: list[dict[int, int]], since: int) -> None:
    rubbers = [
        SimpleNamespace(evening=dt.date(2026, 3, day), points=each)
        for day, each in enumerate(points, start=1)
    ]
    season: Any = SimpleNamespace(rubbers=rubbers)
    assert leads_since(season, 1) == dt.date(2026, 3, since)
