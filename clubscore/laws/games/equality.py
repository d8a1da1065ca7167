"""Equality bridge: auction with a sorted pack, so that each player has a card of every rank."""

import random

from clubscore.laws.deal import DealReport
from clubscore.laws.deal_reading import sorted_pack
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import Dealing, Example, GameNotes, Questions
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


ABOUT = GameNotes(
    years="1923",
    source="Auction Bridge Variations 1923, ch. V, pp. 74-80",
    inventor=gettext_noop("Captain Hugh Tuite"),
    blurb=gettext_noop("Auction with a sorted pack: each hand has one card of every rank."),
    special=(
        gettext_noop("The pack is sorted beforehand so that each hand has one card of every rank."),
        gettext_noop(
            "Strength lies only in long suits: every hand holds one ace, one king and so on."
        ),
        gettext_noop("No honours are ever scored at no-trumps, because each side holds two aces."),
        gettext_noop("Bidding and scoring are those of auction."),
    ),
    notes=(
        gettext_noop(
            "The book gives three hands without their scores, so there is nothing to compare with."
        ),
    ),
    examples=(
        Example(
            gettext_noop("no-trumps: an ace in every hand, so no one scores aces"),
            "Auction Bridge Variations 1923, pp. 74-80",
            {
                "game": "equality",
                "deals": [
                    {
                        "bid": "1NT",
                        "declarer": "N",
                        "tricks": 7,
                        "honours": {"N": 1, "E": 1, "S": 1, "W": 1},
                    }
                ],
            },
            ({"NS": (10, 0), "EW": (0, 0)},),
        ),
        Example(
            gettext_noop("four spades doubled, one down, all five honours in one hand"),
            "Auction Bridge Variations 1923, p. 76",
            {
                "game": "equality",
                "deals": [
                    {
                        "bid": "4S",
                        "declarer": "N",
                        "doubling": 1,
                        "tricks": 9,
                        "honours": {"N": 5},
                    }
                ],
            },
            ({"NS": (0, 90), "EW": (0, 100)},),
        ),
    ),
)

EQUALITY = replace(
    AUCTION,
    key="equality",
    name=gettext_noop("Equality Bridge"),
    short_name=gettext_noop("Equality"),
    about=ABOUT,
    questions=OneAceEach(),
    dealing=SortedPack(),
)
