"""How one result becomes points: today's law, duplicate auction, any game's tariff."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from clubscore.laws.errors import RuleError
from clubscore.laws.games import GAMES
from clubscore.ranking import Board, ResultReader, duplicate_score, find_valuation
from clubscore.ranking.contestant import Contestant

FOUR_HANDED = [game.key for game in GAMES if game.has_partners]


@pytest.mark.parametrize(
    ("level", "denomination", "doubling", "tricks", "vulnerable", "score"),
    [
        (1, "NT", 2, 7, False, 560),
        (2, "H", 1, 8, False, 470),
        (4, "H", 1, 7, True, -800),
        (5, "S", 2, 12, True, 1600),
        (4, "D", 0, 7, True, -300),
        (4, "D", 0, 7, False, -150),
        (7, "NT", 2, 0, True, -7600),
        (2, "C", 2, 3, True, -2800),
        (1, "C", 0, 7, True, 70),
        (3, "NT", 0, 9, True, 600),
        (3, "NT", 0, 10, False, 430),
        (4, "S", 0, 10, True, 620),
        (5, "D", 0, 11, False, 400),
        (6, "S", 0, 12, True, 1430),
        (6, "NT", 0, 13, False, 1020),
        (7, "C", 0, 13, True, 2140),
        (1, "NT", 1, 10, True, 780),
        (2, "S", 1, 10, False, 670),
        (3, "D", 1, 6, False, -500),
        (3, "D", 1, 5, False, -800),
    ],
)
def test_law_77(
    level: int, denomination: str, doubling: int, tricks: int, vulnerable: bool, score: int
) -> None:
    assert duplicate_score(level, denomination, doubling, tricks, vulnerable) == score


def by_the_table(level: int, suit: str, doubling: int, tricks: int, vulnerable: bool) -> int:
    """Law 77 written out once more, from its printed table."""
    trick, times = (20 if suit in "CD" else 30), 1 << doubling
    over = tricks - 6 - level
    if over < 0:
        doubled = [200, 300] if vulnerable else [100, 200, 200]
        steps = [*doubled, *[300] * 13][:-over]
        return -sum(steps) * times // 2 if doubling else over * (100 if vulnerable else 50)
    contracted = (level * trick + (10 if suit == "NT" else 0)) * times
    score = (
        contracted
        + (0, 50, 100)[doubling]
        + ((500 if vulnerable else 300) if contracted >= 100 else 50)
    )
    score += over * ((200 if vulnerable else 100) * doubling if doubling else trick)
    if level >= 6:
        score += (750 if vulnerable else 500) * (level - 5)
    return score


def test_every_result_that_there_is() -> None:
    wrong = [
        case
        for case in product(
            range(1, 8), ("C", "D", "H", "S", "NT"), range(3), range(14), (False, True)
        )
        if duplicate_score(*case) != by_the_table(*case)
    ]
    assert wrong == []


def points(game: str, contract: str, tricks: int, declarer: str = "N", **facts: Any) -> int:
    rules = facts.pop("rules", {})
    valuation = find_valuation(game, rules)
    deal = valuation.read_deal(
        {"contract": contract, "declarer": declarer, "tricks": tricks} | facts
    )
    return valuation.points(deal, "both")


def test_vulnerability_is_that_of_the_declaring_side() -> None:
    valuation = find_valuation("duplicate")
    deal = valuation.read_deal({"contract": "4S", "declarer": "E", "tricks": 10})
    assert [valuation.points(deal, who) for who in ("none", "NS", "EW", "both")] == [
        -420, -420, -620, -620,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("contract", "tricks", "facts", "score"),
    [
        ("3NT", 9, {"honours": {"NS": "3"}}, 185),
        ("1NT", 9, {}, 155),
        ("5C", 11, {}, 155),
        ("4D", 10, {}, 28),
        ("2DX", 8, {}, 78),
        ("2DX", 9, {}, 267),
        ("1CXX", 7, {}, 124),
        ("4H", 10, {"honours": {"N": 2, "S": 1}}, 173),
        ("3S", 12, {}, 229),
        ("7NT", 13, {"honours": {"N": 4}}, 395),
        ("4SX", 9, {"honours": {"NS": "4"}}, -64),
        ("3NTXX", 6, {"honours": {"EW": "3"}}, -630),
        ("4S", 10, {"honours": {"NS": "3"}}, 179),
        ("7S", 12, {}, 0),
        ("1C", 0, {}, -350 - 100),
    ],
)
def test_duplicate_auction(contract: str, tricks: int, facts: dict[str, Any], score: int) -> None:
    """Foster's Hoyle and Auction Bridge Variations 1923; nobody is vulnerable."""
    assert points("duplicate-auction", contract, tricks, **facts) == score


