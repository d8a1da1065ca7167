"""Deals of one game scored by another: what the facts allow, and what they do not."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.laws.deal_reading import read_deal
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import default_rules, resolve_rules
from clubscore.laws.score_sheet import Rescoring, can_rescore, rescore, score_sitting


def again(
    played: str, facts: list[dict[str, Any]], other: str, rules: dict[str, Any] | None = None
) -> Rescoring:
    """Score facts of one game by another."""
    mine, theirs = find_game(played), find_game(other)
    deals = [read_deal(mine, default_rules(mine), each) for each in facts]
    return rescore(mine, deals, theirs, resolve_rules(theirs, rules or {}))


SPADES = {"bid": "4S", "declarer": "N", "tricks": 10, "honours": {"NS": "4"}}


def test_a_game_at_auction_by_contract_counts_the_bonus_and_no_simple_honours() -> None:
    answer = again("auction", [SPADES], "contract-1923")
    assert answer.sheet.deals[0].points == {"NS": (36, 50 + 100), "EW": (0, 0)}


def test_an_auction_by_straight_bridge_counts_the_old_values() -> None:
    """Four odd tricks in spades at 2; four honours between partners 8."""
    answer = again("auction", [SPADES], "straight-bridge")
    assert answer.sheet.deals[0].points == {"NS": (8, 8), "EW": (0, 0)}


def test_straight_bridge_names_no_number_that_auction_could_be_scored_by() -> None:
    answer = again("straight-bridge", [{"bid": "H", "declarer": "N", "tricks": 9}], "auction")
    assert answer.deals[0].deal is None
    assert "No number of tricks was bid" in str(answer.deals[0].refused)
    assert answer.scored == (None,)
    assert answer.sheet.deals == ()


def test_a_deal_left_out_leaves_the_others_in_their_places() -> None:
    nullo = {"bid": "2NU", "declarer": "N", "partner": "S", "tricks": 5}
    heart = {"bid": "2H", "declarer": "N", "partner": "S", "tricks": 8}
    answer = again("pirate", [heart, nullo, heart], "auction")
    assert answer.scored == (0, None, 1)
    assert "has no bid of 2NU" in str(answer.deals[1].refused)
    assert [deal.points["NS"] for deal in answer.sheet.deals] == [(16, 0), (16, 0)]


def test_pirates_who_sat_side_by_side_are_no_partners_at_auction() -> None:
    facts = {"bid": "2H", "declarer": "N", "partner": "E", "tricks": 8}
    answer = again("pirate", [facts], "auction")
    assert "the sides would have been different" in str(answer.deals[0].refused)


def test_auction_by_pirate_takes_the_partner_who_sat_opposite() -> None:
    answer = again("auction", [SPADES], "pirate")
    assert answer.sheet.deals[0].points["N"] == (36, 36 + 50)
    assert answer.sheet.deals[0].points["S"] == (0, 36 + 36 + 50)


def test_what_the_other_game_does_not_count_is_left_away_and_said() -> None:
    facts = {**SPADES, "honours": {"NS": "3"}, "chicane": ["E"]}
    answer = again("auction", [facts], "contract-1923")
    assert [str(each) for each in answer.deals[0].left_away] == ["chicane is not counted"]


def test_who_won_an_honour_does_not_say_who_held_it() -> None:
    deal = {"bid": "2H", "declarer": "A", "tricks": 8, "honours": {"A": 3, "B": 2}}
    for played, other in (("canfield-dummy", "double-dummy"), ("double-dummy", "canfield-dummy")):
        answer = again(played, [deal], other)
        assert answer.sheet.deals[0].points == {"A": (16, 0), "B": (0, 0)}
        (said,) = answer.deals[0].left_away
        assert str(said) == "who held the honours is not the same as who won them"


def test_other_house_rules_of_the_same_game() -> None:
    facts = {"bid": "6C", "declarer": "N", "tricks": 12}
    assert again("auction", [facts], "auction").sheet.deals[0].points["NS"] == (36, 50)
    other = again("auction", [facts], "auction", {"slams": "20/40"})
    assert other.sheet.deals[0].points["NS"] == (36, 20)


def test_skip_by_dummy_bridge_only_where_the_dummy_player_declared() -> None:
    deals = [
        {"bid": "2H", "declarer": "A", "tricks": 8},
        {"bid": "2H", "declarer": "B", "tricks": 8},
    ]
    answer = again("cut-throat", deals, "dummy-bridge")
    assert answer.scored == (0, None)


def test_a_revoke_whose_penalty_the_other_law_does_not_know_is_refused() -> None:
    facts = {
        "bid": "H", "declarer": "N", "tricks": 9, "revokes": [{"by": "E", "penalty": "deduct"}]
    }  # fmt: skip
    assert again("straight-bridge", [facts], "straight-bridge").scored == (0,)
    four = {**SPADES, "revokes": [{"by": "E", "penalty": "points"}]}
    refused = again("auction", [four], "straight-bridge").deals[0].refused
    assert "penalty" in str(refused)


def test_only_games_of_the_same_seats_and_tricks_are_compared() -> None:
    assert can_rescore(find_game("auction"), find_game("pirate"))
    assert not can_rescore(find_game("auction"), find_game("cut-throat"))


BIDS = st.tuples(st.integers(1, 7), st.sampled_from("CDHS"), st.integers(0, 13))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_by_its_own_law_nothing_changes(game: Any) -> None:
    rules = default_rules(game)
    for example in game.about.examples:
        deals = [read_deal(game, rules, facts) for facts in example.score_file["deals"]]
        answer = rescore(game, deals, game, rules)
        assert answer.sheet == score_sitting(game, rules, deals)
        assert all(each.left_away == () for each in answer.deals)


@given(st.lists(BIDS, max_size=6))
def test_every_deal_is_scored_or_says_why_not(bids: list[tuple[int, str, int]]) -> None:
    facts = [{"bid": f"{n}{d}", "declarer": "N", "tricks": t} for n, d, t in bids]
    for other in GAMES:
        if not can_rescore(find_game("auction"), other):
            continue
        answer = again("auction", facts, other.key)
        for each, place in zip(answer.deals, answer.scored, strict=True):
            assert (each.deal is None) == (place is None) == (each.refused is not None)
        assert len(answer.sheet.deals) == sum(place is not None for place in answer.scored)
