"""What things are worth in a game, the lines of its score, and who settles with whom.

A game builds one `Tariff` from its rules and names for each bid its `TrickTerms`; the reckoning
only looks them up. All amounts are whole points.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import ClassVar, NamedTuple, Protocol

from clubscore.laws.cards import Bid, Column, Denomination
from clubscore.laws.citing import Citation
from clubscore.laws.house_rules import Rules
from clubscore.laws.record import Record
from clubscore.laws.words import Phrase, english, gettext_noop

LITTLE_SLAM = gettext_noop("little slam")
GRAND_SLAM = gettext_noop("grand slam")
DECLARED_SLAMS = {6: gettext_noop("little slam declared"), 7: gettext_noop("grand slam declared")}

# How honours lie between partners, in the words of the score file.
HOLDINGS = ("3", "4", "5", "4-in-one", "4+1", "5-in-one")
ACE_HOLDINGS = ("3", "4", "4-in-one")

# Points by holding where honours are a side's, by number where they are a hand's.
Worth = Mapping[str | int, int]

# Laws of Bridge 1899, law 6; the same multipliers in every auction code since.
SIDE_MULTIPLIERS = {"3": 2, "4": 4, "5": 5, "4-in-one": 8, "4+1": 9, "5-in-one": 10}
# Laws of Bridge 1899, law 7.
SIDE_ACES: Worth = {"3": 30, "4": 40, "4-in-one": 100}
# Auction Bridge Variations 1923, p. 145, law 8 of Cut-throat: each hand by itself.
HAND_MULTIPLIERS = {1: 1, 2: 2, 3: 3, 4: 8, 5: 10}
HAND_ACES: Worth = {1: 10, 2: 20, 3: 30, 4: 100}
# The same book, p. 168: honours are claimed as won, not as held.
WON_ACE = 10

Slams = Mapping[int, tuple[tuple[int, str], ...]]


class TrickTerms(NamedTuple):
    """What one bid at one doubling is worth.

    ``need`` tricks make it and ``book`` tricks count nothing. ``value`` is the worth of an odd
    trick below the line, doubling included; with ``counted`` only so many odd tricks are counted.
    Above the line ``bonus`` is for the contract, ``overtrick`` for each trick beyond it and
    ``salvaged`` for a contract that penalty tricks alone completed. ``down[u]`` is what u
    undertricks bring each adversary above the line and ``down_below`` each of them below it.
    ``slams`` and ``adverse_slams`` give points and words by the tricks that the side won in play.
    ``revoke_value`` is what three tricks are worth where a revoke is paid in value. ``first`` is
    what the first odd trick counts in addition.
    """

    need: int
    book: int
    value: int
    counted: int | None
    bonus: int
    overtrick: int
    salvaged: int
    down: tuple[int, ...]
    down_below: int
    slams: Slams
    adverse_slams: Slams
    revoke_value: int = 0
    first: int = 0


class Tariff(Record):
    """The numbers of one game under one set of rules.

    ``honours`` maps a denomination's key to points by holding (:data:`HOLDINGS`) where honours
    are a side's, by number where they are a hand's; a denomination without an entry has none.
    ``chicane`` maps to the worth of one void hand and is empty where the club does not count it.
    ``laws`` maps the kind of a line to the law it cites, and "kind case" to what it cites in a case
    of its own ("honours 5-in-one", "contract doubled"). ``quick_rubber_bonus`` stands
    instead of ``rubber_bonus`` if no one else won a game. ``vulnerable_terms`` are those of a
    declaring side that is vulnerable. At the denominations in ``deuces`` deuces are counted like
    aces; at those in ``honours_to_others`` honours score for the side that does not hold them.
    With ``all_honours_held`` some hand has each of the honours, so that the last hand's number
    follows from the others. ``remarks`` say what no other number does: what counts, and how much.
    """

    terms: Callable[[Bid, int], TrickTerms]
    laws: Mapping[str, Citation]
    honours: Mapping[str, Worth] = {}
    chicane: Mapping[str, int] = {}
    chicane_deducts: bool = False
    honours_to_acceptor: bool = True
    dummy_honours: str = "separate"
    all_honours_held: bool = True
    revoke_points: int = 0
    revoke_bars_both: bool = False
    game_bonus: int = 0
    game_bonus_to_acceptor: bool = False
    rubber_bonus: int = 0
    part_scores_lapse: bool = True
    unfinished_bonus: int = 0
    quick_rubber_bonus: int | None = None
    vulnerable_terms: Callable[[Bid, int], TrickTerms] | None = None
    deuces: frozenset[str] = frozenset()
    honours_to_others: frozenset[str] = frozenset()
    remarks: tuple[tuple[Phrase, Phrase], ...] = ()


def slam_table(little: int, grand: int, tricks: int = 13) -> Slams:
    """Little and grand slam by the tricks a side won in play."""
    return {tricks - 1: ((little, LITTLE_SLAM),), tricks: ((grand, GRAND_SLAM),)}


def declared_slams(
    slams: Slams,
    declared: Mapping[int, int],
    level: int,
    besides: bool,
    words: Mapping[int, str] = DECLARED_SLAMS,
) -> Slams:
    """Slams of a declaring side that bid so high: one bid and won counts ``declared`` points.

    They replace what the slam counts undeclared, or are added (``besides``). A bid of seven that
    wins twelve tricks is a little slam that no one declared. ``words`` name the slams by level.
    """
    if level not in declared:
        return slams
    own = (declared[level], words[level])
    little = min(slams)
    won = little + level - min(declared)
    return {
        tricks: made if tricks < won else ((own, *made) if besides else (own,))
        for tricks, made in slams.items()
    }


def side_honours(
    values: Mapping[str, int],
    denominations: tuple[Denomination, ...],
    multipliers: Mapping[str, int] = SIDE_MULTIPLIERS,
    aces: Worth = SIDE_ACES,
) -> dict[str, Worth]:
    """Honours of a side, by denomination and holding, from undoubled trick values."""
    return {
        each.key: {holding: times * values[each.key] for holding, times in multipliers.items()}
        if each.is_suit
        else aces
        for each in denominations
        if not each.reversed
    }


def hand_honours(
    values: Mapping[str, int], denominations: tuple[Denomination, ...]
) -> dict[str, Worth]:
    """Honours of each hand by itself, by denomination and number held."""
    return {
        each.key: {held: times * values[each.key] for held, times in HAND_MULTIPLIERS.items()}
        if each.is_suit
        else HAND_ACES
        for each in denominations
        if not each.reversed
    }


def won_honours(
    values: Mapping[str, int], denominations: tuple[Denomination, ...], counted: bool = True
) -> dict[str, Worth]:
    """Honours as a player won them: the value of a trick each, an ace at no-trumps ten."""
    return {
        each.key: {
            won: won * (values[each.key] if each.is_suit else WON_ACE) * counted
            for won in range(1, 6 if each.is_suit else 5)
        }
        for each in denominations
    }


def suit_chicane(
    values: Mapping[str, int], denominations: tuple[Denomination, ...]
) -> dict[str, int]:
    """Twice the undoubled trick value for a hand void of trumps (Laws of Bridge 1899, law 8)."""
    return {each.key: 2 * values[each.key] for each in denominations if each.is_suit}


def holding_of(counts: tuple[int, ...], is_suit: bool) -> str | None:
    """How these honours, hand by hand of one side, are called; fewer than three are nothing."""
    total, best = sum(counts), max(counts, default=0)
    if total < 3:
        return None
    if best < 4:
        return str(total)
    if best == 5:
        return "5-in-one"
    return "4+1" if is_suit and total == 5 else "4-in-one"


BELOW, ABOVE = "below", "above"


class SheetFigure(NamedTuple):
    """One figure on the sheet: whose, where, how much, what for and by which law.

    ``item`` is the English text; ``phrase`` and ``params`` let it be said in another tongue.
    ``kind`` is the sort of line ("tricks", "honours", "slam"), for a sheet that marks causes.
    """

    column: str
    line: str
    points: int
    item: str
    law: Citation
    phrase: str
    params: Mapping[str, object]
    kind: str


class ScorePiece(NamedTuple):
    """Lines with their sums by column, in the order of the sheet."""

    lines: tuple[SheetFigure, ...]
    below: tuple[int, ...]
    above: tuple[int, ...]


class LedgerEntry(NamedTuple):
    """Points that one seat wins from another outside the sheet, in a ledger of this name."""

    ledger: str
    winner: str
    loser: str
    points: int
    law: Citation


class DealScore(NamedTuple):
    """What a deal brings before games and rubbers are counted.

    ``columns`` are those of the declaring side, declarer's first. ``caps`` are columns whose
    standing towards the game may not pass a limit by this deal. ``ledger`` is what stands outside
    the sheet. ``vulnerable`` is whether the declaring side was.
    """

    lines: tuple[SheetFigure, ...]
    below: tuple[int, ...]
    above: tuple[int, ...]
    columns: tuple[str, ...] = ()
    caps: tuple[tuple[int, int], ...] = ()
    ledger: tuple[LedgerEntry, ...] | None = None
    vulnerable: bool = False


class Writer:
    """Collects the lines of one deal."""

    __slots__ = ("_laws", "lines")

    def __init__(self, tariff: Tariff) -> None:
        self._laws = tariff.laws
        self.lines: list[SheetFigure] = []

    def write(
        self,
        columns: Sequence[str],
        line: str,
        points: int,
        kind: str,
        phrase: str,
        cases: tuple[str, ...] = (),
        /,
        **params: object,
    ) -> None:
        """A line of this many points in each of these columns; none where there are no points.

        Of its ``cases`` ("doubled", "5-in-one") the first that the game has a law of its own for
        is cited.
        """
        if not points or not columns:
            return
        item = english(phrase, params)
        law = self.law(kind, cases)
        for column in columns:
            self.lines.append(SheetFigure(column, line, points, item, law, phrase, params, kind))

    def law(self, kind: str, cases: tuple[str, ...] = ()) -> Citation:
        """What a line of this kind cites in the first of these cases that has its own law."""
        for case in cases:
            own = self._laws.get(f"{kind} {case}")
            if own is not None:
                return own
        return self._laws[kind]


Rounding = Callable[[int], int]


class HasColumns(Protocol):
    """What settling asks of a game; `Game` says it, and everything else."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of its sheet."""

    @property
    def column_keys(self) -> tuple[str, ...]:
        """Their keys, in the order of the sheet."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of its players."""


