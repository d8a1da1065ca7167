"""Standard bridge: auction whose undertricks count below the line for the adversaries."""

from functools import partial

from clubscore.laws.cards import Bid
from clubscore.laws.citing import READING, Giver, variations, variations_rule
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.games.auction import tariff as auction_tariff
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.record import replace
from clubscore.laws.shared_codes import (
    AUCTION_SLAMS,
    CHICANE,
    NUMERICAL_BIDDING,
    REVOKE_BARS,
    REVOKE_POINTS,
    ROYAL_VALUES,
    RUBBER_BONUS,
    SLAMS,
    UNFINISHED,
    auction_codes,
    auction_laws,
    royal_terms,
)
from clubscore.laws.tariff import Tariff, TrickTerms
from clubscore.laws.words import gettext_noop

REDOUBLED = HouseRule(
    "standard_redoubled",
    (100, 200),
    100,
    gettext_noop("redoubled contract made"),
    gettext_noop("What a redoubled contract scores above the line; doubled it is always 100."),
    kinds=("contract",),
)
RULES = (
    SLAMS,
    REVOKE_POINTS,
    REVOKE_BARS,
    NUMERICAL_BIDDING,
    UNFINISHED,
    CHICANE,
    REDOUBLED,
    RUBBER_BONUS,
)
# Auction Bridge Variations 1923, pp. 68-71: a flat hundred, whatever the doubling.
MADE_DOUBLED = 100
DOWN_FLAT = 100
GIVES = Giver("standard", gettext_noop("Standard Bridge"))
OWN_LAWS = {
    "contract": variations_rule("2", "70-71", GIVES),
    # "Doubling does not affect": whether redoubling does is not said.
    "contract redoubled": variations_rule("2", "70-71", GIVES, READING),
    "undertricks": variations_rule("1", "70", GIVES),
    "undertricks doubled": variations_rule("2", "70", GIVES),
    "undertricks-below": variations_rule("1", "70", GIVES),
    "undertricks-below doubled": variations("69", GIVES),
}


def terms(rules: Rules, bid: Bid, doubling: int) -> TrickTerms:
    """As auction; undertricks below the line, and a flat hundred above it."""
    base = royal_terms(ROYAL_VALUES, AUCTION_SLAMS[rules.word("slams")])(bid, doubling)
    return base._replace(
        bonus=(0, MADE_DOUBLED, rules.number("standard_redoubled"))[doubling],
        overtrick=0,
        down=(0, *(DOWN_FLAT,) * (len(base.down) - 1)),
        down_below=base.value,
    )


def tariff(rules: Rules) -> Tariff:
    """Standard's numbers under these house rules."""
    return replace(
        auction_tariff(rules),
        terms=partial(terms, rules),
        laws=auction_laws(rules.preset, OWN_LAWS),
    )


STANDARD = replace(
    AUCTION,
    key="standard",
    name=GIVES.name,
    short_name=gettext_noop("Standard"),
    counting=replace(AUCTION.counting, tariff=tariff),
    codes=auction_codes(RULES),
)
