"""Results as an Atom feed (RFC 4287): an entry an event that is final and whose ranking is open.

A member's own has the names that a ranking has in the club, but for events whose shared ranking
hides them; the public one has numbers alone.
"""

import datetime as dt
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.models import Club
from clubscore.club.naming.showing import shown_in_page, shown_in_text
from clubscore.club.remembered import Remembered
from clubscore.club.wording.days import full_date
from clubscore.events.imported.imported import told_of_each
from clubscore.events.models import Event, EventShare
from clubscore.events.rankings.lists import Lists
from clubscore.events.selectors import as_seen_by
from clubscore.events.state.event_now import rooms_of
from clubscore.mailing.evenings_feed import Feed, PageOf
from clubscore.mailing.feed_parts import changed_at, for_xml, lasting_id
from clubscore.mailing.letter_head import one_line

MOST = 30  # events
# By event, its revision and the club's, whether names are hidden, and the language: its ranking.
_written: Remembered[tuple[int, int, int, bool, str | None], str] = Remembered(1000)


class Addresses(NamedTuple):
    """Where a feed is read, where its club is, and where each event is; all absolute."""

    own: str
    club: str
    page_of: PageOf


class ResultsFeed(Atom1Feed):
    """An Atom feed that says when it last changed also while it is empty."""

    def __init__(self, changed: dt.datetime, club: Club, where: Addresses, feed_id: str) -> None:
        name = for_xml(shown_in_text(one_line(club.name)))
        super().__init__(
            title=_("Results of %(club)s") % {"club": name},
            link=where.club,
            description="",
            subtitle=None,
            language=get_language(),
            author_name=name,
            feed_url=where.own,
            feed_guid=feed_id,
        )
        self.changed = changed

    def latest_post_date(self) -> dt.datetime:
        """Return when it last changed."""
        return self.changed


def results_feed(club: Club, where: Addresses, *, with_names: bool) -> Feed:
    """Return the feed of a club's newest results. Four queries while nothing changed, else ten."""
    events = list(_events(club)[:MOST])
    changed = changed_at(events)
    for event in events:
        # It changes when it becomes final, though nobody does anything then.
        changed[event.pk] = max(changed[event.pk], event.final_at or event.opened_at)
    last = max([club.created_at, *changed.values()])
    kind = "members" if with_names else "public"
    feed = ResultsFeed(last, club, where, lasting_id(kind, club.pk).urn)
    rankings = _rankings(events, with_names=with_names)
    for event in events:
        name = for_xml(shown_in_text(one_line(event.name)))
        feed.add_item(
            title=_("%(event)s, %(day)s") % {"event": name, "day": full_date(event.evening)},
            link=where.page_of(event.pk),
            description=rankings[event.pk],
            unique_id=lasting_id("result", event.pk).urn,
            pubdate=event.final_at or event.opened_at,
            updateddate=changed[event.pk],
        )
    return Feed(feed.writeString("utf-8").encode(), last)


def _events(club: Club) -> QuerySet[Event]:
    """Return the events whose results anybody in the club may read and that are final."""
    final = Q(told=True) | Q(final_at__lte=clock.now())
    found = Event.sessions.filter(final, club=club, ranking_open=True, called_off_at=None)
    return found.select_related("club").order_by("-evening", "-pk")


def _rankings(events: list[Event], *, with_names: bool) -> dict[int, str]:
    """Return the ranking of each event as HTML; those that were written before are remembered."""
    hidden = set(
        EventShare.objects.filter(event__in=events, hides_names=True, revoked_at=None).values_list(
            "event_id", flat=True
        )
    )
    hides = {event.pk: not with_names or event.pk in hidden for event in events}
    keys = {
        event.pk: (event.pk, event.revision, event.club.revision, hides[event.pk], get_language())
        for event in events
    }
    found = {pk: _written.get(key) for pk, key in keys.items()}
    missing = [event for event in events if found[event.pk] is None]
    told = told_of_each([event for event in missing if event.told]) if missing else {}
    for room in rooms_of(missing) if missing else ():
        event = room.event
        member = Actor(level=Level.PLAYER, club=event.club)
        seen = as_seen_by(member, room)
        lists = Lists(seen, hides_names=hides[event.pk], told=told.get(event.pk))
        page = render_to_string("mailing/feed_entry.html", {"lists": lists})
        found[event.pk] = for_xml(shown_in_page(page.strip()))
        _written.keep(keys[event.pk], found[event.pk] or "")
    return {pk: text or "" for pk, text in found.items()}
