"""A season at cards, by member, game and partner, and one person's rubbers and evenings.

Points are those of the settlements, coins those of the book: nothing is scored again. It takes as
many queries for ten years as for one evening.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, overload

from django.core.paginator import Page, Paginator
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from clubscore.club.ledger import Balances, party_of, postings_in
from clubscore.club.models import Club, Person
from clubscore.club.people import ids_and_merged, merged_entries
from clubscore.club.wording import said, speak_amount
from clubscore.laws.games import find_game
from clubscore.laws.money import find_currency
from clubscore.rubbers.models import Part, Seat, Settlement, Sitting, Substitute
from clubscore.rubbers.settling import ROOM, RUBBERS, subject_of
from clubscore.rubbers.slip import Slip, slips_of

Rubber = tuple[int, int]  # part, and number in it


@dataclass
class SeasonScore:
    """What somebody, or two partners, made of some rubbers. `money` is coins by currency."""

    rubbers: int = 0
    won: int = 0
    points: int = 0
    money: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, points: int, money: Mapping[str, int]) -> None:
        """Add one rubber."""
        self.rubbers += 1
        self.won += points > 0
        self.points += points
        for currency, coins in money.items():
            self.money[currency] += coins


@dataclass
class Agreed:
    """One rubber as it was agreed on, with all later differences; a party is a person's key."""

    part: int
    number: int
    game: str
    evening: dt.date
    points: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    entries: int = 0
    sitting: int = 0
    table: str = ""

    @property
    def counts(self) -> bool:
        """Whether it stands: one that was taken back wholly never was."""
        return self.entries == 1 or any(self.points.values())

    @property
    def greatest(self) -> int:
        """The most that anybody won of it."""
        return max(self.points.values(), default=0)


