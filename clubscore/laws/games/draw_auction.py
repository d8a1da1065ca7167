"""Draw auction: thirteen tricks to draw good cards, then the game proper."""

from clubscore.laws.game import Bidding, Dealing, Example, GameNotes
from clubscore.laws.games.blind_auction import BLIND_AUCTION
from clubscore.laws.games.two_handed import page
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop

EXAMPLES = (
    Example(
        gettext_noop("four no-trumps doubled, one down"),
        page("177-179"),
        {
            "game": "draw-auction",
            "deals": [{"bid": "4NT", "declarer": "A", "doubling": 1, "tricks": 9}],
        },
        ({"A": (0, 0), "B": (0, 100)},),
        {"A": -100, "B": 100},
    ),
)


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

ABOUT = GameNotes(
    years="1923",
    source=page("177-179"),
    inventor=gettext_noop("Sidney S. Lenz, Knickerbocker Whist Club"),
    blurb=gettext_noop("Thirteen unscored tricks build the hands; then you bid and play them."),
    special=(
        gettext_noop(
            "Thirteen tricks are played first that do not count: the winner of each takes the"
            " open card, the loser the next one unseen."
        ),
        gettext_noop(
            "The winner of the last of them bids first; auction and play follow with the"
            " hands so made."
        ),
        gettext_noop("No honours are counted."),
    ),
    examples=EXAMPLES,
)

DRAW_AUCTION = replace(
    BLIND_AUCTION,
    key="draw-auction",
    name=gettext_noop("Draw Auction"),
    short_name=gettext_noop("Draw auction"),
    about=ABOUT,
    bidding=DrawnFor(),
    dealing=DEALING,
)
