"""Bid by bid at a card table: an aid that follows the auction and fills the contract in.

Nothing is stored before it is over: the page carries what was called so far. A bid that has to be
accepted is asked about before it is a call.
"""

from dataclasses import dataclass
from typing import TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Given, Refused, text_of, whole_number
from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording import said
from clubscore.laws.auction import ONLY_RAISED, Auction, auction_of, others_of
from clubscore.laws.cards import Bid
from clubscore.laws.deal import AuctionCall
from clubscore.laws.deal_reading import DOUBLE, PASS, REDOUBLE
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Calling, Game
from clubscore.laws.words import Phrase, Word
from clubscore.rubbers.deal_form import ContractShown, contract_line
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.pages.table import note_form
from clubscore.rubbers.pages.way_on import not_now
from clubscore.rubbers.score import CallShown, PartScore, auction_rows, standing_at
from clubscore.rubbers.selectors import key_of, part_of, sitting_for
from clubscore.rubbers.seven import crossing_at
from clubscore.rubbers.table_state import Doing, state_of
from clubscore.web.entry_form import FIELD, as_text, calls_in
from clubscore.web.entry_keys import EntryKey, key
from clubscore.web.forms import Problem

# As many of the last calls stay in sight as a round has, and one more.
LAST = 5
WORDS = (PASS, DOUBLE, REDOUBLE)


@dataclass(frozen=True)
class Heard:
    """What a page has heard: the auction so far, a bid still to be accepted, what was wrong."""

    auction: Auction
    bid: Bid | None = None
    problem: Problem | None = None


def has_page(game: Game) -> bool:
    """Whether it is known how a game's auction goes round, and that it begins with the dealer."""
    return game.bidding.calling is not None and game.bidding.dealer_begins


def auction_before(standing: PartScore) -> Auction:
    """Return the auction of the contract that is noted, to go on from there; else a new one."""
    draft = standing.part.noted
    told = draft.facts.get("auction", []) if draft and _is_next(standing, draft.position) else []
    return _auction(standing, as_text(told)) or _begun(standing)


def _is_next(standing: PartScore, position: int) -> bool:
    return position == standing.next_position


def _begun(standing: PartScore) -> Auction:
    return auction_of(standing.game, standing.rules, standing.dealer)


def _auction(standing: PartScore, text: str) -> Auction | None:
    """Return the auction that a form carries, None where it cannot be one of this deal."""
    try:
        calls = calls_in(standing.game, text)
        return auction_of(standing.game, standing.rules, standing.dealer, calls)
    except RuleError:
        return None


def hear(standing: PartScore, given: Given) -> Heard:
    """Return the auction with what was tapped, or as it was with what would be right."""
    auction = _auction(standing, text_of(given, FIELD))
    if auction is None:
        text = _("What was called so far does not fit this deal any more. Begin again.")
        return Heard(_begun(standing), problem=Problem("", text))
    bid = standing.game.bidding.bids.get(text_of(given, "bid"))
    if "undo" in given:
        return Heard(auction if bid else _without_last(standing, auction))
    if auction.speaker is None:
        return Heard(auction)
    if bid is not None and "accepted" in given:
        return _called(
            auction, AuctionCall(auction.speaker, bid.text, text_of(given, "accepted") or None)
        )
    word = text_of(given, "call")
    if word in (*WORDS, *(own.text for own in standing.game.bidding.own_bids)):
        return _called(auction, AuctionCall(auction.speaker, word))
    return _bid(auction, given)


def _without_last(standing: PartScore, auction: Auction) -> Auction:
    text = as_text(call.facts() for call in auction.calls[:-1])
    return _auction(standing, text) or _begun(standing)


