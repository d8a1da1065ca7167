"""One person's rubbers over the years: with whom, against whom, points and coins.

Read from what was made up and agreed and from the book, never scored again, and of no table but
those where this person's account was played for: as many queries for ten years as for one evening.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import F, Q

from clubscore.club.accounts.balances import party_of, postings_in
from clubscore.club.models import Person
from clubscore.club.people.selectors import ids_and_merged, merged_entries
from clubscore.laws.games import find_game
from clubscore.rubbers.models import Seat, Substitute
from clubscore.rubbers.money.booking import ROOM, RUBBERS, subject_of
from clubscore.rubbers.season.adding_up import Agreed, Score, settlements_of


class Where(NamedTuple):
    """Where a part was played: the sitting, which part of it, the table's name."""

    sitting: int
    of_sitting: int
    table: str


# Of a settlement: its part, rubber, game, evening and points by person, and where it was.
Row = tuple[int, int, str, dt.date, dict[str, int], int, int, str]


@dataclass(frozen=True)
class PersonRubber:
    """A rubber of somebody's: points as they had them, coins by currency; people by their keys.

    `table`, `sitting` and `of_sitting` say in which part of which sitting, `number` which rubber
    of it.
    """

    part: int
    number: int
    game: str
    evening: dt.date
    sitting: int
    of_sitting: int
    table: str
    points: int
    partners: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()
    money: Mapping[str, int] = field(default_factory=dict)

    @property
    def won(self) -> bool:
        """Whether it brought points."""
        return self.points > 0


def rubbers_of(
    person: Person, year: int | None = None, *, money: bool = False
) -> list[PersonRubber]:
    """Return somebody's rubbers of a year, or all, the newest first; with coins where asked.

    Five queries, six with coins.
    """
    theirs = ids_and_merged(person)
    own = Q()
    for model in (Seat, Substitute):
        own |= Q(part__in=model.objects.filter(account__in=theirs).order_by().values("part"))
    rows = settlements_of(person.club).filter(own)
    if year is not None:
        span = dt.date(year, 1, 1), dt.date(year, 12, 31)
        rows = rows.filter(part__sitting__evening__range=span)
    merged = merged_entries(person)
    found: dict[tuple[int, int], Agreed] = {}
    where: dict[int, Where] = {}
    rows = rows.order_by("part__sitting__evening", "part", "rubber", "number")
    told: Iterable[Row] = rows.values_list(
        "part", "rubber", "part__game", "part__sitting__evening", "points", "part__sitting",
        "part__number", "part__sitting__table__name",
    )  # fmt: skip
    for part, number, game, evening, points, sitting, of_sitting, table in told:
        rubber = found.setdefault((part, number), Agreed(part, number, game, evening))
        where[part] = Where(sitting, of_sitting, table)
        rubber.entries += 1
        for key, won in points.items():
            rubber.points[merged.get(int(key), int(key))] += won
    counted = [each for each in found.values() if each.counts and person.pk in each.points]
    sides = _sides(counted, merged)
    coins = _coins(person, theirs, counted) if money else {}
    return [
        _as_played(each, person.pk, where[each.part], sides, coins) for each in reversed(counted)
    ]


def _as_played(
    rubber: Agreed,
    who: int,
    where: Where,
    sides: Mapping[int, list[list[int]]],
    coins: Mapping[str, Mapping[str, int]],
) -> PersonRubber:
    columns = sides.get(rubber.part, [])
    own = next((each for each in columns if who in each), [who])
    others = [one for each in columns if each is not own for one in each]
    return PersonRubber(
        rubber.part, rubber.number, rubber.game, rubber.evening, *where,
        rubber.points[who],
        tuple(one for one in dict.fromkeys(own) if one != who and one in rubber.points),
        tuple(one for one in dict.fromkeys(others) if one != who and one in rubber.points),
        coins.get(subject_of(rubber.part, rubber.number), {}),
    )  # fmt: skip


def _sides(rubbers: Iterable[Agreed], merged: Mapping[int, int]) -> dict[int, list[list[int]]]:
    """Return {part: who played together, column by column}, by their accounts. Two queries.

    Where a seat was taken over both are there: a rubber's points say whose of them it was.
    """
    games = {each.part: each.game for each in rubbers}
    held: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for model in (Seat, Substitute):
        rows = model.objects.filter(part__in=games).order_by("pk")
        for part, seat, account in rows.values_list("part", "seat", "account"):
            held[part][seat].append(merged.get(account, account))
    return {
        part: [
            [account for seat in column.seats for account in seats.get(seat, ())]
            for column in find_game(games[part]).columns
        ]
        for part, seats in held.items()
    }


def _coins(person: Person, theirs: list[int], rubbers: list[Agreed]) -> dict[str, dict[str, int]]:
    """Return what the book says that each rubber brought somebody, by subject and currency."""
    if not rubbers:
        return {}
    days = [each.evening for each in rubbers]
    own = Q(debited__person__in=theirs) | Q(credited__person__in=theirs)
    postings = postings_in(person.club).filter(
        own,
        entry__club=person.club,
        entry__room=ROOM,
        entry__kind__in=RUBBERS,
        entry__evening__range=(min(days), max(days)),
    )
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    rows = postings.order_by().annotate(
        subject=F("entry__subject"), one=party_of("debited"), other=party_of("credited")
    )
    for subject, one, other, currency, amount in rows.values_list(
        "subject", "one", "other", "currency", "amount"
    ):
        found[subject][currency] += amount * ((other == person.pk) - (one == person.pk))
    return found


def score_of(rubbers: Iterable[PersonRubber]) -> Score:
    """Return what rubbers come to."""
    found = Score()
    for each in rubbers:
        found.add(each.points, each.money)
    return found


def years_of(person: Person) -> list[int]:
    """Return the years in which something was made up and agreed of somebody's, the newest first.

    Two queries.
    """
    theirs = ids_and_merged(person)
    own = Q()
    for model in (Seat, Substitute):
        own |= Q(part__in=model.objects.filter(account__in=theirs).order_by().values("part"))
    days = settlements_of(person.club).filter(own).dates("part__sitting__evening", "year")
    return sorted({day.year for day in days}, reverse=True)
