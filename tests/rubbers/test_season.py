"""The season's tables: points from the settlements, coins from the book, nothing scored again."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club.models import Club, Role
from clubscore.club.people.merging import merge_people
from clubscore.laws.games import find_game
from clubscore.laws.sheet import score_sheet
from clubscore.rubbers.deal.recording import take_back_last
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.season.adding_up import Season, season_of, settlements_of
from clubscore.rubbers.season.season_table import SeasonRow, bars, curve, rows_of
from clubscore.rubbers.sitting.ending import void_sitting
from tests.house import client_of, make_user
from tests.rubbers.tables import CROWN, FOUR_SPADES, LAWS_BLOCK, Table
from tests.rubbers.test_settling import agree, block, put_right

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
        monkeypatch.setattr("clubscore.rubbers.state.part_state.score_sitting", never)
        with django_assert_num_queries(6):
            found = season(table)
            rows_of(found, "member", None)
            rows_of(found, "partner", None)
            rows_of(found, "game", None)


class TestCharts:
    def test_bars_stand_on_both_sides_of_nothing(self) -> None:
        ann, bob = SeasonRow("Ann", 1, 1, 300, {}), SeasonRow("Bob", 1, 0, -100, {})
        chart = bars([ann, bob])
        assert chart is not None
        above, below = chart.bars
        assert (above.x, above.wide, above.below) == (chart.zero, 255, False)
        assert (below.x + below.wide, below.below) == (chart.zero, True)
        assert bars([]) is None
        assert bars([SeasonRow("Ann", 1, 0, 0, {})]) is not None

    def test_a_course_of_fewer_than_two_evenings_is_none(self) -> None:
        assert curve([]) is None


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
        assert ">LSD" not in seen and "Points" in seen

    def test_sorted_and_chosen(self, page: Callable[..., str]) -> None:
        for query in ("?by=game", "?by=partner&sort=-rubbers", "?game=auction", "?year=1900",
                      "?year=&sort=LSD", "?sort=nonsense&page=99&by=x"):  # fmt: skip
            assert "The season" in page("director", query)
        assert "Nothing was made up" in page("director", "?year=&game=pirate")
