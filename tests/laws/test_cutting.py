"""Cutting for partners, deal and seats: the lowest by the laws of 1899, the highest today."""

import pytest

from clubscore.laws.cards import HIGHEST, LOWEST, CutLaw
from clubscore.laws.cutting import CutResult, resolve_cut, resolve_places
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES
from clubscore.laws.seven import resolve_order

TODAY = ("rubber-bridge", "chicago")


def cut(*rounds: str, partners: bool = True, law: CutLaw = LOWEST) -> CutResult[str]:
    """Cut as "A:4 B:K" has it, round by round."""
    draws = [dict(one.split(":") for one in each.split()) for each in rounds]
    return resolve_cut(draws, partners=partners, law=law)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_games_of_1899_and_1923_cut_low_and_by_rank_alone(game: Game) -> None:
    assert game.dealing.cutting == (HIGHEST if game.key in TODAY else LOWEST)


def test_ranks_are_enough_and_the_ace_is_low() -> None:
    found = cut("A:4 B:K C:A D:9")
    assert (found.order, found.again) == (("C", "A", "D", "B"), ())
    assert found.partners == (("C", "A"), ("D", "B"))


def test_equal_ranks_cut_again_and_the_suit_says_nothing() -> None:
    assert cut("A:4 B:4 C:A D:9").again == ("A", "B")
    assert cut("A:4C B:4S C:A D:9").again == ("A", "B"), "drawn by ClubScore, with suits"
    assert cut("A:4 B:4 C:A D:9", "A:K B:2").order == ("C", "B", "A", "D")
    assert cut("A:A B:A C:A D:A").again == ("A", "B", "C", "D")


def test_three_who_are_equal_behind_the_lowest_cut_again() -> None:
    assert cut("A:2 B:9 C:9 D:9").again == ("B", "C", "D")
    assert cut("A:2 B:9 C:9 D:9", "B:5 C:4 D:6").order == ("A", "C", "B", "D")


def test_of_three_the_second_and_third_have_seats_of_their_own() -> None:
    """Auction Bridge Variations 1923, p. 142: the next lowest sits on the dealer's left."""
    assert cut("A:2 B:9 C:9", partners=False).again == ("B", "C")
    assert cut("A:2 B:9 C:9", "B:K C:3", partners=False).order == ("A", "C", "B")
    assert cut("A:9 B:9 C:9", partners=False).again == ("A", "B", "C")
    # The lowest is found among equals first, then those behind.
    assert cut("A:2 B:2 C:9", partners=False).again == ("A", "B")


def test_today_the_highest_deals_and_suits_rank_equals() -> None:
    found = cut("A:4S B:AC C:AS D:9H", law=HIGHEST)
    assert (found.order, found.again) == (("C", "B", "D", "A"), ())


def test_today_the_suit_is_asked_for_where_ranks_are_equal_and_only_then() -> None:
    assert cut("A:4 B:A C:K D:9", law=HIGHEST).again == ()
    tied = cut("A:4 B:K C:K D:9", law=HIGHEST)
    assert (tied.again, tied.suits) == (("B", "C"), {"B": "K", "C": "K"})
    assert cut("A:4 B:K C:K D:9", "B:KH C:KS", law=HIGHEST).order == ("C", "B", "D", "A")
    with pytest.raises(RuleError, match="give the suit"):
        cut("A:4 B:K C:K D:9", "B:QH C:KS", law=HIGHEST)
    with pytest.raises(RuleError, match="no card can come twice"):
        cut("A:4 B:K C:K D:9", "B:KS C:KS", law=HIGHEST)


def test_a_rank_comes_four_times_at_most() -> None:
    assert cut("A:K B:K C:K D:K").again == ("A", "B", "C", "D")
    with pytest.raises(RuleError, match="no card can come twice"):
        resolve_order([dict.fromkeys("ABCDE", "K") | {"F": "2", "G": "3"}])
    with pytest.raises(RuleError, match="is not a card"):
        cut("A:1 B:K C:K D:K")


def test_who_goes_out_is_the_last_card_by_the_law() -> None:
    drawn = {"A": "4", "B": "9", "C": "A", "D": "K"}
    assert set(resolve_places("ABCD", [drawn], 2, last=True).chosen) == {"B", "D"}
    assert set(resolve_places("ABCD", [drawn], 2, last=True, law=HIGHEST).chosen) == {"A", "B"}
    assert set(resolve_places("ABCD", [drawn], 2, last=False, law=HIGHEST).chosen) == {"C", "D"}
    equal = resolve_places("ABCD", [drawn | {"A": "9"}], 1, last=True, law=HIGHEST)
    assert equal.suits == {"A": "9", "B": "9"}
