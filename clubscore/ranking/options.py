"""What the organiser of an event chooses, besides the scoring itself.

Here stand the options that every event has. What one way of scoring asks for alone is an
:class:`Option` in that scoring's own file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop


@dataclass(frozen=True)
class Option:
    """A choice of the organiser: its key in event files, its question, its values with their words.

    The usual value comes first. ``place`` is where it stands among all options, on pages and in
    files; ``asked_of`` are the contestants at whose events it is asked for, nothing for all.
    """

    key: str
    label: str
    values: tuple[tuple[str, str], ...]
    place: int
    asked_of: tuple[str, ...] = ()

    @property
    def usual(self) -> str:
        """The value where nothing is said."""
        return self.values[0][0]

    @property
    def choices(self) -> tuple[str, ...]:
        """The values, the usual one first."""
        return tuple(value for value, _words in self.values)

    def words(self, value: str) -> str:
        """The words of a value, marked for translation."""
        return dict(self.values)[value]


WIN_TIE = Option(
    "win_tie",
    gettext_noop("Points for a win and for a tie"),
    (("2", gettext_noop("2 and 1")), ("1", gettext_noop("1 and ½"))),
    place=10,
)
MISSED_BOARDS = Option(
    "missed_boards",
    gettext_noop("A player or pair with fewer boards than others"),
    (
        ("scheduled", gettext_noop("is ranked on the boards they were due to play")),
        ("all", gettext_noop("has the total scaled up to all boards")),
        ("none", gettext_noop("keeps the total as it is")),
    ),
    place=30,
)
MINIMUM = Option(
    "minimum_boards",
    gettext_noop("For a place, of the most boards that anyone played, at least"),
    (
        ("none", gettext_noop("none: everyone who played has a place")),
        ("half", gettext_noop("half")),
        ("two-thirds", gettext_noop("two thirds")),
        ("three-quarters", gettext_noop("three quarters")),
    ),
    place=35,
)
PERCENT_FROM = Option(
    "percent_from",
    gettext_noop("Percentages are calculated from"),
    (
        ("exact", gettext_noop("exact totals")),
        ("rounded", gettext_noop("totals rounded to hundredths")),
    ),
    place=40,
)
COMPARE = Option(
    "compare",
    gettext_noop("Results are compared with"),
    (
        ("field", gettext_noop("the whole field")),
        ("section", gettext_noop("their own section only")),
    ),
    place=50,
)
BIDDING = Option(
    "bidding",
    gettext_noop("Bids at auction bridge rank by"),
    (
        ("value", gettext_noop("points value")),
        ("numerical", gettext_noop("level, then denomination")),
    ),
    place=100,
)
OF_EVERY_EVENT = (WIN_TIE, MISSED_BOARDS, MINIMUM, PERCENT_FROM, COMPARE, BIDDING)
# What part of the most boards the values of `MINIMUM` are.
PARTS: Mapping[str, Fraction] = {
    "none": Fraction(0),
    "half": Fraction(1, 2),
    "two-thirds": Fraction(2, 3),
    "three-quarters": Fraction(3, 4),
}
# How event files write what a comparison won counts, and one that is halved.
WINS: Mapping[str, tuple[str, str]] = {"2": ("2", "1"), "1": ("1", "0.5")}


@dataclass(frozen=True)
class Options:
    """The options of an event: ``named`` are those that it tells, in the order of files."""

    named: tuple[tuple[str, str], ...] = ()

    @property
    def told(self) -> dict[str, str]:
        """What the event names, by key."""
        return dict(self.named)

    def of(self, option: Option) -> str:
        """The value of an option, the usual one where the event names none."""
        return self.told.get(option.key, option.usual)

    def without(self, option: Option) -> Options:
        """The same with the usual value of an option."""
        return Options(tuple(each for each in self.named if each[0] != option.key))

    @property
    def win(self) -> int:
        """What a comparison that is won counts; one that is level counts half of it."""
        return int(self.of(WIN_TIE))

    def facts(self) -> dict[str, str | list[str]]:
        """The options that were named, as an event file writes them."""
        return {
            key: list(WINS[value]) if key == WIN_TIE.key else value for key, value in self.named
        }


USUAL = Options()


def options_of(chosen: Mapping[Option, str]) -> Options:
    """The options of an event that names these, put in the order of files."""
    in_order = sorted(chosen, key=lambda option: option.place)
    return Options(tuple((option.key, chosen[option]) for option in in_order))


def read_win(raw: object) -> str:
    """The worth of a win, from ``["2", "1"]`` or ``["1", "0.5"]``; numbers are read too."""
    if isinstance(raw, list) and len(raw) == 2:
        given = tuple(str(each) if type(each) in (int, float, str) else "" for each in raw)
        for win, texts in WINS.items():
            if tuple(text.removesuffix(".0") for text in given) == texts:
                return win
    raise RuleError(
        "choice",
        gettext_noop('win_tie must be ["2", "1"] or ["1", "0.5"], not %(given)s.'),
        WIN_TIE.key,
        given=", ".join(shown(each) for each in raw) if isinstance(raw, list) else shown(raw),
    )
