"""Hidden dummies, third method: the bidding is on one's own thirteen cards alone."""

from clubscore.laws.game import Dealing, Example
from clubscore.laws.games.hidden_dummies_1 import HIDDEN_DUMMIES_1
from clubscore.laws.games.two_handed import page
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop

EXAMPLES = (
    Example(
        gettext_noop(
            "one spade doubled and made with one overtrick, five honours in hand and dummy"
        ),
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
        gettext_noop("Deal four hands as usual; no one looks at the dummies."),
        gettext_noop("Bid on your own thirteen cards."),
        gettext_noop("After the bidding all players look at their own dummy, never the other's."),
    ),
)

ABOUT = replace(
    HIDDEN_DUMMIES_1.about,
    source=page("165-166"),
    blurb=gettext_noop("Bid on your own hand; look at your dummy when declarer is known."),
    special=(
        gettext_noop(
            "All bid on their own hand only; no one looks at a dummy before declarer is decided."
        ),
        gettext_noop(
            "Play then follows the first method. Bidding and scoring are those of auction."
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
