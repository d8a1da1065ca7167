"""Hidden dummies, third method: the bidding is on one's own thirteen cards alone."""

from dataclasses import replace

from clubscore.laws.games.hidden_dummies_1 import HIDDEN_DUMMIES_1
from clubscore.laws.games.two_handed import page
from clubscore.laws.parts.how_dealt import Dealing
from clubscore.laws.parts.how_told import Example
from clubscore.laws.words import gettext_noop

EXAMPLES = (
    Example(
        gettext_noop("one spade doubled and made with one over, five honours in hand and dummy"),
        page("159-166"),
        {
            "game": "hidden-dummies-3",
            "deals": [
                {"bid": "1S", "declarer": "B", "doubling": 1, "tricks": 8, "honours": {"B": "4+1"}}
            ],
        },
        ({"A": (0, 0), "B": (36, 181)},),
        {"A": -217, "B": 217},
    ),
)

DEALING = Dealing(
    steps=(
        gettext_noop("Deal four hands as usual; nobody looks at the dummies."),
        gettext_noop("Bid on your own thirteen cards."),
        gettext_noop("After the bidding each player looks at his own dummy, never the other's."),
    ),
)

ABOUT = replace(
    HIDDEN_DUMMIES_1.about,
    source=page("165-166"),
    blurb=gettext_noop("Bid on your own hand; each dummy is looked at when declarer is known."),
    special=(
        gettext_noop(
            "Each bids on his own hand alone; nobody looks at a dummy before it is settled who "
            "declares."
        ),
        gettext_noop(
            "Then it is played as by the first method. Bidding and score are those of auction."
        ),
    ),
    examples=EXAMPLES,
)

HIDDEN_DUMMIES_3 = replace(
    HIDDEN_DUMMIES_1,
    key="hidden-dummies-3",
    name=gettext_noop("Hidden Dummies, Third Method"),
    short_name=gettext_noop("Hidden dummies 3"),
    about=ABOUT,
    dealing=DEALING,
)
