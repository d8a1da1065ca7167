"""Braille bridge: auction with every card named aloud, for players who read by touch."""

from clubscore.laws.game import Example, GameNotes
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop

ABOUT = GameNotes(
    years="1923",
    source="Auction Bridge Variations 1923, ch. X, pp. 124-126",
    blurb=gettext_noop("Auction with Braille cards; each card is named aloud as it is played."),
    special=(
        gettext_noop(
            "Auction with cards marked in Braille and read by touch: for blind players, among"
            " themselves or with others."
        ),
        gettext_noop(
            "Dummy's cards are announced suit by suit, and all players name each card as they"
            " play it."
        ),
        gettext_noop("Bidding and scoring are those of auction."),
    ),
    notes=(
        gettext_noop(
            "The chapter says how it is played but not how it is scored: here as auction,"
            " since it is the same game."
        ),
    ),
    examples=(
        Example(
            gettext_noop("four spades made, four honours between partners: as in auction"),
            "Auction Bridge Variations 1923, pp. 83 and 124",
            {
                "game": "braille",
                "deals": [{"bid": "4S", "declarer": "N", "tricks": 10, "honours": {"NS": "4"}}],
            },
            ({"NS": (36, 36), "EW": (0, 0)},),
        ),
    ),
)

BRAILLE = replace(
    AUCTION,
    key="braille",
    name=gettext_noop("Braille Bridge"),
    short_name=gettext_noop("Braille"),
    about=ABOUT,
)
