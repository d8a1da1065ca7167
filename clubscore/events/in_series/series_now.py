"""A series as it stands: its events read and compared, and everyone's line of the table."""

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.wording.figures import MINUS
from clubscore.events.in_series.event_lines import EventLine, lines_of
from clubscore.events.in_series.series_write import PAIRS, rules_of
from clubscore.events.models import Event, Series
from clubscore.ranking import show_alike
from clubscore.ranking.series import (
    AVERAGED,
    AWARDS,
    HANDICAP,
    PLACES,
    Made,
    Missed,
    SeriesLine,
    SeriesRules,
    points_for_place,
    series_table,
)

# Who a line is about: a player, or the two of a pair, by their keys in order.
Who = tuple[int, ...]


# So many events are offered, the newest.
OFFERED = 120


def events_offered(actor: Actor, chosen: Iterable[int] = ()) -> list[Event]:
    """Return the events that a series may have: finished or imported, of the reader's club.

    The newest, and those that are ``chosen`` however old.
    """
    found = Event.sessions.filter(club=actor.home, called_off_at=None)
    found = found.exclude(finished_at=None).order_by("-evening", "-pk")
    newest = list(found[:OFFERED])
    others = found.filter(pk__in=list(chosen)).exclude(pk__in=[event.pk for event in newest])
    return newest + list(others)


class Line(NamedTuple):
    """A line of the table, as a page shows it; ``who`` names it in a form."""

    place: str
    who: str
    names: list[str]
    played: int
    total: str
    moves: int
    cells: list["ShownCell"]
    keys: Who


class ShownCell(NamedTuple):
    """What somebody made of an event: the event's number in the list, and the value in figures."""

    event: int
    value: str
    counts: bool
    is_missed: bool
    by_substitute: bool


