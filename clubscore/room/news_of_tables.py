"""What the pages of tables are now, for phones that wait to hear of a change, and who waits.

A door is the address by which phones were let in: "card" at a card table, "event" at a table of a
tournament. A phone may see all tables' pages of its event, so it hears of each.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import close_old_connections, connection

from clubscore.club.access import Actor
from clubscore.club.safe import in_place, pg_copies
from clubscore.events.models import EventTableLink
from clubscore.events.phones import good_links as good_at_events
from clubscore.events.play.silent_phones import note_phone
from clubscore.events.state.table_tags import event_tags, page_name
from clubscore.front.feeds import Feed, FileFeed, ServerFeed
from clubscore.front.hub import Door, Hub, Tags
from clubscore.front.passes import Pass
from clubscore.rubbers.sitting.phones import good_links as good_at_card_tables

Given = TypeVar("Given")
Answer = TypeVar("Answer")
CARD, EVENT = "card", "event"


def hub() -> Hub:
    """Return what knows of this club's tables, not yet watching."""
    return Hub(open_feed, _on_a_good_connection(look), _on_a_good_connection(note))


def _on_a_good_connection(asked: Callable[[Given], Answer]) -> Callable[[Given], Answer]:
    """Replace a connection that ended first, as Django does it before each request."""

    def ask(given: Given) -> Answer:
        close_old_connections()
        return asked(given)

    return ask


def open_feed() -> Feed:
    """Return where this process hears of changes."""
    if connection.vendor == "sqlite":
        return FileFeed(Path(str(settings.DATABASES["default"]["NAME"])))
    return ServerFeed(_address())


def _address() -> str:
    """Return how the database itself is reached, as libpq reads it."""
    from psycopg.conninfo import make_conninfo

    known = pg_copies.server_itself().items()
    return make_conninfo(
        **{name: str(value) for name, value in known if isinstance(value, str | int)}
    )


def look(doors: Collection[Door]) -> Mapping[Door, Tags]:
    """Return what the pages behind each door are now; none for a door that lets no one in."""
    gone = in_place.gone()
    if gone:
        raise ImproperlyConfigured(gone)
    return dict([*_card_tables(doors), *_events(doors)])


def note(there: Collection[Pass]) -> None:
    """Note that these phones were there just now."""
    links = good_at_events().in_bulk({each.link for each in there if each.room == EVENT})
    for each in there:
        if each.room == EVENT and each.link in links:
            note_phone(links[each.link].section.event, each.device)


def pass_of(actor: Actor) -> Pass | None:
    """Return the pass of a phone that was let in, None for anybody else."""
    if actor.link is None:
        return None
    room = EVENT if isinstance(actor.link, EventTableLink) else CARD
    return Pass(room, actor.link.pk, actor.device)


def _numbers(doors: Collection[Door], room: str) -> set[int]:
    return {door.link for door in doors if door.room == room}


def _card_tables(doors: Collection[Door]) -> Iterator[tuple[Door, Tags]]:
    links = good_at_card_tables().filter(pk__in=_numbers(doors, CARD)).select_related(None)
    for link, sitting, revision in links.values_list("pk", "sitting", "sitting__revision"):
        yield Door(CARD, link), {f"card-{sitting}": str(revision)}


def _events(doors: Collection[Door]) -> Iterator[tuple[Door, Tags]]:
    links = list(good_at_events().filter(pk__in=_numbers(doors, EVENT)))
    events = {link.section.event_id: link.section.event for link in links}
    tables = EventTableLink.objects.filter(section__event__in=events).order_by()
    found: dict[int, dict[str, str]] = {
        pk: {f"event-{pk}": str(event.revision)} for pk, event in events.items()
    }
    tags = {pk: event_tags(event) for pk, event in events.items()}
    asked = tables.values_list("section__event", "section", "table").distinct()
    for event, section, table in asked:
        found[event][page_name(event, section, table)] = tags[event].of(section, table)
    for link in links:
        yield Door(EVENT, link.pk), found[link.section.event_id]
