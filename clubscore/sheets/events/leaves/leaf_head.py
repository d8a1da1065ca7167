"""The head of a leaf with results: whose they are, how they are scored, how far they are."""

from collections.abc import Iterable

from clubscore.events.rankings.lists import Lists
from clubscore.sheets.events.event_facts import scoring_facts, state_of, title_of
from clubscore.sheets.events.leaves.leaf import Head


def head_of_results(title: str, lists: Lists, more: Iterable[str] = ()) -> Head:
    """Return the head of a paper that tells results; the facts are never left out."""
    event = lists.room.event
    state = state_of(event)
    identity = f"{title_of(event)} · {event.club.name}"
    return Head(title, identity, [*scoring_facts(lists), state, *more], event.club.name, state)
