"""What is read of a year for its book: never more queries, however many evenings there were."""

import datetime as dt
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.events.selectors import events_of
from clubscore.rubbers.models import Candidate, Sitting
from clubscore.rubbers.season.adding_up import Agreed, Season, season_of, settlements_of
from clubscore.rubbers.selectors import sittings_seen
from clubscore.sheets.year_book.year_events import YearEvents, events_of_year


@dataclass
class Year:
    """What was read of a year. ``own`` is the only person whose figures the reader may see."""

    sittings: list[Sitting]
    season: Season
    events: YearEvents
    people: dict[int, Person]
    own: int | None

    @cached_property
    def rubbers_of(self) -> dict[int, list[Agreed]]:
        """The rubbers of each sitting, by its key."""
        at = {part.pk: each.pk for each in self.sittings for part in each.parts.all()}
        found: dict[int, list[Agreed]] = defaultdict(list)
        for rubber in self.season.rubbers:
            if rubber.part in at:
                found[at[rubber.part]].append(rubber)
        return found

    @cached_property
    def days_of(self) -> dict[int, set[dt.date]]:
        """The evenings of everybody, at card tables and events."""
        found: dict[int, set[dt.date]] = defaultdict(set)
        for sitting in self.sittings:
            for who in self.seated(sitting):
                found[who].add(sitting.evening)
        for event in self.events.events:
            if event.pk in self.events.hidden:
                continue
            for line in self.events.lines.get(event.pk, ()):
                for pk in line.people:
                    if pk in self.people:
                        found[self.people[pk].pk].add(event.evening)
        return found

    def seated(self, sitting: Sitting) -> list[int]:
        """Return who sat down at a table, each once."""
        return list(
            dict.fromkeys(now_known_as(each.person).pk for each in sitting.candidates.all())
        )

    def is_shown(self, who: int) -> bool:
        """Whether somebody's own figures may be shown to the reader."""
        return self.own is None or self.own == who


def read_year(actor: Actor, days: tuple[dt.date, dt.date]) -> Year:
    """Read the evenings between two days as a reader may see them: no query for each."""
    club = actor.home
    seen = sittings_seen(actor).filter(evening__range=days, voided_at=None)
    candidates = Candidate.objects.select_related("person__merged_into")
    sittings = list(
        seen.select_related("table")
        .prefetch_related("parts", Prefetch("candidates", candidates))
        .order_by("evening", "opened_at", "pk")
    )
    season = season_of(club, settlements_of(club).filter(part__sitting__in=seen.values("pk")))
    wanted = events_of(club, None).filter(evening__range=days).select_related("club")
    events = events_of_year(actor, wanted)
    known = Person.objects.filter(pk__in=events.keys, club=club).select_related("merged_into")
    events.people = {each.pk: now_known_as(each) for each in known}
    events.people |= {each.pk: each for each in events.people.values()}
    seated = [now_known_as(one.person) for each in sittings for one in each.candidates.all()]
    people = {**season.people, **events.people, **{each.pk: each for each in seated}}
    is_private = not club.results_open and not actor.is_scorer
    own = (actor.person.pk if actor.person else 0) if is_private else None
    return Year(sittings, season, events, people, own)


def now_known_as(person: Person) -> Person:
    """Return who somebody is, where two entries turned out to be one person."""
    return person.merged_into or person
