"""What a game is: all that a form, a sheet and a scorer need to know of it, in one value.

How it is dealt, bid, played and counted, what else it asks, and what it tells a reader. Most
games are the best of three; one with another course has a `RubberCourse` of its own in its file.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Protocol

from clubscore.laws.cards import (
    HIGHEST,
    LOWEST,
    ROYAL_RANK,
    Bid,
    Column,
    CutLaw,
    Denomination,
    all_bids,
)
from clubscore.laws.cards import SUITS_OF_CUTTING as SUITS
from clubscore.laws.citing import Citation
from clubscore.laws.deal import DealFacts, DealReport, OwnFacts
from clubscore.laws.house_rules import Codes, Rules
from clubscore.laws.reckoning import (
    Bonuses,
    DealOutcome,
    Position,
    Reckoner,
    RubberCourse,
    Sides,
    reckon_contract,
    reckoner_for,
)
from clubscore.laws.record import ComparedRecord, Record
from clubscore.laws.shared_codes import AUCTION, RevokeLaw, RevokePenalty
from clubscore.laws.tariff import ABOVE, DealScore, Settling, SheetFigure, Tariff, Writer
from clubscore.laws.words import gettext_noop

if TYPE_CHECKING:
    import random

    from clubscore.laws.game_notes import GameNotes

GAME = gettext_noop("game")
RUBBER = gettext_noop("rubber")
AHEAD = gettext_noop("for being a game ahead")
GAMES_TO_WIN = 2


class BestOfThree(RubberCourse):
    """Two games are the rubber, excess points and all (Laws of Bridge 1899, laws 1-3)."""

    games_to_win = GAMES_TO_WIN

    def outcome(
        self, reckoner: Reckoner, position: Position, score: DealScore
    ) -> DealOutcome | None:
        """A game is so many points below the line, and ends everyone's part scores."""
        below = tuple(map(int.__add__, position.below, score.below))
        most = max(below)
        if most < self.game_points:
            return None
        tariff = reckoner.tariff
        best = below.index(most)
        winner = reckoner.columns[best]
        ends_rubber = position.games[best] + 1 >= self.games_to_win
        writer = Writer(tariff)
        sharing = score.columns if tariff.game_bonus_to_acceptor else (winner,)
        writer.write(sharing, ABOVE, tariff.game_bonus, "game", GAME)
        if ends_rubber:
            quick = tariff.quick_rubber_bonus is not None and not any(
                won for at, won in enumerate(position.games) if at != best
            )
            bonus = tariff.quick_rubber_bonus if quick else tariff.rubber_bonus
            writer.write((winner,), ABOVE, bonus or 0, "rubber", RUBBER)
        kept = (0,) * len(below)
        if not tariff.part_scores_lapse and not ends_rubber:
            kept = tuple(0 if at == best else part for at, part in enumerate(below))
        return DealOutcome(best, best if ends_rubber else None, reckoner.piece(writer.lines), kept)

    def broken_off(self, reckoner: Reckoner, position: Position) -> tuple[Bonuses, ...]:
        """By the club's rule, for the one column that is a game ahead of every other."""
        most = max(position.games)
        bonus = reckoner.tariff.unfinished_bonus
        if not bonus or position.games.count(most) > 1:
            return ((),) * len(position.games)
        return tuple(((bonus, AHEAD),) if won == most else () for won in position.games)


class LongSheet(RubberCourse):
    """Each deal is for itself, and play stops when the players like."""

    unit = "sheet"
    # Nothing counts towards a game, so nothing has to stand apart from what does not.
    has_line = False


RUBBER_OF_THREE = BestOfThree(game_points=30)
# Where more goes above the line: penalties that grow, or every column's own.
LONG_RUBBER = BestOfThree(game_points=30, pad_rows=(15, 8))


class HasHands(Protocol):
    """What the reader of an answer asks of the game."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the players."""

    @property
    def hands(self) -> tuple[str, ...]:
        """Seats and dummies, in the order they sit."""


class GameAsk(ComparedRecord):
    """The question for a fact that only this game has, so that any form can ask it.

    ``field`` is the score file's, ``word`` a short one for a typed line. ``told`` makes a fact of
    the values that were chosen, unverified as they are. ``among`` are the "hands", or the "others"
    who did not declare; else ``choices`` are values and words, a column's key its players.
    ``several`` may be true of more than one; ``before_play`` it belongs to the contract. ``must``
    is what to say if no one answered; nothing if it may stay open.
    """

    field: str
    word: str
    question: str
    told: Callable[[Sequence[str]], OwnFacts]
    among: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    several: bool = False
    before_play: bool = False
    must: str = ""


