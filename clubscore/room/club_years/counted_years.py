"""A club's years in numbers: evenings, players, tables, rubbers, boards, who was new.

The database adds up; what comes back is a row a year, a game or a person. Eleven queries,
however old the club is. A table or event that is void or called off was never there. Boards are
those of events that were played here; what an imported file tells of boards stays in it.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, ExtractYear

from clubscore.club.models import Club, Person
from clubscore.club.remembered import Remembered
from clubscore.events.models import Entry, Event, ResultRevision, TeamMember, ToldPlayer
from clubscore.events.selectors import events_of
from clubscore.rubbers.models import Seat, Sitting, Substitute
from clubscore.rubbers.season.adding_up import settlements_of

Day = tuple[int, dt.date]


@dataclass
class ClubYear:
    """A year of a club; `new` are members who played their first evening in it."""

    year: int
    evenings: int = 0
    players: int = 0
    tables: int = 0
    events: int = 0
    rubbers: int = 0
    boards: int = 0
    new: int = 0


@dataclass(frozen=True)
class Faithful:
    """Somebody, how many evenings they have played, and the first of them."""

    person: Person
    evenings: int
    first: dt.date


@dataclass(frozen=True)
class ClubYears:
    """All years of a club, the newest first; who came most often; rubbers by game, most first."""

    years: tuple[ClubYear, ...]
    people: tuple[Faithful, ...]
    games: Mapping[str, int] = field(default_factory=dict)


def years_of(club: Club) -> ClubYears:
    """Return a club's years in numbers."""
    found: dict[int, ClubYear] = {}

    def of(year: int) -> ClubYear:
        # Some databases extract a year as a decimal.
        return found.setdefault(int(year), ClubYear(int(year)))

    for year, evenings in _grouped("year, COUNT(*)", "year", days_played(club)):
        of(year).evenings = evenings
    played = _played(club)
    for year, _who in played:
        of(year).players += 1
    for year, tables in _by_year(_sittings(club), "evening"):
        of(year).tables = tables
    for year, events in _by_year(_events(club), "evening"):
        of(year).events = events
    games: dict[str, int] = defaultdict(int)
    for year, game, rubbers in _rubbers(club):
        of(year).rubbers += rubbers
        games[game] += rubbers
    for year, boards in _boards(club).items():
        of(year).boards = boards
    people = tuple(_people(club, played))
    for one in people:
        if one.person.kind == Person.Kind.MEMBER:
            of(one.first.year).new += 1
    years = tuple(found[year] for year in sorted(found, reverse=True))
    return ClubYears(years, people, dict(sorted(games.items(), key=lambda each: -each[1])))


def days_played(club: Club, of: str = "") -> "QuerySet[Any, Any]":
    """Return the evenings on which there was something: (year, day); of tables or events alone."""
    tables = _sittings(club).annotate(year=ExtractYear("evening"), day=F("evening"))
    events = _events(club).annotate(year=ExtractYear("evening"), day=F("evening"))
    both = [each.order_by().values_list("year", "day") for each in (tables, events)]
    if of in ("tables", "events"):
        return both[of == "events"].distinct()
    return both[0].union(both[1])


def days_by_person(
    club: Club, who: int | None = None, year: int | None = None
) -> "QuerySet[Any, Any]":
    """Return who played on which evening: (year, day, who); one person's, or those of a year."""
    parts = [
        *_at_tables(club),
        _at_events(club, Entry, "first", number__isnull=False),
        _at_events(club, Entry, "second", number__isnull=False),
        _at_events(club, TeamMember, "person", entry__number__isnull=False),
        _at_events(club, ToldPlayer, "person"),
    ]
    asked = {name: value for name, value in (("who", who), ("year", year)) if value is not None}
    shown = [each.filter(**asked).values_list("year", "day", "who") for each in parts]
    together: QuerySet[Any, Any] = shown[0].union(*shown[1:])
    return together


def _at_tables(club: Club) -> Iterator["QuerySet[Any, Any]"]:
    for model in (Seat, Substitute):
        rows = model.objects.filter(club=club, part__sitting__voided_at=None)
        yield _days(rows, "part__sitting__evening", "person")


def _at_events(
    club: Club, model: type[Entry | TeamMember | ToldPlayer], field: str, **more: Any
) -> "QuerySet[Any, Any]":
    rows = model.objects.filter(club=club, event__called_off_at=None, event__deleted_at=None)
    begun = Q(event__round__gt=0) | Q(event__told=True)
    rows = rows.filter(begun, **{f"{field}__isnull": False}, **more)
    return _days(rows, "event__evening", field)


def _days(rows: "QuerySet[Any, Any]", evening: str, person: str) -> "QuerySet[Any, Any]":
    found: QuerySet[Any, Any] = rows.order_by().annotate(
        year=ExtractYear(evening),
        day=F(evening),
        who=Coalesce(f"{person}__merged_into", person),
    )
    return found


