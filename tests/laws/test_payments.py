"""The fewest payments, against a search of every partition."""

import itertools
import random
import time

import pytest

from clubscore.laws.settlement import fewest_payments


def settles(balances: dict[str, int], payments: list[tuple[str, str, int]]) -> bool:
    left = dict(balances)
    for payer, payee, amount in payments:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    return not any(left.values())


def fewest_by_trying(amounts: list[int]) -> int:
    """People less the most groups that sum to nothing, by trying every order."""
    amounts = [amount for amount in amounts if amount]
    most = 0
    for order in itertools.permutations(amounts):
        sums = list(itertools.accumulate(order))
        most = max(most, sum(each == 0 for each in sums))
    return len(amounts) - most


def test_the_largest_who_owes_pays_the_largest_who_is_owed() -> None:
    payments = fewest_payments({"N": 898, "E": 258, "S": -798, "W": -358})
    assert payments == [("S", "N", 798), ("W", "E", 258), ("W", "N", 100)]


def test_equals_in_the_order_given() -> None:
    assert fewest_payments({"A": 5, "B": 5, "C": -5, "D": -5}) == [("C", "A", 5), ("D", "B", 5)]


def test_a_shorter_list_is_found() -> None:
    hard = {"A": 10, "B": 7, "C": 3, "D": -8, "E": -6, "F": -6}
    assert len(fewest_payments(hard)) == fewest_by_trying(list(hard.values()))
    # Largest to largest would take four payments; E and B are even by themselves.
    pairs = {"A": 9, "B": 7, "C": -5, "D": -4, "E": -7}
    payments = fewest_payments(pairs)
    assert settles(pairs, payments)
    assert len(payments) == 3
    assert ("E", "B", 7) in payments


def test_guests_come_first() -> None:
    balances = {"Ann": 50, "Guest": 10, "Bob": -40, "Visitor": -20}
    assert fewest_payments(balances, first={"Guest", "Visitor"})[0] == ("Visitor", "Guest", 10)


def test_nobody_owes_nothing_is_paid() -> None:
    assert fewest_payments({}) == []
    assert fewest_payments({"A": 0, "B": 0}) == []


def test_balances_that_do_not_sum_to_nothing_are_a_bug() -> None:
    with pytest.raises(ValueError, match="sum to nothing"):
        fewest_payments({"A": 1})


@pytest.mark.parametrize("people", range(2, 8))
def test_as_short_as_by_trying_everything(people: int) -> None:
    chance = random.Random(people)  # noqa: S311 - the same every time
    for _ in range(25):
        amounts = [chance.randint(-6, 6) for _ in range(people - 1)]
        amounts.append(-sum(amounts))
        balances = {chr(65 + at): amount for at, amount in enumerate(amounts)}
        payments = fewest_payments(balances)
        assert settles(balances, payments)
        assert len(payments) == fewest_by_trying(amounts)


def test_many_people_are_settled_and_nobody_waits() -> None:
    chance = random.Random(7)  # noqa: S311 - the same every time
    for people in (10, 11, 60):
        amounts = [chance.randint(-999, 999) for _ in range(people - 1)]
        amounts.append(-sum(amounts))
        balances = {str(at): amount for at, amount in enumerate(amounts)}
        started = time.process_time()
        payments = fewest_payments(balances)
        assert time.process_time() - started < 5  # of the processor
        assert settles(balances, payments)
        assert len(payments) < people


def test_people_may_be_numbers() -> None:
    assert fewest_payments({7: -5, 9: 5}) == [(7, 9, 5)]