@dataclass(frozen=True)
class Season:
    """Everything agreed on in a season."""

    club: Club
    rubbers: tuple[Agreed, ...]
    people: Mapping[int, Person]
    coins: Mapping[Rubber, Balances]

    def money_of(self, rubber: Agreed, who: int) -> dict[str, int]:
        """Return what a rubber brought somebody, by currency."""
        balances = self.coins.get((rubber.part, rubber.number), {})
        return {currency: won[who] for currency, won in balances.items() if won.get(who)}

    @property
    def currencies(self) -> list[str]:
        """Every currency that was played for."""
        return sorted({code for balances in self.coins.values() for code in balances})

    def by_member(self, best: int | None = None) -> dict[int, SeasonScore]:
        """Return everyone's rubbers; with `best` those of so many of their best evenings alone."""
        scores: dict[int, SeasonScore] = defaultdict(SeasonScore)
        counting = self._best_evenings(best)
        for rubber in self.rubbers:
            for who, points in rubber.points.items():
                if best is None or rubber.evening in counting[who]:
                    scores[who].add(points, self.money_of(rubber, who))
        return scores

    def counting(self, who: int, best: int | None) -> list[Agreed]:
        """Return somebody's rubbers, of their best evenings alone where only those count."""
        days = self._best_evenings(best)[who]
        return [each for each in self.rubbers if who in each.points and each.evening in days]

    def played(self) -> dict[int, int]:
        """Return how many evenings each has played."""
        return {who: len(days) for who, days in self._evenings.items()}

    @cached_property
    def _evenings(self) -> dict[int, dict[dt.date, int]]:
        """What each made of each evening."""
        found: dict[int, dict[dt.date, int]] = defaultdict(lambda: defaultdict(int))
        for rubber in self.rubbers:
            for who, points in rubber.points.items():
                found[who][rubber.evening] += points
        return found

    def _best_evenings(self, best: int | None) -> dict[int, set[dt.date]]:
        """Return each one's evenings with most points; of equal ones the earlier, all for None."""
        return {
            who: set(sorted(days, key=lambda day: (-days[day], day))[:best])
            for who, days in self._evenings.items()
        }

    def of_partners(self, pair: tuple[int, int]) -> list[Agreed]:
        """Return the rubbers that two played together."""
        return [
            each
            for each in self.rubbers
            if pair in self._pairs.get(each.part, ()) and {*pair} <= {*each.points}
        ]

    def by_game(self, who: int | None = None) -> dict[str, SeasonScore]:
        """Return the rubbers of each game: somebody's, else all, of which the winners' points."""
        scores: dict[str, SeasonScore] = defaultdict(SeasonScore)
        for rubber in self.rubbers:
            if who is None:
                scores[rubber.game].add(rubber.greatest, {})
            elif who in rubber.points:
                scores[rubber.game].add(rubber.points[who], self.money_of(rubber, who))
        return scores

    def by_partner(self, who: int | None = None) -> dict[tuple[int, int], SeasonScore]:
        """Return the rubbers of every two who played together, or of one with each partner.

        Both partners' points and coins are added, one's own only where it is about one.
        """
        scores: dict[tuple[int, int], SeasonScore] = defaultdict(SeasonScore)
        for rubber in self.rubbers:
            for pair in self._pairs.get(rubber.part, ()):
                known = [each for each in pair if each in rubber.points]
                if len(known) < 2 or (who is not None and who not in pair):
                    continue
                counted: tuple[int, ...] = pair if who is None else (who,)
                points = sum(rubber.points[each] for each in counted)
                money: dict[str, int] = defaultdict(int)
                for each in counted:
                    for currency, coins in self.money_of(rubber, each).items():
                        money[currency] += coins
                scores[pair].add(points, money)
        return scores

    def evenings_of(self, who: int) -> list[tuple[dt.date, int, dict[str, int]]]:
        """Return somebody's evenings in order: the day, points and coins."""
        points: dict[dt.date, int] = defaultdict(int)
        money: dict[dt.date, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for rubber in self.rubbers:
            if who in rubber.points:
                points[rubber.evening] += rubber.points[who]
                for currency, coins in self.money_of(rubber, who).items():
                    money[rubber.evening][currency] += coins
        return [(day, points[day], dict(money[day])) for day in sorted(points)]

    @cached_property
    def _pairs(self) -> dict[int, list[tuple[int, int]]]:
        """Return {part: the pairs of accounts that played together}. Two queries."""
        games = {rubber.part: rubber.game for rubber in self.rubbers}
        held: dict[int, dict[str, int]] = defaultdict(dict)
        for model in (Seat, Substitute):
            rows = model.objects.filter(club=self.club, part__in=games).order_by("pk")
            account = Coalesce("account__merged_into", "account")
            for part, seat, who in rows.annotate(who=account).values_list("part", "seat", "who"):
                held[part][seat] = who
        pairs: dict[int, list[tuple[int, int]]] = {}
        for part, seats in held.items():
            columns = [
                [seats[seat] for seat in column.seats if seat in seats]
                for column in find_game(games[part]).columns
            ]
            pairs[part] = [
                (min(one, two), max(one, two))
                for one, two in (column for column in columns if len(column) == 2)
                if one != two
            ]
        return pairs


def settlements_of(club: Club) -> "QuerySet[Settlement]":
    """Return all that was agreed on at a club, without what was declared void."""
    return Settlement.objects.filter(club=club, part__sitting__voided_at=None)


def season_of(club: Club, settlements: "QuerySet[Settlement]") -> Season:
    """Return a season of these settlements. Four queries, and two where partners are asked for."""
    found: dict[Rubber, Agreed] = {}
    rows = settlements.order_by("part__sitting__evening", "part", "rubber", "number").values_list(
        "part",
        "rubber",
        "part__game",
        "part__sitting__evening",
        "points",
        "part__sitting",
        "part__sitting__table__name",
    )
    entries = Person.objects.filter(club=club, merged_into__isnull=False)
    merged = {pk: into for pk, into in entries.values_list("pk", "merged_into") if into}
    for part, number, game, evening, points, sitting, table in rows:
        made = Agreed(part, number, game, evening, sitting=sitting, table=table)
        rubber = found.setdefault((part, number), made)
        rubber.entries += 1
        for key, won in points.items():
            rubber.points[merged.get(int(key), int(key))] += won
    rubbers = tuple(each for each in found.values() if each.counts)
    people = Person.objects.in_bulk({who for each in rubbers for who in each.points})
    return Season(club, rubbers, people, _coins(club, rubbers))


def _coins(club: Club, rubbers: Iterable[Agreed]) -> dict[Rubber, Balances]:
    """Return what the book says of each rubber. One query."""
    wanted = {(each.part, each.number) for each in rubbers}
    evenings = [each.evening for each in rubbers]
    coins: dict[Rubber, Balances] = {}
    if not evenings:
        return coins
    postings = postings_in(club).filter(
        entry__club=club,
        entry__room=ROOM,
        entry__kind__in=RUBBERS,
        entry__evening__range=(min(evenings), max(evenings)),
    )
    rows = postings.order_by().annotate(
        subject=F("entry__subject"), one=party_of("debited"), other=party_of("credited")
    )
    for subject, one, other, currency, amount in rows.values_list(
        "subject", "one", "other", "currency", "amount"
    ):
        _word, _colon, name = subject.partition(":")
        part, _colon, number = name.partition(":")
        if not name or (int(part), int(number)) not in wanted:
            continue
        sums = coins.setdefault((int(part), int(number)), {}).setdefault(currency, defaultdict(int))
        sums[one] -= amount
        sums[other] += amount
    return coins


def pair_name(people: Mapping[int, Person], pair: tuple[int, int]) -> str:
    """Return two partners by their short names."""
    words = {"one": people[pair[0]].short_name, "two": people[pair[1]].short_name}
    return _("%(one)s & %(two)s") % words


# ---- One person's rubbers.


class PartPlace(NamedTuple):
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

    Of no table but those where this person's account was played for. Five queries, six with coins.
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
    where: dict[int, PartPlace] = {}
    rows = rows.order_by("part__sitting__evening", "part", "rubber", "number")
    told: Iterable[Row] = rows.values_list(
        "part", "rubber", "part__game", "part__sitting__evening", "points", "part__sitting",
        "part__number", "part__sitting__table__name",
    )  # fmt: skip
    for part, number, game, evening, points, sitting, of_sitting, table in told:
        rubber = found.setdefault((part, number), Agreed(part, number, game, evening))
        where[part] = PartPlace(sitting, of_sitting, table)
        rubber.entries += 1
        for key, won in points.items():
            rubber.points[merged.get(int(key), int(key))] += won
    counted = [each for each in found.values() if each.counts and person.pk in each.points]
    sides = _sides(counted, merged)
    coins = _coins_of_person_rubbers(person, theirs, counted) if money else {}
    return [
        _as_played(each, person.pk, where[each.part], sides, coins) for each in reversed(counted)
    ]


def _as_played(
    rubber: Agreed,
    who: int,
    where: PartPlace,
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


def _coins_of_person_rubbers(
    person: Person, theirs: list[int], rubbers: list[Agreed]
) -> dict[str, dict[str, int]]:
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


def score_of(rubbers: Iterable[PersonRubber]) -> SeasonScore:
    """Return what rubbers come to."""
    found = SeasonScore()
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


# ---- One person's evenings.

A_PAGE = 10  # evenings


@dataclass(frozen=True)
class PersonEvening:
    """An evening at one table, as one person sees it."""

    sitting: Sitting
    evening: dt.date
    games: list[str]
    rubbers: int
    points: int
    money: list[str]


def evenings_of(person: Person, page: str | None) -> Page[PersonEvening]:
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


class _Evenings(Sequence[PersonEvening]):
    """Somebody's evenings, of which only those of a page are read."""

    def __init__(self, person: Person, theirs: set[int], places: Places) -> None:
        self._person, self._his, self._places = person, theirs, places

    def __len__(self) -> int:
        return self._places.count()

    @overload
    def __getitem__(self, index: int) -> PersonEvening: ...

    @overload
    def __getitem__(self, index: slice) -> list[PersonEvening]: ...

    def __getitem__(self, index: int | slice) -> PersonEvening | list[PersonEvening]:
        if isinstance(index, slice):
            return _evenings(self._person, self._his, list(self._places[index]))
        return self[index : index + 1][0]


def _evenings(
    person: Person, theirs: set[int], places: list[tuple[dt.date, int]]
) -> list[PersonEvening]:
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


def _played(theirs: set[int], sitting: Sitting, slip: Slip, games: list[str]) -> PersonEvening:
    mine = [row for row in slip.rows if theirs & row.points.keys() and not row.is_difference]
    return PersonEvening(
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
