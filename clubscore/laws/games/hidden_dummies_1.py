"""Hidden dummies, first method: players see their own dummy and not the other's."""

from clubscore.laws.game import Dealing, Example
from clubscore.laws.games.double_dummy import DOUBLE_DUMMY
from clubscore.laws.games.two_handed import page
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop

EXAMPLES = (
    Example(
        gettext_noop("two no-trumps, one overtrick, with three aces"),
        page("159-165"),
        {
            "game": "hidden-dummies-1",
            "deals": [{"bid": "2NT", "declarer": "A", "tricks": 9, "honours": {"A": "3"}}],
        },
        ({"A": (30, 30), "B": (0, 0)},),
        {"A": 60, "B": -60},
    ),
)

DEALING = Dealing(
    steps=(
        gettext_noop("Deal four hands as usual."),
        gettext_noop("Prop up each dummy so that only its owner can see it."),
    ),
)

ABOUT = replace(
    DOUBLE_DUMMY.about,
    years="1923",
    source=page("163-164"),
    blurb=gettext_noop("All players see their own dummy in bidding and play, never the other's."),
    special=(
        gettext_noop(
            "All players see their own dummy through bidding and play, and the other's cards"
            " only as they fall."
        ),
        gettext_noop("You know which cards are against you, not how they are divided."),
        gettext_noop("Bidding and scoring are those of auction."),
    ),
    examples=EXAMPLES,
)

HIDDEN_DUMMIES_1 = replace(
    DOUBLE_DUMMY,
    key="hidden-dummies-1",
    name=gettext_noop("Hidden Dummies, First Method"),
    short_name=gettext_noop("Hidden dummies 1"),
    about=ABOUT,
    dealing=DEALING,
)
