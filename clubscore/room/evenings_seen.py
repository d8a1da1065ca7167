"""Which evenings the list of results has for whoever reads it."""

import datetime as dt

from django.db.models import QuerySet

from clubscore.club.access import Actor
from clubscore.events.selectors import events_of
from clubscore.rubbers.models import Sitting

EVENINGS_A_PAGE = 10


def sittings_seen(actor: Actor) -> QuerySet[Sitting]:
    """Return the card tables; of a club that keeps results private a player's own alone."""
    sittings = Sitting.objects.filter(club=actor.home)
    if not actor.home.results_open and not actor.is_scorer:
        sittings = sittings.filter(candidates__person=actor.person)
    return sittings


def evenings_seen(actor: Actor) -> "QuerySet[Sitting, dt.date]":
    """Return the days on which there was something, newest first. One query."""
    of_events = events_of(actor.home, None).order_by().values_list("evening", flat=True)
    dates = sittings_seen(actor).order_by().values_list("evening", flat=True)
    return dates.union(of_events).order_by("-evening")
