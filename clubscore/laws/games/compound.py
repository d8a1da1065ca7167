"""Compound bridge: a mixture of bridge, auction and Standard."""

from functools import partial

from clubscore.laws.cards import Bid
from clubscore.laws.citing import READING, Giver, variations_rule
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
    "compound_redoubled",
    (200, 100),
    200,
    gettext_noop("redoubled contract made"),
    gettext_noop("What it scores above the line, and as much for each overtrick."),
    kinds=("contract", "overtricks"),
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
OVERTRICK = 10
DOUBLED = 100
# Rule 4, p. 72: one down 0, two down 50, each further trick 100.
DOWN = (0, 0, *(50 + 100 * more for more in range(12)))
GIVES = Giver("compound", gettext_noop("Compound Bridge"))
# What a redoubled contract counts is read from rule 5, which speaks of penalties.
OWN_LAWS = {
    "tricks": variations_rule("1", "71", GIVES),
    "tricks doubled": variations_rule("1 and 5", "71-72", GIVES),
    "contract": variations_rule("2", "72", GIVES),
    "contract redoubled": variations_rule("2 and 5", "72", GIVES, READING),
    "overtricks": variations_rule("1", "71", GIVES),
    "overtricks doubled": variations_rule("2", "72", GIVES),
    "overtricks redoubled": variations_rule("2 and 5", "72", GIVES, READING),
    "undertricks": variations_rule("4", "72", GIVES),
    "undertricks doubled": variations_rule("4 and 5", "72", GIVES),
    "undertricks-below": variations_rule("3", "72", GIVES),
    "undertricks-below doubled": variations_rule("3 and 5", "72", GIVES),
}


def terms(rules: Rules, bid: Bid, doubling: int) -> TrickTerms:
    """Contracted tricks alone below; undertricks below and above for the adversaries."""
    base = royal_terms(ROYAL_VALUES, AUCTION_SLAMS[rules.word("slams")])(bid, doubling)
    redoubled = rules.number("compound_redoubled")
    return base._replace(
        counted=bid.level,
        bonus=(0, DOUBLED, redoubled)[doubling],
        overtrick=(OVERTRICK, DOUBLED, redoubled)[doubling],
        down=tuple(points << doubling for points in DOWN),
        down_below=base.value,
    )


def tariff(rules: Rules) -> Tariff:
    """Compound's numbers under these house rules."""
    return replace(
        auction_tariff(rules),
        terms=partial(terms, rules),
        laws=auction_laws(rules.preset, OWN_LAWS),
    )


COMPOUND = replace(
    AUCTION,
    key="compound",
    name=GIVES.name,
    short_name=gettext_noop("Compound"),
    counting=replace(AUCTION.counting, tariff=tariff),
    codes=auction_codes(RULES),
)
