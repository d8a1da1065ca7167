"""The kept boards of people, event by event: worked out by the worker, thrown away where stale.

Nothing kept is believed unless its mark is that of the event as it stands; a change to an event
counts its revision up, so what was kept of it before counts no more.
"""

from collections.abc import Iterable, Iterator

from django.db import transaction
from django.db.models import Exists, Max, Min, OuterRef, Q, QuerySet

from clubscore.club.models import Club
from clubscore.events.models import Entry, Event, PersonBoards, ToldPlayer
from clubscore.events.over_years.facts_of_events import EventFacts
from clubscore.events.over_years.played_board import kept
from clubscore.events.state.event_now import rooms_of
from clubscore.jobs import asking
from clubscore.jobs.models import Job
from clubscore.jobs.working import Work
from clubscore.laws import LAW_VERSION

KIND = "person-boards"
FORM = 2  # counted up whenever boards are kept or worked out otherwise than before


def mark_of(event: Event) -> str:
    """Return what is true of boards that were kept of an event as it stands."""
    return f"{FORM}.{LAW_VERSION}.{event.revision}"


def countable(club: Club) -> QuerySet[Event]:
    """Return the events of a club that count over the years: those that are over."""
    return Event.sessions.filter(club=club, finished_at__isnull=False, called_off_at=None)


def worked_out(events: Iterable[Event]) -> Iterator[PersonBoards]:
    """Work out what some events brought each person of the club; nothing is written.

    Four queries for all of them, and some for each imported one.
    """
    for room in rooms_of([*events]):
        facts = EventFacts(room)
        for person, own in facts.of_people().items():
            yield PersonBoards(
                club_id=room.event.club_id,
                event=room.event,
                person_id=person,
                mark=mark_of(room.event),
                unit=facts.unit,
                contestant=own.contestant,
                place=own.place,
                of=own.of,
                percent=own.percent,
                boards=kept(own.boards),
            )


def keep(event: Event) -> None:
    """Keep what an event brought everybody, instead of what was kept of it.

    Where the event changes meanwhile the mark is that of before, so that it counts no more.
    """
    rows = [*worked_out([event])]
    with transaction.atomic():
        PersonBoards.objects.filter(event=event).delete()
        PersonBoards.objects.bulk_create(rows)


def stale_events(club: Club) -> list[Event]:
    """Return the events of which nothing, or nothing that counts, is kept; the newest first.

    Two queries. Events in which nobody of the club is known are left out.
    """
    kept_rows = PersonBoards.objects.filter(club=club).order_by().values_list("event")
    marks = {event: ends for event, *ends in kept_rows.annotate(Min("mark"), Max("mark"))}
    entered = Entry.objects.filter(event=OuterRef("pk"), number__isnull=False, first__isnull=False)
    known = Q(Exists(entered)) | Q(Exists(ToldPlayer.objects.filter(event=OuterRef("pk"))))
    events = countable(club).filter(known).select_related("club").order_by("-evening", "-pk")
    return [each for each in events if marks.get(each.pk) != [mark_of(each)] * 2]


def ask_for(club: Club) -> Job:
    """Ask for the boards of all events of which none are kept."""
    return asking.ask(kind=KIND, key=str(club.pk), club=club)


def work_out(work: Work) -> None:
    """Keep the boards of a club's events, one event after the other."""
    club = Club.objects.filter(pk=int(work.key)).first()
    events = stale_events(club) if club else []
    for done, event in enumerate(events, start=1):
        keep(event)
        work.say(done, len(events))


def clubs_behind() -> list[Club]:
    """Return the clubs with an event of which nothing that counts is kept."""
    clubs = Club.objects.filter(closed_at=None).order_by("pk")
    return [club for club in clubs if stale_events(club)]