def _grouped(what: str, by: str, rows: "QuerySet[Any, Any]") -> list[Any]:
    """Return what the rows of a union come to, grouped by a column of theirs. One query."""
    statement, values = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {what} FROM ({statement}) AS played GROUP BY {by}", values)  # noqa: S608
        return list(cursor.fetchall())


def _sittings(club: Club) -> "QuerySet[Sitting]":
    return Sitting.objects.filter(club=club, voided_at=None)


def _events(club: Club) -> "QuerySet[Event]":
    return events_of(club, None).filter(Q(round__gt=0) | Q(told=True))


def _by_year(rows: "QuerySet[Any, Any]", evening: str) -> "QuerySet[Any, Any]":
    grouped = rows.order_by().annotate(year=ExtractYear(evening)).values("year")
    counted: QuerySet[Any, Any] = grouped.annotate(n=Count("pk")).values_list("year", "n")
    return counted


def _rubbers(club: Club) -> list[tuple[int, str, int]]:
    """Return rubbers agreed on by year and game, as the season counts them. Two queries."""
    rows = settlements_of(club).order_by().annotate(year=ExtractYear("part__sitting__evening"))
    by_game = rows.filter(number=1).values("year", "part__game").annotate(n=Count("pk"))
    found = {(row["year"], row["part__game"]): row["n"] for row in by_game}
    for year, game in _taken_back(rows):
        found[year, game] -= 1
    return [(year, game, n) for (year, game), n in found.items() if n]


def _taken_back(rows: "QuerySet[Any, Any]") -> Iterator[tuple[int, str]]:
    """Yield year and game of each rubber whose corrections took all of it back."""
    changed = rows.filter(part__settlements__rubber=F("rubber"), part__settlements__number=2)
    sums: dict[tuple[int, int], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    about: dict[tuple[int, int], tuple[int, str]] = {}
    for part, rubber, year, game, points in changed.values_list(
        "part", "rubber", "year", "part__game", "points"
    ):
        about[part, rubber] = year, game
        for who, won in points.items():
            sums[part, rubber][who] += won
    for key, won_by in sums.items():
        if not any(won_by.values()):
            yield about[key]


# By club, year, and what its events have been written so far: how many boards they had.
_counted: Remembered[tuple[int, int, int, int], int] = Remembered()


def _boards(club: Club) -> dict[int, int]:
    """Return boards that were played, by year. One query, and one where any year has changed."""
    rows = _events(club).filter(told=False).order_by().annotate(year=ExtractYear("evening"))
    written = {
        int(row["year"]): (row["n"], row["revisions"])
        for row in rows.values("year").annotate(n=Count("pk"), revisions=Sum("revision"))
    }
    found = {year: _counted.get((club.pk, year, *mark)) for year, mark in written.items()}
    missing = [year for year, boards in found.items() if boards is None]
    if missing:
        events = rows.filter(year__in=missing).values("pk")
        boards = ResultRevision.objects.filter(section__event__in=events).order_by()
        per_board = boards.annotate(
            year=ExtractYear("section__event__evening"), event=F("section__event")
        ).values_list("year", "event", "board")
        counted = {int(y): n for y, n in _grouped("year, COUNT(*)", "year", per_board.distinct())}
        for year in missing:
            found[year] = counted.get(year, 0)
            _counted.keep((club.pk, year, *written[year]), found[year] or 0)
    return {year: boards or 0 for year, boards in found.items()}


def people_of(club: Club, year: int | None = None) -> list[Faithful]:
    """Return who has played, or did in a year, those with most evenings first. Two queries."""
    return list(_people(club, _played(club, year)))


def _played(club: Club, year: int | None = None) -> dict[tuple[int, int], tuple[int, dt.date]]:
    """Return {(year, who): evenings, the first of them}. One query."""
    # A union has no row twice, so each is an evening.
    what = "year, who, COUNT(*), MIN(day)"
    rows = _grouped(what, "year, who", days_by_person(club, year=year))
    return {(int(at), who): (n, _date(first)) for at, who, n, first in rows}


def _date(day: dt.date | str) -> dt.date:
    """Return a day; some databases write what they work out as text."""
    return day if isinstance(day, dt.date) else dt.date.fromisoformat(day)


def _people(
    club: Club, played: Mapping[tuple[int, int], tuple[int, dt.date]]
) -> Iterator[Faithful]:
    evenings: dict[int, int] = defaultdict(int)
    first: dict[int, dt.date] = {}
    for (_year, who), (n, day) in played.items():
        evenings[who] += n
        first[who] = min(first.get(who, day), day)
    people = Person.objects.filter(club=club).in_bulk(evenings)
    for who in sorted(evenings, key=lambda each: (-evenings[each], first[each], each)):
        yield Faithful(people[who], evenings[who], first[who])
