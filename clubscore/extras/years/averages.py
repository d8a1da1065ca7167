"""Averages over somebody's boards, their trend, and how far chance alone would lead them away.

Everything is exact; the one root, of the chance, is taken to a millionth. Boards are independent,
so an average of n has the mean sum(m) / n and the variance sum(v) / n², m and v being those of
the field. It lies within 1.96 roots of that variance in 95 of 100 such averages.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording import figure, parts_of_time, percent
from clubscore.events.models.sets import Ratio
from clubscore.extras.years.boards import PASSED, OneBoard, PlayedBoard, PlayedYears
from clubscore.ranking import show_number
from clubscore.ranking.numbers import show_alike
from clubscore.ranking.scoring import IMPS_A_BOARD, SHARES
from clubscore.web.charts import ChartBand, ChartCourse, ChartLine, Picture, lines

# Had chance alone decided at which table somebody sits, a board would bring them any of the results
# that were compared on it, each as probably as another. By the central limit theorem an average
# then lies within 1.96 roots of its variance in 95 of 100 cases.
OF_95_IN_100 = Fraction(196, 100)
FINE = 10**6


class ChanceBand(NamedTuple):
    """Between what and what an average would lie in 95 of 100 cases by chance alone."""

    low: Fraction
    high: Fraction


def root_of(value: Fraction) -> Fraction:
    """Return the root of a number that is not below nought, rounded down to a millionth."""
    return Fraction(isqrt(value.numerator * FINE**2 // value.denominator), FINE)


class Sum:
    """A sum of fractions, added up by their denominators: most have one of a few."""

    def __init__(self) -> None:
        self._parts: dict[int, int] = defaultdict(int)

    def add(self, ratio: Ratio) -> None:
        """Add a fraction."""
        self._parts[ratio[1]] += ratio[0]

    @property
    def value(self) -> Fraction:
        """What it comes to."""
        return sum((Fraction(up, down) for down, up in self._parts.items()), Fraction(0))


@dataclass
class Average:
    """What some boards of one unit won on average; `boards` are those that were compared."""

    boards: int = 0
    _won: Sum = field(default_factory=Sum)
    _mean: Sum = field(default_factory=Sum)
    _spread: Sum = field(default_factory=Sum)

    def add(self, board: PlayedBoard) -> None:
        """Add a board; one that was not compared changes nothing."""
        if board.won is not None and board.mean is not None and board.spread is not None:
            self.boards += 1
            self._won.add(board.won)
            self._mean.add(board.mean)
            self._spread.add(board.spread)

    @property
    def value(self) -> Fraction | None:
        """The average; None of no board."""
        return self._won.value / self.boards if self.boards else None

    @property
    def band(self) -> ChanceBand:
        """Where it would lie by chance alone; of no board at nought."""
        boards = self.boards or 1
        middle = self._mean.value / boards
        wide = OF_95_IN_100 * root_of(self._spread.value) / boards
        return ChanceBand(middle - wide, middle + wide)


# ---- An average over time as a picture.

ENOUGH = 8  # boards from which an average is shown in a picture: of fewer 95 in 100 is too rough


class TrendStretch(NamedTuple):
    """A part of the time: what it is called, and the average of its boards."""

    label: str
    average: Average


def percent_text(value: Fraction) -> str:
    """Return a part of a whole as a percentage, to two decimals."""
    (text,) = show_alike([100 * value], least=2)
    return percent(text)


def imps_text(value: Fraction) -> str:
    """Return IMPs a board with their sign, to two decimals."""
    text = figure(show_number(value))
    return f"+{text}" if value > 0 else text


def share_text(value: Fraction) -> str:
    """Return a part of a whole for a column that says per cent over it, to two decimals."""
    (text,) = show_alike([100 * value], least=2)
    return figure(text)


SAID: dict[str, Callable[[Fraction], str]] = {SHARES: percent_text, IMPS_A_BOARD: imps_text}


def in_unit(unit: str, value: Fraction | None) -> str:
    """Return an average as its unit is written; nothing where there is none."""
    return "" if value is None else SAID[unit](value)


def average_in(years: PlayedYears, unit: str) -> Average:
    """Return the average of all boards of a unit."""
    found = Average()
    for each in years.in_unit(unit):
        found.add(each.board)
    return found


def stretches(years: PlayedYears, unit: str) -> list[TrendStretch]:
    """Return averages by evening, month or year, the oldest first; those of few boards left out."""
    events = [each for each in reversed(years.events) if each.unit == unit]
    called = parts_of_time(each.event.evening for each in events)
    found: dict[str, Average] = {}
    for each in events:
        average = found.setdefault(called(each.event.evening), Average())
        for board in each.boards:
            average.add(board)
    return [TrendStretch(label, each) for label, each in found.items() if each.boards >= ENOUGH]


def trend(years: PlayedYears, unit: str) -> Picture | None:
    """Return the average over time with the band of chance; None where there are no two parts."""
    parts = stretches(years, unit)
    if len(parts) < 2:
        return None
    whole = average_in(years, unit)
    bands = [each.average.band for each in parts]
    scale = 100 if unit == SHARES else 1
    say = SAID[unit]
    course = ChartCourse(
        along=_("When"),
        at=tuple(each.label for each in parts),
        lines=(ChartLine(_("Average"), _drawn([each.average.value for each in parts], scale)),),
        said=lambda value: say(Fraction(value).limit_denominator(10**6) / scale),
        band=ChartBand(
            _("By chance alone"),
            tuple(float(each.low * scale) for each in bands),
            tuple(float(each.high * scale) for each in bands),
        ),
    )
    return lines(finding(whole, unit), course)


def _drawn(values: Sequence[Fraction | None], scale: int) -> tuple[float | None, ...]:
    """Return values as a picture takes them."""
    return tuple(None if each is None else float(each * scale) for each in values)


def finding(average: Average, unit: str) -> str:
    """Say what an average is, and whether chance alone would give as much."""
    value, band = average.value, average.band
    if value is None:
        return ""
    texts = {
        1: ngettext(
            "%(average)s on %(n)s board: more than chance alone would give.",
            "%(average)s on %(n)s boards: more than chance alone would give.",
            average.boards,
        ),
        0: ngettext(
            "%(average)s on %(n)s board: chance alone could give that.",
            "%(average)s on %(n)s boards: chance alone could give that.",
            average.boards,
        ),
        -1: ngettext(
            "%(average)s on %(n)s board: less than chance alone would give.",
            "%(average)s on %(n)s boards: less than chance alone would give.",
            average.boards,
        ),
    }
    beyond = (value > band.high) - (value < band.low)
    said = SAID[unit](value)
    if unit == IMPS_A_BOARD:
        said = _("%(imps)s IMPs a board") % {"imps": said}
    return texts[beyond] % {"average": said, "n": average.boards}


# What is asked for of whose contracts, and whose those are.
SIDE = "side"
DECLARED = {
    "own": ("own",),
    "partner": ("partner",),
    "ours": ("ours",),
    SIDE: ("own", "partner", "ours"),
    "theirs": ("theirs",),
}


class BoardFilter(NamedTuple):
    """What is asked for; None or nothing asks for no more. People and event by their keys."""

    event: int | None = None
    partner: int | None = None
    against: int | None = None
    declared: str = ""
    level: int | None = None
    denomination: str = ""
    went: str = ""
    lead: str = ""

    def has(self, one: OneBoard) -> bool:
        """Whether a board is among those that are asked for."""
        board = one.board
        return (
            (self.event is None or one.played.event.pk == self.event)
            and (self.partner is None or board.partner == self.partner)
            and (self.against is None or self.against in board.opponents)
            and (not self.declared or board.declared_by in DECLARED[self.declared])
            and (self.level is None or (bool(board.declarer) and board.level == self.level))
            and (not self.denomination or board.denomination == self.denomination)
            and (not self.went or self.went == went(board))
            and (not self.lead or (board.led and board.lead[:1] == self.lead))
        )

    def of(self, boards: Iterable[OneBoard]) -> list[OneBoard]:
        """Return those of some boards."""
        return [each for each in boards if self.has(each)]


def went(board: PlayedBoard) -> str:
    """Return how a contract went: made, down, passed; nothing where it is not known."""
    if board.contract == PASSED:
        return "passed"
    if not board.declarer:
        return ""
    return "made" if board.over >= 0 else "down"


def better(one: OneBoard) -> tuple[Fraction, int, int, int]:
    """Return what orders boards of one unit from the worst to the best.

    What it won beyond the field's average; then the own score, then the newer.
    """
    board = one.board
    won = Fraction(*board.won) if board.won else Fraction(0)
    mean = Fraction(*board.mean) if board.mean else Fraction(0)
    day = one.played.event.evening.toordinal()
    return won - mean, board.score or 0, day, -board.board


def best_board(boards: Iterable[OneBoard]) -> OneBoard | None:
    """Return the board that won most beside the field, of those that were compared."""
    compared = (each for each in boards if each.board.won is not None)
    return max(compared, key=better, default=None)


Key = TypeVar("Key", bound=Hashable)


@dataclass
class BoardsTally:
    """What some boards come to.

    `above` and `below` count boards on which this side won more, or less, than the field on
    average. `tricks` are those more than the field took, added up over `with_others` boards.
    """

    boards: int = 0
    made: int = 0
    down: int = 0
    above: int = 0
    below: int = 0
    with_others: int = 0
    tricks: Sum = field(default_factory=Sum)
    events: set[int] = field(default_factory=set)
    shares: Average = field(default_factory=Average)
    imps: Average = field(default_factory=Average)

    def add(self, one: OneBoard) -> None:
        board = one.board
        self.boards += 1
        self.events.add(one.played.event.pk)
        if board.declarer:
            self.made += board.over >= 0
            self.down += board.over < 0
        if one.played.unit == SHARES:
            self.shares.add(board)
        elif one.played.unit == IMPS_A_BOARD:
            self.imps.add(board)
        self._compare(board)

    def _compare(self, board: PlayedBoard) -> None:
        if board.won is not None and board.mean is not None:
            (up, down), (mean, over) = board.won, board.mean
            self.above += up * over > mean * down
            self.below += up * over < mean * down
        more = board.to_field
        if more is not None:
            self.tricks.add(more)
            self.with_others += 1

    @property
    def to_field(self) -> Fraction | None:
        """Tricks a board more than the field took; None where nobody else played any of them."""
        return self.tricks.value / self.with_others if self.with_others else None


def tally_of(boards: Iterable[OneBoard]) -> BoardsTally:
    """Return what boards come to."""
    found = BoardsTally()
    for each in boards:
        found.add(each)
    return found


def tallies(
    boards: Iterable[OneBoard], keys_of: Callable[[PlayedBoard], Iterable[Key]]
) -> dict[Key, BoardsTally]:
    """Return what boards come to by each key that they have; a board may have several, or none."""
    found: dict[Key, BoardsTally] = {}
    for each in boards:
        for key in keys_of(each.board):
            if key not in found:
                found[key] = BoardsTally()
            found[key].add(each)
    return found
