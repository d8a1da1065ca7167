"""Who competes at an event, their member numbers and master points, and penalties at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, NotRequired, TypedDict

from clubscore.laws.cards import PARTNERSHIPS
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop, ngettext_lazy
from clubscore.ranking.member_numbers import is_placeholder, read_member_number, read_scheme
from clubscore.ranking.numbers import (
    exact_text,
    only_fields,
    optional_text,
    read_amount,
    read_choice,
    read_list,
    read_number,
    read_text,
)

MOST_AWARDS = 20
LONGEST_COLOUR = 20
AWARD_FIELDS = ("scheme", "colour", "points")
# Of each person, in the order of the names: scheme and number.
Numbers = tuple[tuple[tuple[str, str], ...], ...]


class MasterPointsFacts(TypedDict):
    """Points that a scheme gave, as an event file writes them; ``points`` is a decimal."""

    scheme: str
    colour: NotRequired[str]
    points: str


class MasterPoints(NamedTuple):
    """Points that a scheme gave each of a contestant's players, in whole points."""

    scheme: str
    points: Fraction
    colour: str | None = None

    def facts(self) -> MasterPointsFacts:
        """The points as an event file writes them."""
        facts: MasterPointsFacts = {"scheme": self.scheme, "points": exact_text(self.points)}
        if self.colour is not None:
            facts = {
                "scheme": self.scheme,
                "colour": self.colour,
                "points": exact_text(self.points),
            }
        return facts


def numbers_facts(numbers: Numbers) -> list[dict[str, str]]:
    """Return numbers as an event file writes them, an object a person."""
    return [dict(theirs) for theirs in numbers]


def read_numbers(raw: object, names: Sequence[str]) -> Numbers:
    """Verify the numbers of people, an object for each name. RuleError at ``numbers``.

    What stands where none is known is left out; where no number is left there are none at all.
    """
    told = read_list(raw, "numbers")
    if len(told) != len(names):
        raise RuleError(
            "numbers",
            ngettext_lazy(
                "numbers needs as many objects as there are names, which is %(count)s object;"
                " one without numbers is {}.",
                "numbers needs as many objects as there are names, which is %(count)s objects;"
                " one without numbers is {}.",
                "count",
            ),
            "numbers",
            count=len(names),
        )
    found = tuple(_of_person(each, f"numbers[{at}]") for at, each in enumerate(told))
    return found if any(found) else ()


def _of_person(raw: object, where: str) -> tuple[tuple[str, str], ...]:
    if not isinstance(raw, dict):
        raise RuleError(
            "type",
            gettext_noop('This must be an object, for example {"ebu": "123456"}, not %(given)s.'),
            where,
            given=shown(raw),
        )
    found = []
    for scheme, number in raw.items():
        here = f"{where}.{scheme}"
        if read_scheme(scheme, where) != scheme:
            raise RuleError(
                "scheme",
                gettext_noop("Write the federation as %(short)s, not %(given)s."),
                here,
                short=read_scheme(scheme, where),
                given=shown(scheme),
            )
        if type(number) is not str:
            raise RuleError(
                "type",
                gettext_noop("A member number must be a text, not %(given)s."),
                here,
                given=shown(number),
            )
        if not is_placeholder(number):
            found.append((scheme, read_member_number(scheme, number, here)))
    return tuple(found)


def read_master_points(raw: object) -> tuple[MasterPoints, ...]:
    """Verify the points that schemes gave. RuleError below ``awards``."""
    told = read_list(raw, "awards")
    if len(told) > MOST_AWARDS:
        raise RuleError(
            "awards",
            ngettext_lazy(
                "There can be at most %(most)s award.",
                "There can be at most %(most)s awards.",
                "most",
            ),
            "awards",
            most=MOST_AWARDS,
        )
    found = []
    for at, each in enumerate(told):
        try:
            found.append(_master_points(each))
        except RuleError as error:
            raise error.under(f"awards[{at}]") from None
    return tuple(found)


def _master_points(raw: object) -> MasterPoints:
    raw = only_fields(raw, AWARD_FIELDS, ("scheme", "points"))
    given = read_text(raw["scheme"], "scheme")
    points = read_number(raw["points"], "points")
    if points < 0:
        raise RuleError(
            "points",
            gettext_noop("Master points cannot be less than 0, so not %(given)s."),
            "points",
            given=shown(raw["points"]),
        )
    colour = raw.get("colour")
    told = None if colour is None else read_text(colour, "colour", LONGEST_COLOUR)
    return MasterPoints(read_scheme(given), points, told)


DIRECTIONS = tuple(column.key for column in PARTNERSHIPS)
FIELDS = (
    "number", "names", "direction", "section", "handicap", "carry_over", "stratum", "numbers",
    "awards",
)  # fmt: skip
PENALTY_FIELDS = ("contestant", "amount", "unit", "reason")
PERCENT_OF_TOP, IMPS, VP, POINTS = UNITS = ("percent-of-top", "imps", "vp", "points")
MOST_NAMES = 12
PAIRS, INDIVIDUALS, TEAMS = KINDS = ("pairs", "individuals", "teams")


class ContestantFacts(TypedDict):
    """A contestant as an event file writes it, what is empty left out."""

    number: str
    names: NotRequired[list[str]]
    direction: NotRequired[str]
    section: NotRequired[str]
    handicap: NotRequired[str]
    carry_over: NotRequired[str]
    stratum: NotRequired[str]
    numbers: NotRequired[list[dict[str, str]]]
    awards: NotRequired[list[MasterPointsFacts]]


