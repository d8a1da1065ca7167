"""The fewest payments that settle what several people have won and lost."""

from collections.abc import Collection, Hashable, Mapping
from typing import Generic, NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)

# Beyond this many people the exact search would take longer than anyone waits.
MOST_EXACT = 10


class Payment(NamedTuple, Generic[Key]):
    """Who pays whom how many smallest coins."""

    payer: Key
    payee: Key
    amount: int


def fewest_payments(balances: Mapping[Key, int], first: Collection[Key] = ()) -> list[Payment[Key]]:
    """Payments that bring every balance to nothing; a positive balance is to be paid out.

    The largest who owes pays the largest who is owed, equals in the order given and those in
    ``first`` before all others, unless a shorter list exists: up to ten people it is found. The
    balances must sum to nothing (ValueError).
    """
    if sum(balances.values()):
        raise ValueError("the balances do not sum to nothing")
    open_balances = {key: amount for key, amount in balances.items() if amount}
    greedy = _greedy(open_balances, first)
    owing = sum(amount < 0 for amount in open_balances.values())
    # Everyone who owes pays at least once, and everyone who is owed is paid once.
    fewest = max(owing, len(open_balances) - owing)
    if len(greedy) == fewest or len(open_balances) > MOST_EXACT:
        return greedy
    groups = _most_groups(tuple(open_balances.items()))
    if len(greedy) <= len(open_balances) - len(groups):
        return greedy
    return [payment for group in groups for payment in _greedy(dict(group), first)]


def _greedy(balances: Mapping[Key, int], first: Collection[Key]) -> list[Payment[Key]]:
    order = {key: (key not in first, number) for number, key in enumerate(balances)}
    rest = dict(balances)
    made: list[Payment[Key]] = []
    while True:
        # Guests come before larger amounts, equals in the order of the table.
        owing = min((key for key in rest if rest[key] < 0), default=None, key=lambda key: (
            order[key][0], rest[key], order[key][1]))  # fmt: skip
        owed = min((key for key in rest if rest[key] > 0), default=None, key=lambda key: (
            order[key][0], -rest[key], order[key][1]))  # fmt: skip
        if owing is None or owed is None:
            return made
        amount = min(-rest[owing], rest[owed])
        rest[owing] += amount
        rest[owed] -= amount
        made.append(Payment(owing, owed, amount))


def _most_groups(balances: tuple[tuple[Key, int], ...]) -> list[tuple[tuple[Key, int], ...]]:
    """As many groups as there can be, each summing to nothing: one payment is saved by each."""
    size = 1 << len(balances)
    sums = [0] * size
    best = [0] * size
    last = [0] * size
    for chosen in range(1, size):
        low = chosen & -chosen
        sums[chosen] = sums[chosen ^ low] + balances[low.bit_length() - 1][1]
        for number in range(len(balances)):
            bit = 1 << number
            if chosen & bit and best[chosen ^ bit] >= best[chosen]:
                best[chosen], last[chosen] = best[chosen ^ bit], bit
        best[chosen] += sums[chosen] == 0
    return _groups(balances, sums, last)


def _groups(
    balances: tuple[tuple[Key, int], ...], sums: list[int], last: list[int]
) -> list[tuple[tuple[Key, int], ...]]:
    """Walk the best order back; wherever it sums to nothing, a group ends."""
    chosen = len(last) - 1
    groups: list[tuple[tuple[Key, int], ...]] = []
    group: list[tuple[Key, int]] = []
    while chosen:
        bit = last[chosen]
        group.append(balances[bit.bit_length() - 1])
        chosen ^= bit
        if sums[chosen] == 0:
            groups.append(tuple(reversed(group)))
            group = []
    return groups
