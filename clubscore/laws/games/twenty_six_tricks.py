"""Twenty-six tricks: tricks of two cards, a book of thirteen, bids up to thirteen."""

from clubscore.laws.cards import ROYAL_RANK
from clubscore.laws.citing import Giver, variations
from clubscore.laws.game import Bidding, Dealing, Example, Play
from clubscore.laws.games.canfield_dummy import CANFIELD_DUMMY, HONOURS_WON
from clubscore.laws.games.two_handed import page, two_handed_tariff
from clubscore.laws.house_rules import Rules
from clubscore.laws.record import replace
from clubscore.laws.shared_codes import (
    BIDDING,
    REVOKE_BARS,
    REVOKE_POINTS,
    ROYAL_VALUES,
    RUBBER_BONUS,
    UNFINISHED,
    auction_codes,
    royal_terms,
)
from clubscore.laws.tariff import GRAND_SLAM, Slams, Tariff, won_honours
from clubscore.laws.words import gettext_noop

TRICKS = 26
BOOK = 13
# P. 172, by tricks won; only the highest counts.
SLAMS: Slams = {
    26: ((1000, GRAND_SLAM),),
    25: ((500, gettext_noop("small slam")),),
    24: ((250, gettext_noop("near slam")),),
    23: ((100, gettext_noop("slamette")),),
}
RULES = (REVOKE_POINTS, REVOKE_BARS, BIDDING, UNFINISHED, RUBBER_BONUS, HONOURS_WON)
GIVES = Giver("twenty-six-tricks", gettext_noop("Twenty-six Tricks"))
OWN_LAWS = {
    "tricks": variations("170", GIVES),
    "undertricks": variations("170", GIVES),
    "slam": variations("172", GIVES),
    "honours": variations("171", GIVES),
    "aces": variations("171", GIVES),
}


def tariff(rules: Rules) -> Tariff:
    """Auction's values with a book of thirteen and four kinds of slam."""
    return two_handed_tariff(
        rules,
        OWN_LAWS,
        terms=royal_terms(ROYAL_VALUES, SLAMS, book=BOOK),
        honours=won_honours(ROYAL_VALUES, ROYAL_RANK, rules["honours_won"] == "flat"),
    )


EXAMPLES = (
    Example(
        gettext_noop("a bid of seven is made with twenty tricks"),
        page("170"),
        {"game": "twenty-six-tricks", "deals": [{"bid": "7C", "declarer": "A", "tricks": 20}]},
        ({"A": (42, 0), "B": (0, 0)},),
    ),
    Example(
        gettext_noop("seven bid and eighteen tricks won: two undertricks"),
        page("170"),
        {"game": "twenty-six-tricks", "deals": [{"bid": "7C", "declarer": "A", "tricks": 18}]},
        ({"A": (0, 0), "B": (0, 100)},),
    ),
    Example(
        gettext_noop("seven hearts bid, twenty-five tricks won: a small slam"),
        page("172"),
        {"game": "twenty-six-tricks", "deals": [{"bid": "7H", "declarer": "A", "tricks": 25}]},
        ({"A": (96, 500), "B": (0, 0)},),
    ),
)

DEALING = Dealing(
    steps=(
        gettext_noop("The players sit opposite each other with both dummies between them."),
        gettext_noop("Deal five cards face down to each dummy in turn."),
        gettext_noop("Deal five more to each face down, half over the first five."),
        gettext_noop("Deal five more to each face up over the ends of those, and five more again."),
        gettext_noop("Each dummy has twenty cards, ten hidden and ten open."),
        gettext_noop("Deal the last twelve cards in turn to the two players, six each."),
        gettext_noop(
            "A trick is two cards, each from hand or from the open cards of the player's own"
            " dummy, and suit must be followed. When both open cards of a group have been"
            " played, the next is turned up, and then the last."
        ),
    ),
)

ABOUT = replace(
    CANFIELD_DUMMY.about,
    source=page("169-172"),
    inventor="Milton C. Work",
    blurb=gettext_noop("Tricks of two cards from hand or dummy; bids go up to thirteen."),
    special=(
        gettext_noop(
            "The whole pack is played out between two players in tricks of two cards:"
            " twenty-six of them."
        ),
        gettext_noop("The book is thirteen tricks, and bids go from One to Thirteen."),
        gettext_noop(
            "Honours count as they are won. Slams have names of their own: grand, small, near "
            "and slamette."
        ),
    ),
    notes=(
        gettext_noop(
            "The first thirteen tricks are declarer's book; the opponent scores undertricks"
            " after thirteen less the number bid."
        ),
        gettext_noop(
            "The book gives no values for tricks, game and undertricks: here they are those"
            " of auction."
        ),
    ),
    examples=EXAMPLES,
)

TWENTY_SIX_TRICKS = replace(
    CANFIELD_DUMMY,
    key="twenty-six-tricks",
    name=GIVES.name,
    short_name=gettext_noop("Twenty-six tricks"),
    about=ABOUT,
    bidding=Bidding(levels=tuple(range(1, TRICKS - BOOK + 1))),
    counting=replace(CANFIELD_DUMMY.counting, tariff=tariff),
    codes=auction_codes(RULES),
    play=Play(may_win=range(TRICKS + 1)),
    dealing=DEALING,
)
