"""Sets worth playing: dealt from a seed, each board with something to decide, spread over all."""

from collections import Counter
from itertools import islice, pairwise

import pytest

from clubscore.deals.hands import PACK, read_deal
from clubscore.extras.sets import making as losing
from clubscore.extras.sets.making import (
    LEAST,
    LEAST_TODAY,
    SOLVED,
    SetWish,
    dealt,
    doubt,
    is_even,
    judged,
    make_boards,
    promising,
    too_high_of,
)
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.ranking import Board, find_valuation, read_options
from clubscore.ranking.par import par_of_deal
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


def test_cards_that_cannot_stay_below_are_counted_suit_by_suit() -> None:
    deal = read_deal("N:A32.K.AKQJ.AKQJT KQJ.AQJ.T98.9876 T987.T987.7654.2 654.65432.32.543")
    # Spades: 2 3 A of North's against 4 5 6, so one; South's 7 8 9 T against 4 5 6 J: three.
    # Hearts: one and four; diamonds: four and two; clubs: five of North's, none of South's.
    assert too_high_of(deal, "NS") == 1 + 3 + 1 + 4 + 4 + 2 + 5
    # The other way: spades J Q K and 4 5 6 against 2 3 7, so three and two; and so on.
    assert too_high_of(deal, "EW") == 3 + 2 + 3 + 0 + 3 + 0 + 1 + 1


def test_of_many_even_deals_those_are_solved_that_look_best_at_losing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(losing, "LOOKED_AT", 100)
    even = list(islice(filter(is_even, dealt(3, 1)), 200))
    assert all(len(suit) <= 5 for deal in even for hand in deal.hands for suit in hand)
    chosen = [doubt(deal) for deal in islice(promising(dealt(3, 1)), 2 * SOLVED)]
    for at in (0, 1):
        batch = sorted(map(doubt, even[at * 100 :][:100]))
        assert chosen[at * SOLVED :][:SOLVED] == batch[:SOLVED]
        assert batch[SOLVED - 1] < batch[50]


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
    made = make_boards(SetWish(valuation, 4, 5))
    assert [one.board.number for one in made] == [1, 2, 3, 4]
    assert all(one.reason.points >= least for one in made)
    assert {one.contract.side for one in made} == {"NS", "EW"}
    assert len({one.contract.denomination for one in made}) > 1
    assert len({one.reason.kind for one in made}) > 1
    again = make_boards(SetWish(valuation, 2, 5))
    assert [one.board.deal for one in again] == [one.board.deal for one in made[:2]]
    assert all(a.board.deal != b.board.deal for a, b in pairwise(made))


@pytest.mark.long(10)
def test_a_set_for_one_reason() -> None:
    made = make_boards(SetWish(TODAY, 2, 11, only="sacrifice"))
    assert [one.reason.kind for one in made] == ["sacrifice", "sacrifice"]


def test_a_game_without_a_par_makes_no_set() -> None:
    with pytest.raises(RuleError, match="no double-dummy par"):
        make_boards(SetWish(find_valuation("joker"), 1, 1))
