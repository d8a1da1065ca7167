"""Cases in which any two choices meet: every pair, and no case without one of its own."""

import pytest

from tests.pairwise import all_pairs, pairs_of, pairwise
from tests.papers.test_pieces_in_the_ledger import EASY, HARD


def lost_and_idle(cases, factors) -> tuple[int, int]:
    """Return how many pairs meet in no case, and how many cases bring none of their own."""
    met = [pairs_of(case) for case in cases]
    own = sum(bool(pairs - set().union(*met[:at], *met[at + 1 :])) for at, pairs in enumerate(met))
    return len(all_pairs(*factors) - set().union(*met)), len(cases) - own


@pytest.mark.parametrize(
    ("factors", "pairs", "most"),
    [
        ((range(3), "ab"), 6, 6),
        ((range(4), "abcd", (True, False)), 32, 16),
        ((range(3), "abc", (1, 2, 3), "xyz"), 54, 12),
        (EASY, 5 * 2 + 5 * 16 + 5 * 7 + 5 * 8 + 2 * 31 + 16 * 15 + 7 * 8, 145),
        (HARD, 40 * 2 + 40 * 6 + 40 * 7 + 2 * 13 + 6 * 7, 290),
    ],
)
def test_every_pair_meets_and_no_case_is_idle(factors, pairs, most) -> None:
    cases = pairwise(*factors)
    assert len(all_pairs(*factors)) == pairs
    assert lost_and_idle(cases, factors) == (0, 0)
    assert len(cases) <= most
    assert pairwise(*factors) == cases


def test_a_lost_pair_and_an_idle_case_are_seen() -> None:
    factors = (range(3), "ab")
    cases = pairwise(*factors)
    assert lost_and_idle(cases[1:], factors) == (1, 0)
    assert lost_and_idle([*cases, cases[0]], factors) == (0, 2)
