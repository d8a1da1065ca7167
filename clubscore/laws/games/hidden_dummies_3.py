"""Hidden dummies, third method: the bidding is on one's own thirteen cards alone."""

from clubscore.laws.game import Dealing
from clubscore.laws.games.hidden_dummies_1 import HIDDEN_DUMMIES_1
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop

DEALING = Dealing(
    steps=(
        gettext_noop("Deal four hands as usual; no one looks at the dummies."),
        gettext_noop("Bid on your own thirteen cards."),
        gettext_noop("After the bidding all players look at their own dummy, never the other's."),
    ),
)


HIDDEN_DUMMIES_3 = replace(
    HIDDEN_DUMMIES_1,
    key="hidden-dummies-3",
    name=gettext_noop("Hidden Dummies, Third Method"),
    short_name=gettext_noop("Hidden dummies 3"),
    dealing=DEALING,
)
