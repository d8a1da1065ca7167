"""Packages that come into a club: kept once, or refused with the reason, or turned away."""

import json
from typing import Any

import pytest

from clubscore.club.entry import Refused
from clubscore.club.models import Club
from clubscore.events.models import ContestPackage, PackageDecision
from clubscore.events.set_table import shipped_set
from clubscore.extras.world.package import sign
from clubscore.extras.world.packages import Deciding, decide, key_of, public_key_of
from clubscore.extras.world.tables import WorldRanking, move_lines
from clubscore.laws.errors import RuleError
from tests.events.world.packages import (
    DAY,
    LEEDS,
    TODAY,
    YORK,
    a_set,
    bring,
    director_of,
    package,
    results,
)
from tests.house import House

pytestmark = pytest.mark.postgres
ALL = frozenset(TODAY.boards)


def refused(outcomes: Any) -> list[str]:
    return [one.refused.code for one in outcomes if one.refused]


def ranking(club: Club) -> WorldRanking:
    kept = a_set(club)
    return WorldRanking(type(kept).objects.select_related("club").get(pk=kept.pk), ALL)


def test_a_club_has_one_key_and_another_club_another(house: House, other_house: House) -> None:
    assert public_key_of(house.club) == ""
    first, again = key_of(house.club), key_of(house.club)
    assert first.private_bytes_raw() == again.private_bytes_raw()
    assert first.private_bytes_raw() != key_of(other_house.club).private_bytes_raw()
    assert len(public_key_of(house.club)) == 44


def test_a_package_comes_in_once_and_that_is_said(house: House) -> None:
    a_set(house.club)
    first = bring(house.club, package(), package(tricks=8, key=YORK, club="York"))
    assert [(one.is_new, one.refused) for one in first] == [(True, None)] * 2
    again = bring(house.club, package(), package(), package(tricks=10))
    assert [one.is_new for one in again] == [False, False, True]
    assert ContestPackage.objects.count() == 3
    assert [row.came_from for row in ContestPackage.objects.all()] == ["packages.json"] * 3


def test_what_is_wrong_with_a_package_is_said_and_the_others_come_in(house: House) -> None:
    altered = json.loads(json.dumps(package()))
    altered["results"][0]["tricks"] = 13
    outcomes = bring(house.club, package())
    assert refused(outcomes) == ["no-set"]
    a_set(house.club)
    outcomes = bring(house.club, altered, RuleError("cut", "cut"), package(), {"format": "?"})
    assert refused(outcomes) == ["altered", "cut", "missing"]
    assert [one.at for one in outcomes if one.is_new] == [3]
    assert ContestPackage.objects.count() == 1


def test_a_package_of_another_set_goes_to_that_set(house: House) -> None:
    a_set(house.club)
    auction = a_set(house.club, "auction-1917")
    other = shipped_set("auction-1917")
    (outcome,) = bring(house.club, sign(other, results(2), played=DAY, key=LEEDS))
    assert outcome.contest_set == auction and outcome.is_new


def test_clubs_have_packages_of_their_own(house: House, other_house: House) -> None:
    for club in (house.club, other_house.club):
        a_set(club)
        assert [one.is_new for one in bring(club, package())] == [True]
    assert len(ranking(house.club).live.rows) == 1


def turn(row: ContestPackage, *, away: bool, club: bool = False, reason: str = "played twice",
         key: str = "") -> None:  # fmt: skip
    actor = director_of(row.club)
    key = key or f"{away}{club}{PackageDecision.objects.count()}"
    decide(package=row, deciding=Deciding(away, club, reason), key=key, actor=actor)


def test_a_package_is_turned_away_with_a_reason_and_taken_back(house: House) -> None:
    a_set(house.club)
    bring(house.club, package(), package(tricks=8), package(tricks=10, key=YORK, club="York"))
    first, _second, york = ContestPackage.objects.order_by("pk")
    with pytest.raises(Refused, match="Give a reason"):
        turn(first, away=True, reason="")
    turn(first, away=True, key="once")
    turn(first, away=True, key="once")
    assert PackageDecision.objects.count() == 1
    assert len(ranking(house.club).live.rows) == 2
    assert refused(bring(house.club, package())) == ["turned-away"]
    turn(first, away=False, reason="")
    assert len(ranking(house.club).live.rows) == 3
    turn(york, away=True, club=True)
    assert {row.signed_by for row in ranking(house.club).live.rows} == {first.signed_by}
    assert refused(bring(house.club, package(key=YORK, tricks=5))) == ["turned-away"]
    turn(york, away=False, club=True)
    assert len(ranking(house.club).live.rows) == 3


def test_the_ranking_moves_with_every_package_and_says_when_and_why(house: House) -> None:
    a_set(house.club)
    bring(house.club, package())
    before = ranking(house.club).now
    assert [each.standing.percent for each in before.placed] == [None, None]
    bring(house.club, package(tricks=8, key=YORK, club="York"))
    now = ranking(house.club).now
    assert len(now.placed) == 4
    assert {each.standing.package.key for each in now.placed} == {
        row.signed_by for row in ContestPackage.objects.all()
    }
    lines = move_lines(ranking(house.club))
    assert [line.name for line in lines] == ["York", "Leeds"]
    assert all("place" in line.came_in for line in lines)


def test_only_boards_that_are_closed_count_and_show(house: House) -> None:
    kept = a_set(house.club)
    bring(house.club, package(), package(boards=1, tricks=8, key=YORK, club="York"))
    kept = type(kept).objects.select_related("club").get(pk=kept.pk)
    two = WorldRanking(kept, frozenset({2}))
    assert [each.standing.boards for each in two.now.placed] == [1, 1]
    assert {each.standing.package.club for each in two.now.placed} == {"Leeds"}
    assert not WorldRanking(kept, frozenset()).is_open
    assert [made.package.club for made in WorldRanking(kept, ALL).board(1)] == ["Leeds", "York"]