class Questions(Record):
    """What is asked: a game overrides what it wants to know of every deal.

    ``own_fields`` reads the deal fields that only this game has, each into the facts it tells;
    ``asks`` are the questions for
    them. With ``tricks_by_player`` each player's tricks are wanted; a deal that all passed may
    still tell ``passed_fields``.
    """

    own_fields: Mapping[str, Callable[[HasHands, Rules, object], OwnFacts]] = {}
    asks: tuple[GameAsk, ...] = ()
    tricks_by_player: ClassVar[bool] = False
    passed_fields: ClassVar[tuple[str, ...]] = ()

    def check(self, rules: Rules, deal: DealReport) -> None:
        """Raise RuleError for facts that only this game forbids."""

    def must_be_told(self, deal: DealReport) -> None:
        """Raise RuleError for revokes that are refused when reported; older deals may have them."""

    def about(self, bid: Bid | None) -> tuple[GameAsk, ...]:
        """What is asked of such a deal; where the bid is not known, everything.

        Who doubled is asked only where each player doubles alone.
        """
        if bid is None or not self.asks:
            return self.asks
        return tuple(ask for ask in self.asks if bid.denomination.alone or ask.among != "others")


NOTHING_MORE = Questions()


class Calling(Enum):
    """How an auction goes round the table; ``auction.py`` follows each of them call by call.

    In turn: left to left, until all the others have passed a bid. With a last raise: then whoever
    made it may still raise it. By acceptance: a bid counts once another player has accepted it.
    """

    IN_TURN = "in turn"
    LAST_RAISE = "in turn, with a last raise"
    ACCEPTED = "by acceptance"


class NamedFine(ComparedRecord):
    """A fine that the game's law names: its key in a file, the offence, its points, its law."""

    key: str
    what: str
    points: int
    law: Citation


class Bidding(Record):
    """The auction: a game that bids its own way overrides what differs.

    ``denominations`` stand in rank order; ``levels`` are empty where only the trump is named, and
    ``max_doubling`` is None where doubling has no end. ``own_bids`` are declarations without a
    number. ``schedule`` is the worth of each bid by its text, where the bid is counted and not its
    tricks. ``first_bid_fine`` is a bid for which a dealer who began with it and failed is fined,
    and the house rule that says how much; ``named_fines`` are those of its law. ``calling`` is how
    the auction goes round, None where it is not known or there is none; ``dealer_begins`` unless
    the first call is somebody else's.
    """

    denominations: tuple[Denomination, ...] = ROYAL_RANK
    levels: tuple[int, ...] = tuple(range(1, 8))
    max_doubling: int | None = 2
    own_bids: ClassVar[tuple[Bid, ...]] = ()
    schedule: ClassVar[Mapping[str, int]] = {}
    first_bid_fine: ClassVar[tuple[str, str] | None] = None
    named_fines: ClassVar[tuple[NamedFine, ...]] = ()
    calling: ClassVar[Calling | None] = Calling.IN_TURN
    dealer_begins: ClassVar[bool] = True

    def ranked(self, rules: Rules) -> tuple[Denomination, ...]:
        """What can be bid with a number, in rank order under these rules."""
        return self.denominations

    def may_begin(self, bid: Bid) -> bool:
        """Whether this bid will do as the first of all: any."""
        return True

    def by_number(self) -> "Bidding":
        """The same auction as far as it names numbers; a board of an event knows no other bids."""
        return self

    def check(self, rules: Rules, deal: DealReport) -> None:
        """Raise RuleError for a contract that only this game forbids, already before the play."""

    @cached_property
    def bids(self) -> dict[str, Bid]:
        """Every bid by its text in the score file."""
        return all_bids(self.levels, self.denominations) | {bid.text: bid for bid in self.own_bids}

    @property
    def passes_out(self) -> bool:
        """Whether all may pass; where no one bids a number the dealer's side has to declare."""
        return bool(self.levels)

    def denomination(self, key: str) -> Denomination:
        """The denomination of this key; KeyError where the game has none such."""
        return self._by_key[key]

    @cached_property
    def _by_key(self) -> dict[str, Denomination]:
        return {each.key: each for each in self.denominations}


AS_AT_AUCTION = Bidding()


class Counting(Record):
    """What counts, and how much.

    ``tariff`` compiles the numbers from the house rules. ``reckon`` is the manner in which a deal
    is counted, by contract or by odd tricks; it is told where the sheet stands, for games that know
    vulnerability. Honours count by "side", by "hand", or as they are "won". ``causes`` are short
    words for the kinds of line that only this game has.
    """

    tariff: Callable[[Rules], Tariff]
    reckon: Callable[[Reckoner, DealReport, Position], DealScore] = reckon_contract
    revoke_law: RevokeLaw = AUCTION
    honours_by: str = "side"
    counts_chicane: bool = False
    causes: Mapping[str, str] = {}

    @property
    def counts_revokes(self) -> bool:
        """Whether a revoke has a penalty that is scored."""
        return bool(self.revoke_law.declaring or self.revoke_law.adverse)

    def honours_beside(self, reckoner: Reckoner, deal: DealReport) -> list[SheetFigure]:
        """The lines for a card that counts for the side that held it, and is no honour."""
        return []


