"""What there is to decide on a board: the contract that looks as good as par, and is clearly worse.

Told by the game's own tariff from the double-dummy table, never by a fixed list of points.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import NamedTuple

from clubscore.deals.double_dummy import Tricks
from clubscore.deals.hands import SUIT_KEYS, Deal
from clubscore.deals.par import HANDS, SIGN, BestPlay, Contract, contract_for, other
from clubscore.laws.cards import COMPASS, NULLOS, Bid
from clubscore.ranking.board import Board, Reason
from clubscore.ranking.event import read_options
from clubscore.ranking.par import par_of_deal, worth_of
from clubscore.ranking.valuation import Valuation

# A suit is a sensible one for a side that holds so many cards of it.
SENSIBLE = 7
SLAM = 6
HAND = 13


class Judged(NamedTuple):
    """A board with its par, and why it is worth playing."""

    board: Board
    best: BestPlay
    contract: Contract
    reason: Reason

    @property
    def is_made(self) -> bool:
        """Whether the side of par gains by its contract, and does not go down."""
        return SIGN[self.contract.side] * self.contract.points > 0


def judged(
    valuation: Valuation, board: Board, deal: Deal, tricks: Tricks, best: BestPlay, least: int
) -> Judged | None:
    """Why this board is worth playing; None where it is flat: nothing costs ``least`` points.

    Of several reasons the rarest stands: nullos, a sacrifice, a slam, both sides' bidding, the
    right denomination.
    """
    if not best.contracts:
        return None
    contract = best.contracts[0]
    for reason in _reasons(_Seen(valuation, board, deal, tricks), contract):
        if reason.points >= least:
            return Judged(board, best, contract, reason)
    return None


class _Seen:
    """What each side could have made of a deal."""

    def __init__(self, valuation: Valuation, board: Board, deal: Deal, tricks: Tricks) -> None:
        self.valuation, self.board, self.deal, self.tricks = valuation, board, deal, tricks

    def best_of(self, side: str, *, without: str = "") -> Contract | None:
        """The best contract that a side makes in a denomination that is sensible for it."""
        found = [each for each in self._made(side) if each.denomination != without]
        # Of bids that come to the same the highest: what the side can make, not what it could say.
        return max(found, key=lambda each: (SIGN[side] * each.points, each.bid[0]), default=None)

    def without_nullos(self) -> Contract | None:
        """The par contract of this deal if nobody could lose tricks; None where all would pass."""
        hopeless = MappingProxyType({**self.tricks, NULLOS.key: dict.fromkeys(COMPASS, HAND)})
        options = read_options({})
        best = par_of_deal(self.valuation, options, self.board, self.deal, hopeless)
        return next(iter(best.contracts), None)

    def _made(self, side: str) -> Iterator[Contract]:
        game = self.valuation.game
        for bid in game.bidding.bids.values():
            if self._makes(side, bid) and self.is_sensible(side, bid.denomination.key):
                worth = worth_of(self.valuation, self.board, self.deal, bid, self.tricks)
                yield contract_for(bid.text, side, worth)

    def _makes(self, side: str, bid: Bid) -> bool:
        game, won = self.valuation.game, self.tricks[bid.denomination.key]
        return any(game.over(bid, won[hand]) >= 0 for hand in HANDS[side])

    def is_sensible(self, side: str, denomination: str) -> bool:
        """Whether a side would think of this denomination with its cards in view."""
        if denomination not in SUIT_KEYS:
            return True
        suit = SUIT_KEYS.index(denomination)
        return sum(len(self.deal.hand(hand)[suit]) for hand in HANDS[side]) >= SENSIBLE


def _reasons(seen: _Seen, contract: Contract) -> Iterator[Reason]:
    """All that there is to decide, the rarest first; what it costs to choose otherwise."""
    side, sign = contract.side, SIGN[contract.side]
    mine, theirs = seen.best_of(side, without=contract.denomination), seen.best_of(other(side))
    worse = _costs(contract, mine, sign)
    if contract.denomination == NULLOS.key:
        without = _costs(contract, seen.without_nullos(), sign)
        if without:
            yield without._replace(kind="nullos")
    let_play = _costs(contract, theirs, sign)
    if let_play and sign * contract.points < 0:
        yield let_play._replace(kind="sacrifice")
    if worse and contract.bid.startswith(("6", "7")) and sign * contract.points > 0:
        yield worse._replace(kind="slam")
    if let_play and theirs is not None and SIGN[other(side)] * theirs.points > 0:
        yield let_play._replace(kind="competition")
    if worse:
        yield worse


def _costs(contract: Contract, instead: Contract | None, sign: int) -> Reason | None:
    """How much worse another contract is for the side of par; None where it is as good."""
    if instead is None:
        return None
    points = sign * (contract.points - instead.points)
    return Reason("denomination", instead.text(), points) if points > 0 else None
