"""Cards of an event that came from a file: mailed where a director asks for it, never by itself.

A season brought in from files is long known to its players, and a file does not say who waits for
it. An evening that another program scored a few days ago is news like one played here.
"""

import datetime as dt
from collections import defaultdict
from typing import NamedTuple

from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.evening import evening_of
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.events.models import Event, ToldPlayer
from clubscore.mailing.card_letter import events_that_may_be_mailed
from clubscore.mailing.models import Letter, Subscription
from clubscore.mailing.subscribing import good_subscriptions

RECENT = dt.timedelta(days=7)  # evenings, as far back as what is due is made up for
MOST_LISTED = 20


class ToMail(NamedTuple):
    """An imported event, who wants its card, and to how many of them it was mailed or goes out."""

    event: Event
    wanting: list[Subscription]
    asked: int

    @property
    def waiting(self) -> int:
        """How many want a card for which no director has asked yet."""
        return len(self.wanting) - self.asked


def recent_imports(club: Club) -> list[ToMail]:
    """Return the imported events of the last days, the newest first. Four queries at most."""
    since = evening_of(club, clock.now()) - RECENT
    found = events_that_may_be_mailed().filter(club=club, told=True, evening__gt=since)
    events = list(found.order_by("-evening", "-pk")[:MOST_LISTED])
    if not events:
        return []
    wants = {each.person_id: each for each in good_subscriptions().filter(club=club)}
    players = _players(events)
    cards = Letter.objects.filter(club=club, kind=Letter.Kind.CARD, event__in=events)
    asked = set(cards.values_list("event", "person"))
    told = []
    for event in events:
        wanting = [
            wants[who]
            for who in sorted(players[event.pk])
            if who in wants and wants[who].wants_card
        ]
        done = sum((event.pk, each.person_id) in asked for each in wanting)
        told.append(ToMail(event, wanting, done))
    return told


def _players(events: list[Event]) -> dict[int, set[int]]:
    """Return the people of the club who played, by event, as who they are now."""
    rows = ToldPlayer.objects.filter(event__in=events)
    now = Coalesce("person__merged_into", "person")
    found: dict[int, set[int]] = defaultdict(set)
    for event, who in rows.annotate(now=now).values_list("event", "now"):
        found[event].add(who)
    return found


def ask_for_cards(club: Club, event: int) -> int:
    """Ask for the card of everybody who played an imported event and wants cards; return how many.

    Asked twice, nobody gets two. Raises Refused for an event that is not of the last days, not
    final or not open to members.
    """
    chosen = next((each for each in recent_imports(club) if each.event.pk == event), None)
    if chosen is None:
        raise Refused(
            _(
                "Cards are mailed of events of the last seven days that are final and open to"
                " members."
            )
        )
    letters = [
        Letter(
            club=club,
            person_id=each.person_id,
            kind=Letter.Kind.CARD,
            key=f"card-{event}-{each.person_id}",
            event=chosen.event,
        )
        for each in chosen.wanting
    ]
    Letter.objects.bulk_create(letters, ignore_conflicts=True)
    return chosen.waiting
