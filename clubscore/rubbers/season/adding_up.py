"""A season's tables: by member, by game, by partner.

Read from what was made up and agreed and from the book, never scored again: seven queries, however
long the season. Points are those of the settlements, coins those of the book.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from clubscore.club.accounts.balances import Balances, party_of, postings_in
from clubscore.club.models import Club, Person
from clubscore.laws.games import find_game
from clubscore.rubbers.models import Seat, Settlement, Substitute
from clubscore.rubbers.money.booking import ROOM, RUBBERS

Rubber = tuple[int, int]  # part, and number in it


@dataclass
class Score:
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

    def by_member(self, best: int | None = None) -> dict[int, Score]:
        """Return everyone's rubbers; with `best` those of so many of their best evenings alone."""
        scores: dict[int, Score] = defaultdict(Score)
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

    def by_game(self, who: int | None = None) -> dict[str, Score]:
        """Return the rubbers of each game: somebody's, else all, of which the winners' points."""
        scores: dict[str, Score] = defaultdict(Score)
        for rubber in self.rubbers:
            if who is None:
                scores[rubber.game].add(rubber.greatest, {})
            elif who in rubber.points:
                scores[rubber.game].add(rubber.points[who], self.money_of(rubber, who))
        return scores

    def by_partner(self, who: int | None = None) -> dict[tuple[int, int], Score]:
        """Return the rubbers of every two who played together, or of one with each partner.

        Both partners' points and coins are added, one's own only where it is about one.
        """
        scores: dict[tuple[int, int], Score] = defaultdict(Score)
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
