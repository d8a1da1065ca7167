"""The state of an evening's events, for Tonight: how far the round is, and who calls."""

import datetime as dt
from dataclasses import dataclass, replace

from django.db.models import F

from clubscore.club.models import Club
from clubscore.club.remembered import Remembered
from clubscore.events.models import Call, Event, ResultRevision, Section
from clubscore.events.state.event_now import grouped
from clubscore.events.state.plan import plan_of
from clubscore.events.state.spot_state import State, folded


@dataclass(frozen=True)
class EventStands:
    """How an event stands: its rounds, the boards of the round that are in, which tables call."""

    event: Event
    rounds: int
    count: int
    of: int
    calls: list[str]


# How events stood at a revision.
_stood: Remembered[tuple[int, int], EventStands] = Remembered()


def how_they_stand(club: Club, evening: dt.date) -> list[EventStands]:
    """Return an evening's events, oldest first.

    One query where nothing happened in them since they were asked for, else four, however many
    tables there are.
    """
    of_evening = Event.objects.filter(club=club, evening=evening, called_off_at=None)
    events = list(of_evening.select_related("club").order_by("pk"))
    known = {event.pk: _stood.get((event.pk, event.revision)) for event in events}
    read = {each.event.pk: each for each in _read([e for e in events if known[e.pk] is None])}
    for each in read.values():
        _stood.keep((each.event.pk, each.event.revision), each)
    return [replace(known[event.pk] or read[event.pk], event=event) for event in events]


def _read(events: list[Event]) -> list[EventStands]:
    if not events:
        return []
    sections = list(Section.objects.filter(event__in=events).order_by("letter"))
    # No section is further behind than the rounds that are played elsewhere.
    now = ResultRevision.objects.filter(section__in=sections)
    if not any(event.behind for event in events):
        now = now.filter(round=F("section__event__round"))
    known = {
        (spot.section, spot.round, spot.table, spot.board)
        for spot, standing in folded(now.order_by("pk")).items()
        if standing.state is State.IN
    }
    calls = Call.objects.filter(section__in=sections, answered_at=None).order_by("at", "pk")
    waiting = grouped(calls, lambda call: call.section_id)
    of_event = grouped(sections, lambda section: section.event_id)
    return [_row(event, of_event[event.pk], known, waiting) for event in events]


def _row(
    event: Event,
    sections: list[Section],
    known: set[tuple[int, int, int, int]],
    waiting: dict[int, list[Call]],
) -> EventStands:
    plans = [(section, plan) for section in sections if (plan := plan_of(section.plan))]
    due = [
        (section.pk, place.round, place.table, board)
        for section, plan in plans
        for place in (plan.of_round(event.round_in(section.letter)) if event.round else ())
        if place.is_played
        for board in place.boards
    ]
    alone = len(sections) == 1
    return EventStands(
        event,
        rounds=max((plan.rounds for _section, plan in plans), default=0),
        count=sum(at in known for at in due),
        of=len(due),
        calls=[
            f"{'' if alone else section.letter}{call.table}"
            for section in sections
            for call in waiting.get(section.pk, ())
        ],
    )