class PenaltyFacts(TypedDict):
    """A penalty as an event file writes it."""

    contestant: str
    amount: str
    unit: str
    reason: NotRequired[str]


class Contestant(NamedTuple):
    """A pair, a team or a player, by its number.

    ``handicap`` and ``carry_over`` are in percent where the scoring has one, else in its unit.
    ``numbers`` are of each person in the order of the names, ``awards`` what each was given; they
    rank nobody.
    """

    number: str
    names: tuple[str, ...] = ()
    direction: str | None = None
    section: str | None = None
    handicap: Fraction | None = None
    carry_over: Fraction | None = None
    stratum: str | None = None
    numbers: Numbers = ()
    awards: tuple[MasterPoints, ...] = ()

    def facts(self) -> ContestantFacts:
        """The contestant as an event file writes it, what is empty left out."""
        facts: ContestantFacts = {"number": self.number}
        if self.names:
            facts["names"] = list(self.names)
        if self.direction is not None:
            facts["direction"] = self.direction
        if self.section is not None:
            facts["section"] = self.section
        if self.handicap is not None:
            facts["handicap"] = exact_text(self.handicap)
        if self.carry_over is not None:
            facts["carry_over"] = exact_text(self.carry_over)
        if self.stratum is not None:
            facts["stratum"] = self.stratum
        if any(self.numbers):
            facts["numbers"] = numbers_facts(self.numbers)
        if self.awards:
            facts["awards"] = [each.facts() for each in self.awards]
        return facts


class Penalty(NamedTuple):
    """Taken off a contestant's total at the end, never folded into a board."""

    contestant: str
    amount: Fraction
    unit: str
    reason: str | None = None

    def facts(self) -> PenaltyFacts:
        """The penalty as an event file writes it."""
        facts: PenaltyFacts = {
            "contestant": self.contestant,
            "amount": exact_text(self.amount),
            "unit": self.unit,
        }
        if self.reason is not None:
            facts["reason"] = self.reason
        return facts


def read_contestants(raw: object, winners: int) -> dict[str, Contestant]:
    """Verify the contestants, by number. RuleError at ``contestants[n]``."""
    found: dict[str, Contestant] = {}
    for at, each in enumerate(read_list(raw, "contestants")):
        try:
            contestant = _read_contestant(each, winners)
            if contestant.number in found:
                raise RuleError(
                    "twice",
                    gettext_noop(
                        "Number %(number)s appears twice. Give each contestant a different number."
                    ),
                    "number",
                    number=shown(contestant.number),
                )
        except RuleError as error:
            raise error.under(f"contestants[{at}]") from None
        found[contestant.number] = contestant
    return found


def _read_contestant(raw: object, winners: int) -> Contestant:
    raw = only_fields(raw, FIELDS, ("number",))
    names = _names(raw.get("names", []))
    section, stratum = optional_text(raw, "section"), optional_text(raw, "stratum")
    numbers = {
        key: None if raw.get(key) is None else read_number(raw[key], key)
        for key in ("handicap", "carry_over")
    }
    return Contestant(
        read_text(raw["number"], "number"),
        names,
        _direction(raw, winners),
        section,
        numbers["handicap"],
        numbers["carry_over"],
        stratum,
        () if raw.get("numbers") is None else read_numbers(raw["numbers"], names),
        () if raw.get("awards") is None else read_master_points(raw["awards"]),
    )


def _direction(raw: Unverified, winners: int) -> str | None:
    """Where there are two winners everyone has a direction, else no one."""
    direction = raw.get("direction")
    if winners == 1:
        if direction is None:
            return None
        raise RuleError(
            "direction",
            gettext_noop("A direction can be given only where winners is 2."),
            "direction",
        )
    if direction is None:
        raise RuleError(
            "missing",
            gettext_noop("Where winners is 2, each contestant needs a direction, NS or EW."),
            "direction",
        )
    return read_choice(direction, "direction", DIRECTIONS)


def _names(raw: object) -> tuple[str, ...]:
    names = read_list(raw, "names")
    if len(names) > MOST_NAMES:
        raise RuleError(
            "names",
            ngettext_lazy(
                "There can be at most %(most)s name.",
                "There can be at most %(most)s names.",
                "most",
            ),
            "names",
            most=MOST_NAMES,
        )
    return tuple(read_text(name, f"names[{at}]") for at, name in enumerate(names))


def read_penalties(raw: object, contestants: Mapping[str, Contestant]) -> tuple[Penalty, ...]:
    """Verify the penalties. RuleError at ``penalties[n]``."""
    found = []
    for at, each in enumerate(read_list(raw, "penalties")):
        try:
            found.append(_read_penalty(each, contestants))
        except RuleError as error:
            raise error.under(f"penalties[{at}]") from None
    return tuple(found)


def _read_penalty(raw: object, contestants: Mapping[str, Contestant]) -> Penalty:
    raw = only_fields(raw, PENALTY_FIELDS, ("contestant", "amount", "unit"))
    who = raw["contestant"]
    if type(who) is not str or who not in contestants:
        raise RuleError(
            "contestant",
            gettext_noop("A penalty needs the number of a contestant; %(given)s is not one."),
            "contestant",
            given=shown(who),
        )
    reason = optional_text(raw, "reason")
    amount, unit = read_amount(raw["amount"], "amount"), raw["unit"]
    return Penalty(who, amount, read_choice(unit, "unit", UNITS), reason)
