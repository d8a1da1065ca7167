"""Royal auction bridge, Portland Club, May 1914: the game that most others start from."""

from clubscore.laws.cards import COMPASS, PARTNERSHIPS, ROYAL_RANK
from clubscore.laws.game import Counting, Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.shared_codes import (
    AUCTION_RULES,
    AUCTION_SLAMS,
    CHICANE,
    ROYAL_VALUES,
    RUBBER_BONUS,
    auction_codes,
    auction_laws,
    royal_terms,
)
from clubscore.laws.tariff import Tariff, TwoSides, side_honours, suit_chicane
from clubscore.laws.words import gettext_noop

RULES = (*AUCTION_RULES, CHICANE, RUBBER_BONUS)


def tariff(rules: Rules) -> Tariff:
    """Auction's numbers under these house rules."""
    return Tariff(
        terms=royal_terms(ROYAL_VALUES, AUCTION_SLAMS[rules.word("slams")]),
        laws=auction_laws(rules.preset),
        honours=side_honours(ROYAL_VALUES, ROYAL_RANK),
        chicane={} if rules["chicane"] == "off" else suit_chicane(ROYAL_VALUES, ROYAL_RANK),
        chicane_deducts=rules["chicane"] == "us",
        revoke_points=rules.number("revoke_points"),
        revoke_bars_both=rules["revoke_bars"] == "both",
        rubber_bonus=rules.number("rubber_bonus"),
        unfinished_bonus=rules.number("unfinished_rubber"),
    )


AUCTION = Game(
    key="auction",
    name=gettext_noop("Royal Auction Bridge"),
    short_name=gettext_noop("Auction 1914"),
    seats=COMPASS,
    hands=COMPASS,
    columns=PARTNERSHIPS,
    counting=Counting(tariff, counts_chicane=True),
    settling=TwoSides(),
    codes=auction_codes(RULES),
)
