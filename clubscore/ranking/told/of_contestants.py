"""What an event file tells of a contestant beside who it is: member numbers, master points won."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, NotRequired, TypedDict

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop, ngettext_lazy
from clubscore.ranking.numbers import exact_text, read_number
from clubscore.ranking.object_fields import only_fields, read_list, read_text
from clubscore.ranking.told.member_numbers import is_placeholder, read_member_number, read_scheme

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
