"""Points into who pays whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from clubscore.laws.counting.lines import LedgerEntry
from clubscore.laws.counting.pairs import PairPoints
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.sheet.money import round_coins
from clubscore.laws.sheet.payments import Payment, fewest_payments
from clubscore.laws.sheet.score_sheet import Sheet
from clubscore.laws.sheet.stakes import Stakes, read_stake_words, read_stakes

__all__ = [
    "Payment",
    "Settlement",
    "Stakes",
    "fewest_payments",
    "pairs_of_totals",
    "read_stake_words",
    "read_stakes",
    "settle",
    "settle_people",
    "settle_rubber",
]


class PairAmount(NamedTuple):
    """What one seat pays another: whole points and the exact number of smallest coins."""

    payer: str
    payee: str
    points: int
    coins: Fraction


class Settlement(NamedTuple):
    """Points by seat, which sum to nothing; money by seat in coins, None for love.

    ``payments`` are those to be made; ``pairs`` the exact amounts between each two seats, nothing
    where no one owes.
    """

    points: dict[str, int]
    money: dict[str, int] | None
    payments: tuple[Payment[str], ...]
    pairs: tuple[PairAmount, ...]


def settle_rubber(
    game: Game,
    rules: Rules,
    totals: Mapping[str, int],
    stakes: Stakes | None,
    ledger: Iterable[LedgerEntry] = (),
) -> Settlement:
    """The settlement of one rubber from its totals by column, and what stands beside it."""
    owed = pairs_of_totals(game, rules, totals, stakes)
    owed += [PairPoints(entry.winner, entry.loser, entry.points, entry.points) for entry in ledger]
    return settle_people(game.seats, owed, stakes)


def pairs_of_totals(
    game: Game, rules: Rules, totals: Mapping[str, int], stakes: Stakes | None
) -> list[PairPoints]:
    """What each two seats win from each other by some totals, as the stakes round them."""
    rounding = stakes.rounded if stakes is not None else _as_it_is
    return game.settling.pairs(game, rules, totals, rounding)


def settle(game: Game, rules: Rules, sheet: Sheet, stakes: Stakes | None) -> Settlement:
    """The settlement of a sitting: every rubber by itself, one broken off as it stands."""
    standing = [rubber.totals for rubber in sheet.rubbers]
    if sheet.unfinished is not None:
        standing.append(sheet.unfinished.totals)
    owed = [pair for totals in standing for pair in pairs_of_totals(game, rules, totals, stakes)]
    owed += [PairPoints(*pair, pair[2]) for pair in sheet.ledger_pairs]
    return settle_people(game.seats, owed, stakes)


def _as_it_is(difference: int) -> int:
    return difference


def settle_people(
    people: Sequence[str], owed: Iterable[PairPoints], stakes: Stakes | None
) -> Settlement:
    """Add what each two of some people or seats owe each other, then turn it into money once."""
    points = dict.fromkeys(people, 0)
    exact: dict[tuple[str, str], list[int | Fraction]] = {}
    for winner, loser, amount, worth in owed:
        points[winner] += amount
        points[loser] -= amount
        in_order = people.index(winner) < people.index(loser)
        known, sign = ((winner, loser), 1) if in_order else ((loser, winner), -1)
        sums = exact.setdefault(known, [0, 0])
        sums[0] += sign * amount
        sums[1] += sign * worth
    rate = Fraction(0) if stakes is None else stakes.rate
    pairs = tuple(
        _paid(first, second, int(whole), worth, rate)
        for (first, second), (whole, worth) in exact.items()
    )
    if stakes is None:
        return Settlement(points, None, (), pairs)
    money = dict.fromkeys(people, 0)
    direct = []
    for payer, payee, _, coins in pairs:
        amount = round_coins(coins)
        money[payer] -= amount
        money[payee] += amount
        if amount:
            direct.append(Payment(payer, payee, amount))
    # Where no one settles with two others, the pairs themselves are the payments.
    if len(pairs) * 2 == len(people):
        return Settlement(points, money, tuple(direct), pairs)
    return Settlement(points, money, tuple(fewest_payments(money)), pairs)


def _paid(
    first: str, second: str, points: int, worth: int | Fraction, rate: Fraction
) -> PairAmount:
    """From what ``first`` wins: who pays; the first of the two where nothing is owed."""
    if worth > 0:
        return PairAmount(second, first, points, rate * worth)
    return PairAmount(first, second, -points, rate * -worth)
