"""A rubber looked back at: every number of its page counted again, at every game."""

import random
from collections import Counter
from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from clubscore.club.models import Club, Person, Role
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.laws.reckoning import reckoner_for
from clubscore.laws.score_sheet import ScoredDeal
from clubscore.laws.settlement import settle
from clubscore.rubbers.models import DealRevision
from clubscore.rubbers.race import (
    OF_KIND,
    Cause,
    LawsTable,
    Race,
    TurningPoint,
    causes_of,
    evening_by_laws,
    finding,
    picture_of,
    picture_of_causes,
    race_of,
    turns_of,
)
from clubscore.rubbers.recording import agree_rubber
from clubscore.rubbers.score import LiveDeal, PartScore
from clubscore.rubbers.seating import break_off
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.settling import amounts_of
from tests.house import client_of, make_user
from tests.laws.test_properties import deals
from tests.rubbers.tables import CROWN, FOUR_SPADES, Table
from tests.rubbers.test_other_laws import director_of
from tests.soak.counting import sheet_of
from tests.soak.deals import a_deal
from tests.walks import by_examples
from tests.web.test_pictures import faults

pytestmark = pytest.mark.django_db
# What no game's sheet may lack a place for: kinds that are bonuses.
BONUSES = {
    "slam", "rubber", "contract", "game", "part-score", "difference", "all-tricks", "nullo-slam",
}  # fmt: skip


def with_deals(standing: PartScore, facts: list[dict[str, Any]]) -> PartScore:
    """The same part as if these deals had been recorded there."""
    live = tuple(
        LiveDeal(n, n, DealRevision(facts=each, dealer="", number=1), ())
        for n, each in enumerate(facts, start=1)
    )
    return replace(standing, live=live, next_position=len(live) + 1)


def totals_after(scored: list[ScoredDeal]) -> list[dict[str, int]]:
    """What each column has after each deal, added up line by line."""
    sums: Counter[str] = Counter(dict.fromkeys(scored[0].points, 0))
    found = []
    for deal in scored:
        for line in deal.lines:
            sums[line.column] += line.points
        found.append(dict(sums))
    return found


def first_of(sums: Mapping[str, int]) -> str:
    """Who leads, empty where nobody does alone."""
    ordered = sorted(sums, key=lambda key: -sums[key])
    return ordered[0] if sums[ordered[0]] > sums[ordered[1]] else ""


def wrong_of(standing: PartScore, race: Race, turns: list[TurningPoint]) -> list[str]:
    """Which numbers of a race are not what its sheet comes to when it is counted again."""
    scored = [each for each in standing.sheet.deals if each.rubber == race.number]
    sums, found = totals_after(scored), []
    if [dict(deal.sums) for deal in race.deals] != sums:
        found.append("sums")
    brought = [Counter(now) for now in sums]
    for n in range(len(sums) - 1, 0, -1):
        brought[n].subtract(sums[n - 1])
    swings = [max(each.values()) - min(each.values()) for each in brought]
    firsts = [first for each in sums if (first := first_of(each))]
    changes = sum(one != other for one, other in pairwise(firsts))
    claims = {turn.kind: turn.claim for turn in turns}
    if claims.get("swing", (0,))[0] != max(swings):
        found.append("swing")
    if claims.get("lead", (0,))[0] != changes:
        found.append("lead")
    last = first_of(race.last)
    behind = max((max(each.values()) - each[last] for each in sums), default=0) if last else 0
    if claims.get("behind", (0,))[0] != behind:
        found.append("behind")
    if claims.get("near") != nearest(standing, race, scored):
        found.append("near")
    return found


def nearest(standing: PartScore, race: Race, scored: list[ScoredDeal]) -> tuple[int, ...] | None:
    """The least that a loser who had a game needed below the line, at a best of three."""
    won = standing.sheet.rubbers[race.number - 1].winner if race.is_over else None
    if won is None or standing.game.course.most_games(2) != 3 or standing.game.course.deals:
        return None
    if not standing.game.course.has_line:
        return None
    needs: list[int] = []
    games, below = Counter[str](), Counter[str]()
    lapse = reckoner_for(standing.game, standing.rules).tariff.part_scores_lapse
    for deal in scored:
        needs += [standing.game.course.game_points - below[key] for key in games if key != won]
        below.update({key: points[0] for key, points in deal.points.items()})
        if deal.won is not None and deal.winner is not None:
            games[deal.winner] += 1
            below = Counter() if lapse else Counter({**below, deal.winner: 0})
    return (min(needs),) if needs else None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_number_of_a_race_is_that_of_its_sheet(game: Any) -> None:
    table = Table(game.key)
    empty = table.standing

    @by_examples(60)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        facts = data.draw(st.lists(deals(game, empty.rules), min_size=1, max_size=9))
        standing = with_deals(empty, facts)
        for number in range(1, standing.sheet.deals[-1].rubber + 1):
            race = race_of(standing, number)
            assert race is not None
            turns = turns_of(race)
            assert wrong_of(standing, race, turns) == []
            assert faults(picture_of(race)) == [] and "%(" not in finding(race)
            assert all("%(" not in turn.text for turn in turns)
            rows = causes_of(race)
            assert [row.total for row in rows] == [race.last[key] for key in race.names]
            made = picture_of_causes(rows)
            assert made is None or faults(made) == []
        assert race_of(standing, standing.sheet.deals[-1].rubber + 1) is None

    check()


