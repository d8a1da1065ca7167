"""An auction as far as it has gone: who speaks, what may be called, when it is over.

In turn (Auction of 1908, laws 47 to 57, and every game bid as auction is): the dealer speaks first,
then each to the left. A bid must be higher than the last; the other side may double it, the
bidder's side redouble, each once, and both open the bidding again. It is over when all the others
have passed; whoever of the last bidder's side first named the denomination declares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from clubscore.laws.cards import Bid
from clubscore.laws.deal.bidding import judge, least_bids
from clubscore.laws.deal.called import DOUBLE, PASS, REDOUBLE
from clubscore.laws.errors import RuleError
from clubscore.laws.facts import Call, DealFacts
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.words import Phrase, Word, gettext_noop

IS_OVER = gettext_noop("The auction was over before this call.")
NOT_YOUR_TURN = gettext_noop("It is the turn of %(who)s, not of %(given)s.")
NOTHING_TO_DOUBLE = gettext_noop("There is no bid to double yet.")
NO_DOUBLING = gettext_noop("There is no doubling in this game.")
OWN_SIDE = gettext_noop("Only an opponent of the bid may double it.")
DOUBLED_ALREADY = gettext_noop("This bid has been doubled already.")
NOT_DOUBLED = gettext_noop("Only a bid that has been doubled may be redoubled, and only once.")
OTHER_SIDE = gettext_noop("Only the side that made the bid may redouble it.")
ONLY_RAISED = gettext_noop("After the others have passed, only %(denomination)s may be bid higher.")


class Contract(NamedTuple):
    """What an auction comes to."""

    bid: Bid
    declarer: str
    partner: str | None
    doubling: int

    def facts(self) -> DealFacts:
        """The contract as the score file writes it, defaults left out."""
        facts: DealFacts = {"bid": self.bid.text, "declarer": self.declarer}
        if self.partner is not None:
            facts["partner"] = self.partner
        if self.doubling:
            facts["doubling"] = self.doubling
        return facts


class Auction:
    """What was called so far, and what follows from it; nothing in it ever changes.

    ``highest`` is the bid that has to be outbid, by ``bidder``; ``speaker`` is whose turn it is,
    None once it is over. Raises RuleError at ``[n]`` for a call that could not be made.
    """

    last_raise = False

    def __init__(self, game: Game, rules: Rules, first: str, calls: Sequence[Call] = ()) -> None:
        self.game, self.rules, self.first = game, rules, first
        self.calls: tuple[Call, ...] = tuple(calls)
        self.speaker: str | None = first
        self.highest: Bid | None = None
        self.bidder = ""
        self.partner: str | None = None
        self.doubling = 0
        # Turns since somebody last said what may be answered, and who said it.
        self._silent, self._last = 0, ""
        self._first_named: dict[tuple[tuple[str, ...], str], str] = {}
        for number, call in enumerate(self.calls):
            try:
                self._hear(call)
            except RuleError as error:
                raise error.under(f"[{number}]") from None

    def after(self, call: Call) -> Auction:
        """The auction with one call more. RuleError where it may not be made."""
        return type(self)(self.game, self.rules, self.first, (*self.calls, call))

    @property
    def is_over(self) -> bool:
        """Whether nobody speaks any more."""
        return self.speaker is None

    @property
    def contract(self) -> Contract | None:
        """What the calls come to so far; None where nothing stands."""
        if self.highest is None:
            return None
        return Contract(self.highest, self._declarer(self.highest), self.partner, self.doubling)

    def facts(self) -> DealFacts:
        """The contract of an auction that is over, or that all passed, as a deal writes it."""
        contract = self.contract
        return {"passed_out": True} if contract is None else contract.facts()

    def lacks(self, bid: Bid) -> Phrase | None:
        """Why the speaker may not bid so, None where it is enough."""
        verdict = judge(self.game, self.rules, bid, self.highest)
        if not verdict.enough:
            return verdict.reason
        if self.may_only_raise and self.highest is not None:
            named = self.highest.denomination
            if bid.denomination is not named:
                return Phrase(ONLY_RAISED, {"denomination": Word(named.name)})
        return None

    def least_bids(self) -> Mapping[str, Bid | None]:
        """The lowest bid that is enough in each denomination, None where none is."""
        found = least_bids(self.game, self.rules, self.highest)
        if self.may_only_raise and self.highest is not None:
            named = self.highest.denomination.key
            return {key: bid if key == named else None for key, bid in found.items()}
        return found

    @property
    def may_only_raise(self) -> bool:
        """Whether all the others have passed, and the bidder alone may go on."""
        return (
            self.last_raise
            and self._silent == len(self.game.seats) - 1
            and self.speaker == (self.bidder)
        )

    def lacks_double(self) -> Phrase | None:
        """Why the speaker may not double, None where they may."""
        most = self.game.bidding.max_doubling
        if self.highest is None or self.speaker is None:
            return Phrase(NOTHING_TO_DOUBLE, {})
        if most is not None and most < 1:
            return Phrase(NO_DOUBLING, {})
        if self.speaker in self._side():
            return Phrase(OWN_SIDE, {})
        return Phrase(DOUBLED_ALREADY, {}) if self.doubling else None

    def lacks_redouble(self) -> Phrase | None:
        """Why the speaker may not redouble, None where they may."""
        if self.highest is None or self.doubling != 1 or self.speaker is None:
            return Phrase(NOT_DOUBLED, {})
        return None if self.speaker in self._side() else Phrase(OTHER_SIDE, {})

    def _side(self) -> tuple[str, ...]:
        """Who stands by the highest bid: the seats that share the bidder's column."""
        return self._side_of(self.bidder)

    def _side_of(self, seat: str) -> tuple[str, ...]:
        return self.game.sides[seat, None].seats

    def _declarer(self, bid: Bid) -> str:
        """Who of the bidder's side first named the denomination."""
        return self._first_named[self._side_of(self.bidder), bid.denomination.key]

    def _hear(self, call: Call) -> None:
        """Verify one call and follow it. RuleError at its field."""
        if self.speaker is None:
            raise RuleError("auction-over", IS_OVER, "call")
        if call.by != self.speaker:
            raise RuleError("turn", NOT_YOUR_TURN, "by", who=self.speaker, given=call.by)
        if call.call == PASS:
            self._silent += 1
        elif call.call in (DOUBLE, REDOUBLE):
            lacks = self.lacks_double() if call.call == DOUBLE else self.lacks_redouble()
            if lacks is not None:
                raise RuleError("call", lacks.phrase, "call", **lacks.params)
            self.doubling += 1
            self._speaks(call.by)
        else:
            self._hear_bid(call, self.game.bidding.bids[call.call])
        self.speaker = None if self._nobody_answers(call) else self._next(call)

    def _hear_bid(self, call: Call, bid: Bid) -> None:
        lacks = self.lacks(bid)
        if lacks is not None:
            raise RuleError("call", lacks.phrase, "call", **lacks.params)
        self._stands(call, bid)

    def _stands(self, call: Call, bid: Bid) -> None:
        """Let a bid be the highest from now on."""
        self.highest, self.bidder, self.partner, self.doubling = bid, call.by, None, 0
        self._first_named.setdefault((self._side_of(call.by), bid.denomination.key), call.by)
        self._speaks(call.by)

    def _speaks(self, seat: str) -> None:
        self._silent, self._last = 0, seat

    def _next(self, call: Call) -> str:
        """Who speaks after a call: the player to the left."""
        return left_of(self.game, call.by)

    def _nobody_answers(self, _call: Call) -> bool:
        """Whether all who could still speak have passed."""
        players = len(self.game.seats)
        if self.highest is None:
            return self._silent == players
        if self.highest in self.game.bidding.own_bids:
            return True
        waits = self.last_raise and self._last == self.bidder
        return self._silent == players - (0 if waits else 1)


class RaisedAtTheEnd(Auction):
    """In turn; whoever bid last may, once all the others have passed, bid higher in the same."""

    last_raise = True


def left_of(game: Game, seat: str) -> str:
    """The player to the left of a seat."""
    return game.seats[(game.seats.index(seat) + 1) % len(game.seats)]


def others_of(game: Game, seat: str) -> tuple[str, ...]:
    """The other players, as they sit from a seat's left on."""
    at = game.seats.index(seat)
    return game.seats[at + 1 :] + game.seats[:at]
