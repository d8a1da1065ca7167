"""Announcements of the director; what phones ask for, and tables without one.

An announcement is shown on every phone and the wall until it is removed.
"""

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.refused import Refused
from clubscore.events.locks import note, taken_event
from clubscore.events.models import Event, EventHappening, Section
from clubscore.events.models.kept_facts import Announced, PhonesSet, SlipsSet, TakenDown
from clubscore.events.state.event_now import SAID_TO_ALL, standing_announcements
from clubscore.events.state.plan import plan_of

Kind = EventHappening.Kind
LONGEST = 200  # characters


def announcements_of(event: Event) -> tuple[EventHappening, ...]:
    """Return what is announced now, oldest first. One query."""
    return standing_announcements(
        EventHappening.objects.filter(event=event, kind__in=SAID_TO_ALL).order_by("pk")
    )


def announce(*, event: Event, text: str, key: str, actor: Actor) -> None:
    """Announce something on all phones and the wall. Refuses an empty text."""
    said = " ".join(text.split())[:LONGEST]
    with taken_event(event) as found:
        if not said:
            raise Refused(_("Write the announcement."))
        note(found, Kind.ANNOUNCED, key, actor, Announced(text=said))


def take_down(*, event: Event, announcement: int, key: str, actor: Actor) -> None:
    """Remove an announcement; one that was removed stays removed."""
    with taken_event(event) as found:
        standing = {each.pk: each for each in announcements_of(found)}
        if announcement in standing:
            text = standing[announcement].told_as(Announced)["text"]
            taken = TakenDown(announcement=announcement, text=text)
            note(found, Kind.TAKEN_DOWN, key, actor, taken)


def ask_for_lead(*, event: Event, asked: bool, key: str, actor: Actor) -> None:
    """Let the tables' phones ask which card was led, or no longer."""
    with taken_event(event) as found:
        if note(found, Kind.PHONES, key, actor, PhonesSet(asks_lead=asked)):
            found.asks_lead = asked
            found.save(update_fields=["asks_lead"])


def set_by_slip(*, section: Section, table: int, by_slip: bool, key: str, actor: Actor) -> None:
    """Mark a table as without a phone, so that its score slips are typed; or with one again."""
    with taken_event(section.event) as event:
        plan = plan_of(section.plan)
        if plan is None or not 0 < table <= plan.tables:
            raise Refused(_("There is no such table. Choose another."))
        slips = SlipsSet(section=section.pk, table=table, by_slip=by_slip)
        note(event, Kind.BY_SLIP, key, actor, slips)
