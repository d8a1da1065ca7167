"""Where somebody came in an event, and how a page of a person tells an event that was played."""

from typing import NamedTuple

from clubscore.events.models import Event
from clubscore.events.rankings.lists import Lists


class Played(NamedTuple):
    """An event as one of its players sees it; no place if the ranking is not open to them."""

    event: Event
    partner: str
    place: str = ""
    of: int = 0
    percent: str = ""


class Place(NamedTuple):
    """Where somebody came, of how many, with how much."""

    place: str
    of: int
    percent: str


def place_in(lists: Lists, key: str) -> Place | None:
    """Return where a contestant came in the first list that ranks it, None without a board."""
    for ranking in lists.rankings:
        for row in ranking.rows:
            if row.key == key and row.boards:
                return Place(row.place, len(ranking.rows), row.percent)
    return None
