"""Hidden dummies, second method: as the first, with a blind first trick for declarer."""

from clubscore.laws.game import Dealing
from clubscore.laws.games.blind_trick_double_dummy import BLIND_TRICK_DOUBLE_DUMMY
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop

DEALING = Dealing(
    steps=(
        gettext_noop("Deal the first four cards face down in the middle of the table."),
        gettext_noop("Deal the rest as four hands of twelve."),
        gettext_noop("Prop up each dummy so that only its owner can see it."),
        gettext_noop(
            "After the bidding the four cards are declarer's first trick; no one looks at"
            " them before the hand is over."
        ),
    ),
)


HIDDEN_DUMMIES_2 = replace(
    BLIND_TRICK_DOUBLE_DUMMY,
    key="hidden-dummies-2",
    name=gettext_noop("Hidden Dummies, Second Method"),
    short_name=gettext_noop("Hidden dummies 2"),
    dealing=DEALING,
)
