"""Braille bridge: auction with every card named aloud, for players who read by touch."""

from dataclasses import replace

from clubscore.laws.games.auction import AUCTION
from clubscore.laws.parts.how_told import About, Example
from clubscore.laws.words import gettext_noop

ABOUT = About(
    years="1923",
    source="Auction Bridge Variations 1923, ch. X, pp. 124-126",
    blurb=gettext_noop("Auction with cards in Braille; each card played is named aloud."),
    special=(
        gettext_noop(
            "Auction with cards pricked in Braille, read with the finger: for blind players, "
            "among themselves or with others."
        ),
        gettext_noop(
            "Dummy's cards are told suit by suit, and everybody names each card as he plays it."
        ),
        gettext_noop("Bidding and score are those of auction."),
    ),
    notes=(
        gettext_noop(
            "The chapter tells how it is played and not how it is scored: as auction, of which "
            "it is the same game."
        ),
    ),
    examples=(
        Example(
            gettext_noop("four spades made, four honours between partners: as at auction"),
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
