"""Is this bid enough? How bids outrank each other, by value or by number, with the reason.

By value (Auction of 1908, law 48, and English law until 1928): a bid is higher that is worth more
points, and of equal points the one that promises more tricks. By number ("majority calling"): more
tricks are higher, and of as many the higher denomination. Doubles change nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from clubscore.laws.cards import Bid
from clubscore.laws.counting.reckoning import reckoner_for
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.words import Phrase, Word, gettext_noop, ngettext_lazy


class Verdict(NamedTuple):
    """Whether a bid may be made, and why or why not."""

    enough: bool
    reason: Phrase


FIRST = gettext_noop("No one has bid yet: any bid is sufficient.")
ONLY_FIRST = gettext_noop("The first bid must be One of a suit.")
MORE = gettext_noop("%(bid)s is worth %(mine)s and %(over)s %(theirs)s: it is higher.")
LESS = gettext_noop("%(bid)s is worth %(mine)s and %(over)s %(theirs)s: it is lower.")
MORE_TRICKS = ngettext_lazy(
    "%(mine)s point against %(theirs)s, but more tricks: it is higher.",
    "%(mine)s points against %(theirs)s, but more tricks: it is higher.",
    "mine",
)
NOT_MORE_TRICKS = ngettext_lazy(
    "%(mine)s point against %(theirs)s, and no more tricks: it is not higher.",
    "%(mine)s points against %(theirs)s, and no more tricks: it is not higher.",
    "mine",
)
HIGHER_RANK = gettext_noop(
    "The same number of tricks, and %(mine)s rank above %(theirs)s: it is higher."
)
LOWER_RANK = gettext_noop("The same number of tricks, and %(mine)s do not rank above %(theirs)s.")
MORE_BY_NUMBER = gettext_noop("A bid at level %(mine)s outbids one at level %(theirs)s.")
FEWER_BY_NUMBER = gettext_noop("A bid at level %(mine)s is lower than one at level %(theirs)s.")
OUTRANKS_ALL = gettext_noop("%(bid)s outranks every bid and ends the auction.")
NOTHING_OVER = gettext_noop("Nothing outranks %(over)s.")

# How bids outrank each other where no house rule of the game says so.
USUALLY = "numerical"


def by_value(game: Game, rules: Rules) -> bool:
    """Whether bids outrank by points: by schedule, by house rule, otherwise by number."""
    return bool(game.bidding.schedule) or rules.get("bidding", USUALLY) == "value"


def worth(game: Game, rules: Rules, bid: Bid) -> int:
    """The points that a bid promises undoubled: by its schedule, or tricks times value."""
    if game.bidding.schedule:
        return game.bidding.schedule[bid.text]
    return bid.level * reckoner_for(game, rules).tariff.terms(bid, 0).value


def judge(game: Game, rules: Rules, bid: Bid, over: Bid | None) -> Verdict:
    """Whether ``bid`` may be made over the last bid ``over`` (None: no one has bid)."""
    if over is None:
        return _first(game, bid)
    if over in game.bidding.own_bids:
        return Verdict(False, Phrase(NOTHING_OVER, {"over": Word(over.denomination.name)}))
    if bid in game.bidding.own_bids:
        return Verdict(True, Phrase(OUTRANKS_ALL, {"bid": Word(bid.denomination.name)}))
    if by_value(game, rules):
        return _by_value(game, rules, bid, over)
    return _by_number(game, rules, bid, over)


def _first(game: Game, bid: Bid) -> Verdict:
    if not game.bidding.may_begin(bid):
        return Verdict(False, Phrase(ONLY_FIRST, {}))
    return Verdict(True, Phrase(FIRST, {}))


def _by_value(game: Game, rules: Rules, bid: Bid, over: Bid) -> Verdict:
    mine, theirs = worth(game, rules, bid), worth(game, rules, over)
    if mine != theirs:
        params = {"bid": bid.text, "mine": mine, "over": over.text, "theirs": theirs}
        return Verdict(mine > theirs, Phrase(MORE if mine > theirs else LESS, params))
    ranked = game.bidding.ranked(rules)
    params = {"mine": mine, "theirs": theirs}
    if bid.level != over.level or bid.denomination is over.denomination:
        more = bid.level > over.level
        return Verdict(more, Phrase(MORE_TRICKS if more else NOT_MORE_TRICKS, params))
    return _by_rank(bid, over, ranked.index(bid.denomination) > ranked.index(over.denomination))


def _by_number(game: Game, rules: Rules, bid: Bid, over: Bid) -> Verdict:
    if bid.level != over.level:
        more = bid.level > over.level
        params = {"mine": bid.level, "theirs": over.level}
        return Verdict(more, Phrase(MORE_BY_NUMBER if more else FEWER_BY_NUMBER, params))
    ranked = game.bidding.ranked(rules)
    return _by_rank(bid, over, ranked.index(bid.denomination) > ranked.index(over.denomination))


def _by_rank(bid: Bid, over: Bid, higher: bool) -> Verdict:
    words = {"mine": Word(bid.denomination.name), "theirs": Word(over.denomination.name)}
    return Verdict(higher, Phrase(HIGHER_RANK if higher else LOWER_RANK, words))


def least_bids(game: Game, rules: Rules, over: Bid | None) -> Mapping[str, Bid | None]:
    """The lowest bid that is enough in each denomination, None where none is."""
    found: dict[str, Bid | None] = {}
    for each in game.bidding.ranked(rules):
        enough = (
            bid
            for level in game.bidding.levels
            if judge(game, rules, bid := game.bidding.bids[f"{level}{each.key}"], over).enough
        )
        found[each.key] = next(enough, None)
    return found
