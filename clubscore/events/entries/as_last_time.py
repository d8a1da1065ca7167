"""The same event again: its terms and everyone who played, entered by one tap."""

import datetime as dt
from dataclasses import dataclass

from django.db import transaction

from clubscore.club.access import Actor
from clubscore.club.models import Club, Person
from clubscore.club.wording.days import month_day
from clubscore.events.entries.opening_event import enter_pair, open_event
from clubscore.events.entries.teams import enter_team
from clubscore.events.models import Entry, Event
from clubscore.events.state.event_now import entries_of
from clubscore.events.terms.event_words import how_many
from clubscore.events.terms.formats import LEAST_PEOPLE, TEAMS
from clubscore.events.terms.last_time import last_event, terms_as_of


@dataclass(frozen=True)
class Contestant:
    """A pair, a player or a team as it played; `name` is a team's."""

    name: str
    people: list[Person]


@dataclass(frozen=True)
class LastTime:
    """The event before, and who of its field can play again, by their numbers."""

    event: Event
    field: list[Contestant]

    @property
    def many(self) -> str:
        """How many they are: 13 pairs."""
        return how_many(self.event.contestants_are, len(self.field))

    @property
    def day(self) -> str:
        """When it was: 17 November."""
        return month_day(self.event.evening)


def last_time(club: Club) -> LastTime | None:
    """Return what the club played last, None where no one of it can play again. Four queries.

    Left out are those who withdrew, who have no full pair or team, and who play here no more.
    """
    event = last_event(club)
    if event is None:
        return None
    field = [
        Contestant(entry.name, entry.people)
        for entry in sorted(entries_of(event), key=_by_number)
        if entry.number is not None and entry.withdrawn_at is None
        and len(entry.people) >= LEAST_PEOPLE[event.contestants_are]
        and all(person.active and not person.merged_into_id for person in entry.people)
    ]  # fmt: skip
    return LastTime(event, field) if field else None


def _by_number(entry: Entry) -> tuple[int, int]:
    return (entry.section_id or 0, entry.number or 0)


def play_again(*, last: LastTime, name: str, evening: dt.date, key: str, actor: Actor) -> Event:
    """Open an event as the last one was, with the same field. The same key again is the same event.

    Nobody has arrived or paid yet.
    """
    club = last.event.club
    with transaction.atomic():
        terms = terms_as_of(last.event, name)
        event = open_event(club=club, evening=evening, terms=terms, key=key, actor=actor)
        for number, one in enumerate(last.field, start=1):
            each = f"{key}:{number}"
            if event.contestants_are == TEAMS:
                enter_team(event=event, name=one.name, people=one.people, key=each, actor=actor)
            else:
                enter_pair(event=event, people=one.people, expected="", key=each, actor=actor)
    return event
