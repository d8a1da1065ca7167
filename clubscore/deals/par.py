"""Par: what a board comes to when all four bid as if they saw every card, at any tariff.

The auction is a game of two sides with open cards. The side with the last bid gets what its
contract is worth; the other side lets it stand or bids higher. All points are North-South's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from clubscore.laws.cards import PARTNERSHIPS

NS, EW = SIDES = tuple(column.key for column in PARTNERSHIPS)
HANDS = {column.key: column.hands for column in PARTNERSHIPS}
SIGN = {NS: 1, EW: -1}


class ParContract(NamedTuple):
    """A last bid: whose, by which of the side's hands it is best played, what N-S score for it.

    ``doubled`` where the other side gains by doubling it.
    """

    bid: str
    side: str
    hands: tuple[str, ...]
    doubled: bool
    points: int

    @property
    def denomination(self) -> str:
        """What it is played in."""
        return self.bid.lstrip("1234567")

    def text(self) -> str:
        """``4SX NS``, or ``4SX N`` where only one hand of the side gets so much."""
        return f"{self.bid}{'X' if self.doubled else ''} {''.join(self.hands)}"


class BestPlay(NamedTuple):
    """The points of N-S at par, and the contracts that bring it, lowest first.

    A par contract is the lowest of its denomination that wins the auction: the other side loses by
    bidding on. Where all pass at par there is none.
    """

    score: int
    contracts: tuple[ParContract, ...]


Step = Mapping[str, ParContract]


def other(side: str) -> str:
    """The side against this one."""
    return EW if side == NS else NS


def best_of(side: str, points: Iterator[int] | Sequence[int]) -> int:
    """The points that this side would choose."""
    return max(points) if side == NS else min(points)


def contract_for(
    bid: str, side: str, points: Callable[[str, int], int], hands: Sequence[str] = ()
) -> ParContract:
    """The contract of a bid: the other side doubles if it gains, the better hand declares.

    ``points(hand, doubling)`` are N-S's; ``hands`` are those that may declare, usually both.
    """
    worth = {}
    for hand in hands or HANDS[side]:
        undoubled, doubled = points(hand, 0), points(hand, 1)
        gains = SIGN[side] * doubled < SIGN[side] * undoubled
        worth[hand] = (doubled if gains else undoubled, gains)
    best = best_of(side, [value for value, _ in worth.values()])
    best_hands = tuple(hand for hand, (value, _) in worth.items() if value == best)
    return ParContract(bid, side, best_hands, worth[best_hands[0]][1], best)


class _BestAuction:
    """What each bid comes to for each side that holds it, from the highest bid down."""

    def __init__(self, ladder: Sequence[Step]) -> None:
        self.ladder = ladder
        self.value: list[dict[str, int]] = [{} for _ in ladder]
        # Whether bidding on brings the other side less than leaving the contract alone.
        self.wins: list[dict[str, bool]] = [{} for _ in ladder]
        above: dict[str, list[int]] = {NS: [], EW: []}
        for at in range(len(ladder) - 1, -1, -1):
            for holder, contract in ladder[at].items():
                bidder = other(holder)
                best = best_of(bidder, [contract.points, *above[bidder]])
                self.value[at][holder] = best
                self.wins[at][holder] = best == contract.points and best not in above[bidder]
            for side, value in self.value[at].items():
                above[side] = [best_of(side, [value, *above[side]])]

    def opened(self, side: str) -> list[int]:
        """What each bid that this side could begin with comes to."""
        return [values[side] for values in self.value if side in values]

    def endings(self, side: str, score: int) -> Iterator[tuple[int, ParContract]]:
        """The contracts that win the auction at this score where this side bids next."""
        seen = set()
        waiting = [(0, side)]
        while waiting:
            low, bidder = waiting.pop()
            for at in range(low, len(self.ladder)):
                if (at, bidder) in seen or self.value[at].get(bidder) != score:
                    continue
                seen.add((at, bidder))
                if self.wins[at][bidder]:
                    yield at, self.ladder[at][bidder]
                waiting.append((at + 1, other(bidder)))


def par_of_auction(ladder: Sequence[Step], dealing: str) -> BestPlay:
    """Par where bids outrank each other: ``ladder`` has each bid's contract by side, lowest first.

    ``dealing`` is the dealer's side: it may begin or pass, and then the other side may begin.
    """
    auction = _BestAuction(ladder)
    second = best_of(other(dealing), [0, *auction.opened(other(dealing))])
    score = best_of(dealing, [second, *auction.opened(dealing)])
    found = set(auction.endings(dealing, score))
    if second == score:
        found |= set(auction.endings(other(dealing), score))
    lowest: dict[tuple[str, str], ParContract] = {}
    for _, contract in sorted(found):
        lowest.setdefault((contract.denomination, contract.side), contract)
    return BestPlay(score, tuple(lowest.values()))


def par_of_choice(choices: Sequence[ParContract]) -> BestPlay:
    """Par where one side names what is played and no one outbids it."""
    score = best_of(choices[0].side, [each.points for each in choices])
    return BestPlay(score, tuple(each for each in choices if each.points == score))
