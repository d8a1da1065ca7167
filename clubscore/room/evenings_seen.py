"""Which evenings the list of results has for whoever reads it."""

import datetime as dt

from django.db.models import QuerySet

from clubscore.club.access import Actor
from clubscore.events.selectors import events_of
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.selectors import sittings_seen

EVENINGS_A_PAGE = 10


def evenings_seen(actor: Actor) -> "QuerySet[Sitting, dt.date]":
    """Return the days on which there was something, newest first. One query."""
    of_events = events_of(actor.home, None).order_by().values_list("evening", flat=True)
    dates = sittings_seen(actor).order_by().values_list("evening", flat=True)
    return dates.union(of_events).order_by("-evening")
