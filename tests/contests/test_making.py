"""Sets worth playing: dealt from a seed, each board with something to decide, spread over all."""

from collections import Counter
from itertools import islice, pairwise

import pytest

from clubscore.contests.deciding import judged
from clubscore.contests.making import (
    LEAST,
    LEAST_TODAY,
    Wanted,
    dealt,
    make_boards,
    may_lose,
)
from clubscore.deals.hands import PACK, read_deal
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.ranking import Board, find_valuation, read_options
from clubscore.ranking.par.deal_par import par_of_deal
from tests.ranking.test_deal_par import EXAMPLES, table

FIRST_OF_1917 = "N:763.QJ86543.5.82 AJ984.T.Q72.J765 KQ52.72.K984.QT3 T.AK9.AJT63.AK94"
AUCTION, TODAY = find_valuation("duplicate-auction"), find_valuation("duplicate")


def test_a_seed_deals_the_same_whole_packs_again_and_another_seed_others() -> None:
    first, again = (list(islice(dealt(1917, 1), 20)) for _ in range(2))
    assert [deal.pbn() for deal in first] == [deal.pbn() for deal in again]
    every = {deal.pbn() for deal in first}
    every |= {deal.pbn() for deal in islice(dealt(1917, 2), 20)}
    every |= {deal.pbn() for deal in islice(dealt(1918, 1), 20)}
    assert len(every) == 60
    for deal in first:
        cards = [s + r for hand in COMPASS for s, held in zip("SHDC", deal.hand(hand), strict=True)
                 for r in held]  # fmt: skip
        assert sorted(cards) == sorted(PACK)


def test_what_a_seed_deals_never_changes() -> None:
    """A set that was published can be made anew by any version; this deal was written down."""
    assert next(dealt(1917, 1)).pbn() == FIRST_OF_1917


def test_deals_at_which_a_side_may_do_best_by_losing() -> None:
    looked = {True: 0, False: 0}
    for deal in islice(dealt(3, 1), 200):
        sides = [[deal.hand(hand) for hand in side] for side in ("NS", "EW")]
        weak = [
            sum("JQKA".find(card) + 1 for hand in side for suit in hand for card in suit) <= 15
            and all(len(suit) <= 5 for hand in side for suit in hand)
            for side in sides
        ]
        assert may_lose(deal) == any(weak)
        looked[any(weak)] += 1
    assert min(looked.values()) > 10


def test_each_card_is_as_likely_in_each_hand() -> None:
    owners = Counter(deal.owner("SA") for deal in islice(dealt(7, 1), 2000))
    assert set(owners) == set(COMPASS)
    assert all(420 < count < 580 for count in owners.values())


def judge(name: str, least: int, game: str = "duplicate", number: int = 1):
    text, tricks = EXAMPLES[name]
    valuation, deal, board = find_valuation(game), read_deal(text), Board(number)
    best = par_of_deal(valuation, read_options({}), board, deal, table(tricks))
    return best, judged(valuation, board, deal, table(tricks), best, least)


def test_a_sacrifice_is_told_with_what_it_saves() -> None:
    best, found = judge("sacrifice", LEAST_TODAY)
    assert found is not None
    assert best.contracts[0].points == best.score
    sign = 1 if found.contract.side == "NS" else -1
    assert found.reason.kind == "sacrifice" and sign * best.score < 0
    assert found.reason.points >= LEAST_TODAY


def test_a_board_on_which_nothing_costs_enough_is_flat() -> None:
    for name in EXAMPLES:
        _best, found = judge(name, 1)
        assert found is not None
        assert judge(name, found.reason.points)[1] is not None
        others = judge(name, 5000)[1]
        assert others is None


@pytest.mark.long(12)
@pytest.mark.parametrize(("valuation", "least"), [(AUCTION, LEAST), (TODAY, LEAST_TODAY)])
def test_a_set_is_spread_and_no_board_is_flat(valuation, least) -> None:
    made = make_boards(Wanted(valuation, 4, 5))
    assert [one.board.number for one in made] == [1, 2, 3, 4]
    assert all(one.reason.points >= least for one in made)
    assert {one.contract.side for one in made} == {"NS", "EW"}
    assert len({one.contract.denomination for one in made}) > 1
    assert len({one.reason.kind for one in made}) > 1
    again = make_boards(Wanted(valuation, 2, 5))
    assert [one.board.deal for one in again] == [one.board.deal for one in made[:2]]
    assert all(a.board.deal != b.board.deal for a, b in pairwise(made))


@pytest.mark.long(10)
def test_a_set_for_one_reason() -> None:
    made = make_boards(Wanted(TODAY, 2, 11, only="sacrifice"))
    assert [one.reason.kind for one in made] == ["sacrifice", "sacrifice"]


def test_a_game_without_a_par_makes_no_set() -> None:
    with pytest.raises(RuleError, match="no double-dummy par"):
        make_boards(Wanted(find_valuation("joker"), 1, 1))
