"""What will go out when the results are published: counted, and asked about before."""

import json
from typing import NamedTuple, TypedDict

from django.db.models import Count

from clubscore.club.models import Club
from clubscore.club.people.published_names import Hidden, PublishedNames
from clubscore.events.imported.imported import newest_texts
from clubscore.events.models import ResultRevision, Section
from clubscore.events.state.plan import plan_of
from clubscore.publishing.site_files import published_events


class Preview(NamedTuple):
    """The events that will go out, about how many pages they have, and who is not named."""

    events: int
    pages: int
    hidden: list[Hidden]
    people: int

    @property
    def guests(self) -> int:
        """Guests who are not named."""
        return sum(not each.by_wish and each.person.is_guest for each in self.hidden)

    @property
    def juniors(self) -> int:
        """Juniors who are not named, guests aside."""
        unasked = (each.person for each in self.hidden if not each.by_wish)
        return sum(person.is_junior and not person.is_guest for person in unasked)

    @property
    def by_wish(self) -> int:
        """Those who wished it, or for whom the director did."""
        return sum(each.by_wish for each in self.hidden)


class _OfBoard(TypedDict, total=False):
    board: int


class _Told(TypedDict, total=False):
    """What is read of an imported event."""

    contestants: list[object]
    results: list[_OfBoard]


def preview_of(club: Club) -> Preview:
    """Return what will go out. Six queries, among them the text of each imported event."""
    names = PublishedNames(club)
    events = list(published_events(club).values_list("pk", "told"))
    here = [pk for pk, told in events if not told]
    pages = _pages_here(here) + _pages_told([pk for pk, told in events if told])
    return Preview(len(events), pages, names.hidden, len({p.pk for p in names.people.values()}))


def _pages_here(events: list[int]) -> int:
    """Return how many pages events have that were played here: rankings, cards, boards."""
    plans = Section.objects.filter(event__in=events).values_list("plan", flat=True)
    cards: int = sum(plan.pairs for plan in map(plan_of, plans) if plan is not None)
    results = ResultRevision.objects.filter(section__event__in=events).order_by()
    boards = results.values_list("section__event").annotate(Count("board", distinct=True))
    return len(events) + cards + sum(int(count) for _event, count in boards)


def _pages_told(events: list[int]) -> int:
    """Return the same of imported events, whose files say it."""
    pages = 0
    for text in newest_texts(events).values():
        told: _Told = json.loads(text)
        boards = {each.get("board") for each in told.get("results", ())}
        pages += 1 + len(told.get("contestants", ())) + len(boards)
    return pages
