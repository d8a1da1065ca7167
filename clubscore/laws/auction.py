"""The auction as far as it has gone: who speaks, which bid is enough, and when it is over.

Bids in turn follow Auction of 1908, laws 47 to 57. By value (law 48, and English law until 1928)
a bid is higher that is worth more points; by number ('majority calling') more tricks are higher.
At pirate bridge a bid counts once another player has accepted it: R. F. Foster's rules of 1917, 1
to 6; Auction Bridge Variations 1923, pp. 81-82.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from clubscore.laws.cards import Bid
from clubscore.laws.deal import AuctionCall, DealFacts, DealReport
from clubscore.laws.deal_reading import DOUBLE, PASS, REDOUBLE
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import Calling, Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import reckoner_for
from clubscore.laws.words import Phrase, Word, gettext_noop, ngettext_lazy


class BidVerdict(NamedTuple):
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


def judge(game: Game, rules: Rules, bid: Bid, over: Bid | None) -> BidVerdict:
    """Whether ``bid`` may be made over the last bid ``over`` (None: no one has bid).

    Of equal points the bid is higher that promises more tricks, of as many tricks the higher
    denomination. Doubles change nothing.
    """
    if over is None:
        return _first(game, bid)
    if over in game.bidding.own_bids:
        return BidVerdict(False, Phrase(NOTHING_OVER, {"over": Word(over.denomination.name)}))
    if bid in game.bidding.own_bids:
        return BidVerdict(True, Phrase(OUTRANKS_ALL, {"bid": Word(bid.denomination.name)}))
    if by_value(game, rules):
        return _by_value(game, rules, bid, over)
    return _by_number(game, rules, bid, over)


def _first(game: Game, bid: Bid) -> BidVerdict:
    if not game.bidding.may_begin(bid):
        return BidVerdict(False, Phrase(ONLY_FIRST, {}))
    return BidVerdict(True, Phrase(FIRST, {}))


def _by_value(game: Game, rules: Rules, bid: Bid, over: Bid) -> BidVerdict:
    mine, theirs = worth(game, rules, bid), worth(game, rules, over)
    if mine != theirs:
        params = {"bid": bid.text, "mine": mine, "over": over.text, "theirs": theirs}
        return BidVerdict(mine > theirs, Phrase(MORE if mine > theirs else LESS, params))
    ranked = game.bidding.ranked(rules)
    params = {"mine": mine, "theirs": theirs}
    if bid.level != over.level or bid.denomination is over.denomination:
        more = bid.level > over.level
        return BidVerdict(more, Phrase(MORE_TRICKS if more else NOT_MORE_TRICKS, params))
    return _by_rank(bid, over, ranked.index(bid.denomination) > ranked.index(over.denomination))


def _by_number(game: Game, rules: Rules, bid: Bid, over: Bid) -> BidVerdict:
    if bid.level != over.level:
        more = bid.level > over.level
        params = {"mine": bid.level, "theirs": over.level}
        return BidVerdict(more, Phrase(MORE_BY_NUMBER if more else FEWER_BY_NUMBER, params))
    ranked = game.bidding.ranked(rules)
    return _by_rank(bid, over, ranked.index(bid.denomination) > ranked.index(over.denomination))


def _by_rank(bid: Bid, over: Bid, higher: bool) -> BidVerdict:
    words = {"mine": Word(bid.denomination.name), "theirs": Word(over.denomination.name)}
    return BidVerdict(higher, Phrase(HIGHER_RANK if higher else LOWER_RANK, words))


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

    The other side may double the last bid, the bidder's side redouble, each once, and both open the
    bidding again. Whoever of the last bidder's side first named the denomination declares.
    """

    last_raise = False

    def __init__(
        self, game: Game, rules: Rules, first: str, calls: Sequence[AuctionCall] = ()
    ) -> None:
        self.game, self.rules, self.first = game, rules, first
        self.calls: tuple[AuctionCall, ...] = tuple(calls)
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

    def after(self, call: AuctionCall) -> "Auction":
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

    def _hear(self, call: AuctionCall) -> None:
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

    def _hear_bid(self, call: AuctionCall, bid: Bid) -> None:
        lacks = self.lacks(bid)
        if lacks is not None:
            raise RuleError("call", lacks.phrase, "call", **lacks.params)
        self._stands(call, bid)

    def _stands(self, call: AuctionCall, bid: Bid) -> None:
        """Let a bid be the highest from now on."""
        self.highest, self.bidder, self.partner, self.doubling = bid, call.by, None, 0
        self._first_named.setdefault((self._side_of(call.by), bid.denomination.key), call.by)
        self._speaks(call.by)

    def _speaks(self, seat: str) -> None:
        self._silent, self._last = 0, seat

    def _next(self, call: AuctionCall) -> str:
        """Who speaks after a call: the player to the left."""
        return left_of(self.game, call.by)

    def _nobody_answers(self, _call: AuctionCall) -> bool:
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


class AcceptedAuction(Auction):
    """Bids that have to be accepted; ``partner`` is who accepted the highest.

    After a bid the others are asked from the bidder's left on. If nobody accepts it is as if the
    bidder had passed: the player to the left speaks, and only a bid that was accepted has to be
    outbid. Whoever accepts is the bidder's partner, and the player to the left of the acceptor
    speaks next. The other two may double, bidder or acceptor redouble, and nobody has to accept
    that. It is over when all the others have had their turn since a bid was last accepted, doubled
    or redoubled, so the acceptor speaks again only where the bid was doubled.
    """

    def _side(self) -> tuple[str, ...]:
        return (self.bidder, self.partner or "")

    def _side_of(self, seat: str) -> tuple[str, ...]:
        return (seat,)

    def _stands(self, call: AuctionCall, bid: Bid) -> None:
        if call.accepted_by is None:
            self._silent += 1
            return
        super()._stands(call, bid)
        self.partner = call.accepted_by

    def _next(self, call: AuctionCall) -> str:
        """After an acceptance the player to the left of the acceptor speaks."""
        return left_of(self.game, call.accepted_by or call.by)


AUCTIONS: dict[Calling, type[Auction]] = {
    Calling.IN_TURN: Auction,
    Calling.LAST_RAISE: RaisedAtTheEnd,
    Calling.ACCEPTED: AcceptedAuction,
}
FOLLOWS = gettext_noop("From what was called %(field)s is %(follows)s, not %(given)s.")
NOT_OVER = gettext_noop("The auction is not over: it is the turn of %(who)s.")


def auction_of(game: Game, rules: Rules, first: str, calls: Sequence[AuctionCall] = ()) -> Auction:
    """The auction of a game that has one, begun by a seat. RuleError at ``[n]``."""
    calling = game.bidding.calling
    assert calling is not None  # noqa: S101 - no other game is asked
    return AUCTIONS[calling](game, rules, first, calls)


def must_follow(game: Game, rules: Rules, deal: DealReport) -> None:
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


def _contract(deal: DealReport) -> dict[str, object]:
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
        return _contract(DealReport())
    return _contract(DealReport(*contract))
