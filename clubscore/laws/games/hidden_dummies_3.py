"""Hidden dummies, third method: the bidding is on one's own thirteen cards alone."""

from clubscore.laws.games.hidden_dummies_1 import HIDDEN_DUMMIES_1
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop

HIDDEN_DUMMIES_3 = replace(
    HIDDEN_DUMMIES_1,
    key="hidden-dummies-3",
    name=gettext_noop("Hidden Dummies, Third Method"),
    short_name=gettext_noop("Hidden dummies 3"),
)
