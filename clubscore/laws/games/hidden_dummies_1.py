"""Hidden dummies, first method: players see their own dummy and not the other's."""

from clubscore.laws.game import AS_USUAL
from clubscore.laws.games.double_dummy import DOUBLE_DUMMY
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop

HIDDEN_DUMMIES_1 = replace(
    DOUBLE_DUMMY,
    key="hidden-dummies-1",
    name=gettext_noop("Hidden Dummies, First Method"),
    short_name=gettext_noop("Hidden dummies 1"),
    dealing=AS_USUAL,
)
