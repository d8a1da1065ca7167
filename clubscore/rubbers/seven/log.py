"""The log of an evening of the seven, read and written: everyone's place is this log folded."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Unpack

from django.db import transaction
from django.db.models import F

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.laws.errors import RuleError
from clubscore.laws.seven import (
    AllPassed,
    Arrived,
    BrokenOff,
    Contract,
    EighthComes,
    Event,
    Gone,
    LastDeals,
    Leaves,
    Result,
    State,
    Swapped,
    TakenBack,
    fold,
)
from clubscore.rubbers.locks import authored
from clubscore.rubbers.models import Part, SevenEvening, SevenHappening, Sitting
from clubscore.rubbers.models.kept_data import SevenData
from clubscore.rubbers.selectors import parts_with_seats
from clubscore.rubbers.state.part_state import Standing, standing_of

Kind = SevenHappening.Kind


# What the laws call each kind; people are their keys.
EVENTS: dict[str, Callable[[SevenData], Event[int]]] = {
    Kind.CONTRACT: lambda data: Contract(data["at"], data["declarer"]),
    Kind.PASSED: lambda data: AllPassed(data["at"]),
    Kind.RESULT: lambda data: Result(data["at"], data["rubber_over"]),
    Kind.BROKEN_OFF: lambda data: BrokenOff(data["at"]),
    Kind.GONE: lambda data: Gone(data["at"]),
    Kind.ARRIVED: lambda data: Arrived(data["at"]),
    Kind.EIGHTH: lambda data: EighthComes(data["who"]),
    Kind.LEAVES: lambda data: Leaves(data["who"]),
    Kind.SWAPPED: lambda data: Swapped(data["one"], data["two"]),
    Kind.LAST: lambda _data: LastDeals(),
    Kind.TAKEN_BACK: lambda data: TakenBack(data["number"]),
}


def event_of(happening: SevenHappening) -> Event[int]:
    """Return a happening as the laws know it."""
    return EVENTS[happening.kind](happening.data)


@dataclass(frozen=True)
class Seven:
    """An evening of the seven as it stands: its log, its two tables, its people."""

    evening: SevenEvening
    log: tuple[SevenHappening, ...]

    @cached_property
    def state(self) -> State[int]:
        """Where everyone is. RuleError where the log tells what cannot be."""
        log = [event_of(each) for each in self.log]
        return fold(tuple(self.evening.players), log, self.evening.rules["seven_seat"] == "home")

    @cached_property
    def sittings(self) -> Mapping[int, Sitting]:
        """The two sittings, by the number of their table. One query."""
        found = self.evening.sittings.select_related("table", "club").order_by("seven_table")
        return {sitting.seven_table or 0: sitting for sitting in found}

    @cached_property
    def people(self) -> Mapping[int, Person]:
        """Everyone by key. One query."""
        who = [*self.evening.players, *(e.data["who"] for e in self.log if "who" in e.data)]
        return Person.objects.in_bulk(who)

    @cached_property
    def standings(self) -> Mapping[int, Standing | None]:
        """How the newest rubber of each table stands, None before its first."""
        return {number: self._standing(sitting) for number, sitting in self.sittings.items()}

    def _standing(self, sitting: Sitting) -> Standing | None:
        part = newest_part(sitting)
        return standing_of(part) if part else None

    def counts(self, happening: SevenHappening) -> bool:
        """Whether a happening was not taken back."""
        taken_back = {each.data["number"] for each in self.log if each.kind == Kind.TAKEN_BACK}
        return happening.number not in taken_back

    def live(self, kind: str, **data: Unpack[SevenData]) -> SevenHappening | None:
        """Return the newest happening of a kind that was not taken back, with these data."""
        for each in reversed(self.log):
            fits = all(each.data.get(key) == value for key, value in data.items())
            if each.kind == kind and fits and self.counts(each):
                return each
        return None

    def may_enter_at(self, table: int | None) -> bool:
        """Whether a deal can be entered at a table: it plays, or four sit there to deal.

        Four who begin a rubber are only its four once the last was made up.
        """
        if table is None or self.state.tables[table].closed:
            return False
        standing = self.standings[table]
        begun = standing is not None and standing.part.closed_at is None
        return begun and (self.state.tables[table].plays or self.state.deals(table))

    def contract_at(self, table: int) -> SevenHappening | None:
        """Return the contract being played at a table."""
        if not self.state.tables[table].plays:
            return None
        return self.live(Kind.CONTRACT, at=table)


def newest_part(sitting: Sitting) -> Part | None:
    """Return the newest part of a sitting as it is written now, remembered or not."""
    part = parts_with_seats().filter(sitting=sitting).order_by("-number").first()
    if part is not None:
        part.sitting = sitting
    return part


def seven_of(sitting: Sitting) -> Seven | None:
    """Return the evening that a sitting is a table of; no query for any other sitting."""
    if sitting.seven_id is None:
        return None
    return read_seven(SevenEvening.objects.get(pk=sitting.seven_id))


def crossing_at(sitting: Sitting) -> Seven | None:
    """Return the evening of a sitting while people cross between its tables."""
    seven = seven_of(sitting)
    return seven if seven is not None and seven.evening.is_open else None


def read_seven(evening: SevenEvening) -> Seven:
    """Return an evening with its log. One query."""
    return Seven(evening, tuple(evening.happenings.order_by("number")))


@dataclass
class Writing:
    """An evening that somebody has alone while writing its log."""

    seven: Seven
    actor: Actor
    key: str
    reason: str = ""

    @property
    def state(self) -> State[int]:
        """Where everyone is now."""
        return self.seven.state

    def known(self) -> bool:
        """Whether the entry with this key was written already."""
        return any(happening.key.rpartition(":")[0] == self.key for happening in self.seven.log)

    def happens(self, kind: str, table: int | None = None, **data: Unpack[SevenData]) -> None:
        """Add an event to the log. Refused where it cannot be, and then nothing is written."""
        evening, log = self.seven.evening, self.seven.log
        if table is not None:
            data["at"] = table
        happening = SevenHappening(
            evening=evening,
            number=len(log),
            kind=kind,
            data=data,
            **authored(self.actor, evening.club_id, f"{self.key}:{len(log)}", self.reason),
        )
        seven = Seven(evening, (*log, happening))
        try:
            seven.state  # noqa: B018 - to see whether it can be
        except RuleError as error:
            raise Refused(said(error)) from None
        happening.save()
        self.seven = seven

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Write all that follows or, where a Refused ends it, nothing."""
        before = self.seven
        try:
            with transaction.atomic():
                yield
        except Refused:
            self.seven = before
            raise

    def takes_back(self, happening: SevenHappening) -> None:
        """Take an event back, if all that came after it can still be."""
        self.happens(Kind.TAKEN_BACK, number=happening.number)


@contextmanager
def writing(evening: int, *, actor: Actor, key: str, reason: str = "") -> Iterator[Writing]:
    """Have an evening of the seven for oneself, and tell the phones of both its tables.

    The evening is taken before either table, always, so that no one waits for another.
    """
    with transaction.atomic():
        SevenEvening.objects.filter(pk=evening).update(revision=F("revision") + 1)
        yield Writing(read_seven(SevenEvening.objects.get(pk=evening)), actor, key, reason)
        # Last of all, so that nothing remembered of an earlier count is taken for what is now.
        Sitting.objects.filter(seven=evening).update(revision=F("revision") + 1)
