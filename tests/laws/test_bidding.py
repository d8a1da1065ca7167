"""Is this bid enough? The examples of the books, and what must hold for every pair of bids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.laws.auction import by_value, judge, least_bids, worth
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import Rules, default_rules, resolve_rules

NUMBERED = [game for game in GAMES if game.bidding.levels]


def verdict(game: str, bid: str, over: str, **rules: object) -> tuple[bool, str]:
    """Judge a bid by the text of the score file."""
    found = find_game(game)
    answer = judge(
        found, resolve_rules(found, rules), found.bidding.bids[bid], found.bidding.bids[over]
    )
    return answer.enough, str(answer.reason)


@pytest.mark.parametrize(
    ("bid", "over", "enough"),
    [
        ("4C", "3H", True),  # 24 over 24 with more tricks
        ("5C", "3NT", True),  # 30 over 30
        ("6C", "4S", True),  # 36 over 36
        ("5D", "4S", False),  # Auction Bridge Variations p. 62: 36 excludes 35
        ("5C", "4S", False),  # and 30
        ("3D", "3C", True),
        ("3C", "2S", True),  # 18 over 18
        ("2S", "3C", False),
        ("7NT", "7S", True),
    ],
)
def test_by_value_at_auction(bid: str, over: str, enough: bool) -> None:
    assert verdict("auction", bid, over)[0] is enough


def test_the_reason_names_both_values() -> None:
    assert verdict("auction", "4C", "3H") == (
        True,
        "24 points against 24, but more tricks: it is higher.",
    )
    assert verdict("auction", "5D", "4S")[1] == "5D is worth 35 and 4S 36: it is lower."


def test_by_number_four_clubs_are_over_three_no_trumps_and_five_not_over_five() -> None:
    assert verdict("auction", "4C", "3NT", bidding="numerical")[0]
    assert not verdict("auction", "3H", "3S", bidding="numerical")[0]
    assert verdict("contract-1923", "3C", "2NT")[0]
    assert not verdict("contract-1923", "2NT", "3C")[0]


def test_pirate_three_clubs_outbid_two_no_trumps() -> None:
    """Auction Bridge Variations 1923, p. 82."""
    assert verdict("pirate", "3C", "2NT")[0]


def test_three_hearts_outbid_three_nullos_and_four_clubs_as_well() -> None:
    """Auction Bridge Variations 1923, p. 104: 24 each, hearts win the tie."""
    assert verdict("nullos", "3H", "3NU")[0]
    assert verdict("nullos", "4C", "3NU")[0]
    assert not verdict("nullos", "3NU", "3H")[0]


def test_bolshevik_outranks_every_bid_and_nothing_outranks_it() -> None:
    game = find_game("bolshevik")
    for bid in game.bidding.bids.values():
        if bid not in game.bidding.own_bids:
            assert verdict("bolshevik", "BOL", bid.text)[0]
            assert not verdict("bolshevik", bid.text, "BOL")[0]


def test_stop_gap_begins_with_one_of_a_suit() -> None:
    game = find_game("stop-gap")
    rules = default_rules(game)
    assert judge(game, rules, game.bidding.bids["1S"], None).enough
    assert not judge(game, rules, game.bidding.bids["1NT"], None).enough
    assert not judge(game, rules, game.bidding.bids["2C"], None).enough
    assert judge(game, rules, game.bidding.bids["1NT"], game.bidding.bids["1S"]).enough


def test_five_hundred_by_its_schedule() -> None:
    assert verdict("five-hundred", "7S", "6NT")[0]  # 140 over 120
    assert not verdict("five-hundred", "6NT", "7S")[0]
    game = find_game("five-hundred")
    assert worth(game, default_rules(game), game.bidding.bids["8C"]) == 260


def test_the_lowest_that_is_enough_over_three_no_trumps() -> None:
    game = find_game("auction")
    least = least_bids(game, default_rules(game), game.bidding.bids["3NT"])
    assert {key: bid and bid.text for key, bid in least.items()} == {
        "C": "5C", "D": "5D", "H": "4H", "S": "4S", "NT": "4NT"
    }  # fmt: skip
    over = least_bids(game, default_rules(game), game.bidding.bids["7S"])
    assert over["C"] is None
    assert over["NT"] is not None


@pytest.mark.walk(cases=29)
@pytest.mark.parametrize("game", NUMBERED, ids=lambda game: game.key)
@given(data=st.data())
def test_of_two_bids_one_is_higher(game: Game, data: st.DataObject) -> None:
    rules: Rules = default_rules(game)
    bids = st.sampled_from(list(game.bidding.bids.values()))
    one, other = data.draw(bids), data.draw(bids)
    over, under = judge(game, rules, one, other), judge(game, rules, other, one)
    assert (one is other) == (not over.enough and not under.enough)
    assert not (over.enough and under.enough)
    if over.enough and by_value(game, rules) and one not in game.bidding.own_bids:
        assert worth(game, rules, one) >= worth(game, rules, other)


@pytest.mark.walk(cases=29)
@pytest.mark.parametrize("game", NUMBERED, ids=lambda game: game.key)
@given(data=st.data())
def test_whatever_is_over_the_higher_is_over_the_lower(game: Game, data: st.DataObject) -> None:
    rules = default_rules(game)
    bids = st.sampled_from(list(game.bidding.bids.values()))
    low, middle, high = data.draw(bids), data.draw(bids), data.draw(bids)
    if judge(game, rules, high, middle).enough and judge(game, rules, middle, low).enough:
        assert judge(game, rules, high, low).enough