def _bid(auction: Auction, given: Given) -> Heard:
    """Hear a bid by its number and denomination; one that has to be accepted is asked about."""
    level, named = text_of(given, "level"), text_of(given, "denomination")
    if not named:
        return Heard(auction)
    if not level:
        return Heard(auction, problem=Problem("ask-level", _("How many? Choose the number first.")))
    bid = auction.game.bidding.bids.get(f"{level}{named}")
    if bid is None:
        return Heard(auction)
    lacks = auction.lacks(bid)
    if lacks is not None:
        return Heard(auction, problem=Problem("ask-level", said(lacks)))
    if auction.game.bidding.calling is Calling.ACCEPTED:
        return Heard(auction, bid)
    return _called(auction, AuctionCall(auction.speaker or "", bid.text))


def _called(auction: Auction, call: AuctionCall) -> Heard:
    try:
        return Heard(auction.after(call))
    except RuleError as error:
        return Heard(auction, problem=Problem("", said(error)))


@dataclass(frozen=True)
class BidKey:
    """A denomination to bid: from which level on it is enough, 0 where it never is."""

    value: str
    sign: str
    least: int

    @property
    def too_low(self) -> range:
        """The levels at which it is not enough."""
        return range(1, self.least)


@dataclass(frozen=True)
class AcceptorKey:
    """Somebody who may accept a bid, and what that would mean."""

    seat: str
    name: str
    note: str


class AuctionPage:
    """What the page of an auction shows, each thing made when the page asks for it."""

    def __init__(self, standing: PartScore, heard: Heard) -> None:
        self.standing, self.heard = standing, heard
        self.auction, self.game = heard.auction, standing.game
        self.called = as_text(call.facts() for call in heard.auction.calls)
        self.bid = heard.bid
        self.speaker = standing.names.get(heard.auction.speaker or "", "")
        shown = auction_rows(self.game, standing.names, heard.auction.calls)
        self.earlier: list[CallShown] = shown[:-LAST]
        self.calls: list[CallShown] = shown[-LAST:]

    @property
    def stands(self) -> ContractShown | None:
        """The contract as far as it goes, None where no bid counts yet."""
        contract = self.auction.contract
        return contract_line(self.standing, contract.facts()) if contract else None

    @property
    def levels(self) -> list[EntryKey]:
        """The numbers to bid; one at which nothing is enough cannot be tapped."""
        least = [bid.level for bid in self.auction.least_bids().values() if bid is not None]
        lowest = min(least, default=len(self.game.bidding.levels) + 1)
        high = self._highest_of_all()
        return [
            key(n, str(n), None, disabled=not lowest <= n <= high) for n in self.game.bidding.levels
        ]

    def _highest_of_all(self) -> int:
        """Return the highest number that the first bid, or this one, may have."""
        may = (bid.level for bid in self.game.bidding.bids.values() if not self.auction.lacks(bid))
        return max(may, default=0)

    @property
    def denominations(self) -> list[BidKey]:
        """What to bid in, each with the number from which it is enough."""
        return [
            BidKey(named, sign(named), bid.level if bid else 0)
            for named, bid in self.auction.least_bids().items()
        ]

    @property
    def rules(self) -> list[str]:
        """How the auction of this game goes round, a sentence each."""
        if self.game.bidding.calling is Calling.ACCEPTED:
            return [
                _(
                    "A bid counts once another player has accepted it; the player to the bidder's"
                    " left is asked first. If no one accepts, it is as if the bidder had passed."
                ),
                _(
                    "Only a bid that was accepted has to be outbid. After it, the player to the"
                    " acceptor's left speaks next."
                ),
                _(
                    "The other two may double, bidder and acceptor redouble; no one has to accept"
                    " that. The acceptor speaks again only if the bid was doubled."
                ),
            ]
        usual = [
            _("The dealer speaks first, then each player to the left."),
            _(
                "A bid must be higher than the last. Its opponents may double it, its own side may"
                " then redouble. It is over when all the others have passed."
            ),
        ]
        if self.game.bidding.calling is Calling.LAST_RAISE:
            usual.append(_("The bidder may then still bid higher in the same denomination."))
        return usual

    @property
    def only_raised(self) -> str:
        """What alone may be bid, where all the others have passed; nothing before."""
        highest = self.auction.highest
        if highest is None or not self.auction.may_only_raise:
            return ""
        return said(Phrase(ONLY_RAISED, {"denomination": Word(highest.denomination.name)}))

    @property
    def own_bids(self) -> list[tuple[str, str]]:
        """Declarations without a number that may be made now."""
        return [
            (bid.text, _(bid.denomination.name))
            for bid in self.game.bidding.own_bids
            if self.auction.lacks(bid) is None
        ]

    @property
    def may_double(self) -> bool:
        """Whether the speaker may double."""
        return self.auction.lacks_double() is None

    @property
    def may_redouble(self) -> bool:
        """Whether the speaker may redouble."""
        return self.auction.lacks_redouble() is None

    @property
    def acceptors(self) -> list[AcceptorKey]:
        """Who may accept the bid, from the bidder's left on."""
        seats = others_of(self.game, self.auction.speaker or self.auction.first)
        return [
            AcceptorKey(seat, self.standing.names[seat], self._means(seat, first=seat == seats[0]))
            for seat in seats
        ]

    def _means(self, seat: str, *, first: bool) -> str:
        contract = self.auction.contract
        if contract is not None and seat == contract.declarer:
            return _("gives up %(bid)s") % {"bid": contract.bid.text}
        if contract is not None and seat == contract.partner:
            words = {"who": self.standing.names[contract.declarer], "bid": contract.bid.text}
            return _("leaves %(who)s's %(bid)s") % words
        return _("first to be asked") if first else ""


