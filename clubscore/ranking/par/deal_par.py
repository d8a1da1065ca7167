"""The par of a deal for an event's own game, from its double-dummy table.

The table says how many tricks each hand wins as declarer at suits and no trumps, and at nullos
where the game has them. Everything else is the game's: its tariff, its order of bids, its honours,
which the cards tell.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key

from clubscore.deals.double_dummy import Tricks
from clubscore.deals.hands import SUIT_KEYS, Deal
from clubscore.deals.par import SIDES, BestPlay, contract_for, par_of_auction, par_of_choice
from clubscore.laws.auction import judge
from clubscore.laws.cards import COMPASS, NULLOS, PARTNERSHIPS, Bid
from clubscore.laws.deal import DealFacts
from clubscore.laws.errors import RuleError
from clubscore.laws.house_rules import Rules, resolve_rules
from clubscore.laws.words import gettext_noop
from clubscore.ranking.board import Board
from clubscore.ranking.options import BIDDING, Options
from clubscore.ranking.result import ResultFacts
from clubscore.ranking.valuation import Valuation

HONOUR_CARDS = {"suit": "AKQJT", "aces": "A", "deuces": "2"}
SIDE_OF = {seat: column.key for column in PARTNERSHIPS for seat in column.seats}
# What a deal tells that need not be asked for: its cards and its board say it.
TOLD_BY_CARDS = frozenset(("honours", "chicane", "revokes", "dealer"))


def check_has_par(valuation: Valuation) -> None:
    """RuleError at ``game`` where double dummy cannot say what a deal of this game comes to."""
    game = valuation.game
    if any(bid.denomination.alone for bid in game.bidding.bids.values()):
        raise RuleError(
            "no-par",
            gettext_noop(
                "There is no double-dummy par for %(game)s: double dummy does not know a declarer"
                " who plays alone."
            ),
            "game",
            game=game.key,
        )
    if valuation.more_fields - TOLD_BY_CARDS:
        raise RuleError(
            "no-par",
            gettext_noop(
                "There is no double-dummy par for %(game)s: double dummy needs the usual 52 cards."
            ),
            "game",
            game=game.key,
        )


def has_nullos(valuation: Valuation) -> bool:
    """Whether a side may declare at this game that it will lose tricks."""
    return NULLOS in valuation.game.bidding.denominations


def par_of_deal(
    valuation: Valuation, options: Options, board: Board, deal: Deal, tricks: Tricks
) -> BestPlay:
    """The par of a board in points of N-S, at the event's tariff and order of bids.

    Honours are scored as the cards lie. RuleError at ``game`` where the game has no par, or where
    the deal cannot be one of this game; ``no-nullos-yet`` where the table lacks the game's nullos.
    """
    check_has_par(valuation)
    game = valuation.game
    if has_nullos(valuation) and NULLOS.key not in tricks:
        raise RuleError(
            "no-nullos-yet",
            gettext_noop("Nullos of this deal are not worked out, so it has no par at %(game)s."),
            "game",
            game=game.key,
        )
    if not game.bidding.levels:
        # Straight bridge: the dealer's side names the trump and the dealer plays it.
        side, dealer = SIDE_OF[board.dealer], (board.dealer,)
        return par_of_choice(
            [
                contract_for(bid.text, side, worth_of(valuation, board, deal, bid, tricks), dealer)
                for bid in game.bidding.bids.values()
            ]
        )
    return par_of_auction(
        [
            {
                side: contract_for(bid.text, side, worth_of(valuation, board, deal, bid, tricks))
                for side in SIDES
            }
            for bid in _in_order(valuation, options)
        ],
        SIDE_OF[board.dealer],
    )


def _in_order(valuation: Valuation, options: Options) -> list[Bid]:
    """Every bid with a number, the lowest first."""
    game, rules = valuation.game, _bidding_rules(valuation, options)
    bids = [bid for bid in game.bidding.bids.values() if bid.level]

    def compare(one: Bid, another: Bid) -> int:
        if one is another:
            return 0
        return 1 if judge(game, rules, one, another).enough else -1

    return sorted(bids, key=cmp_to_key(compare))


def _bidding_rules(valuation: Valuation, options: Options) -> Rules:
    """The rules with the order of bids that the event names, where the game leaves a choice."""
    if BIDDING.key not in options.told or BIDDING.key not in valuation.rules:
        return valuation.rules
    chosen = {**dict(valuation.rules), BIDDING.key: options.of(BIDDING)}
    return resolve_rules(valuation.game, chosen)


def worth_of(
    valuation: Valuation, board: Board, deal: Deal, bid: Bid, tricks: Tricks
) -> Callable[[str, int], int]:
    """What a bid brings N-S, by the hand that plays it and the doubling, at best play."""
    by_cards = _told_by_cards(valuation, deal, bid)

    def points(declarer: str, doubling: int) -> int:
        facts: ResultFacts = {
            "contract": bid.text + "X" * doubling,
            "declarer": declarer,
            "tricks": tricks[bid.denomination.key][declarer],
        }
        return valuation.points(valuation.read_deal({**facts, **by_cards}), board.vulnerable)

    return points


def _told_by_cards(valuation: Valuation, deal: Deal, bid: Bid) -> DealFacts:
    """Honours and chicane as the cards lie, where the game counts them."""
    told: DealFacts = {}
    denomination = bid.denomination
    held = honours_by_cards(valuation, deal, bid)
    if held is not None:
        told["honours"] = {**held}
    if "chicane" in valuation.more_fields and denomination.is_suit:
        suit = SUIT_KEYS.index(denomination.key)
        told["chicane"] = [hand for hand in COMPASS if not deal.hand(hand)[suit]]
    return told


def honours_by_cards(valuation: Valuation, deal: Deal, bid: Bid) -> dict[str, int] | None:
    """How many honours each hand holds at this bid; None where the game counts none there."""
    if "honours" not in valuation.more_fields or _kind(valuation, bid) is None:
        return None
    return {
        hand: sum(map(len, honour_cards(valuation, deal, bid, hand).values())) for hand in COMPASS
    }


def honour_cards(valuation: Valuation, deal: Deal, bid: Bid, hand: str) -> dict[str, str]:
    """The honours that a hand holds at this bid, by suit: {"S": "AKJ"}."""
    kind = _kind(valuation, bid)
    suits = (bid.denomination.key,) if kind == "suit" else SUIT_KEYS
    wanted = HONOUR_CARDS.get(kind or "", "")
    held = dict(zip(SUIT_KEYS, deal.hand(hand), strict=True))
    return {suit: "".join(card for card in held[suit] if card in wanted) for suit in suits}


def _kind(valuation: Valuation, bid: Bid) -> str | None:
    """Which cards are honours at this bid: of the suit, aces, deuces; None for none."""
    return valuation.game.honours_for(bid.denomination.key, valuation.rules)
