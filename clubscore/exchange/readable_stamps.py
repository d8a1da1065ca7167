"""What the readable files of a club follow from, so that they are made again only when it changed.

Everybody who writes at a table or an event counts its revision up; the numbers of what is only
ever added to are looked at as well, and the names that a file says. A file made by another
version of the program, or in another language, is made again.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import chain

from django.db.models import Count, Max, Model, QuerySet
from django.utils.translation import get_language

from clubscore.club.models import Act, Club, Entry, Person, Posting
from clubscore.club.people.forgotten import FORGOTTEN
from clubscore.events import models as events
from clubscore.places import PACKAGE
from clubscore.rubbers.models import DealRevision, Seat, Settlement, Sitting, Substitute

# What is added to at a table, and at an event, with the way to it.
OF_SITTINGS: tuple[tuple[type[Model], str], ...] = (
    (DealRevision, "deal__part__sitting"),
    (Settlement, "part__sitting"),
)
OF_EVENTS: tuple[tuple[type[Model], str], ...] = (
    (events.ResultRevision, "section__event"),
    (events.EventHappening, "event"),
    (events.PlanChange, "section__event"),
    (events.BoardRevision, "event"),
    (events.ParRevision, "event"),
    (events.Telling, "event"),
)
# A file's bytes are the program's doing too.
PROGRAM = PACKAGE


class Stamps:
    """The stamps of a club's files, as its data is now; the same queries however old it is."""

    def __init__(self, club: Club) -> None:
        self._club = club
        people = Person.objects.filter(club=club).order_by("pk")
        known = list(people.values_list("pk", "name", "merged_into"))
        self._names = {pk: name for pk, name, _merged in known}
        forgotten = Act.objects.filter(club=club, what=FORGOTTEN).count()
        self._common = (program(), get_language(), club.name, club.time_zone, forgotten)
        # The book says everybody's name, as it is today.
        self.book = self._stamp((_positions(club, Entry), _positions(club, Posting), known))
        self.sittings = self._of_sittings()
        self.events = self._of_events()

    def _stamp(self, follows_from: object) -> str:
        return hashlib.sha256(repr((self._common, follows_from)).encode()).hexdigest()

    def _of_sittings(self) -> dict[int, str]:
        sittings = Sitting.objects.filter(club=self._club)
        rows = sittings.values_list("pk", "revision", "evening", "table__name")
        held = chain.from_iterable(
            model.objects.filter(part__sitting__club=self._club)
            .order_by("pk")
            .values_list("part__sitting", "pk", "person", "account")
            for model in (Seat, Substitute)
        )
        return self._all(rows, OF_SITTINGS, held)

    def _of_events(self) -> dict[int, str]:
        # An event's par may follow from double dummy, which comes in by and by.
        solved = events.DoubleDummy.objects.exclude(tricks="").count()
        rows = (
            (event.pk, event.revision, event.evening, event.name,
             solved if event.scored_by.needs_par else 0)
            for event in events.Event.objects.filter(club=self._club)
        )  # fmt: skip
        entries = events.Entry.objects.filter(event__club=self._club).order_by("pk")
        further = events.TeamMember.objects.filter(event__club=self._club).order_by("pk")
        held = chain(
            entries.values_list("event", "pk", "first", "second"),
            further.values_list("event", "entry", "person"),
        )
        return self._all(rows, OF_EVENTS, held)

    def _all(
        self,
        rows: Iterable[tuple[int, *tuple[object, ...]]],
        added: Iterable[tuple[type[Model], str]],
        held: Iterable[tuple[int | None, ...]],
    ) -> dict[int, str]:
        """Return the stamp of each row by its key: it, what was added to it, whom it names."""
        follows = defaultdict[object, list[object]](list)
        for model, way in added:
            for of, *numbers in _numbers(
                model._default_manager.filter(**{f"{way}__club": self._club}), way
            ):
                follows[of].append((way, *numbers))
        for of, place, *people in held:
            follows[of].append((place, [(each, self._names.get(each or 0)) for each in people]))
        return {pk: self._stamp((pk, row, follows[pk])) for pk, *row in rows}


def _numbers(rows: QuerySet[Model], way: str) -> list[tuple[object, ...]]:
    """Return how many rows each of something has, and the newest one's key."""
    return [*rows.order_by().values_list(way).annotate(Count("pk"), Max("pk")).order_by(way)]


def _positions(club: Club, model: type[Entry | Posting]) -> dict[str, object]:
    return model.objects.filter(**{"club" if model is Entry else "entry__club": club}).aggregate(
        Count("pk"), Max("pk")
    )


@cache
def program() -> str:
    """Return the checksum of this program's own text."""
    found = hashlib.sha256()
    for file in sorted(PROGRAM.rglob("*.py")):
        found.update(file.read_bytes())
    return found.hexdigest()
