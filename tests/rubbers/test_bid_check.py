"""Whether a bid is enough: what a form names, and what is least."""

import pytest

from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.rubbers.game_facts import bid_bars, bid_named, lowest_bids


def test_a_bid_is_whole_once_it_has_a_number_and_what_it_is_in() -> None:
    game = find_game("auction")
    named = bid_named(game, {"level": "2", "denomination": "S"}, "")
    assert named is not None and named.text == "2S"
    assert bid_named(game, {"over-level": "2", "over-denomination": "S"}, "over-") == named
    assert bid_named(game, {"over-level": "2", "over-denomination": "S"}, "") is None
    for given in ({"level": "2"}, {"denomination": "S"}, {"level": "9", "denomination": "S"}, {}):
        assert bid_named(game, given, "") is None


OWN = [game for game in GAMES if game.bidding.own_bids]


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.key)
def test_a_bid_of_a_games_own_needs_no_number(game: Game) -> None:
    for bid in game.bidding.own_bids:
        key = bid.denomination.key
        assert bid_named(game, {"denomination": key}, "") == bid
        assert bid_named(game, {"level": "3", "denomination": key}, "") == bid


def test_the_least_bid_over_another_is_shown_with_what_it_is_worth() -> None:
    game = find_game("auction")
    rules = resolve_rules(game, {})
    over = bid_named(game, {"level": "2", "denomination": "H"}, "")
    least = {each.name: (each.bid and each.bid.text, each.worth)
             for each in lowest_bids(game, rules, over)}  # fmt: skip
    assert least["spades"][0] == "2S" and least["clubs"][0] == "3C"
    highest = bid_named(game, {"level": "7", "denomination": "NT"}, "")
    assert {(each.bid, each.worth) for each in lowest_bids(game, rules, highest)} == {(None, None)}


def test_the_keys_mark_what_was_chosen() -> None:
    game = find_game("auction")
    bars = bid_bars(game, resolve_rules(game, {}), {"level": "3", "denomination": "H"}, "")
    assert [each["value"] for each in bars["levels"]] == [*range(1, 8)]
    chosen = [each["value"] for bar in bars.values() for each in bar if each["checked"]]
    assert chosen == [3, "H"]
