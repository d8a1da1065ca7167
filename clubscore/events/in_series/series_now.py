"""A series as it stands: its events read and compared, and everyone's line of the table."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.remembered import Remembered
from clubscore.club.wording.figures import MINUS
from clubscore.events.in_series.series_write import PAIRS, rules_of
from clubscore.events.models import Event, Series
from clubscore.events.state.event_now import Room, rooms_of
from clubscore.events.state.scoring import key_of_entry, ranked_of
from clubscore.ranking import show_alike
from clubscore.ranking.ranked_lists import HANDICAP as BY_HANDICAP
from clubscore.ranking.series import (
    AVERAGED,
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


class EventLine(NamedTuple):
    """A line of an event's ranking: its people, its place (0 for none) and how many share it."""

    people: tuple[int, ...]
    place: int
    tied: int
    percent: Fraction | None
    score: Fraction
    boards: int
    # The percentage with the handicap; the same where no one at the event has one.
    with_handicap: Fraction | None


# So many events are offered, the newest.
OFFERED = 120
# By event and its revision: the lines of its ranking.
_lines: Remembered[tuple[int, int], tuple[EventLine, ...]] = Remembered()


def events_offered(actor: Actor, chosen: Iterable[int] = ()) -> list[Event]:
    """Return the events that a series may have: finished, played here, and of the reader's club.

    The newest, and those that are ``chosen`` however old.
    """
    found = Event.objects.filter(club=actor.home, called_off_at=None, told=False)
    found = found.exclude(finished_at=None).order_by("-evening", "-pk")
    newest = list(found[:OFFERED])
    others = found.filter(pk__in=list(chosen)).exclude(pk__in=[event.pk for event in newest])
    return newest + list(others)


def _lines_of(events: Sequence[Event]) -> dict[int, tuple[EventLine, ...]]:
    """Read the rankings of events, those that are not remembered, in four queries together."""
    keys = {event.pk: (event.pk, event.revision) for event in events}
    known = {pk: _lines.get(key) for pk, key in keys.items()}
    unknown = [event for event in events if known[event.pk] is None]
    for room in rooms_of(unknown) if unknown else ():
        known[room.event.pk] = _ranked(room)
        _lines.keep(keys[room.event.pk], known[room.event.pk] or ())
    return {pk: lines or () for pk, lines in known.items()}


def _ranked(room: Room) -> tuple[EventLine, ...]:
    people = {
        key_of_entry(room, entry): tuple(person.pk for person in entry.people)
        for entry in room.entries
    }
    found = []
    rankings = ranked_of(room).rankings
    handicapped = {
        row.entry.contestant.number: row.entry.percent
        for ranking in rankings
        if ranking.list == BY_HANDICAP
        for row in ranking.rows
    }
    for ranking in rankings:
        if ranking.list != "scratch":
            continue
        shared = Counter(row.place for row in ranking.rows)
        for row in ranking.rows:
            entry = row.entry
            if not entry.boards:
                continue
            key, place = entry.contestant.number, int(row.place.rstrip("=") or 0)
            adjusted = handicapped.get(key, entry.percent)
            line = EventLine(people.get(key, ()), place, shared[row.place], entry.percent,
                             entry.score, entry.boards, adjusted)  # fmt: skip
            found.append(line)
    return tuple(found)


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
        found = Event.objects.filter(club=series.club, pk__in=wanted, called_off_at=None)
        found = found.exclude(finished_at=None).filter(told=False).select_related("club")
        if not actor.is_scorer:
            found = found.filter(ranking_open=True)
        self.events = sorted(found, key=lambda event: (event.evening, event.pk))
        self._at = {event.pk: at for at, event in enumerate(self.events)}
        self._ranked = _lines_of(self.events)

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
    def without_percent(self) -> list[Event]:
        """The events without percentages that do not count, as the series goes by those."""
        if self.rules.value not in AVERAGED:
            return []
        return [
            event
            for event in self.events
            if self._ranked[event.pk]
            and all(line.percent is None for line in self._ranked[event.pk])
        ]

    @cached_property
    def _substituted(self) -> dict[tuple[int, int], int]:
        """Who was stood in for: {(event, who sat there): whose place}."""
        return {
            (each["event"], self._own(each["who"])): self._own(each["whose"])
            for each in self.kept.get("stood_in", [])
        }

    def _made(self) -> dict[Hashable, list[Made]]:
        found: dict[Hashable, list[Made]] = {}
        for event in self.events:
            for line in self._ranked[event.pk]:
                value = self._value(line)
                if value is None:
                    continue
                sat = [self._own(pk) for pk in line.people]
                whose = [self._substituted.get((event.pk, pk), pk) for pk in sat]
                for who, partner, instead in self._sides(sat, whose):
                    made = Made(self._at[event.pk], value, line.boards, partner, instead)
                    # Somebody who sat twice at one event has what was better.
                    rows = found.setdefault(who, [])
                    rows[:] = _best_of_event(rows, made)
        return found

    def _sides(
        self, sat: Sequence[int], whose: Sequence[int]
    ) -> Iterable[tuple[Who, int | None, bool]]:
        """Whose lines a line of an event counts for: (who, partner, whether by a substitute)."""
        if self.kept.get("who") == PAIRS:
            if len(set(whose)) == 2 and len(sat) == 2:
                yield tuple(sorted(whose)), None, list(sat) != list(whose)
            return
        for at, who in enumerate(whose):
            partner = sat[1 - at] if len(sat) == 2 else None
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
        return line.score

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
        names = [self.people[pk].short_name for pk in who if pk in self.people]
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
        return self.people[pk].short_name if pk in self.people else str(pk)


def _best_of_event(rows: Sequence[Made], made: Made) -> list[Made]:
    same = [each for each in rows if each.event == made.event]
    best = max([*same, made], key=lambda each: each.value)
    return [*(each for each in rows if each.event != made.event), best]


def keys_of(who: object) -> Who:
    """Return the people of a line of the table, by their keys."""
    return who if isinstance(who, tuple) else ()
