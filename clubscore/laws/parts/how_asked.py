"""What a game asks about a deal that no other asks, so that any form can put the question."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Protocol

from clubscore.laws.cards import Bid
from clubscore.laws.facts import Deal, OwnFacts
from clubscore.laws.house_rules import Rules
from clubscore.laws.record import ComparedRecord, Record


class HasHands(Protocol):
    """What the reader of an answer asks of the game."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the players."""

    @property
    def hands(self) -> tuple[str, ...]:
        """Seats and dummies, in the order they sit."""


class Ask(ComparedRecord):
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
    asks: tuple[Ask, ...] = ()
    tricks_by_player: ClassVar[bool] = False
    passed_fields: ClassVar[tuple[str, ...]] = ()

    def check(self, rules: Rules, deal: Deal) -> None:
        """Raise RuleError for facts that only this game forbids."""

    def must_be_told(self, deal: Deal) -> None:
        """Raise RuleError for revokes that are refused when reported; older deals may have them."""

    def about(self, bid: Bid | None) -> tuple[Ask, ...]:
        """What is asked of such a deal; where the bid is not known, everything.

        Who doubled is asked only where each player doubles alone.
        """
        if bid is None or not self.asks:
            return self.asks
        return tuple(ask for ask in self.asks if bid.denomination.alone or ask.among != "others")


NOTHING_MORE = Questions()
