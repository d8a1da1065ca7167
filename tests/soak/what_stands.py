"""What must stand at a card table, by what its phones were answered: deals, rubbers, debts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field

from tests.soak.counting import Sheet, coins_of, rounded, settled, sheet_of
from tests.soak.deals import Deal

Pair = tuple[str, str]


@dataclass
class Part:
    """Deals with one line-up: who sat where, what counts by position, which rubbers are agreed.

    `asked` are those that were agreed at some time: what is put right later follows the facts in
    these, but one that a new deal wins again is agreed anew.
    """

    number: int
    game: str
    seats: dict[str, str]
    deals: dict[int, Deal] = field(default_factory=dict)
    agreed: set[int] = field(default_factory=set)
    asked: set[int] = field(default_factory=set)
    is_broken_off: bool = False
    last: int = 0  # the last position that a deal ever had

    def agree(self, rubber: int) -> None:
        """Count a rubber as agreed, by its number."""
        self.agreed.add(rubber)
        self.asked.add(rubber)

    def record(self, position: int, deal: Deal) -> None:
        """Count a new deal."""
        self.deals[position] = deal
        self.last = max(self.last, position)

    @property
    def is_under_way(self) -> bool:
        """Whether a deal of a rubber stands that is not over."""
        rubbers = self.sheet.rubbers
        return len(self.deals) > (rubbers[-1].deal if rubbers else 0)

    def put_right(self, position: int, deal: Deal | None) -> None:
        """Let another deal count at a place, or none; what is agreed follows."""
        if deal is None:
            del self.deals[position]
        else:
            self.record(position, deal)
        over = len(self.sheet.rubbers)
        self.agreed = {number for number in self.asked if number <= over}

    @property
    def in_order(self) -> list[Deal]:
        """The deals that count, in the order of play."""
        return [self.deals[position] for position in sorted(self.deals)]

    @property
    def sheet(self) -> Sheet:
        """What the deals come to."""
        return sheet_of(self.game, self.in_order)

    def sheet_with(self, position: int, deal: Deal) -> Sheet:
        """Return what they would come to with one of them otherwise."""
        deals = self.deals | {position: deal}
        return sheet_of(self.game, [deals[each] for each in sorted(deals)])

    def owed(self) -> Counter[Pair]:
        """Return the points that each lost to whom, by names, in the rubbers that are agreed."""
        found: Counter[Pair] = Counter()
        sheet = self.sheet
        # One that was broken off is settled as it stands.
        totals = [*(rubber.totals for rubber in sheet.rubbers), sheet.totals]
        for number in self.agreed:
            for (payer, payee), points in settled(self.game, totals[number - 1]).items():
                found[self.seats[payer], self.seats[payee]] += points
        return found


@dataclass
class Handed:
    """A payment: who to whom, how many farthings; `undone` where it was taken back."""

    payer: str
    payee: str
    coins: int
    undone: bool = False


@dataclass
class Accounts(ABC):
    """What people owe each other for rubbers, and what was handed over."""

    people: list[str]
    handed: list[Handed] = field(default_factory=list, kw_only=True)

    @abstractmethod
    def by_pairs(self) -> dict[Pair, int]:
        """Return what each two owe each other for rubbers: (payer, payee) by name."""

    def balances(self) -> dict[str, int]:
        """Return each person's balance in farthings: plus is owed to them."""
        found = dict.fromkeys(self.people, 0)
        for (payer, payee), coins in self.by_pairs().items():
            found[payer] -= coins
            found[payee] += coins
        for each in self.handed:
            if not each.undone:
                found[each.payer] += each.coins
                found[each.payee] -= each.coins
        return found


@dataclass
class Evening(Accounts):
    """All parts of a table's evening, and what was handed over."""

    parts: list[Part]

    def by_pairs(self) -> dict[Pair, int]:
        """Return what each two owe each other for rubbers, rounded once: (payer, payee) by name."""
        return by_pairs_of(self.parts)


def by_pairs_of(parts: list[Part]) -> dict[Pair, int]:
    """Return what each two owe each other for the rubbers of a table, rounded once."""
    points: Counter[Pair] = Counter()
    for part in parts:
        for (payer, payee), lost in part.owed().items():
            if payer < payee:
                points[payer, payee] += lost
            else:
                points[payee, payer] -= lost
    return {pair: rounded(coins_of(lost)) for pair, lost in points.items()}
