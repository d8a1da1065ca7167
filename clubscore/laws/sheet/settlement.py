"""Points into who pays whom."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from clubscore.laws.counting.lines import LedgerEntry
from clubscore.laws.counting.pairs import PairPoints
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.record import ComparedRecord
from clubscore.laws.sheet.payments import Payment, fewest_payments
from clubscore.laws.sheet.score_sheet import Sheet
from clubscore.laws.sheet.stakes import Stakes, read_stake_words, read_stakes

if TYPE_CHECKING:
    from fractions import Fraction

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
    """What one seat pays another: whole points, their exact worth in half points, and its stake.

    There is no stake where they play for love.
    """

    payer: str
    payee: str
    points: int
    halves: int
    stakes: Stakes | None

    @property
    def coins(self) -> "Fraction":
        """The exact number of smallest coins."""
        from fractions import Fraction

        rate = Fraction(0) if self.stakes is None else self.stakes.rate
        return rate * Fraction(self.halves, 2)


class Settlement(ComparedRecord):
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
    owed += [
        PairPoints(entry.winner, entry.loser, entry.points, 2 * entry.points) for entry in ledger
    ]
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
    owed += [PairPoints(*pair, 2 * pair[2]) for pair in sheet.ledger_pairs]
    return settle_people(game.seats, owed, stakes)


def _as_it_is(difference: int) -> int:
    return difference


def settle_people(
    people: Sequence[str], owed: Iterable[PairPoints], stakes: Stakes | None
) -> Settlement:
    """Add what each two of some people or seats owe each other, then turn it into money once."""
    points = dict.fromkeys(people, 0)
    between: dict[tuple[str, str], list[int]] = {}
    for winner, loser, amount, halves in owed:
        points[winner] += amount
        points[loser] -= amount
        in_order = people.index(winner) < people.index(loser)
        known, sign = ((winner, loser), 1) if in_order else ((loser, winner), -1)
        sums = between.setdefault(known, [0, 0])
        sums[0] += sign * amount
        sums[1] += sign * halves
    pairs = tuple(
        _paid(first, second, whole, halves, stakes)
        for (first, second), (whole, halves) in between.items()
    )
    if stakes is None:
        return Settlement(points, None, (), pairs)
    money = dict.fromkeys(people, 0)
    direct = []
    for payer, payee, _, halves, _ in pairs:
        amount = stakes.coins(halves)
        money[payer] -= amount
        money[payee] += amount
        if amount:
            direct.append(Payment(payer, payee, amount))
    # Where no one settles with two others, the pairs themselves are the payments.
    if len(pairs) * 2 == len(people):
        return Settlement(points, money, tuple(direct), pairs)
    return Settlement(points, money, tuple(fewest_payments(money)), pairs)


def _paid(first: str, second: str, points: int, halves: int, stakes: Stakes | None) -> PairAmount:
    """From what ``first`` wins: who pays; the first of the two where nothing is owed."""
    if halves > 0:
        return PairAmount(second, first, points, halves, stakes)
    return PairAmount(first, second, -points, -halves, stakes)
