"""What a way of scoring says of itself: its words, how it ranks, its names in other files."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple, Protocol

from clubscore.ranking.board import Board
from clubscore.ranking.contestant import INDIVIDUALS, PAIRS
from clubscore.ranking.options import COMPARE, Option, Options
from clubscore.ranking.regulations import Regulation
from clubscore.ranking.result import Result
from clubscore.ranking.unit import Method


class InUsebio(NamedTuple):
    """A scoring of pairs in USEBIO.

    ``kind`` of event in 1.2, ``method``, and what a line's ``points`` are called, empty for none;
    ``kinds_too`` and ``methods_too`` are what other programs write for the same.
    """

    kind: str
    method: str
    points: str = ""
    kinds_too: tuple[str, ...] = ()
    methods_too: tuple[str, ...] = ()


class MatchesInUsebio(NamedTuple):
    """A scoring of matches of teams in USEBIO.

    ``kind`` of event, the methods of ``boards`` and of ``matches``; ``points`` are what each team
    has of a board, or one word for both.
    """

    kind: str
    boards: str
    matches: str
    points: tuple[str, ...]


class InPbn(NamedTuple):
    """A scoring in PBN: its ``Scoring`` tag, and what a line's ``points`` are called.

    A tag that ``begins`` so, in small letters, and ``holds`` this is read as it; without one of
    those the ``columns`` of a score table tell, and last the tag itself.
    """

    tag: str
    points: str = ""
    begins: tuple[str, ...] = ()
    holds: str = ""
    columns: tuple[str, ...] = ()


# What tells which results of boards are compared.
BY_BOARD: Callable[[Result], Hashable] = attrgetter("board")
BY_SECTION: Callable[[Result], Hashable] = attrgetter("board", "section")


class ScoringFacts(Protocol):
    """What a way of scoring is told of an event."""

    @property
    def contestants_are(self) -> str:
        """Pairs, individuals or teams."""

    @property
    def boards(self) -> Mapping[int, Board]:
        """The boards by number."""

    @property
    def results(self) -> tuple[Result, ...]:
        """What was reported."""

    @property
    def options(self) -> Options:
        """What the organiser chose."""


class OtherScore(NamedTuple):
    """A further way to count the same results, told of each contestant beside its score.

    ``head`` stands over the score where the ranking goes by it; ``told`` is what is said of a
    contestant where it does not, with the value as ``n``.
    """

    key: str
    head: str
    told: str
    method: Callable[[ScoringFacts], Method]


def no_columns(_event: ScoringFacts) -> tuple[OtherScore, ...]:
    """Nothing beside the score."""
    return ()


def by_no_column(_options: Options) -> str:
    """The ranking goes by the scoring's own points."""
    return ""


# In what a board's points are told where they can be averaged over events: parts of a top, IMPs.
SHARES, IMPS_A_BOARD = "shares", "imps"


def in_shares(_options: Options) -> str:
    """A board brings a part of its top."""
    return SHARES


def in_imps(_options: Options) -> str:
    """A board brings IMPs."""
    return IMPS_A_BOARD


def in_nothing(_options: Options) -> str:
    """A board brings what cannot be averaged over events: points as they are, losses, nothing."""
    return ""


def no_imps(_options: Options) -> str:
    """An average plus is no number of IMPs."""
    return ""


def no_regulations(_event: ScoringFacts) -> tuple[Regulation, ...]:
    """Nothing that a regulation has to say counted."""
    return ()


def always(_event: ScoringFacts) -> None:
    """Every event can be scored so."""


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """A way of scoring.

    ``key`` is its word in event files, up to twenty letters; ``about`` says in a line what is
    compared. ``method`` compares an event's results, ``units`` are those in which a penalty may
    be. ``options`` are what it asks for besides what every event is asked.
    """

    key: str
    name: str
    about: str
    method: Callable[[ScoringFacts], Method]
    units: tuple[str, ...]
    options: tuple[Option, ...] = ()
    # Whose director may choose it; at whose events it is shown beside the event's own scoring.
    # What is shown beside that of pairs is also what a file that says nothing is asked for.
    offered_to: tuple[str, ...] = (PAIRS, INDIVIDUALS)
    beside: tuple[str, ...] = ()
    # Who alone can be scored so; empty for everyone.
    only_for: str = ""
    # RuleError for results that cannot be compared so.
    check: Callable[[ScoringFacts], None] = always
    # Whether each board is compared with a par that is set for it.
    needs_par: bool = False
    # In what the points of a board can be averaged over events, nothing where they cannot.
    board_unit: Callable[[Options], str] = in_nothing
    # How many IMPs an average plus is, empty where it is counted otherwise.
    average: Callable[[Options], str] = no_imps
    # Which regulations counted at an event.
    regulations: Callable[[ScoringFacts], tuple[Regulation, ...]] = no_regulations
    # Whether a match brings victory points, so that a round without an opponent does too.
    victory_points: bool = False
    # What else is told of a contestant: which of these the ranking goes by, and which travellers
    # show.
    columns: Callable[[ScoringFacts], tuple[OtherScore, ...]] = no_columns
    ranked_by: Callable[[Options], str] = by_no_column
    lines_show: str = ""
    # What a traveller says of a result, as a key of these words.
    status: Callable[[Mapping[int, Board], Result], str | None] | None = None
    status_words: Mapping[str, str] | None = None
    # What programs choose differently and no file says: options with their values, likeliest first.
    tried: tuple[tuple[Option, tuple[str, ...]], ...] = ()
    # None where the format has no place for it.
    usebio: InUsebio | None = None
    usebio_matches: MatchesInUsebio | None = None
    pbn: InPbn | None = None
    # The option that names it in BridgeWebs' CSV; without one it is taken for matchpoints.
    bridgewebs: str = ""
    # How Bridgemate's pads are told to show a result while it is played; 10 are matchpoints.
    pads: int = 10


class ScoringQuery(NamedTuple):
    """An event of which nothing is known but what its organiser chose."""

    contestants_are: str
    options: Options
    boards: Mapping[int, Board] = {}
    results: tuple[Result, ...] = ()


def comparison_key(event: ScoringFacts) -> Callable[[Result], Hashable]:
    """Which results are compared: those of a board, in the whole field or by sections."""
    return BY_SECTION if event.options.of(COMPARE) == "section" else BY_BOARD


def award_of_top(percent: Fraction, top: int) -> Fraction:
    """An artificial score where a board has a top: so many percent of it."""
    return percent * top / 100


def award_nothing(_percent: Fraction, _top: int) -> Fraction:
    """An artificial score where points are added up and compared with nothing."""
    return Fraction(0)
