"""Where seven people sit at two tables, deal by deal, from the rule as the book prints it.

An independent model, like `counting`: dummy of the table that has just bid crosses to the other and
takes the seat that is empty there, or his own if he began that rubber; whoever began a rubber wins
or loses it. Seats are worked out anew from every deal that counts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.soak.deals import Deal
from tests.soak.what_stands import Accounts, Pair, Part, by_pairs_of

PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}
OTHER = {1: 2, 2: 1}
GAME = "auction"
Seats = dict[str, str]


@dataclass
class Happened:
    """A deal that counts, at which table, or a rubber there that was agreed."""

    table: int
    deal: Deal | None = None


@dataclass
class SevenModel(Accounts):
    """The seven in the order of the book, and all that happened at their two tables.

    `parts` are the rubbers of a table with who began each: they owe for it.
    """

    people: list[str]
    log: list[Happened] = field(default_factory=list)
    parts: dict[int, list[Part]] = field(default_factory=dict)
    seats: dict[int, Seats] = field(default_factory=dict)
    turn: int = 1

    def __post_init__(self) -> None:
        """Sit them down."""
        self._fold()

    def happened(self, what: Happened) -> None:
        """Add a deal, or that a rubber was agreed."""
        self.log.append(what)
        self._fold()

    def take_back(self) -> Deal:
        """Count the last deal no more, and return it."""
        deal = self.log.pop().deal
        if deal is None:
            raise RuntimeError("a rubber that was agreed is not taken back")
        self._fold()
        return deal

    def _fold(self) -> None:
        a, b, c, d, e, f, g = self.people
        self.seats = {1: {"N": a, "S": b, "E": c, "W": d}, 2: {"N": e, "S": f, "E": g}}
        self.parts, self.turn = {1: [], 2: []}, 1
        # Who began the rubber that is played at a table; nobody before its first deal.
        began: dict[int, Seats] = {1: {}, 2: {}}
        for each in self.log:
            if each.deal is None:
                self.parts[each.table][-1].agree(1)
                began[each.table] = {}
            else:
                self._deal(each.table, each.deal, began)

    def _deal(self, table: int, deal: Deal, began: dict[int, Seats]) -> None:
        if not began[table]:
            began[table] = dict(self.seats[table])
            rubbers = self.parts[table]
            rubbers.append(Part(len(rubbers) + 1, GAME, began[table]))
        part = self.parts[table][-1]
        part.record(part.last + 1, deal)
        if deal.level:
            self._cross(table, PARTNER[deal.declarer], began)

    def _cross(self, table: int, seat: str, began: dict[int, Seats]) -> None:
        dummy, there = self.seats[table].pop(seat), OTHER[table]
        (empty,) = set(PARTNER) - set(self.seats[there])
        own = [at for at, who in began[there].items() if who == dummy]
        if own:
            if own[0] in self.seats[there]:
                self.seats[there][empty] = self.seats[there].pop(own[0])
            empty = own[0]
        self.seats[there][empty] = dummy
        self.turn = there

    def by_pairs(self) -> dict[Pair, int]:
        """Return what each two owe each other: of each table rounded once, then added."""
        found: Counter[Pair] = Counter()
        for parts in self.parts.values():
            found.update(by_pairs_of(parts))
        return dict(found)
