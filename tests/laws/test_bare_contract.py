"""What is known of a deal before its play is checked alone: nothing of the play is made up."""

import pytest

from clubscore.laws.deal_reading import read_contract
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import default_rules, resolve_rules
from tests.laws.layered import EVERY


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_every_bid_of_every_game_is_a_contract_by_itself(game: Game) -> None:
    rules = default_rules(game)
    for text in game.bidding.bids:
        facts = {"bid": text, "declarer": game.seats[0]}
        facts |= {"partner": game.seats[1]} if game.names_partner else {}
        contract = read_contract(game, rules, facts)
        assert contract.bid is not None
        assert (contract.bid.text, contract.tricks, contract.own) == (text, 0, {})


@pytest.mark.parametrize(
    ("game", "facts", "where"),
    [
        ("auction", {"bid": "8C", "declarer": "N"}, "bid"),
        ("auction", {"bid": "4C", "declarer": "X"}, "declarer"),
        ("auction", {"bid": "4C"}, "declarer"),
        ("auction", {"bid": "4C", "declarer": "N", "doubling": 3}, "doubling"),
        ("auction", {"bid": "4C", "declarer": "N", "tricks": 10}, "tricks"),
        ("five-hundred", {"bid": "7H", "declarer": "A", "doubling": 1}, "doubling"),
        ("five-hundred", {"bid": "7H", "declarer": "A", "defenders": {"B": 3}}, "defenders"),
        ("pirate", {"bid": "4C", "declarer": "N"}, "partner"),
        ("pirate", {"bid": "4C", "declarer": "N", "partner": "N"}, "partner"),
        ("bolshevik", {"bid": "BOL", "declarer": "N", "doubling": 1}, "doubling"),
        ("straight-bridge", {"bid": "7H", "declarer": "N"}, "bid"),
        ("chicago", {"bid": "4C", "declarer": "N", "vulnerable": "all"}, "vulnerable"),
    ],
)
def test_what_the_game_does_not_know_is_refused(
    game: str, facts: dict[str, object], where: str
) -> None:
    found = find_game(game)
    with pytest.raises(RuleError) as refused:
        read_contract(found, default_rules(found), facts)
    assert refused.value.where == where


def test_a_double_too_many_is_refused_before_the_play() -> None:
    game = find_game("straight-bridge")
    rules = resolve_rules(game, {"doubling_limit": "stop"})
    read_contract(game, rules, {"bid": "NT", "declarer": "N", "doubling": 4})
    with pytest.raises(RuleError, match="is not doubled again"):
        read_contract(game, rules, {"bid": "NT", "declarer": "N", "doubling": 5})
