"""What a game is: a value that says everything a form, a sheet and a scorer need to know."""

from __future__ import annotations

from functools import cached_property

from clubscore.laws.cards import Bid, Column
from clubscore.laws.counting.course import RUBBER_OF_THREE
from clubscore.laws.counting.pairs import Settling
from clubscore.laws.counting.reckoning import Course, Sides, reckoner_for
from clubscore.laws.counting.revokes import Penalty
from clubscore.laws.facts import Deal, DealFacts
from clubscore.laws.house_rules import Codes, Rules
from clubscore.laws.parts.how_asked import NOTHING_MORE, Questions
from clubscore.laws.parts.how_bid import AS_AT_AUCTION, Bidding
from clubscore.laws.parts.how_counted import Counting
from clubscore.laws.parts.how_dealt import AS_USUAL, Dealing
from clubscore.laws.parts.how_played import THIRTEEN_TRICKS, Play
from clubscore.laws.parts.how_told import About
from clubscore.laws.record import Record

COMMON_FIELDS = frozenset(
    ("bid", "declarer", "doubling", "tricks", "honours", "fines", "passed_out")
)
# Where no one bids a number: as many as there are beyond the book of six.
MOST_ODD_TRICKS = 7
CONTRACT_FIELDS = frozenset(("bid", "declarer", "partner", "doubling", "auction"))


