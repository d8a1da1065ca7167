"""What cannot have happened is refused, with the field and what would be right."""

from typing import Any

import pytest

from clubscore.laws.deal_reading import read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import resolve_rules
from tests.laws.layered import EVERY
from tests.laws.tables import possible, refusal, revoked

GOOD = {"bid": "2H", "declarer": "N", "tricks": 8}


def without(field: str) -> dict[str, Any]:
    return {key: value for key, value in GOOD.items() if key != field}


@pytest.mark.parametrize("field", ["bid", "declarer", "tricks"])
def test_a_missing_field_is_named(field: str) -> None:
    error = refusal("auction", without(field))
    assert (error.where, error.code) == (field, "missing")
    assert field in str(error)


@pytest.mark.parametrize(
    ("deal", "where", "says"),
    [
        (GOOD | {"tricks": 14}, "tricks", "from 0 to 13"),
        (GOOD | {"tricks": -1}, "tricks", "from 0 to 13"),
        (GOOD | {"tricks": True}, "tricks", "not true"),
        (GOOD | {"tricks": 8.0}, "tricks", "whole number"),
        (GOOD | {"tricks": "8"}, "tricks", "whole number"),
        (GOOD | {"tricks": None}, "tricks", "not null"),
        (GOOD | {"tricks": float("nan")}, "tricks", "not nan"),
        (GOOD | {"tricks": 10**60}, "tricks", "..."),
        (GOOD | {"bid": "8H"}, "bid", "from 1 to 7"),
        (GOOD | {"bid": "0H"}, "bid", "from 1 to 7"),
        (GOOD | {"bid": "H"}, "bid", "for example 1C"),
        (GOOD | {"bid": "2X"}, "bid", "C, D, H, S or NT"),
        (GOOD | {"bid": "2NU"}, "bid", "C, D, H, S or NT"),
        (GOOD | {"bid": "2h"}, "bid", "not '2h'"),
        (GOOD | {"bid": ["2H"]}, "bid", "[...]"),
        (GOOD | {"bid": 2}, "bid", "not 2"),
        (GOOD | {"declarer": "A"}, "declarer", "N, E, S or W"),
        (GOOD | {"declarer": "dummy"}, "declarer", "N, E, S or W"),
        (GOOD | {"declarer": "n"}, "declarer", "N, E, S or W"),
        (GOOD | {"declarer": ["N"]}, "declarer", "N, E, S or W"),
        (GOOD | {"declarer": {}}, "declarer", "{}"),
        (GOOD | {"doubling": 3}, "doubling", "from 0 to 2"),
        (GOOD | {"doubling": True}, "doubling", "from 0 to 2"),
        (GOOD | {"doubling": -1}, "doubling", "from 0 to 2"),
        (GOOD | {"doubling": None}, "doubling", "from 0 to 2"),
        (GOOD | {"honours": {"N": 6}}, "honours.N", "from 0 to 5"),
        (GOOD | {"honours": {"N": 3, "E": 3}}, "honours", "only 5"),
        (GOOD | {"honours": {"N": True}}, "honours.N", "not true"),
        (GOOD | {"honours": {"N": -1}}, "honours.N", "from 0 to 5"),
        (GOOD | {"honours": {"N": 1.0}}, "honours.N", "not 1.0"),
        (GOOD | {"honours": {"A": 1}}, "honours.A", "N, E, S and W"),
        (GOOD | {"honours": {"dummy": 1}}, "honours.dummy", "N, E, S and W"),
        (GOOD | {"honours": []}, "honours", "object"),
        (GOOD | {"honours": 3}, "honours", "object"),
        (GOOD | {"honours": {"NS": 3}}, "honours.NS", "N, E, S and W"),
        (GOOD | {"honours": {"NS": "2"}}, "honours.NS", '"4-in-one"'),
        (GOOD | {"honours": {"NS": "3", "EW": "3"}}, "honours", "Only one side"),
        (GOOD | {"honours": {"NS": "3", "E": 1}}, "honours", "not both"),
        (GOOD | {"honours": {"N": "3"}}, "honours.N", "NS and EW"),
        (GOOD | {"honours": {1: 2}}, "honours.1", "not a hand"),
        (GOOD | {"chicane": ["N"], "honours": {"N": 1}}, "chicane[0]", "has no chicane"),
        (GOOD | {"chicane": ["A"]}, "chicane[0]", "N, E, S and W"),
        (GOOD | {"chicane": ["N", "N"]}, "chicane[1]", "twice"),
        (GOOD | {"chicane": ["N", "E", "S", "W"]}, "chicane", "at most 3"),
        (GOOD | {"chicane": "N"}, "chicane", "list"),
        (GOOD | {"chicane": [[]]}, "chicane[0]", "not a hand"),
        (GOOD | {"chicane": ["N"], "honours": {"NS": "4+1"}}, "chicane", "NS hold honours"),
        (GOOD | {"chicane": ["N"], "honours": {"NS": "4"}}, "chicane", "NS hold honours"),
        (GOOD | {"chicane": ["N"], "honours": {"NS": "5"}}, "chicane", "NS hold honours"),
        (GOOD | {"chicane": ["N", "S"], "honours": {"NS": "3"}}, "chicane", "NS hold"),
        (GOOD | {"bid": "2NT", "chicane": ["N"]}, "chicane", "no chicane at no-trumps"),
        (GOOD | {"bid": "2NT", "honours": {"N": 5}}, "honours.N", "from 0 to 4"),
        (GOOD | {"bid": "2NT", "honours": {"N": 3, "S": 2}}, "honours", "only 4"),
        (GOOD | {"bid": "2NT", "honours": {"NS": "5"}}, "honours.NS", '"3", "4" or "4-in-one"'),
        (GOOD | {"partner": "S"}, "partner", "no field 'partner'"),
        (GOOD | {"joker": "N"}, "joker", "it can have"),
        (GOOD | {"Tricks": 8}, "Tricks", "it can have"),
        (GOOD | {7: 8}, "7", "it can have"),
        (GOOD | {"revokes": {"by": "N"}}, "revokes", "list"),
        (GOOD | {"revokes": None}, "revokes", "list"),
        (GOOD | {"revokes": ["N"]}, "revokes[0]", "object"),
        (GOOD | {"revokes": [{"by": "N"}]}, "revokes[0].penalty", "missing"),
        (GOOD | {"revokes": [{"penalty": "points"}]}, "revokes[0].by", "missing"),
        (GOOD | {"revokes": revoked(("S", "points"))}, "revokes[0].by", "dummy"),
        (GOOD | {"revokes": revoked(("X", "points"))}, "revokes[0].by", "N, E or W"),
        (GOOD | {"revokes": revoked(("N", "tricks"))}, "revokes[0].penalty", "must be points"),
        (GOOD | {"revokes": revoked(("E", "add"))}, "revokes[0].penalty", "points or tricks"),
        (
            GOOD | {"revokes": [{"by": "E", "penalty": "points", "times": 2}]},
            "revokes[0].times",
            "by and penalty",
        ),
        (
            GOOD | {"revokes": [*revoked(("E", "points")), {"by": [], "penalty": "points"}]},
            "revokes[1].by",
            "not []",
        ),
        (GOOD | {"fines": {}}, "fines", "list"),
        (GOOD | {"fines": [{"player": "N", "points": 100}]}, "fines[0].to", "missing"),
        (GOOD | {"fines": [{"player": "N", "to": "each"}]}, "fines[0].points", "missing"),
        (GOOD | {"fines": [{"player": "A", "points": 1, "to": "each"}]}, "fines[0].player", "N, E"),
        (GOOD | {"fines": [{"player": "N", "points": 0, "to": "each"}]}, "fines[0].points", "1 to"),
        (
            GOOD | {"fines": [{"player": "N", "points": True, "to": "each"}]},
            "fines[0].points",
            "not true",
        ),
        (
            GOOD | {"fines": [{"player": "N", "points": 10**9, "to": "each"}]},
            "fines[0].points",
            "to 1000000",
        ),
        (GOOD | {"fines": [{"player": "N", "points": 9, "to": "EW"}]}, "fines[0].to", "each"),
        (GOOD | {"passed_out": True}, "bid", "passed out"),
        (GOOD | {"passed_out": 1}, "passed_out", "true or false"),
        ({"passed_out": True, "tricks": 0}, "tricks", "passed out"),
        ({"passed_out": True, "revokes": revoked(("N", "points"))}, "revokes", "passed out"),
        ({"passed_out": True, "honours": {"N": 1}}, "honours", "passed out"),
        ({"passed_out": True, "doubling": False}, "doubling", "passed out"),
        ({"passed_out": False}, "bid", "missing"),
        ({}, "bid", "missing"),
        ([], "", "object"),
        ("2H", "", "object"),
        (None, "", "object"),
    ],
)
def test_impossible_facts_are_refused_with_field_and_remedy(
    deal: Any, where: str, says: str
) -> None:
    error = refusal("auction", deal)
    assert error.where == where
    assert says in str(error)


