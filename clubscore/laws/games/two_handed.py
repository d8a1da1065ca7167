"""What the games for two have in common: auction between two players, without chicane."""

from __future__ import annotations

from typing import Any

from clubscore.laws.cards import ROYAL_RANK, TWO, Column, each_alone
from clubscore.laws.counting.shared_codes import (
    AUCTION_RULES,
    AUCTION_SLAMS,
    ROYAL_VALUES,
    RUBBER_BONUS,
    auction_laws,
    royal_terms,
)
from clubscore.laws.counting.tariff import Tariff, side_honours
from clubscore.laws.house_rules import Rules

BOOK = "Auction Bridge Variations 1923"
RULES = (*AUCTION_RULES, RUBBER_BONUS)
EACH_ALONE: tuple[Column, ...] = each_alone(TWO)


def page(number: str) -> str:
    """The book's page or pages, as a line cites them."""
    return f"{BOOK}, {'pp.' if '-' in number else 'p.'} {number}"


def two_handed_tariff(rules: Rules, own_laws: dict[str, str] | None = None, **own: Any) -> Tariff:
    """Auction's numbers for two; ``own`` are the parts of the tariff that a game has its own way.

    "So far as applicable the laws of four-handed Auction are in force" (p. 159).
    """
    common: dict[str, Any] = {
        "laws": auction_laws(rules.preset.law, **(own_laws or {})),
        "honours": side_honours(ROYAL_VALUES, ROYAL_RANK),
        "revoke_points": rules["revoke_points"],
        "revoke_bars_both": rules["revoke_bars"] == "both",
        "rubber_bonus": rules["rubber_bonus"],
        "unfinished_bonus": rules["unfinished_rubber"],
    }
    if "terms" not in own:
        common["terms"] = royal_terms(ROYAL_VALUES, AUCTION_SLAMS[rules["slams"]])
    return Tariff(**common | own)
