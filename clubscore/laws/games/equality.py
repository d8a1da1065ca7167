"""Equality bridge: auction with a sorted pack, so that each player has a card of every rank."""

import random

from clubscore.laws.deal import DealReport
from clubscore.laws.deal_reading import sorted_pack
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import Dealing, Questions
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.house_rules import Rules
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop


class SortedPack(Dealing):
    """The pack is sorted by rank and only cut, never shuffled."""

    procedures = ("sorted-pack",)

    def pack(self, chance: random.Random) -> tuple[str, ...]:
        """Rank by rank, so that four hands dealt card by card have one of each (p. 74)."""
        return sorted_pack(chance)


class OneAceEach(Questions):
    """Auction's facts, as far as a sorted pack allows them."""

    def check(self, rules: Rules, deal: DealReport) -> None:
        """Every hand holds one ace, so at no-trumps no one can have more (p. 74)."""
        if deal.bid is None or deal.bid.denomination.is_suit:
            return
        for hand, held in deal.honours:
            if held != 1:
                raise RuleError(
                    "equality-aces",
                    gettext_noop("In Equality every hand holds one ace, not %(given)s."),
                    f"honours.{hand}",
                    given=shown(held),
                )


EQUALITY = replace(
    AUCTION,
    key="equality",
    name=gettext_noop("Equality Bridge"),
    short_name=gettext_noop("Equality"),
    questions=OneAceEach(),
    dealing=SortedPack(),
)
