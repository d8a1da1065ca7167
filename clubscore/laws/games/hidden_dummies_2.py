"""Hidden dummies, second method: as the first, with a blind first trick for declarer."""

from clubscore.laws.game import Dealing, Example
from clubscore.laws.games.blind_trick_double_dummy import BLIND_TRICK_DOUBLE_DUMMY
from clubscore.laws.games.two_handed import page
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop

EXAMPLES = (
    Example(
        gettext_noop("four hearts, two down: nothing but the blind trick and seven more"),
        page("159-165"),
        {
            "game": "hidden-dummies-2",
            "deals": [{"bid": "4H", "declarer": "A", "tricks": 8, "honours": {"A": "4"}}],
        },
        ({"A": (0, 32), "B": (0, 100)},),
        {"A": -68, "B": 68},
    ),
)

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

ABOUT = replace(
    BLIND_TRICK_DOUBLE_DUMMY.about,
    source=page("165"),
    blurb=gettext_noop("Your own dummy seen, the other's not, and four unseen cards for declarer."),
    special=(
        gettext_noop("As in the first method, all players see only their own dummy."),
        gettext_noop(
            "The first four cards are declarer's first trick, unseen until the end; twelve "
            "tricks are played."
        ),
    ),
    examples=EXAMPLES,
)

HIDDEN_DUMMIES_2 = replace(
    BLIND_TRICK_DOUBLE_DUMMY,
    key="hidden-dummies-2",
    name=gettext_noop("Hidden Dummies, Second Method"),
    short_name=gettext_noop("Hidden dummies 2"),
    about=ABOUT,
    dealing=DEALING,
)