# ---- The pages.


class BidsContext(TypedDict):
    """An auction as far as it has gone, and which deal of which table it is for."""

    sitting: Sitting
    part: Part
    bids: AuctionPage
    dealer: str
    number: int
    position: int
    people: str
    key: str
    problems: list[Problem]


@open_to(Level.TABLE)
@require_http_methods(["GET", "HEAD", "POST"])
def bids(request: ClubRequest, pk: int) -> HttpResponse:
    """Follow the auction of the next deal call by call; once it is over its contract is noted."""
    sitting = sitting_for(request.actor, pk, enter=True)
    standing = _standing(sitting)
    if standing is None:
        return redirect("table", pk=pk)
    if not has_page(standing.game):
        raise Http404
    given = request.POST
    if request.method != "POST":
        return _page(request, standing, Heard(auction_before(standing)))
    if whole_number(given.get("position")) != standing.next_position:
        # Another phone was faster; the deal stands on the table's page.
        return redirect("table", pk=pk)
    heard = hear(standing, given)
    facts = heard.auction.facts()
    if not heard.auction.is_over or "undo" in given or "bid" not in facts:
        return _page(request, standing, heard)
    facts["auction"] = [call.facts() for call in heard.auction.calls]
    try:
        note_form(standing, request.POST, facts, request.actor)
    except Refused as reason:
        return not_now(request, sitting, reason, contract_only=True)
    return redirect("table", pk=pk)


def _standing(sitting: Sitting) -> PartScore | None:
    """Return how a table stands at which a deal may be entered now; None at any other."""
    part = part_of(sitting)
    standing = standing_at(part, sitting.revision) if part is not None else None
    seven = crossing_at(sitting)
    if seven is not None and not seven.may_enter_at(sitting.seven_table):
        return None
    return standing if state_of(sitting, standing).doing == Doing.PLAY else None


def _page(request: ClubRequest, standing: PartScore, heard: Heard) -> HttpResponse:
    context: BidsContext = {
        "sitting": standing.part.sitting,
        "part": standing.part,
        "bids": AuctionPage(standing, heard),
        "dealer": standing.names[standing.dealer],
        "number": len(standing.live) + 1,
        "position": standing.next_position,
        "people": standing.seated,
        "key": key_of(request.POST),
        "problems": [heard.problem] if heard.problem else [],
    }
    return render(request, "rubbers/bids.html", context, status=422 if heard.problem else 200)
