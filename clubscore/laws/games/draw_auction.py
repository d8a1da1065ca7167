"""Draw auction: thirteen tricks to draw good cards, then the game proper."""

from clubscore.laws.game import Bidding, Dealing
from clubscore.laws.games.blind_auction import BLIND_AUCTION
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop


class DrawnFor(Bidding):
    """As at auction after the first bid."""

    # P. 178: it belongs to whoever won the thirteenth trick.
    dealer_begins = False


DEALING = Dealing(
    steps=(
        gettext_noop("Deal thirteen cards each and turn up the next one beside the rest."),
        gettext_noop("Play thirteen tricks at no-trumps; they do not count."),
        gettext_noop(
            "The winner of a trick takes the open card, the other player the next one unseen,"
            " and the card after it is turned up."
        ),
        gettext_noop("The winner of the thirteenth trick makes the first bid."),
    ),
)


DRAW_AUCTION = replace(
    BLIND_AUCTION,
    key="draw-auction",
    name=gettext_noop("Draw Auction"),
    short_name=gettext_noop("Draw auction"),
    bidding=DrawnFor(),
    dealing=DEALING,
)