def test_straight_bridge_names_only_the_denomination() -> None:
    error = refusal("straight-bridge", GOOD)
    assert error.where == "bid"
    assert "S, C, D, H or NT" in str(error)


def test_defaults_may_be_written_out() -> None:
    game = find_game("auction")
    rules = resolve_rules(game)
    plain = read_deal(game, rules, GOOD)
    lists = {"doubling": 0, "honours": {}, "chicane": [], "revokes": [], "fines": []}
    assert read_deal(game, rules, GOOD | lists | {"passed_out": False}) == plain
    assert plain.facts() == GOOD
    passed = read_deal(game, rules, {"passed_out": True, **lists})
    assert passed.facts() == {"passed_out": True}


def test_a_path_leads_to_the_deal() -> None:
    game = find_game("auction")
    with pytest.raises(RuleError) as caught:
        read_deal(game, resolve_rules(game), GOOD | {"tricks": 14}, "deals[3]")
    assert caught.value.where == "deals[3].tricks"
    with pytest.raises(RuleError) as caught:
        read_deal(game, resolve_rules(game), [], "deals[3]")
    assert caught.value.where == "deals[3]"


def test_order_of_hands_does_not_matter() -> None:
    game = find_game("auction")
    rules = resolve_rules(game)
    one = read_deal(game, rules, GOOD | {"honours": {"S": 1, "N": 2}, "chicane": ["W", "E"]})
    other = read_deal(game, rules, GOOD | {"honours": {"N": 2, "S": 1}, "chicane": ["E", "W"]})
    assert one == other
    zeros = read_deal(game, rules, GOOD | {"honours": {"N": 2, "E": 0, "S": 1}})
    assert zeros.facts()["honours"] == {"N": 2, "S": 1}


def test_facts_give_back_everything() -> None:
    facts = GOOD | {
        "doubling": 1,
        "honours": {"NS": "4-in-one"},
        "chicane": ["S", "E"],
        "revokes": revoked(("E", "tricks"), ("N", "points")),
        "fines": [{"player": "W", "points": 100, "to": "each"}],
    }
    game = find_game("auction")
    rules = resolve_rules(game)
    deal = read_deal(game, rules, facts)
    assert deal.facts() == facts | {"chicane": ["E", "S"]}
    assert read_deal(game, rules, deal.facts()) == deal


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_sides_and_revokers_of_every_game(game: Any) -> None:
    for seat in game.seats:
        facts = possible(game, next(iter(game.bidding.bids)), 7, seat)
        deal = read_deal(game, resolve_rules(game), facts)
        own, others = game.side_of(deal)
        assert seat in own
        assert sorted(own + others) == sorted(game.seats)
        assert seat in game.revokers(deal)
        assert set(others) <= set(game.revokers(deal))
    passed = read_deal(game, resolve_rules(game), {"passed_out": True})
    assert game.side_of(passed) == ((), ())
