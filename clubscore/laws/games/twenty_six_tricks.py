"""Twenty-six tricks: tricks of two cards, a book of thirteen, bids up to thirteen."""

from clubscore.laws.cards import ROYAL_RANK
from clubscore.laws.citing import Giver, variations
from clubscore.laws.game import Bidding, Play
from clubscore.laws.games.canfield_dummy import CANFIELD_DUMMY, HONOURS_WON
from clubscore.laws.games.two_handed import two_handed_tariff
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


TWENTY_SIX_TRICKS = replace(
    CANFIELD_DUMMY,
    key="twenty-six-tricks",
    name=GIVES.name,
    short_name=gettext_noop("Twenty-six tricks"),
    bidding=Bidding(levels=tuple(range(1, TRICKS - BOOK + 1))),
    counting=replace(CANFIELD_DUMMY.counting, tariff=tariff),
    codes=auction_codes(RULES),
    play=Play(may_win=range(TRICKS + 1)),
)
