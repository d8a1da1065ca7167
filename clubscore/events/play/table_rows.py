"""What the parts of a table's page show: its boards, what was reported, where everyone goes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.models import Person
from clubscore.club.wording.names import named
from clubscore.events.results.result_form import ShownResult
from clubscore.laws.words import SEATS


class Move(NamedTuple):
    """Where a side goes after a round: to a table, None for a sit-out.

    `seat` is given where each player moves alone; with `left` they go home.
    """

    names: list[str]
    table: int | None
    stays: bool
    seat: str = ""
    left: bool = False

    @property
    def text(self) -> str:
        """The same in words: who, and where to."""
        values = {"names": named(self.names), "table": self.table}
        if self.seat:
            values["seat"] = _(SEATS[self.seat])
            if self.stays:
                return _("%(names)s: stay here, %(seat)s") % values
            return _("%(names)s: to table %(table)s, %(seat)s") % values
        if self.stays:
            return _("%(names)s: stay here") % values
        if self.table:
            return _("%(names)s: to table %(table)s") % values
        rests = _("%(names)s: go home") if self.left else _("%(names)s: sit out next round")
        return rests % values


class BoardHead(NamedTuple):
    """A board in words; `dealt` is the same without its number."""

    number: int
    title: str
    dealt: str


class BoardKey(NamedTuple):
    """A board of the round: how far it is, and whether it is the one shown."""

    number: int
    state: str
    current: bool


@dataclass(frozen=True)
class Sentence:
    """A form's result so far with North-South's points, or what is still `missing`."""

    result: ShownResult | None = None
    score: int | None = None
    missing: str = ""


@dataclass(frozen=True)
class Told:
    """A report of the board, the form that says it, and what each side scores."""

    result: ShownResult
    form: Sequence[tuple[str, str]]
    score: int | None
    yours: int | None
    theirs: int | None


@dataclass(frozen=True)
class Confirming:
    """The side that is to agree, its people and its names."""

    side: str
    people: Sequence[Person]
    names: Sequence[str]


@dataclass(frozen=True)
class Version:
    """What one side reported while they disagree, and the side that may confirm it."""

    says: Sequence[str]
    side: str
    people: Sequence[Person]
    may: bool
    seen: int
    result: ShownResult
    form: Sequence[tuple[str, str]]


class OtherResult(NamedTuple):
    """What another table did on the board."""

    result: ShownResult
    score: int | None


class RoundHere(NamedTuple):
    """A round at this table: who meets here with which boards, and whether it is played now."""

    round: int
    now: bool
    ns: list[str]
    ew: list[str]
    is_played: bool
    first: int
    last: int
