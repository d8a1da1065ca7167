"""Draw auction: thirteen tricks to draw good cards, then the game proper."""

from clubscore.laws.game import AS_USUAL, Bidding
from clubscore.laws.games.blind_auction import BLIND_AUCTION
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop


class DrawnFor(Bidding):
    """As at auction after the first bid."""

    # P. 178: it belongs to whoever won the thirteenth trick.
    dealer_begins = False


DRAW_AUCTION = replace(
    BLIND_AUCTION,
    key="draw-auction",
    name=gettext_noop("Draw Auction"),
    short_name=gettext_noop("Draw auction"),
    bidding=DrawnFor(),
    dealing=AS_USUAL,
)