class PairPoints(NamedTuple):
    """What one seat wins from another: whole points, and what they are worth, in half points.

    That is twice as many, unless an odd difference is halved.
    """

    winner: str
    loser: str
    points: int
    halves: int


class Settling(ABC):
    """Who settles with whom: each way is a class, and a game with one of its own overrides it.

    ``usual_round`` is how differences are rounded where a club says nothing ("ten"), None where
    they stay exact. ``ledgers`` are the accounts that a game keeps beside its sheet.
    """

    usual_round: ClassVar[str | None] = None
    ledgers: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def pairs(
        self, game: HasColumns, rules: Rules, totals: Mapping[str, int], rounding: Rounding
    ) -> list[PairPoints]:
        """What each two win from each other by these totals of the columns."""

    def counted_totals(self, rules: Rules, totals: Mapping[str, int]) -> Mapping[str, int] | None:
        """What the columns count for when play stops; None where it is what stands in them."""
        return None


class TwoSides(Settling):
    """Partners each settle the difference with one opponent: N with E, S with W."""

    def pairs(
        self, game: HasColumns, rules: Rules, totals: Mapping[str, int], rounding: Rounding
    ) -> list[PairPoints]:
        """The same difference for both."""
        one, other = game.columns
        difference = rounding(totals[one.key] - totals[other.key])
        return [
            PairPoints(mine, theirs, difference, 2 * difference)
            for mine, theirs in zip(one.seats, other.seats, strict=True)
        ]


class EveryPair(Settling):
    """Each player settles with each other player."""

    def pairs(
        self, game: HasColumns, rules: Rules, totals: Mapping[str, int], rounding: Rounding
    ) -> list[PairPoints]:
        """The difference of every two columns."""
        return [
            PairPoints(one, other, points := rounding(totals[one] - totals[other]), 2 * points)
            for one, other in combinations(game.column_keys, 2)
        ]
