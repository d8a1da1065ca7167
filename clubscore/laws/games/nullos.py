"""Nullos at auction: a denomination at which tricks are to be lost."""

from functools import partial

from clubscore.laws.cards import Bid, Denomination
from clubscore.laws.citing import Giver, variations
from clubscore.laws.game import Bidding
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.games.auction import tariff as auction_tariff
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.record import replace
from clubscore.laws.shared_codes import (
    AUCTION_RULES,
    AUCTION_SLAMS,
    CHICANE,
    NULLO_RANKS,
    NULLO_VALUE,
    ROYAL_VALUES,
    RUBBER_BONUS,
    auction_codes,
    nullo_rank,
    royal_terms,
)
from clubscore.laws.tariff import SIDE_ACES, Tariff, TrickTerms
from clubscore.laws.words import gettext_noop, pgettext_lazy

NULLO_HONOURS = HouseRule(
    "nullo_honours",
    ("none", "aces", "deuces", "aces-reversed"),
    "none",
    gettext_noop("honours at nullos"),
    gettext_noop("Unsettled in 1923; the book's author preferred none (p. 106)."),
    (
        pgettext_lazy("house rule", "none"),
        gettext_noop("aces"),
        gettext_noop("twos, counted as aces are"),
        gettext_noop("aces, for the side that does not hold them"),
    ),
    kinds=("nullo-honours",),
)
NULLO_SLAMS = HouseRule(
    "nullo_slams",
    ("none", "inverted"),
    "none",
    gettext_noop("slams at nullos"),
    gettext_noop("Whether declarer's side scores a slam for taking one trick or none."),
    (pgettext_lazy("house rule", "none"), gettext_noop("for one trick or none")),
    kinds=("nullo-slam",),
)
RULES = (*AUCTION_RULES, CHICANE, NULLO_VALUE, NULLO_HONOURS, NULLO_SLAMS, RUBBER_BONUS)
TRICKS = 13
GIVES = Giver("nullos", gettext_noop("Nullos at Auction"))
# Tricks over and under score "in the ordinary way": what doubling adds is auction's.
OWN_LAWS = {
    "tricks nullo": variations("104", GIVES),
    "undertricks nullo": variations("104", GIVES),
}


def terms(rules: Rules, bid: Bid, doubling: int) -> TrickTerms:
    """As auction; where the club plays so, taking one trick or none at nullos is a slam."""
    values = {**ROYAL_VALUES, "NU": rules.number("nullo_value")}
    slams = AUCTION_SLAMS[rules.word("slams")]
    base = royal_terms(values, slams)(bid, doubling)
    if not bid.denomination.reversed or rules["nullo_slams"] == "none":
        return base
    return base._replace(slams={TRICKS - tricks: worth for tricks, worth in slams.items()})


def tariff(rules: Rules) -> Tariff:
    """Auction's numbers with nullos among them, under these house rules."""
    base = auction_tariff(rules)
    honours = rules["nullo_honours"]
    counted = {} if honours == "none" else {"NU": SIDE_ACES}
    return replace(
        base,
        terms=partial(terms, rules),
        laws={**base.laws, **OWN_LAWS},
        honours={**base.honours, **counted},
        deuces=frozenset(["NU"] if honours == "deuces" else ()),
        honours_to_others=frozenset(["NU"] if honours == "aces-reversed" else ()),
    )


class WithNullos(Bidding):
    """Royal auction's denominations, and nullos at which tricks are to be lost."""

    def ranked(self, rules: Rules) -> tuple[Denomination, ...]:
        """Bids rank by what they are worth, so the club's value for nullos moves them."""
        return nullo_rank(rules)


NULLOS_AT_AUCTION = replace(
    AUCTION,
    key="nullos",
    name=GIVES.name,
    short_name=gettext_noop("Nullos"),
    bidding=WithNullos(NULLO_RANKS[8]),
    counting=replace(
        AUCTION.counting,
        tariff=tariff,
        causes={"nullo-honours": gettext_noop("aces"), "nullo-slam": gettext_noop("slam")},
    ),
    codes=auction_codes(RULES),
)
