"""A set that comes in from a file with the hour at which it closes for every club."""

from django.db import transaction

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.models import Club
from clubscore.contests.hour import hour_in, read_hour
from clubscore.events.contest_tables.bringing_sets import bring_set
from clubscore.events.models import ContestSet
from clubscore.events.world.set_hours_write import take_hour
from clubscore.ranking import Event


def bring_sealed_set(*, club: Club, event: Event, key: str, actor: Actor) -> ContestSet:
    """Keep a set as `bring_set` does, sealed until the hour that its file says, if it is to come.

    RuleError where it is none that can be played, or its hour cannot count: then nothing is kept.
    """
    hour = hour_in(event)
    with transaction.atomic():
        kept = bring_set(club=club, event=event, key=key, actor=actor)
        if hour is not None and clock.now() < read_hour(hour).closes:
            take_hour(club=club, raw=dict(hour), actor=actor)
    return kept
