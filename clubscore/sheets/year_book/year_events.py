"""The events of a year for its book: rankings that the reader may see, names as pages hide them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.wording.figures import figure
from clubscore.events.imported.imported import told_of_each
from clubscore.events.in_series.event_lines import EventLine, lines_of
from clubscore.events.models import Event, EventShare
from clubscore.events.selectors import may_see_results
from clubscore.events.terms.event_words import how_many, numbered, scoring_name
from clubscore.ranking import Event as RankedEvent
from clubscore.ranking import show_alike
from clubscore.sheets.year_book.year_content import EventTold, InEvents, PlaceTold

FIRST_PLACES = 3
SHARED = "="


@dataclass
class Made:
    """What somebody made of the events of a year."""

    events: int = 0
    firsts: int = 0
    best: Fraction | None = None

    def add(self, line: EventLine) -> None:
        """Add an event."""
        self.events += 1
        self.firsts += line.place == 1
        if line.percent is not None and (self.best is None or line.percent > self.best):
            self.best = line.percent

    def told(self, name: str) -> InEvents:
        """Return it as the book says it."""
        return InEvents(name, self.events, self.firsts, bare_percent(self.best))


@dataclass
class YearEvents:
    """The events of a year: the lines of those that are over and whose ranking may be seen.

    `hidden` are those whose shared ranking hides names.
    """

    events: list[Event]
    lines: Mapping[int, tuple[EventLine, ...]]
    files: Mapping[int, RankedEvent]
    hidden: frozenset[int]
    people: dict[int, Person] = field(default_factory=dict)

    @property
    def keys(self) -> set[int]:
        """Everybody of the club's who is in a ranking."""
        return {pk for lines in self.lines.values() for line in lines for pk in line.people}

    def by_person(self) -> dict[int, Made]:
        """Return what everybody made of the events that do not hide names."""
        found: dict[int, Made] = defaultdict(Made)
        for event in self.events:
            if event.pk in self.hidden:
                continue
            for line in self.lines.get(event.pk, ()):
                for who in {self.people[pk].pk for pk in line.people if pk in self.people}:
                    found[who].add(line)
        return found

    def best(self) -> tuple[Event, EventLine] | None:
        """Return the highest percentage of the year, of the first who had it."""
        known = [
            (event, line)
            for event in self.events
            if event.pk not in self.hidden
            for line in self.lines.get(event.pk, ())
            if line.percent is not None
        ]
        return max(known, key=lambda each: each[1].percent or 0) if known else None

    def names(self, event: Event, line: EventLine) -> tuple[str, ...]:
        """Return the full names of a contestant: its number where they are hidden or unknown."""
        if event.pk in self.hidden:
            return (numbered(self._are(event), line.contestant),)
        told = self.files.get(event.pk)
        if told is not None and len(line.people) < line.seats:
            return tuple(told.contestants[line.contestant].names)
        names = tuple(self.people[pk].name for pk in line.people if pk in self.people)
        return names or (numbered(self._are(event), line.contestant),)

    def told(self, event: Event) -> EventTold:
        """Return an event as the book says it."""
        lines = self.lines.get(event.pk)
        if lines is None:
            over = event.finished_at is not None
            state = _("Its ranking is not open.") if over else _("It is not over yet.")
            return EventTold(event.name, scoring_name(event.scoring), (), (), state)
        first = [line for line in lines if 0 < line.place <= FIRST_PLACES]
        others = [line for line in lines if line not in first]
        facts = f"{how_many(self._are(event), len(lines))} · {scoring_name(event.scoring)}"
        state = "" if first else _("No one has a place.")
        return EventTold(
            event.name,
            facts,
            tuple(
                PlaceTold(
                    _direction(line),
                    _place(line),
                    self.names(event, line),
                    bare_percent(line.percent),
                    figure(points),
                )
                for line, points in zip(first, show_alike(one.score for one in first), strict=True)
            ),
            tuple(name for line in others for name in self.names(event, line)),
            state,
        )

    def _are(self, event: Event) -> str:
        told = self.files.get(event.pk)
        return told.contestants_are if told is not None else event.contestants_are


def events_of_year(actor: Actor, events: Iterable[Event]) -> YearEvents:
    """Read the rankings of events as a reader may see them. Eight queries, however many."""
    found = list(events)
    over = [each for each in found if each.finished_at and may_see_results(actor, each)]
    told = [each for each in over if each.told]
    hidden = EventShare.objects.filter(event__in=over, hides_names=True, revoked_at=None)
    return YearEvents(
        events=found,
        lines=lines_of(over),
        files=told_of_each(told) if told else {},
        hidden=frozenset(hidden.values_list("event_id", flat=True)),
    )


def bare_percent(value: Fraction | None) -> str:
    """Return a percentage with two decimals, without its sign; nothing where there is none."""
    return "" if value is None else figure(show_alike([value], least=2)[0])


def _place(line: EventLine) -> str:
    return f"{line.place}{SHARED if line.tied > 1 else ''}"


def _direction(line: EventLine) -> str:
    return {"NS": _("North–South"), "EW": _("East–West")}.get(line.direction, "")