class Game(Record):
    """One game of the bridge family: who sits at it, and its parts, each a small value.

    ``columns`` say whose figures stand together. ``about`` is what is told of the game, ``codes``
    the laws and house rules it is played by, ``counting`` how a deal is counted, ``settling`` who
    settles with whom, ``dealing``, ``bidding`` and ``play`` how it is dealt, bid and played,
    ``questions`` what it alone asks of a deal, ``course`` how games and rubbers are won. What the
    game does as most do need not be said; what it does its own way is a class in its file that
    overrides the usual one. ``beneath`` is the key of the game that a layer was laid over, whose
    house rules a club plays by there as well; empty where there is no layer.
    """

    key: str
    name: str
    short_name: str
    seats: tuple[str, ...]
    hands: tuple[str, ...]
    columns: tuple[Column, ...]
    about: About
    codes: Codes
    counting: Counting
    settling: Settling
    dealing: Dealing = AS_USUAL
    bidding: Bidding = AS_AT_AUCTION
    play: Play = THIRTEEN_TRICKS
    questions: Questions = NOTHING_MORE
    course: Course = RUBBER_OF_THREE
    beneath: str = ""

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.seats)

    @cached_property
    def may_declare(self) -> tuple[str, ...]:
        """The seats, and hands where the score file allows them, that may declare."""
        return tuple(dict.fromkeys(declarer for declarer, _partner in self.sides))

    @cached_property
    def names_partner(self) -> bool:
        """Whether each deal names declarer's partner."""
        return any(partner is not None for _declarer, partner in self.sides)

    @cached_property
    def book(self) -> int:
        """The first tricks, that count nothing: the highest bid is one for all of them."""
        return self.play.tricks - max(self.bidding.levels, default=MOST_ODD_TRICKS)

    @cached_property
    def deal_fields(self) -> frozenset[str]:
        """The fields a deal of this game may have."""
        own = set(self.questions.own_fields)
        if self.names_partner:
            own.add("partner")
        if self.counting.counts_chicane:
            own.add("chicane")
        if self.counting.revoke_law.declaring:
            own.add("revokes")
        if self.bidding.calling is not None:
            own.add("auction")
        return COMMON_FIELDS | own

    @cached_property
    def contract_fields(self) -> frozenset[str]:
        """The fields of a deal that are known before its play."""
        own = {ask.field for ask in self.questions.asks if ask.before_play}
        return (self.deal_fields & CONTRACT_FIELDS) | own

    @cached_property
    def column_keys(self) -> tuple[str, ...]:
        """The keys of the columns in the order of the sheet."""
        return tuple(column.key for column in self.columns)

    @cached_property
    def column_of(self) -> dict[str, str]:
        """The column of every seat and of every hand that always goes with one."""
        found = {}
        for column in self.columns:
            found.update(dict.fromkeys((*column.seats, *column.hands), column.key))
        return found

    @property
    def two_sided(self) -> bool:
        """Whether there are two sides with a column each."""
        return len(self.columns) == 2

    @property
    def has_partners(self) -> bool:
        """Whether four people fall into two pairs for the whole rubber."""
        return self.two_sided and len(self.seats) == 4

    @property
    def deal_order(self) -> tuple[str, ...]:
        """The hands that deal, in turn to the left."""
        return self.dealing.order(self.seats, self.hands)

    @cached_property
    def sides(self) -> dict[tuple[str, str | None], Sides]:
        """Who is against whom, by declarer and (where one is named) partner."""
        return {
            pair: self._sides(tuple(seat for seat in pair if seat is not None))
            for pair in self.play.declaring(self.seats)
        }

    def _sides(self, declaring: tuple[str, ...]) -> Sides:
        """Declarer's column (and partner's); a dummy of no column goes with declarer."""
        columns = tuple(dict.fromkeys(self.column_of[seat] for seat in declaring))
        adverse = tuple(key for key in self.column_keys if key not in columns)
        floating = tuple(hand for hand in self.hands if hand not in self.column_of)

        def of(keys: tuple[str, ...], part: int) -> tuple[str, ...]:
            by_key = {column.key: column for column in self.columns}
            return tuple(item for key in keys for item in by_key[key][part])

        return Sides(
            of(columns, 1), of(adverse, 1), of(columns, 2) + floating, of(adverse, 2),
            columns, adverse,
        )  # fmt: skip

    def needed(self, bid: Bid) -> int:
        """The tricks that make this bid; where tricks are to be lost, the most it may take."""
        if bid.denomination.alone:
            return 0
        needed = self.book + bid.level
        return self.play.tricks - needed if bid.denomination.reversed else needed

    def over(self, bid: Bid, tricks: int) -> int:
        """How far these tricks of the declaring side are over the bid; negative where down."""
        over = tricks - self.needed(bid)
        return -over if bid.denomination.loses else over

    def tricks_for(self, bid: Bid, over: int) -> int:
        """The tricks of the declaring side where it is so far over the bid."""
        return self.needed(bid) + (-over if bid.denomination.loses else over)

    @property
    def tells_holdings(self) -> bool:
        """Whether a side's honours may be given together, since it has more than one hand."""
        return (
            self.two_sided and self.counting.honours_by == "side" and len(self.columns[0].hands) > 1
        )

    @property
    def honours_by_hand(self) -> bool:
        """Whether honours are wanted of each holder separately, because no two share them."""
        return self.counting.honours_by != "side" or (self.two_sided and not self.tells_holdings)

    @property
    def honour_hands(self) -> tuple[str, ...]:
        """Whose honours a deal gives: every hand's, or every player's where they are won."""
        return self.seats if self.counting.honours_by == "won" else self.hands

    def side_of(self, deal: Deal) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The seats of the declaring side and of its adversaries; none where all passed."""
        if deal.declarer is None or deal.bid is None:
            return (), ()
        if deal.bid.denomination.alone:
            return (deal.declarer,), tuple(seat for seat in self.seats if seat != deal.declarer)
        sides = self.sides[deal.declarer, deal.partner]
        return sides.seats, sides.adverse_seats

    def dummy_of(self, deal: Deal, dealer: str = "") -> str | None:
        """The seat whose hand lies on the table, where the facts or the dealer tell it."""
        if deal.declarer is None:
            return None
        if not self.play.partner_is_dummy:
            dealt = dealer or deal.own.get("dealer", "")
            return self.play.dummy_of_dealer(dealt, self.side_of(deal)[0])
        if self.names_partner:
            return deal.partner
        partners = [seat for seat in self.side_of(deal)[0] if seat != deal.declarer]
        return partners[0] if len(partners) == 1 else None

    def dummy_dealt(self, dealer: str) -> str | None:
        """The seat that is dummy by who dealt, before it is known what was declared."""
        side = next((column.seats for column in self.columns if dealer in column.seats), ())
        return self.play.dummy_of_dealer(dealer, side)

    def revokers(self, deal: Deal, dealer: str = "") -> tuple[str, ...]:
        """The seats that can have revoked: all that play a hand, so never dummy.

        ``dealer`` is who dealt, where that is known and tells who is dummy.
        """
        dummy = self.dummy_of(deal, dealer)
        return tuple(seat for seat in self.seats if seat != dummy)

    def penalties(self, deal: Deal, by: str) -> tuple[Penalty, ...]:
        """The penalties that may be claimed for a revoke by this seat in this deal."""
        assert deal.bid is not None  # noqa: S101 - nobody revokes in a deal that all passed
        if deal.bid.denomination.alone:
            return ()
        declaring = by in self.side_of(deal)[0]
        return self.counting.revoke_law.choices(declaring, deal.bid.denomination.reversed)

    def honours_for(self, denomination: str, rules: Rules) -> str | None:
        """What counts as honours: the trump "suit", "aces", "deuces", or None where nothing."""
        tariff = reckoner_for(self, rules).tariff
        if denomination not in tariff.honours:
            return None
        if denomination in tariff.deuces:
            return "deuces"
        return "suit" if self.bidding.denomination(denomination).is_suit else "aces"

    def fine_offered(self, rules: Rules, facts: DealFacts, dealer: str) -> int:
        """The fine, in points to each, if a dealer who failed so had begun with this bid."""
        fined = self.bidding.first_bid_fine
        if fined is None or facts.get("fines"):
            return 0
        text, rule = fined
        if facts.get("bid") != text or facts.get("declarer") != dealer:
            return 0
        failed = self.over(self.bidding.bids[text], facts["tricks"]) < 0
        return rules.number(rule) if failed else 0
