"""A deal while it is being typed: what is there, what is left, what is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.deals.hands import Hands, named, read_typed
from clubscore.laws.cards import COMPASS
from tests.deals.packs import TEXT, any_deal

HANDS = dict(zip(COMPASS, TEXT[2:].split(), strict=True))


def test_nothing_typed_is_nothing_wrong_but_no_deal() -> None:
    typed = read_typed({})
    assert typed.deal is None
    assert [ranks for _suit, ranks in typed.left] == ["AKQJT98765432"] * 4
    assert not any(hand.problem for hand in typed.hands)


@pytest.mark.parametrize("joint", [".", " ", "  ", "/", ", ", ";"])
def test_suits_may_be_parted_in_any_way(joint: str) -> None:
    typed = read_typed({seat: hand.replace(".", joint) for seat, hand in HANDS.items()})
    assert typed.deal is not None
    assert typed.deal.pbn() == TEXT


def test_what_is_left_and_what_is_twice_is_counted() -> None:
    typed = read_typed({"N": HANDS["N"], "E": HANDS["N"]})
    assert typed.deal is None
    assert typed.twice == named(
        suit + rank
        for suit, held in zip("SHDC", HANDS["N"].split("."), strict=True)
        for rank in held
    )
    assert dict((suit.key, ranks) for suit, ranks in typed.left)["S"] == "AKQT987642"


def test_a_hand_that_cannot_be_read_is_named_and_kept() -> None:
    typed = read_typed(HANDS | {"S": "Q2.A75.T85"})
    assert typed.deal is None
    south = typed.hands[2]
    assert (south.text, south.hand, south.size) == ("Q2.A75.T85", None, 0)
    assert typed.problem is south.problem
    assert typed.problem is not None
    assert typed.problem.where == "S"


@given(any_deal, st.sampled_from([*COMPASS, ""]))
def test_the_open_hand_gets_what_is_left(deal: Hands, open_seat: str) -> None:
    texts = {seat: ".".join(deal.hand(seat)) for seat in COMPASS if seat != open_seat}
    typed = read_typed(texts)
    assert typed.deal == deal
    assert typed.left == []
    assert [hand.seat for hand in typed.hands if hand.is_filled] == [open_seat][: len(open_seat)]


@given(st.dictionaries(st.sampled_from(COMPASS), st.text("AKQJT10. /x-23\u00b2é", max_size=40)))
def test_whatever_is_typed_is_no_bug(texts: dict[str, str]) -> None:
    typed = read_typed(texts)
    assert (typed.deal is None) == (typed.problem is not None)