class Dealing(Record):
    """The deal: a game that deals its own way overrides what differs.

    ``cutting`` is how the pack is cut for seats, ``procedures`` what of its law a page can help
    with, ``between_rubbers`` what its source advises before the next one.
    """

    cutting: ClassVar[CutLaw] = LOWEST
    procedures: ClassVar[tuple[str, ...]] = ()
    between_rubbers: ClassVar[str] = ""

    def order(self, seats: tuple[str, ...], hands: tuple[str, ...]) -> tuple[str, ...]:
        """The hands that deal, in turn to the left: each player."""
        return seats

    def deals_again(self, in_a_row: int, passed: bool) -> bool:
        """Whether the last dealer deals once more, after so many and where all passed it."""
        return False

    def usual_facts(self, played: int, dealer: str) -> OwnFacts:
        """The facts that follow from who deals after so many of the rubber, unless told."""
        return {}

    def pack(self, chance: "random.Random") -> Sequence[str]:
        """A pack as it is dealt, card by card, for example "AS": shuffled."""
        cards = [rank + suit for suit in SUITS for rank in HIGHEST.ranks]
        chance.shuffle(cards)
        return cards


AS_USUAL = Dealing()


class Play(Record):
    """The play of a deal: a game with declarers of its own overrides who they are.

    ``may_win`` are the numbers of tricks that the declaring side may win: of thirteen all or none,
    where it does not have one in any case (a blind trick). ``partner_is_dummy`` unless the hand on
    the table does not follow from who declared.
    """

    may_win: range = range(14)
    partner_is_dummy: bool = True

    def declaring(self, seats: tuple[str, ...]) -> tuple[tuple[str, str | None], ...]:
        """Who may declare, and with which partner where the deal names one: each player."""
        return tuple((seat, None) for seat in seats)

    def dummy_of_dealer(self, dealer: str, side: tuple[str, ...]) -> str | None:
        """Whose hand lies on the table where that follows from who dealt; nobody's here.

        ``side`` are the seats of the declaring side.
        """
        return None

    @cached_property
    def tricks(self) -> int:
        """How many tricks a deal has."""
        return self.may_win[-1]

    @cached_property
    def least_tricks(self) -> int:
        """How many the declaring side has in any case."""
        return self.may_win[0]


THIRTEEN_TRICKS = Play()


COMMON_FIELDS = frozenset(
    ("bid", "declarer", "doubling", "tricks", "honours", "fines", "passed_out")
)
# Where no one bids a number: as many as there are beyond the book of six.
MOST_ODD_TRICKS = 7
CONTRACT_FIELDS = frozenset(("bid", "declarer", "partner", "doubling", "auction"))


class Game(Record):
    """One game of the bridge family: who sits at it, and its parts, each a small value.

    ``columns`` say whose figures stand together. ``codes`` are the laws and house rules it is
    played by, ``counting`` how a deal is counted, ``settling`` who settles with whom, ``dealing``,
    ``bidding`` and ``play`` how it is dealt, bid and played, ``questions`` what it alone asks of a
    deal, ``course`` how games and rubbers are won. What the game does as most do need not be said;
    what it does its own way is a class in its file that overrides the usual one. ``beneath`` is the
    key of the game that a layer was laid over, whose house rules a club plays by there as well;
    empty where there is no layer.
    """

    key: str
    name: str
    short_name: str
    seats: tuple[str, ...]
    hands: tuple[str, ...]
    columns: tuple[Column, ...]
    codes: Codes
    counting: Counting
    settling: Settling
    dealing: Dealing = AS_USUAL
    bidding: Bidding = AS_AT_AUCTION
    play: Play = THIRTEEN_TRICKS
    questions: Questions = NOTHING_MORE
    course: RubberCourse = RUBBER_OF_THREE
    beneath: str = ""

    @property
    def about(self) -> "GameNotes":
        """What it says to someone who reads about it; its file is read when it is asked for."""
        from clubscore.laws.game_notes import notes_of

        return notes_of(self.key, self.beneath)

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

    def side_of(self, deal: DealReport) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The seats of the declaring side and of its adversaries; none where all passed."""
        if deal.declarer is None or deal.bid is None:
            return (), ()
        if deal.bid.denomination.alone:
            return (deal.declarer,), tuple(seat for seat in self.seats if seat != deal.declarer)
        sides = self.sides[deal.declarer, deal.partner]
        return sides.seats, sides.adverse_seats

    def dummy_of(self, deal: DealReport, dealer: str = "") -> str | None:
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

    def revokers(self, deal: DealReport, dealer: str = "") -> tuple[str, ...]:
        """The seats that can have revoked: all that play a hand, so never dummy.

        ``dealer`` is who dealt, where that is known and tells who is dummy.
        """
        dummy = self.dummy_of(deal, dealer)
        return tuple(seat for seat in self.seats if seat != dummy)

    def penalties(self, deal: DealReport, by: str) -> tuple[RevokePenalty, ...]:
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
