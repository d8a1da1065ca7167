"""Hidden dummies, second method: as the first, with a blind first trick for declarer."""

from clubscore.laws.game import AS_USUAL
from clubscore.laws.games.blind_trick_double_dummy import BLIND_TRICK_DOUBLE_DUMMY
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop

HIDDEN_DUMMIES_2 = replace(
    BLIND_TRICK_DOUBLE_DUMMY,
    key="hidden-dummies-2",
    name=gettext_noop("Hidden Dummies, Second Method"),
    short_name=gettext_noop("Hidden dummies 2"),
    dealing=AS_USUAL,
)
