"""Which auction a game has, and whether a deal is what was called."""

from __future__ import annotations

from collections.abc import Sequence

from clubscore.laws.calling.auction import Auction, RaisedAtTheEnd
from clubscore.laws.calling.by_acceptance import AcceptedAuction
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.facts import Call, Deal
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.parts.how_bid import Calling
from clubscore.laws.words import gettext_noop

AUCTIONS: dict[Calling, type[Auction]] = {
    Calling.IN_TURN: Auction,
    Calling.LAST_RAISE: RaisedAtTheEnd,
    Calling.ACCEPTED: AcceptedAuction,
}
FOLLOWS = gettext_noop("From what was called %(field)s is %(follows)s, not %(given)s.")
NOT_OVER = gettext_noop("The auction is not over: it is the turn of %(who)s.")


def auction_of(game: Game, rules: Rules, first: str, calls: Sequence[Call] = ()) -> Auction:
    """The auction of a game that has one, begun by a seat. RuleError at ``[n]``."""
    calling = game.bidding.calling
    assert calling is not None  # noqa: S101 - no other game is asked
    return AUCTIONS[calling](game, rules, first, calls)


def must_follow(game: Game, rules: Rules, deal: Deal) -> None:
    """Raise RuleError where a deal is not what was called, at the field that differs.

    A deal without an auction says nothing of it, and is any.
    """
    if not deal.auction:
        return
    try:
        auction = auction_of(game, rules, deal.auction[0].by, deal.auction)
    except RuleError as error:
        raise error.under("auction") from None
    if auction.speaker is not None:
        raise RuleError("auction-open", NOT_OVER, "auction", who=auction.speaker)
    told, follows = _contract(deal), _contract_of(auction)
    for field, value in told.items():
        if value != follows[field]:
            words = {"field": field, "follows": shown(follows[field]), "given": shown(value)}
            raise RuleError("auction-follows", FOLLOWS, field, **words)


def _contract(deal: Deal) -> dict[str, object]:
    """What an auction decides of a deal; where all passed nothing else is compared."""
    return {
        "passed_out": deal.passed_out,
        "bid": deal.bid.text if deal.bid else None,
        "declarer": deal.declarer,
        "partner": deal.partner,
        "doubling": deal.doubling,
    }


def _contract_of(auction: Auction) -> dict[str, object]:
    contract = auction.contract
    if contract is None:
        return _contract(Deal())
    return _contract(Deal(*contract))