def test_what_is_wrong_with_a_race_is_seen() -> None:
    table = Table("auction")
    table.play(
        {"bid": "2H", "declarer": "E", "tricks": 9}, {"bid": "5C", "declarer": "E", "tricks": 11},
        {"bid": "4S", "declarer": "E", "tricks": 8}, FOUR_SPADES, FOUR_SPADES,
    )  # fmt: skip
    race = race_of(table.standing, 1)
    assert race is not None and race.is_over
    turns = turns_of(race)
    assert {turn.kind for turn in turns} == {"swing", "lead", "behind", "near"}
    assert wrong_of(table.standing, race, turns) == []
    for turn in turns:
        others = [each for each in turns if each is not turn]
        broken = replace(turn, claim=(turn.claim[0] + 1, *turn.claim[1:]))
        assert wrong_of(table.standing, race, [*others, broken]) == [turn.kind]
    short = replace(race, deals=race.deals[:-1])
    assert "sums" in wrong_of(table.standing, short, turns)


def test_a_rubber_is_told_in_words() -> None:
    table = Table("auction")
    table.play(
        {"bid": "2H", "declarer": "E", "tricks": 9}, {"bid": "5C", "declarer": "E", "tricks": 11},
        {"bid": "4S", "declarer": "E", "tricks": 8}, FOUR_SPADES, FOUR_SPADES,
    )  # fmt: skip
    race = race_of(table.standing, 1)
    assert race is not None
    # East and West 24 and 30 below, 54; North and South 100, then twice 36 and 18, and 250.
    assert finding(race) == "Ann & Bob led from deal 3 on and won by 404."
    assert [turn.text for turn in turns_of(race)] == [
        "Deal 5 moved the score most, by 304 points to Ann & Bob. 4 spades by Ann, made.",
        "The lead changed hands once: with deal 3 Ann & Bob went 46 ahead.",
        "After deal 2 Ann & Bob were still 54 points behind.",
        "Before deal 3 Cecil & Dora needed 30 points below the line for the rubber.",
    ]
    made = picture_of_causes(causes_of(race))
    assert made is not None and made.finding == "Honours were 36 of the 512 points, 7\xa0%."


@pytest.mark.parametrize("game", ["auction", "pirate", "cut-throat", "double-dummy"])
def test_the_sums_of_a_race_are_those_of_an_independent_model(game: str) -> None:
    table = Table(game)
    empty, rubbers = table.standing, 0
    for seed in range(25):
        chance = random.Random(seed)  # noqa: S311 - not a secret
        dealt = [a_deal(game, chance) for _ in range(12)]
        standing = with_deals(empty, [each.facts() for each in dealt])
        model = sheet_of(game, dealt)
        for number, rubber in enumerate(model.rubbers, start=1):
            race = race_of(standing, number)
            assert race is not None and dict(race.last) == rubber.totals
            assert race.won == rubber.winner
            rubbers += 1
    assert rubbers > 15


def test_every_kind_of_line_has_its_cause() -> None:
    kinds = set()
    for game in GAMES:
        laws = reckoner_for(game, resolve_rules(game, {})).tariff.laws
        cited = {kind.partition(" ")[0] for kind in laws} - {*game.settling.ledgers}
        kinds |= cited | set(game.counting.causes)
    assert kinds - set(OF_KIND) == BONUSES
    assert set(OF_KIND) <= kinds
    assert {cause for cause in Cause if cause in OF_KIND.values()} | {Cause.BONUSES} == {*Cause}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_an_evening_by_other_laws_is_settled_by_each_of_them(game: Any) -> None:
    table = Table(game.key, CROWN)
    empty, seats = table.standing, dict(zip(game.seats, table.people, strict=True))

    @by_examples(8)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        facts = data.draw(st.lists(deals(game, empty.rules), min_size=1, max_size=6))
        standing = with_deals(empty, facts)
        evening = evening_by_laws([standing])
        assert evening is not None
        played, *others = evening.rows
        own = settle(game, standing.rules, standing.sheet, standing.stakes)
        assert played.points == {seats[seat].pk: won for seat, won in own.points.items()}
        assert {who: played.money.get(who, 0) for who in played.points} == {
            seats[seat].pk: coins for seat, coins in (own.money or {}).items()
        }
        for row in others:
            assert sum(row.points.values()) == 0 == sum(row.money.values())
            assert row.games and all(each.seats == game.seats for each in row.games)
            assert 0 <= row.left_out < len(facts)
        same = [row.first == played.first for row in others for _game in row.games]
        assert "%(" not in evening.finding
        assert str(sum(same)) in evening.finding or all(same) or not any(same)
        LawsTable(evening, with_money=True)

    check()


