"""Layers over games: the Joker (p. 120), and contract scoring for three and for two (p. 160)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from clubscore.laws.deal_reading import read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import KEYS, LAYERS, find_game, is_game, layered
from clubscore.laws.house_rules import default_rules
from clubscore.laws.score_sheet import score_sitting
from tests.bench.bench_engine import random_deal
from tests.laws.layered import AS_CONTRACT, EVERY, WITH_JOKER
from tests.laws.tables import bid, lines_of, points_of, refusal, revoked, sheet_of

DEALS = 60


def points(game: Game, facts: dict[str, Any]) -> dict[str, tuple[int, int]]:
    rules = default_rules(game)
    return dict(score_sitting(game, rules, [read_deal(game, rules, facts)]).deals[0].points)


def holders_of(game: Game, facts: dict[str, Any]) -> set[str]:
    """Whose column the Joker's points stand in, told apart from the machinery.

    Partners share them, as they share honours; where each hand counts for itself the holder has
    them alone, and dummy's go to declarer. In a declaration of one against all nothing counts.
    """
    holder, declarer = facts["joker"], facts["declarer"]
    if game.bidding.bids[facts["bid"]].denomination.alone:
        return set()
    if len(game.columns) == 2:
        return {column.key for column in game.columns if holder in (*column.seats, *column.hands)}
    own = {declarer, facts.get("partner", declarer)}
    if holder == "dummy":
        return {declarer}
    if game.counting.honours_by == "hand":
        return {holder}
    return own if holder in own else set(game.seats) - own


@pytest.mark.parametrize("game", WITH_JOKER, ids=lambda game: game.key)
def test_the_joker_adds_25_to_its_side_and_changes_nothing_else(game: Game) -> None:
    beneath = find_game(game.beneath)
    chance = random.Random(game.key)  # noqa: S311 - the same each time
    compared = 0
    for _ in range(DEALS):
        facts = random_deal(beneath, chance)
        told = facts | {"joker": chance.choice(game.hands)}
        before, now = points(beneath, facts), points(game, told)
        if beneath.key == "stop-gap":
            continue  # by its difference alone, below
        added = {
            column: tuple(a - b for a, b in zip(now[column], before[column], strict=True))
            for column in now
        }
        expected = holders_of(game, told)
        assert added == {each: (0, 25 if each in expected else 0) for each in now}
        compared += 1
    assert compared == (0 if beneath.key == "stop-gap" else DEALS)


def test_the_joker_s_side_is_told_apart() -> None:
    """The comparison above sees points that went astray."""
    game = find_game("pirate-with-joker")
    facts = {"bid": "1S", "declarer": "N", "partner": "E", "tricks": 7, "joker": "E"}
    assert holders_of(game, facts) == {"N", "E"}
    assert holders_of(game, facts | {"joker": "W"}) == {"S", "W"}
    assert holders_of(find_game("cut-throat-with-joker"), bid("1S", 7, "A", joker="dummy")) == {"A"}


def test_at_stop_gap_the_joker_is_part_of_the_difference() -> None:
    # Two spades made are 18; the adversaries' 25 leave them 7.
    assert points_of("stop-gap-with-joker", bid("2S", 8, "A", joker="B")) == {
        "B": (0, 7),
        "C": (0, 7),
    }
    assert points_of("stop-gap-with-joker", bid("2S", 8, "A", joker="A")) == {"A": (0, 43)}


def test_the_joker_cites_its_page_and_the_rest_the_game_beneath() -> None:
    deal = bid("4S", 10, partner="E", joker="S")
    told = {line.kind: str(line.law) for line in sheet_of("pirate-with-joker", deal).deals[0].lines}
    assert told["joker"] == "Auction Bridge Variations 1923, p. 115, as at Joker Bridge"
    assert told["tricks"] == "Auction Bridge Variations 1923, p. 83, as at Pirate Bridge"


def test_the_joker_is_asked_for_and_refused_where_there_is_none() -> None:
    assert [ask.field for ask in find_game("cairo-with-joker").questions.asks] == ["joker"]
    assert refusal("cairo-with-joker", bid("1S", 7, joker="dummy")).where == "joker"
    assert refusal("cairo", bid("1S", 7, joker="N")).where == "joker"


def test_twos_are_no_honours_where_one_of_them_is_the_joker() -> None:
    def offered(key: str) -> tuple[object, ...]:
        rules = {rule.key: rule for rule in find_game(key).codes.house_rules}
        return rules["nullo_honours"].values

    assert offered("nullos") == ("none", "aces", "deuces", "aces-reversed")
    assert offered("nullos-with-joker") == ("none", "aces", "aces-reversed")


def test_chicane_of_the_hand_with_the_joker_is_a_house_rule_where_chicane_counts() -> None:
    deal = bid("4S", 10, chicane=["E"], joker="E")
    assert points_of("standard-with-joker", deal)["EW"] == (0, 43)
    assert points_of("standard-with-joker", deal, joker_breaks_chicane=True)["EW"] == (0, 25)
    assert "joker_breaks_chicane" not in default_rules(find_game("pirate-with-joker"))


# By hand, from contract's rules of 1923 (pp. 15-18) and what each game keeps of its own.
CONTRACT_CASES = [
    # Only what was bid counts below: three of four odd tricks, 50 for the contract, 50 over it.
    ("cut-throat-as-contract", bid("3H", 10, "A"), {"A": (24, 100)}),
    # 100 for the first undertrick and 50 for each more, to each adversary.
    ("cut-throat-as-contract", bid("3H", 6, "A"), {"B": (0, 200), "C": (0, 200)}),
    # Doubled: 200 and 100.
    ("blind-skip-as-contract", bid("3H", 7, "A", doubling=1), {"B": (0, 300), "C": (0, 300)}),
    # A hand's honours count from four: eight times eight.
    (
        "cut-throat-as-contract",
        bid("2H", 8, "A", honours={"A": 1, "B": 4}),
        {"A": (16, 50), "B": (0, 64)},
    ),
    ("cut-throat-as-contract", bid("2H", 8, "A", honours={"A": 3}), {"A": (16, 50)}),
    # A game of 30 below brings 100, a slam that was won 100.
    ("double-dummy-as-contract", bid("4S", 12, "A"), {"A": (36, 50 + 100 + 100 + 100)}),
    # Three honours are nothing at contract; four in one hand and the fifth opposite nine times 9.
    ("hidden-dummies-1-as-contract", bid("1S", 7, "A", honours={"A": "3"}), {"A": (9, 50)}),
    ("hidden-dummies-1-as-contract", bid("1S", 7, "A", honours={"A": "4+1"}), {"A": (9, 131)}),
    # Honours that are won count as they are won.
    ("canfield-dummy-as-contract", bid("2H", 8, "A", honours={"A": 3}), {"A": (16, 50 + 24)}),
    # A book of thirteen, and slams by its own names and points.
    ("twenty-six-tricks-as-contract", bid("7C", 20, "A"), {"A": (42, 50 + 100)}),
    ("twenty-six-tricks-as-contract", bid("3H", 25, "A"), {"A": (24, 50 + 9 * 50 + 500)}),
    # Undertricks cost twice the value of a trick there, whatever the scoring.
    ("twenty-six-cards-as-contract", bid("3C", 8, "A"), {"B": (0, 20)}),
    ("twenty-six-cards-as-contract", bid("1S", 8, "A"), {"A": (15, 100)}),
    # In a suit there are no slams and no honours; at no-trumps four aces count 100.
    ("kwantung-as-contract", bid("4S", 13, "A"), {"A": (36, 50 + 3 * 50 + 100)}),
    (
        "kwantung-as-contract",
        bid("2NT", 8, "B", honours={"B": 4}),
        {"B": (20, 50 + 100)},
    ),
    # Each deal is a game of its own: two hundred for thirty below, and only the difference.
    ("stop-gap-as-contract", bid("4S", 10, "A"), {"A": (0, 36 + 50 + 200)}),
    ("stop-gap-as-contract", bid("2S", 11, "A"), {"A": (0, 18 + 4 * 50)}),
]


@pytest.mark.parametrize(("game", "deal", "expected"), CONTRACT_CASES)
def test_contract_over_games_for_three_and_two(
    game: str, deal: dict[str, Any], expected: dict[str, tuple[int, int]]
) -> None:
    assert points_of(game, deal) == expected


def test_every_game_that_may_be_played_as_contract_has_a_case() -> None:
    told = {game for game, _deal, _points in CONTRACT_CASES}
    alike = {"blind-trick-double-dummy", "hidden-dummies-2", "hidden-dummies-3", "blind-auction",
             "draw-auction"}  # fmt: skip
    assert told | {f"{key}-as-contract" for key in alike} == {game.key for game in AS_CONTRACT}
    for key in alike:
        assert points_of(f"{key}-as-contract", bid("4S", 12, "A")) == {"A": (36, 350)}


def test_what_doubling_does_to_the_fifty_is_contract_s_house_rule() -> None:
    deal = bid("3H", 10, "A", doubling=1)
    assert points_of("cut-throat-as-contract", deal)["A"] == (48, 200 + 100)
    one = points_of("cut-throat-as-contract", deal, doubled_contract="unaffected")
    assert one["A"] == (48, 100 + 100)


def test_contract_lines_cite_contract_and_the_rest_the_game_beneath() -> None:
    lines = sheet_of("cut-throat-as-contract", bid("3H", 10, "A")).deals[0].lines
    told = {line.kind: str(line.law) for line in lines}
    assert told["contract"] == (
        "Auction Bridge Variations 1923, p. 16, rule 2, as at Contract Bridge of 1923"
    )
    own = sheet_of("kwantung-as-contract", bid("4S", 10, "A"), bid("4S", 10, "A")).deals[1].lines
    assert {line.kind: str(line.law) for line in own}["rubber"] == (
        "Auction Bridge Variations 1923, p. 185, as at Kwantung"
    )


def test_revokes_stay_auction_s() -> None:
    deal = bid("3H", 10, "A", revokes=revoked(("B", "points")))
    assert ("A", "above", 150, "1 revoke by the other side") in lines_of(
        "cut-throat-as-contract", deal
    )


def test_a_layer_is_found_by_the_end_of_the_key_and_only_where_its_source_allows() -> None:
    assert find_game("pirate-with-joker").beneath == "pirate"
    assert is_game("pirate-with-joker") and not is_game("five-hundred-with-joker")
    for wrong in ("joker-with-joker", "auction-as-contract", "-with-joker", "pirate-with", 7, None):
        assert not is_game(wrong)
        with pytest.raises(RuleError, match="There is no game"):
            find_game(wrong)
    assert [one.key for one in layered(find_game("cut-throat"))] == [
        "cut-throat-with-joker",
        "cut-throat-as-contract",
    ]
    assert layered(find_game("pirate-with-joker")) == []


def test_each_has_a_name_of_its_own() -> None:
    names = [game.name for game in EVERY]
    short = [game.short_name for game in EVERY]
    assert len(set(names)) == len(set(short)) == len(KEYS) + len(WITH_JOKER) + len(AS_CONTRACT)
    assert not any(key.endswith(tuple(LAYERS)) for key in KEYS)
