"""Who the user names of a session played online are: a club keeps them as numbers of a scheme.

So the list of people with that column is the table of user names; nothing else is kept of them.
"""

from __future__ import annotations

from clubscore.club.models import Club, PersonNumber
from clubscore.exchange.reading.event_format import Online
from clubscore.ranking import Event
from clubscore.ranking.member_numbers import BBO


def online_of(club: Club) -> Online:
    """Return a club's members by their user names at BBO, and its clock. One query."""
    rows = PersonNumber.objects.filter(club=club, scheme=BBO)
    return Online(dict(rows.values_list("number", "person__name")), club.time_zone)


def unknown_users(told: Event) -> list[str]:
    """Return the user names of an event that stand for nobody of the club, each once."""
    found = {
        name: None
        for who in told.contestants.values()
        for name, numbers in zip(who.names, who.numbers, strict=False)
        if dict(numbers).get(BBO) == " ".join(name.lower().split())
    }
    return sorted(found, key=str.lower)
