"""Dealing by the program; with the same chance the same deals come, and never without."""

import random
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from clubscore.deals.hands import made_boards, shuffled_deal, sorted_deal
from clubscore.laws.cards import COMPASS


def test_boards_are_made_for_their_numbers() -> None:
    boards = made_boards([1, 2, 20])
    assert [(each.number, each.dealer, each.vulnerable) for each in boards] == [
        (1, "N", "none"), (2, "E", "NS"), (20, "W", "both"),
    ]  # fmt: skip
    assert all(a.deal != b.deal for a, b in combinations(boards, 2))


@given(st.randoms(use_true_random=True))
def test_chance_alone_decides(chance: random.Random) -> None:
    state = chance.getstate()
    first, second = shuffled_deal(chance), shuffled_deal(chance)
    chance.setstate(state)
    assert (shuffled_deal(chance), shuffled_deal(chance)) == (first, second)
    assert first != second


def test_every_player_holds_each_card_about_as_often() -> None:
    owners = [shuffled_deal().owner("SA") for _deal in range(2000)]
    # Six times the usual distance from 500 on either side.
    assert all(384 < owners.count(seat) < 616 for seat in COMPASS)


def test_a_sorted_pack_gives_everybody_a_card_of_each_rank() -> None:
    deal = sorted_deal("E")
    for seat in COMPASS:
        assert sorted("".join(deal.hand(seat))) == sorted("AKQJT98765432")
    assert sorted_deal("E") != sorted_deal("E")
