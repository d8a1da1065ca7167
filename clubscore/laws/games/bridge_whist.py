"""Bridge whist: auction without a dummy."""

from clubscore.laws.game import Example, GameNotes, Play
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop

ABOUT = GameNotes(
    years="1923",
    source="Auction Bridge Variations 1923, ch. IX, pp. 121-123",
    blurb=gettext_noop("Auction without a dummy: all four hands stay closed."),
    special=(
        gettext_noop("Auction without a dummy: all four play their own cards."),
        gettext_noop("Declarer's partner plays too, so partner can also revoke."),
    ),
    notes=(
        gettext_noop(
            "Bidding and scoring are said to be those of auction and nothing more; every"
            " auction law that needs no dummy applies."
        ),
    ),
    examples=(
        Example(
            gettext_noop("three no-trumps, three down: bidding and scoring as in auction (p. 121)"),
            "Auction Bridge Variations 1923, pp. 68 and 121",
            {"game": "bridge-whist", "deals": [{"bid": "3NT", "declarer": "N", "tricks": 6}]},
            ({"NS": (0, 0), "EW": (0, 150)},),
        ),
        Example(
            gettext_noop("declarer's partner revokes: 150 to the other side, nothing to their own"),
            "Auction Bridge Variations 1923, p. 121",
            {
                "game": "bridge-whist",
                "deals": [
                    {
                        "bid": "2S",
                        "declarer": "N",
                        "tricks": 9,
                        "revokes": [{"by": "S", "penalty": "points"}],
                    }
                ],
            },
            ({"NS": (0, 0), "EW": (0, 150)},),
        ),
    ),
)

BRIDGE_WHIST = replace(
    AUCTION,
    key="bridge-whist",
    name=gettext_noop("Bridge Whist"),
    short_name=gettext_noop("Bridge whist"),
    about=ABOUT,
    # No one lays cards down, so declarer's partner can revoke too.
    play=Play(partner_is_dummy=False),
)
