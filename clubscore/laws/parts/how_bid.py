"""How a game is bid: what can be declared, in which order of rank, and how often doubled."""

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import ClassVar

from clubscore.laws.cards import ROYAL_RANK, Bid, Denomination, all_bids
from clubscore.laws.citing import Citation
from clubscore.laws.facts import Deal
from clubscore.laws.house_rules import Rules
from clubscore.laws.record import ComparedRecord, Record


class Calling(Enum):
    """How an auction goes round the table; ``laws/calling/`` follows each of them call by call.

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

    def check(self, rules: Rules, deal: Deal) -> None:
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
