"""Joker bridge: auction with a Joker for the two of clubs; it wins every trick and 25 points."""

from clubscore.laws.game import Example, GameNotes
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.games.layers import with_joker
from clubscore.laws.games.layers.with_joker import GIVES, SPECIAL
from clubscore.laws.record import replace
from clubscore.laws.shared_codes import auction_codes
from clubscore.laws.words import gettext_noop

_PAGE = "Auction Bridge Variations 1923, p. 115"
_AUCTION = with_joker.over(AUCTION)

ABOUT = GameNotes(
    years="1923",
    source="Auction Bridge Variations 1923, ch. VIII, pp. 114-120",
    inventor=gettext_noop("Captain Hugh Tuite (“Tierce Major” of The Scottish Field)"),
    blurb=gettext_noop("Auction with a joker for the two of clubs; it counts 25 for its side."),
    special=SPECIAL,
    notes=(
        gettext_noop(
            "The book does not say whether a hand with the joker and no trump has chicane."
            " Here it has."
        ),
    ),
    examples=(
        Example(
            gettext_noop("one no-trump made with three aces, the joker with the adversaries"),
            _PAGE,
            {
                "game": "joker",
                "deals": [
                    {
                        "bid": "1NT",
                        "declarer": "N",
                        "tricks": 7,
                        "honours": {"N": 2, "S": 1},
                        "joker": "E",
                    }
                ],
            },
            ({"NS": (10, 30), "EW": (0, 25)},),
        ),
    ),
)

JOKER = replace(
    _AUCTION,
    key="joker",
    name=GIVES.name,
    short_name=gettext_noop("Joker"),
    about=ABOUT,
    codes=auction_codes(_AUCTION.codes.house_rules),
)
