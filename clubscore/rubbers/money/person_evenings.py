"""What a person played: their evenings at each table, with points and money won or lost."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from clubscore.club.models import Person
from clubscore.club.people.selectors import ids_and_merged
from clubscore.club.wording.figures import speak_amount
from clubscore.club.wording.phrases import said
from clubscore.laws.games import find_game
from clubscore.laws.money import find_currency
from clubscore.rubbers.models import Part, Seat, Sitting, Substitute
from clubscore.rubbers.money.slip import Slip, slips_of

A_PAGE = 10  # evenings


@dataclass(frozen=True)
class Played:
    """An evening at one table, as one person sees it."""

    sitting: Sitting
    evening: dt.date
    games: list[str]
    rubbers: int
    points: int
    money: list[str]


def evenings_of(person: Person, page: str | None) -> Page[Played]:
    """Return a page of a person's evenings, newest first, under whatever entry they sat.

    Eight queries, however many evenings.
    """
    theirs = ids_and_merged(person)
    sat_in = [
        model.objects.filter(person__in=theirs).values("part__sitting")
        for model in (Seat, Substitute)
    ]
    sat = Q(pk__in=sat_in[0]) | Q(pk__in=sat_in[1])
    # The two tables of the seven have one slip: it stands under the first.
    sevens = Sitting.objects.filter(sat, seven__isnull=False).order_by().values("seven")
    sittings = (
        Sitting.objects.filter(sat | Q(seven__in=sevens), club=person.club, voided_at=None)
        .exclude(seven_table=2)
        .order_by("-evening", "table")
        .values_list("evening", "table")
        .distinct()
    )
    return Paginator(_Evenings(person, set(theirs), sittings), A_PAGE).get_page(page)


Places = QuerySet[Sitting, tuple[dt.date, int]]


class _Evenings(Sequence[Played]):
    """Somebody's evenings, of which only those of a page are read."""

    def __init__(self, person: Person, theirs: set[int], places: Places) -> None:
        self._person, self._his, self._places = person, theirs, places

    def __len__(self) -> int:
        return self._places.count()

    @overload
    def __getitem__(self, index: int) -> Played: ...

    @overload
    def __getitem__(self, index: slice) -> list[Played]: ...

    def __getitem__(self, index: int | slice) -> Played | list[Played]:
        if isinstance(index, slice):
            return _evenings(self._person, self._his, list(self._places[index]))
        return self[index : index + 1][0]


def _evenings(person: Person, theirs: set[int], places: list[tuple[dt.date, int]]) -> list[Played]:
    sittings = Sitting.objects.filter(
        club=person.club,
        evening__in=[evening for evening, _table in places],
        table__in=[table for _evening, table in places],
        voided_at=None,
    )
    last: dict[tuple[dt.date, int], Sitting] = {}
    for sitting in sittings.select_related("table").order_by("opened_at", "pk"):
        last[sitting.evening, sitting.table_id] = sitting
    games = _games(theirs, sittings)
    slips = slips_of(person.club, [(last[place].table, place[0]) for place in places])
    return [
        _played(theirs, last[place], slip, games[place])
        for place, slip in zip(places, slips, strict=True)
    ]


def _games(theirs: set[int], sittings: Iterable[Sitting]) -> dict[tuple[dt.date, int], list[str]]:
    sat = Q(seats__person__in=theirs) | Q(substitutes__person__in=theirs)
    parts = Part.objects.filter(sat, sitting__in=sittings).order_by("pk").distinct()
    games: dict[tuple[dt.date, int], list[str]] = defaultdict(list)
    for evening, table, key in parts.values_list("sitting__evening", "sitting__table", "game"):
        name = said(find_game(key).short_name)
        if name not in games[evening, table]:
            games[evening, table].append(name)
    return games


def _played(theirs: set[int], sitting: Sitting, slip: Slip, games: list[str]) -> Played:
    mine = [row for row in slip.rows if theirs & row.points.keys() and not row.is_difference]
    return Played(
        sitting=sitting,
        evening=sitting.evening,
        games=games,
        rubbers=len(mine),
        points=sum(points for who, points in slip.totals.items() if who in theirs),
        money=[
            speak_amount(
                sum(coins for who, coins in won.items() if who in theirs), find_currency(code)
            )
            for code, won in slip.money.items()
        ],
    )
