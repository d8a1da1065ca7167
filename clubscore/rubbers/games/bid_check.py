"""The keys and the answer of "is this bid enough?"."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.club.form_values import Given, text_of
from clubscore.club.templatetags.clubscore import sign
from clubscore.laws.auction import least_bids, worth
from clubscore.laws.cards import Bid
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.tableside.entry_keys import Key, key


def bid_named(game: Game, given: Given, prefix: str) -> Bid | None:
    """Return the bid that a form names, None while it is not whole."""
    level, denomination = (text_of(given, f"{prefix}{each}") for each in ("level", "denomination"))
    own = {bid.denomination.key: bid for bid in game.bidding.own_bids}
    return own.get(denomination) or game.bidding.bids.get(f"{level}{denomination}")


def bid_bars(game: Game, rules: Rules, given: Given, prefix: str) -> dict[str, list[Key]]:
    """Return the keys that name a bid: how many, in what."""
    chosen = given.get(f"{prefix}denomination")
    every = [*game.bidding.ranked(rules), *(bid.denomination for bid in game.bidding.own_bids)]
    return {
        "levels": [key(n, str(n), given.get(f"{prefix}level")) for n in game.bidding.levels],
        "denominations": [
            key(each.key, _(each.name), chosen, suit=sign(each.key)) for each in every
        ],
    }


@dataclass(frozen=True)
class LeastBid:
    """The lowest bid that is enough in a denomination and its worth, None where no bid is."""

    sign: str
    name: str
    bid: Bid | None
    worth: int | None


def least_shown(game: Game, rules: Rules, over: Bid | None) -> list[LeastBid]:
    """Return the lowest bid that is enough in each denomination, with what it is worth."""
    return [
        LeastBid(
            sign=sign(denomination),
            name=_(game.bidding.denomination(denomination).name),
            bid=bid,
            worth=worth(game, rules, bid) if bid is not None else None,
        )
        for denomination, bid in least_bids(game, rules, over).items()
    ]
