"""Averages and the band of chance: exact, and as all that chance could have done shows."""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from clubscore.extras.years.averages import Average, root_of
from clubscore.extras.years.boards import PlayedBoard

BARE = PlayedBoard(1, 1, "NS", "", 0, (), "", "", 0, 0, None, None, None, None, (0, 0), "")
values = st.fractions(min_value=0, max_value=1, max_denominator=24)
fields = st.lists(values, min_size=1, max_size=4)


def board_of(field: Sequence[Fraction], at: int) -> PlayedBoard:
    """The board of whoever has one result of a field; mean and variance by their definition."""
    mean = sum(field) / Fraction(len(field))
    spread = sum((each - mean) ** 2 for each in field) / Fraction(len(field))
    return BARE._replace(
        won=field[at].as_integer_ratio(), mean=mean.as_integer_ratio(),
        spread=spread.as_integer_ratio(),
    )  # fmt: skip


def average_of(boards: Sequence[PlayedBoard]) -> Average:
    found = Average()
    for each in boards:
        found.add(each)
    return found


@given(played=st.lists(fields, min_size=1, max_size=4))
@examples(max_examples=60, deadline=None)
def test_the_band_is_that_of_all_that_chance_could_have_done(
    played: list[list[Fraction]],
) -> None:
    average = average_of([board_of(field, 0) for field in played])
    # Every way in which results could have fallen to somebody, each as likely as any other.
    ways = [Fraction(sum(way), len(played)) for way in product(*played)]
    mean = Fraction(sum(ways), len(ways))
    variance = Fraction(sum((each - mean) ** 2 for each in ways), len(ways))
    with localcontext() as context:
        context.prec = 40
        root = (Decimal(variance.numerator) / Decimal(variance.denominator)).sqrt()
    assert average.value == Fraction(sum(field[0] for field in played), len(played))
    for end, sign in ((average.band.low, -1), (average.band.high, 1)):
        exact = mean + sign * Fraction(196, 100) * Fraction(root)
        assert abs(end - exact) < Fraction(1, 100_000)
    assert average.band.low + average.band.high == 2 * mean


def test_a_band_that_is_wrong_is_seen() -> None:
    played = [[Fraction(0), Fraction(1)], [Fraction(0), Fraction(1, 2), Fraction(1)]]
    average = average_of([board_of(field, 0) for field in played])
    alone = average_of([board_of(played[0], 0)])
    assert average.band != alone.band
    ways = [Fraction(sum(way), 2) for way in product(*played)]
    wide = max(ways) - Fraction(1, 2)
    assert 0 < average.band.high - Fraction(1, 2) != wide


@given(value=st.fractions(min_value=0, max_value=10**6))
@examples(max_examples=100)
def test_a_root_is_right_to_a_millionth(value: Fraction) -> None:
    root = root_of(value)
    assert root**2 <= value < (root + Fraction(1, 10**6)) ** 2


def test_boards_that_were_not_compared_change_nothing() -> None:
    average = average_of([BARE, board_of([Fraction(1, 4), Fraction(3, 4)], 1), BARE])
    assert (average.boards, average.value) == (1, Fraction(3, 4))
    assert average_of([BARE]).value is None
    assert average_of([]).band == (0, 0)


@pytest.mark.parametrize(("results", "boards"), [(2, 100), (12, 24), (7, 8)])
def test_the_band_has_95_of_100_averages_of_matchpoints(results: int, boards: int) -> None:
    """Seen by lot: all results of a board differ, a thousand players sit by chance."""
    import random

    chance = random.Random(results)  # noqa: S311 - not a secret
    field = [Fraction(n, results - 1) for n in range(results)]
    band = average_of([board_of(field, 0)] * boards).band
    inside = 0
    for _player in range(1000):
        average = Fraction(sum(chance.choice(field) for _board in range(boards)), boards)
        inside += band.low <= average <= band.high
    assert 930 <= inside <= 970
