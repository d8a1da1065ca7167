"""The auction of pirate bridge: a bid counts once another player has accepted it.

R. F. Foster's rules of 1917, 1 to 6; Auction Bridge Variations 1923, pp. 81-82. After a bid the
others are asked from the bidder's left on. If nobody accepts it is as if the bidder had passed: the
player to the left speaks, and only a bid that was accepted has to be outbid. Whoever accepts is the
bidder's partner, and the player to the left of the acceptor speaks next. The other two may
double, bidder or acceptor redouble, and nobody has to accept that. It is over when all the
others have had their turn since a bid was last accepted, doubled or redoubled, so the acceptor
speaks again only where the bid was doubled.
"""

from __future__ import annotations

from clubscore.laws.calling.auction import Auction, left_of
from clubscore.laws.cards import Bid
from clubscore.laws.facts import Call


class AcceptedAuction(Auction):
    """Bids that have to be accepted; ``partner`` is who accepted the highest."""

    def _side(self) -> tuple[str, ...]:
        return (self.bidder, self.partner or "")

    def _side_of(self, seat: str) -> tuple[str, ...]:
        return (seat,)

    def _stands(self, call: Call, bid: Bid) -> None:
        if call.accepted_by is None:
            self._silent += 1
            return
        super()._stands(call, bid)
        self.partner = call.accepted_by

    def _next(self, call: Call) -> str:
        """After an acceptance the player to the left of the acceptor speaks."""
        return left_of(self.game, call.accepted_by or call.by)
