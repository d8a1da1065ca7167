"""Standard bridge: auction whose undertricks count below the line for the adversaries."""

from functools import partial

from clubscore.laws.cards import Bid
from clubscore.laws.citing import READING, Giver, variations, variations_rule
from clubscore.laws.deal import DealFacts
from clubscore.laws.game import Example, ExampleFile, GameNotes
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


def _deal(text: str, tricks: int, doubling: int = 0) -> ExampleFile:
    deal: DealFacts = {"bid": text, "declarer": "N", "tricks": tricks}
    if doubling:
        deal["doubling"] = doubling
    return {"game": "standard", "deals": [deal]}


EXAMPLES = (
    Example(
        gettext_noop("three no-trumps, three down: the adversaries have a game"),
        "Auction Bridge Variations 1923, p. 68",
        _deal("3NT", 6),
        ({"NS": (0, 0), "EW": (30, 100)},),
    ),
    Example(
        gettext_noop("three hearts doubled, two down"),
        "Auction Bridge Variations 1923, p. 69",
        _deal("3H", 7, doubling=1),
        ({"NS": (0, 0), "EW": (32, 100)},),
    ),
    Example(
        gettext_noop("one heart, one down"),
        "Auction Bridge Variations 1923, p. 69",
        _deal("1H", 6),
        ({"NS": (0, 0), "EW": (8, 100)},),
    ),
)

ABOUT = GameNotes(
    years="1922-1923",
    source="Auction Bridge Variations 1923, ch. IV, pp. 67-71",
    inventor=gettext_noop("Major J. Montagu, secretary of the Portland Club"),
    blurb=gettext_noop("Undertricks count towards the adversaries' game, with 100 above."),
    special=(
        gettext_noop(
            "The adversaries score a failed contract below the line, and may win the game with it."
        ),
        gettext_noop(
            "Above the line they also score 100, however many tricks are short and whether"
            " doubled or not."
        ),
        gettext_noop(
            "A doubled contract made scores 100 above the line; overtricks earn no bonus."
        ),
    ),
    notes=(
        gettext_noop(
            "Of a redoubled contract made, the book says only that doubling does not affect"
            " the 100. Here it stays 100; a house rule makes it 200."
        ),
    ),
    examples=EXAMPLES,
)

STANDARD = replace(
    AUCTION,
    key="standard",
    name=GIVES.name,
    short_name=gettext_noop("Standard"),
    about=ABOUT,
    counting=replace(AUCTION.counting, tariff=tariff),
    codes=auction_codes(RULES),
)