def test_house_rules_of_duplicate_auction() -> None:
    rules = {"duplicate_game_bonus": 100, "slams": "20/40"}
    assert points("duplicate-auction", "3S", 12, rules=rules) == 54 + 20 + 100
    revoke = {"revokes": [{"by": "E", "penalty": "points"}], "chicane": ["N"]}
    assert points("duplicate-auction", "2H", 8, **revoke) == 16 + 150 + 16


@pytest.mark.parametrize(
    ("game", "contract", "tricks", "facts", "score"),
    [
        # The game's own bonus where it has one.
        ("contract-1923", "4S", 10, {}, 36 + 50 + 100),
        ("contract-1923", "3H", 9, {}, 74),
        ("chicago", "3NT", 10, {}, 100 + 30 + 300),
        ("chicago", "2S", 8, {}, 60),
        # The duplicate's where a game has none.
        ("cairo", "4H", 11, {}, None),
        ("straight-bridge", "H", 10, {}, 32 + 125),
        ("straight-bridge", "H", 4, {}, -24),
        ("rubber-bridge", "3NT", 9, {}, 100 + 125),
        ("rubber-bridge", "1NT", 7, {}, 40),
        ("rubber-bridge", "3NTX", 8, {}, -100),
    ],
)
def test_any_four_handed_game(
    game: str, contract: str, tricks: int, facts: dict[str, Any], score: int | None
) -> None:
    found = points(game, contract, tricks, **facts)
    if score is None:
        sheet = points(game, contract, tricks, rules={"duplicate_game_bonus": 0}, **facts)
        assert found == sheet + 125
    else:
        assert found == score


@pytest.mark.parametrize("game", FOUR_HANDED)
def test_a_game_scores_the_same_from_either_side(game: str) -> None:
    valuation = find_valuation(game)
    bid = next(
        each
        for each in valuation.game.bidding.bids.values()
        if each not in valuation.game.bidding.own_bids
    )
    north, east = (
        valuation.points(
            valuation.read_deal({"contract": bid.text, "declarer": who, "tricks": 9}), "none"
        )
        for who in "NE"
    )
    assert north == -east != 0
    assert valuation.points(reader(game).read(PASSED).deal, "none") == 0  # type: ignore[arg-type]


PASSED = {"board": 1, "ns": "1", "ew": "2", "passed_out": True}


def reader(game: str) -> ResultReader:
    pairs = {number: Contestant(number) for number in ("1", "2")}
    return ResultReader(find_valuation(game), {1: Board(1)}, pairs)


@pytest.mark.parametrize(
    ("game", "rules", "where"),
    [
        ("pirate", {}, "game"),
        ("cut-throat", {}, "game"),
        ("five-hundred", {}, "game"),
        ("whist", {}, "game"),
        (None, {}, "game"),
        ({}, {}, "game"),
        ("duplicate", {"slams": "20/40"}, "rules.slams"),
        ("duplicate", {"duplicate_game_bonus": 100}, "rules.duplicate_game_bonus"),
        ("duplicate-auction", {"slams": "30/60"}, "rules.slams"),
        ("duplicate-auction", {"duplicate_game_bonus": "125"}, "rules.duplicate_game_bonus"),
        ("contract-1923", {"duplicate_game_bonus": 125}, "rules.duplicate_game_bonus"),
        ("duplicate-auction", [], "rules"),
    ],
)
def test_a_game_that_cannot_be_played_so_is_refused(game: Any, rules: Any, where: str) -> None:
    with pytest.raises(RuleError) as caught:
        find_valuation(game, rules)
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("game", "facts", "where"),
    [
        ("duplicate", {"contract": "8S"}, "contract"),
        ("duplicate", {"contract": "3N"}, "contract"),
        ("duplicate", {"contract": 7}, "contract"),
        ("duplicate", {"contract": "3NTXXX"}, "contract"),
        ("duplicate", {"declarer": "north"}, "declarer"),
        ("duplicate", {"tricks": 14}, "tricks"),
        ("duplicate", {"honours": {"NS": "3"}}, "honours"),
        ("bolshevik", {"contract": "BOL"}, "contract"),
        ("chicago", {"vulnerable": "both"}, "vulnerable"),
        ("cairo", {"honours": {"NS": "3"}}, "honours"),
        ("duplicate-auction", {"honours": {"N": 6}}, "honours.N"),
    ],
)
def test_an_impossible_result_names_its_field(
    game: str, facts: dict[str, Any], where: str
) -> None:  # fmt: skip
    told = {"board": 1, "ns": "1", "ew": "2", "contract": "3NT", "declarer": "N", "tricks": 9}
    with pytest.raises(RuleError) as caught:
        reader(game).read(told | facts)
    assert caught.value.where == where
