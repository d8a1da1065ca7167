"""What the games for two have in common: auction between two players, without chicane."""

from collections.abc import Callable, Mapping

from clubscore.laws.cards import ROYAL_RANK, TWO, Bid, Column, each_alone
from clubscore.laws.citing import Citation
from clubscore.laws.house_rules import Rules
from clubscore.laws.shared_codes import (
    AUCTION_RULES,
    AUCTION_SLAMS,
    NOTHING_OWN,
    ROYAL_VALUES,
    RUBBER_BONUS,
    auction_laws,
    royal_terms,
)
from clubscore.laws.tariff import Tariff, TrickTerms, Worth, side_honours

RULES = (*AUCTION_RULES, RUBBER_BONUS)
EACH_ALONE: tuple[Column, ...] = each_alone(TWO)


def two_handed_tariff(
    rules: Rules,
    own_laws: Mapping[str, Citation] = NOTHING_OWN,
    *,
    terms: Callable[[Bid, int], TrickTerms] | None = None,
    honours: Mapping[str, Worth] | None = None,
    all_honours_held: bool = True,
) -> Tariff:
    """Auction's numbers for two; what is given is what a game has its own way.

    "So far as applicable the laws of four-handed Auction are in force" (p. 159).
    """
    return Tariff(
        terms=terms or royal_terms(ROYAL_VALUES, AUCTION_SLAMS[rules.word("slams")]),
        laws=auction_laws(rules.preset, own_laws),
        honours=side_honours(ROYAL_VALUES, ROYAL_RANK) if honours is None else honours,
        all_honours_held=all_honours_held,
        revoke_points=rules.number("revoke_points"),
        revoke_bars_both=rules["revoke_bars"] == "both",
        rubber_bonus=rules.number("rubber_bonus"),
        unfinished_bonus=rules.number("unfinished_rubber"),
    )