class SeriesNow:
    """A series with its table, as a reader may see it: nobody sees a ranking that is not open."""

    def __init__(self, series: Series, actor: Actor) -> None:
        self.series, self.kept = series, series.kept
        self.rules: SeriesRules = rules_of(self.kept)
        wanted = self.kept.get("events", [])
        found = Event.sessions.filter(club=series.club, pk__in=wanted, called_off_at=None)
        found = found.exclude(finished_at=None).select_related("club")
        if not actor.is_scorer:
            found = found.filter(ranking_open=True)
        self.events = sorted(found, key=lambda event: (event.evening, event.pk))
        self._at = {event.pk: at for at, event in enumerate(self.events)}
        self._ranked = lines_of(self.events)

    @property
    def chosen(self) -> int:
        """How many events were chosen, those that are not finished or were called off too."""
        return len(self.kept.get("events", []))

    @cached_property
    def people(self) -> dict[int, Person]:
        """Everyone who played, was missed or stood in, by key; a merged one as who they are."""
        keys = {pk for lines in self._ranked.values() for line in lines for pk in line.people}
        keys |= {pk for each in self.kept.get("absent", []) for pk in each["who"]}
        for each in self.kept.get("stood_in", []):
            keys |= {each["who"], each["whose"]}
        known = Person.objects.filter(pk__in=keys, club=self.series.club)
        found = {one.pk: one.merged_into or one for one in known.select_related("merged_into")}
        return found | {person.pk: person for person in found.values()}

    def _own(self, pk: int) -> int:
        return self.people[pk].pk if pk in self.people else pk

    @cached_property
    def without_value(self) -> list[Event]:
        """The events that do not count, because they have not what the series goes by."""
        return [
            event
            for event in self.events
            if self._ranked[event.pk]
            and all(self._value(line) is None for line in self._ranked[event.pk])
        ]

    @cached_property
    def without_people(self) -> list[Event]:
        """The imported events of whose players none is known to be the club's."""
        return [
            event
            for event in self.events
            if event.told and not any(line.people for line in self._ranked[event.pk])
        ]

    @cached_property
    def schemes(self) -> list[str]:
        """The schemes of which these events have master points, in order."""
        lines = (line for ranked in self._ranked.values() for line in ranked)
        return sorted({each.scheme for line in lines for each in line.awards})

    @property
    def scheme(self) -> str:
        """The scheme whose master points count: the club's federation's, or the only one.

        Points of two schemes are not added; empty where it is not known which are meant.
        """
        own = self.series.club.federation
        if own in self.schemes:
            return own
        return self.schemes[0] if len(self.schemes) == 1 else ""

    @cached_property
    def _substituted(self) -> dict[tuple[int, int], int]:
        """Who was stood in for: {(event, who sat there): whose place}."""
        return {
            (each["event"], self._own(each["who"])): self._own(each["whose"])
            for each in self.kept.get("stood_in", [])
        }

    def _made(self) -> dict[Hashable, list[Made]]:
        found: dict[Hashable, list[Made]] = {}
        without = self.without_value
        for event in self.events:
            for line in self._ranked[event.pk]:
                value = self._value(line)
                if value is None and self.rules.value == AWARDS and event not in without:
                    # Others at the event were given points.
                    value = Fraction(0)
                if value is None:
                    continue
                sat = [self._own(pk) for pk in line.people]
                whose = [self._substituted.get((event.pk, pk), pk) for pk in sat]
                for who, partner, instead in self._sides(sat, whose, line.seats):
                    made = Made(self._at[event.pk], value, line.boards, partner, instead)
                    # Somebody who sat twice at one event has what was better.
                    rows = found.setdefault(who, [])
                    rows[:] = _best_of_event(rows, made)
        return found

    def _sides(
        self, sat: Sequence[int], whose: Sequence[int], seats: int
    ) -> Iterable[tuple[Who, int | None, bool]]:
        """Whose lines a line of an event counts for: (who, partner, whether by a substitute)."""
        if self.kept.get("who") == PAIRS:
            if len(set(whose)) == 2 and len(sat) == seats == 2:
                yield tuple(sorted(whose)), None, list(sat) != list(whose)
            return
        for at, who in enumerate(whose):
            partner = sat[1 - at] if len(sat) == seats == 2 else None
            yield (who,), partner, sat[at] != who

    def _value(self, line: EventLine) -> Fraction | None:
        if self.rules.value == HANDICAP:
            return line.with_handicap
        if self.rules.value in AVERAGED:
            return line.percent
        if self.rules.value == PLACES:
            return points_for_place(self.rules.points, line.place, line.tied) if line.place else (
                Fraction(0)
            )  # fmt: skip
        if self.rules.value == AWARDS:
            return self._awarded(line)
        return line.score

    def _awarded(self, line: EventLine) -> Fraction | None:
        """The master points of each player of a line, of all colours; nothing where none are."""
        points = [each.points for each in line.awards if each.scheme == self.scheme]
        return sum(points, Fraction(0)) if points else None

    def _missed(self) -> dict[Hashable, list[Missed]]:
        found: dict[Hashable, list[Missed]] = {}
        for each in self.kept.get("absent", []):
            if each["event"] in self._at:
                who = tuple(sorted(self._own(pk) for pk in each["who"]))
                found.setdefault(who, []).append(Missed(self._at[each["event"]], each["notice"]))
        return found

    @cached_property
    def table(self) -> list[SeriesLine]:
        """The table, exact: those with a place, then those below the line."""
        made = self._made()
        if self.kept.get("members_only"):
            guests = {pk for pk, person in self.people.items() if person.is_guest}
            made = {who: each for who, each in made.items() if not guests & set(keys_of(who))}
        return series_table(self.rules, made, self._missed())

    @cached_property
    def lines(self) -> list[Line]:
        """The table as pages and papers show it."""
        totals = show_alike((line.total for line in self.table), least=2)
        return [self._line(line, total) for line, total in zip(self.table, totals, strict=True)]

    def _line(self, line: SeriesLine, total: str) -> Line:
        who = keys_of(line.who)
        values = show_alike((cell.value for cell in line.cells), least=2)
        cells = [
            ShownCell(cell.event + 1, value.replace("-", MINUS), cell.counts, cell.is_missed,
                      cell.by_substitute)
            for cell, value in zip(line.cells, values, strict=True)
        ]  # fmt: skip
        names = [self.people[pk].name for pk in who if pk in self.people]
        total = total.replace("-", MINUS)
        key = "-".join(map(str, who))
        return Line(line.place, key, names, line.played, total, line.moves, cells, who)

    @property
    def placed(self) -> list[Line]:
        """Those who have a place."""
        return [line for line in self.lines if line.place]

    @property
    def below(self) -> list[Line]:
        """Those who lack events or partners for one."""
        return [line for line in self.lines if not line.place]

    def name_of(self, pk: int) -> str:
        """Return what a person is called here."""
        return self.people[pk].name if pk in self.people else str(pk)


def _best_of_event(rows: Sequence[Made], made: Made) -> list[Made]:
    same = [each for each in rows if each.event == made.event]
    best = max([*same, made], key=lambda each: each.value)
    return [*(each for each in rows if each.event != made.event), best]


def keys_of(who: object) -> Who:
    """Return the people of a line of the table, by their keys."""
    return who if isinstance(who, tuple) else ()
