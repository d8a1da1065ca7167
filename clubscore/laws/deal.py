"""The facts of one deal as players report them, verified.

The form is the score file's: see ``docs/adding-a-game.md`` and the help of ``manage.py score``.
"""

from collections.abc import Mapping
from typing import NamedTuple, NotRequired, TypedDict

from clubscore.laws.cards import Bid

# Fields and values as somebody sent them: nothing is known of them before a reader looked.
Unverified = Mapping[str, object]

# A trick doubled a thousand times has some three hundred digits; nobody doubles further.
HIGHEST_DOUBLING = 1000


class CallFacts(TypedDict):
    """A call as the score file writes it."""

    by: str
    call: str
    accepted_by: NotRequired[str]


class RevokeFacts(TypedDict):
    """A revoke as the score file writes it."""

    by: str
    penalty: str


class FineFacts(TypedDict):
    """A fine as the score file writes it; ``to`` is always "each"."""

    player: str
    points: int
    to: str
    reason: NotRequired[str]


class Revoke(NamedTuple):
    """A revoke: whose, and the penalty that was chosen for it."""

    by: str
    penalty: str


class Fine(NamedTuple):
    """Points above the line to each other column (each other side where there are two).

    ``reason`` is the key of a fine that the game's law names, empty for any other.
    """

    player: str
    points: int
    reason: str = ""

    def facts(self) -> FineFacts:
        """The fine as the score file writes it."""
        facts: FineFacts = {"player": self.player, "points": self.points, "to": "each"}
        if self.reason:
            facts["reason"] = self.reason
        return facts


class AuctionCall(NamedTuple):
    """What somebody called: the text of a bid, "pass", "double" or "redouble".

    ``accepted_by`` is who accepted a bid where bids have to be; None where nobody did.
    """

    by: str
    call: str
    accepted_by: str | None = None

    def facts(self) -> CallFacts:
        """The call as the score file writes it."""
        facts: CallFacts = {"by": self.by, "call": self.call}
        if self.accepted_by is not None:
            facts["accepted_by"] = self.accepted_by
        return facts


class OwnFacts(TypedDict, total=False):
    """Facts that a single game has; its file says what they mean."""

    defenders: dict[str, int]
    doubled_by: list[str]
    joker: str
    vulnerable: str
    dealer: str


class DealFacts(OwnFacts, total=False):
    """The facts of a deal as the score file writes them, defaults left out.

    ``honours`` are the number of a hand, or the holding of a column ("4-in-one").
    """

    passed_out: bool
    bid: str
    declarer: str
    partner: str
    doubling: int
    tricks: int
    honours: dict[str, int | str]
    chicane: list[str]
    revokes: list[RevokeFacts]
    fines: list[FineFacts]
    auction: list[CallFacts]


# All deals without such facts share it, so nothing is ever written into it.
NO_FACTS: OwnFacts = {}


class DealReport(NamedTuple):
    """What happened in one deal. Only :func:`read_deal` makes one, so it is possible and whole.

    ``honours`` are pairs of hand and number, or of column and holding ("4-in-one"); ``own`` are
    the facts that only this game has. ``auction`` is what was called, where it was noted; no score
    follows from it.
    """

    bid: Bid | None = None
    declarer: str | None = None
    partner: str | None = None
    doubling: int = 0
    tricks: int = 0
    honours: tuple[tuple[str, int | str], ...] = ()
    chicane: tuple[str, ...] = ()
    revokes: tuple[Revoke, ...] = ()
    fines: tuple[Fine, ...] = ()
    own: OwnFacts = NO_FACTS
    auction: tuple[AuctionCall, ...] = ()

    @property
    def passed_out(self) -> bool:
        return self.bid is None

    def facts(self) -> DealFacts:
        """The deal as the score file writes it, defaults left out."""
        facts: DealFacts = {}
        if self.bid is None or self.declarer is None:
            facts["passed_out"] = True
        else:
            facts["bid"] = self.bid.text
            facts["declarer"] = self.declarer
            if self.partner is not None:
                facts["partner"] = self.partner
            if self.doubling:
                facts["doubling"] = self.doubling
            facts["tricks"] = self.tricks
        if self.honours:
            facts["honours"] = dict(self.honours)
        if self.chicane:
            facts["chicane"] = list(self.chicane)
        if self.revokes:
            facts["revokes"] = [{"by": by, "penalty": penalty} for by, penalty in self.revokes]
        if self.fines:
            facts["fines"] = [fine.facts() for fine in self.fines]
        if self.auction:
            facts["auction"] = [call.facts() for call in self.auction]
        if not self.own:
            return facts
        # Few games have facts of their own, and to load `copy` takes a while.
        from copy import deepcopy

        return {**facts, **deepcopy(self.own)}