def test_an_evening_of_two_games_is_added_up_by_every_law() -> None:
    table = Table("auction")
    table.play(FOUR_SPADES, FOUR_SPADES)
    first, ann = table.standing, table.people[0].pk
    part = copy(first.part)
    part.game = "contract-1923"
    other = replace(first, part=part, game=find_game("contract-1923"))
    evening = evening_by_laws([first, other])
    assert evening is not None
    won = {"": evening.rows[0].points[ann]}
    won |= {game.key: row.points[ann] for row in evening.rows for game in row.games}
    # Twice 36 below and 18 above, and 250 for the rubber; by contract twice 36 and 50, a hundred
    # for each game, and 300.
    auction, contract = 2 * (36 + 18) + 250, 2 * (36 + 50 + 100) + 300
    assert won[""] == auction + contract
    assert (won["auction"], won["contract-1923"]) == (2 * auction, 2 * contract)


def page_of(table: Table, client: Any, rubber: int = 1) -> str:
    answer = client.get(f"/table/{table.sitting.pk}/1/rubber/{rubber}/race/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_a_page_shows_a_rubber_under_way_and_leads_to_its_deals() -> None:
    table = Table("auction")
    table.play(FOUR_SPADES)
    text = page_of(table, director_of(table))
    assert "After deal 1: Ann &amp; Bob ahead by 54 points, since deal 1." in text
    assert f"/table/{table.sitting.pk}/1/deal/1/" in text
    client = director_of_again(table)
    newest = client.get(f"/table/{table.sitting.pk}/race/")
    assert newest["Location"] == f"/table/{table.sitting.pk}/1/rubber/1/race/"
    for wrong in ("1/rubber/2", "1/rubber/0", "2/rubber/1"):
        assert client.get(f"/table/{table.sitting.pk}/{wrong}/race/").status_code == 404


def director_of_again(table: Table) -> Any:
    return client_of(make_user(table.club, "another-director", Role.DIRECTOR))


def test_without_a_deal_the_newest_race_is_the_pad() -> None:
    table = Table("auction")
    answer = director_of(table).get(f"/table/{table.sitting.pk}/race/")
    assert answer["Location"] == f"/table/{table.sitting.pk}/pad/"


def test_the_pad_the_rubber_and_the_results_lead_to_the_race() -> None:
    table = Table("auction")
    table.play(FOUR_SPADES, FOUR_SPADES)
    client, race = director_of(table), f"/table/{table.sitting.pk}/1/rubber/1/race/"
    assert race in client.get(f"/table/{table.sitting.pk}/pad/").content.decode()
    assert race in client.get(f"/table/{table.sitting.pk}/1/rubber/1/").content.decode()
    agree_rubber(sitting=table.sitting, part=1, rubber=1, key=new_key(), actor=table.actor)
    assert f"/table/{table.sitting.pk}/race/" in client.get("/results/").content.decode()


def test_a_rubber_that_is_broken_off_ends_with_what_counts() -> None:
    table = Table("auction")
    table.play(FOUR_SPADES)
    break_off(sitting=table.sitting, part=1, key=new_key(), reason="late", actor=table.actor)
    race = race_of(table.standing, 1)
    assert race is not None and race.is_broken_off
    won = amounts_of(table.standing, 1).points
    assert race.margin == max(won.values())
    assert picture_of(race).twin.rows[-1][1] == str(race.last["NS"])


def test_money_is_shown_to_the_table_and_not_to_who_looks_on() -> None:
    table = Table("auction", CROWN)
    table.play(FOUR_SPADES, FOUR_SPADES)
    Club.objects.filter(pk=table.club.pk).update(results_open=True)
    looks_on = Person.objects.create(club=table.club, name="Eve", short_name="Eve")
    players = {
        who: client_of(make_user(table.club, f"login-{who.pk}", Role.PLAYER, who))
        for who in (table.people[0], looks_on)
    }
    # 358 points in tens at 6d a ten.
    for page in ("1/rubber/1/race/", "1/other-laws/?game=contract-1923"):
        seen = {
            who.name: "18s" in client.get(f"/table/{table.sitting.pk}/{page}").content.decode()
            for who, client in players.items()
        }
        assert seen == {"Ann": True, "Eve": False}, page


def test_a_race_asks_no_more_for_more_deals() -> None:
    counts, table = [], Table("auction")
    client = director_of(table)
    for many in (1, 3):
        table.play(*[{"bid": "1C", "declarer": "E", "tricks": 7}] * many)
        page_of(table, client)
        with CaptureQueriesContext(connection) as asked:
            page_of(table, client)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 11


def test_the_reader_s_own_line_is_the_first() -> None:
    table = Table("auction")
    table.play(FOUR_SPADES)
    cecil = client_of(make_user(table.club, "cecil", Role.PLAYER, table.people[1]))
    text = page_of(table, cecil)
    table_of_race = text[text.index("As a table") :]
    heads = table_of_race[table_of_race.index("<thead") :]
    assert heads.index("Cecil &amp; Dora") < heads.index("Ann &amp; Bob")
