"""A club over its years in numbers: evenings, players, tables, boards, and who came most often.

The database adds up, ten queries at most, and what it says is remembered by year. A table or
event that is void or called off was never there. Boards are those of events that were played
here.
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import django_tables2 as tables
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, ExtractYear
from django.db.models.sql.compiler import SQLCompiler
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.database import Remembered
from clubscore.club.entry import whole_number
from clubscore.club.models import Club, Person
from clubscore.club.wording import both, figure, short_date
from clubscore.events.models import Entry, Event, ResultRevision, TeamMember, ToldPlayer
from clubscore.events.selectors import events_of
from clubscore.laws.games import find_game
from clubscore.rubbers.models import Seat, Sitting, Substitute
from clubscore.rubbers.season import settlements_of
from clubscore.web.charts import ChartCourse, ChartLine, Picture, lines, ranked
from clubscore.web.tables import ComparedTable, cells


class YearOf(ExtractYear):
    """The year of a day; Django's own would call Python for each row on SQLite."""

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any
    ) -> tuple[str, Any]:
        """Return the four figures with which a day begins there."""
        sql, values = compiler.compile(self.lhs)
        return f"CAST(SUBSTR({sql}, 1, 4) AS INTEGER)", values


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

    @property
    def is_played(self) -> bool:
        """Whether anything was played in it."""
        return bool(self.evenings or self.players or self.rubbers)


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
    """Return a club's years in numbers.

    They are counted again for years in which something was written since.
    """
    marks = _marks(club)
    counted = _counts(club, marks)
    found = {
        year: ClubYear(year, each.evenings, 0, each.tables, each.events,
                       sum(each.rubbers.values()), each.boards)
        for year, each in counted.items()
    }  # fmt: skip
    played = _played_in(club, marks)
    for year, _who in played:
        found[year].players += 1
    games: dict[str, int] = defaultdict(int)
    for each in counted.values():
        for game, rubbers in each.rubbers.items():
            games[game] += rubbers
    people = tuple(_people(club, played))
    for one in people:
        if one.person.kind == Person.Kind.MEMBER:
            found[one.first.year].new += 1
    # Of a year there may be nothing but what is void.
    years = tuple(found[year] for year in sorted(found, reverse=True) if found[year].is_played)
    return ClubYears(years, people, dict(sorted(games.items(), key=lambda each: -each[1])))


def days_played(club: Club, of: str = "", years: Collection[int] = ()) -> "QuerySet[Any, Any]":
    """Return the evenings on which there was something: (year, day).

    Of tables or events alone, or of a span of years, where that is asked for.
    """
    asked = {"evening__range": _span(years)} if years else {}
    tables = _sittings(club).filter(**asked).annotate(year=YearOf("evening"), day=F("evening"))
    events = _events(club).filter(**asked).annotate(year=YearOf("evening"), day=F("evening"))
    both = [each.order_by().values_list("year", "day") for each in (tables, events)]
    if of in ("tables", "events"):
        return both[of == "events"].distinct()
    return both[0].union(both[1])


def days_by_person(
    club: Club, who: int | None = None, years: Collection[int] = ()
) -> "QuerySet[Any, Any]":
    """Return who played on which evening: (year, day, who); one person's, or of a span of years."""
    parts = [
        *_at_tables(club),
        _at_events(club, Entry, "first", number__isnull=False),
        _at_events(club, Entry, "second", number__isnull=False),
        _at_events(club, TeamMember, "person", entry__number__isnull=False),
        _at_events(club, ToldPlayer, "person"),
    ]
    asked: dict[str, Any] = {} if who is None else {"who": who}
    if years:
        asked["day__range"] = _span(years)
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
        year=YearOf(evening),
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


def _by_year(rows: "QuerySet[Sitting] | QuerySet[Event]") -> dict[int, int]:
    """Return how many there are of each year. One query."""
    grouped = rows.order_by().annotate(year=YearOf("evening")).values("year")
    counted: Iterable[tuple[int, int]] = grouped.annotate(n=Count("pk")).values_list("year", "n")
    # Some databases extract a year as a decimal.
    return {int(year): n for year, n in counted}


def _rubbers(club: Club, days: tuple[dt.date, dt.date]) -> dict[int, Counter[str]]:
    """Return rubbers agreed on by year and game, as the season counts them. Two queries."""
    rows = settlements_of(club).filter(part__sitting__evening__range=days).order_by()
    rows = rows.annotate(year=YearOf("part__sitting__evening"))
    by_game = rows.filter(number=1).values("year", "part__game").annotate(n=Count("pk"))
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for row in by_game:
        found[int(row["year"])][row["part__game"]] = row["n"]
    for year, game in _taken_back(rows):
        found[int(year)][game] -= 1
    return {year: +games for year, games in found.items()}


def _taken_back(rows: "QuerySet[Any, Any]") -> Iterator[tuple[int, str]]:
    """Yield year and game of each rubber whose corrections took all of it back."""
    changed = rows.filter(part__settlements__rubber=F("rubber"), part__settlements__number=2)
    sums: dict[tuple[int, int], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    about: dict[tuple[int, int], tuple[int, str]] = {}
    corrections: Iterable[tuple[int, int, int, str, dict[str, int]]] = changed.values_list(
        "part", "rubber", "year", "part__game", "points"
    )
    for part, rubber, year, game, points in corrections:
        about[part, rubber] = year, game
        for who, won in points.items():
            sums[part, rubber][who] += won
    for key, won_by in sums.items():
        if not any(won_by.values()):
            yield about[key]


# Of a year: how many tables and events there are, and how often something was written at them,
# those that are void, called off or deleted too: none of the four ever falls.
Mark = tuple[int, int, int, int]


@dataclass(frozen=True)
class _Counts:
    """What was played in a year: rubbers by game."""

    evenings: int
    tables: int
    events: int
    boards: int
    rubbers: Mapping[str, int]


# By club and a year as it was; by its people as well: {who: evenings, the first of them}.
_counted: Remembered[tuple[int, int, Mark], _Counts] = Remembered()
_seen: Remembered[tuple[int, int, int, Mark], dict[int, tuple[int, dt.date]]] = Remembered()


def _marks(club: Club) -> dict[int, Mark]:
    """Return what has been written so far, by year. Two queries."""
    found: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    everything = Sitting.objects.filter(club=club), Event.everything.filter(club=club)
    for at, rows in enumerate(everything):
        by_year = rows.order_by().annotate(year=YearOf("evening")).values("year")
        told = by_year.annotate(n=Count("pk"), written=Sum("revision"))
        counted: Iterable[tuple[int, int, int]] = told.values_list("year", "n", "written")
        for year, count, written in counted:
            found[int(year)][2 * at : 2 * at + 2] = [count, written]
    return {year: (one, two, three, four) for year, (one, two, three, four) in found.items()}


def _counts(club: Club, marks: Mapping[int, Mark]) -> dict[int, _Counts]:
    """Return what was played, by year. Six queries where any year has changed."""
    keys = {year: (club.pk, year, mark) for year, mark in marks.items()}
    found = {year: _counted.get(key) for year, key in keys.items()}
    missing = [year for year, counts in found.items() if counts is None]
    if missing:
        new = _counted_anew(club, missing)
        for year, counts in new.items():
            _counted.keep(keys[year], counts)
        found |= new
    return {year: counts for year, counts in found.items() if counts is not None}


def _counted_anew(club: Club, years: Collection[int]) -> dict[int, _Counts]:
    days = _span(years)
    evenings: list[tuple[int, int]] = _grouped(
        "year, COUNT(*)", "year", days_played(club, years=years)
    )
    by_evening = {int(year): n for year, n in evenings}
    events = _events(club).filter(evening__range=days)
    tables, all_events = _by_year(_sittings(club).filter(evening__range=days)), _by_year(events)
    boards, rubbers = _boards(events), _rubbers(club, days)
    return {
        year: _Counts(by_evening.get(year, 0), tables.get(year, 0), all_events.get(year, 0),
                      boards.get(year, 0), rubbers.get(year, {}))
        for year in years
    }  # fmt: skip


def _boards(events: "QuerySet[Event]") -> dict[int, int]:
    """Return boards that were played at some events, by year. One query."""
    played = events.filter(told=False).order_by().values("pk")
    boards = ResultRevision.objects.filter(section__event__in=played).order_by()
    per_board = boards.annotate(
        year=YearOf("section__event__evening"), event=F("section__event")
    ).values_list("year", "event", "board")
    counted: list[tuple[int, int]] = _grouped("year, COUNT(*)", "year", per_board.distinct())
    return {int(year): n for year, n in counted}


def _played_in(club: Club, marks: Mapping[int, Mark]) -> dict[tuple[int, int], tuple[int, dt.date]]:
    """Return who played in each year, as `_played` does. One query where any year has changed."""
    keys = {year: (club.pk, club.revision, year, mark) for year, mark in marks.items()}
    found = {year: _seen.get(key) for year, key in keys.items()}
    missing = [year for year, seen in found.items() if seen is None]
    if missing:
        new: dict[int, dict[int, tuple[int, dt.date]]] = {year: {} for year in missing}
        for (year, who), told in _played(club, missing).items():
            if year in new:
                new[year][who] = told
        for year, seen in new.items():
            _seen.keep(keys[year], seen)
        found |= new
    return {(year, who): told for year, seen in found.items() for who, told in (seen or {}).items()}


def _span(years: Collection[int]) -> tuple[dt.date, dt.date]:
    return dt.date(min(years), 1, 1), dt.date(max(years), 12, 31)


def people_of(club: Club, year: int | None = None) -> list[Faithful]:
    """Return who has played, or did in a year, those with most evenings first. Two queries."""
    return list(_people(club, _played(club, () if year is None else (year,))))


def _played(club: Club, years: Collection[int] = ()) -> dict[tuple[int, int], tuple[int, dt.date]]:
    """Return {(year, who): evenings, the first of them}. One query."""
    # A union has no row twice, so each is an evening.
    what = "year, who, COUNT(*), MIN(day)"
    rows: list[tuple[int, int, int, dt.date | str]] = _grouped(
        what, "year, who", days_by_person(club, years=years)
    )
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


# ---- A table, pictures, and who came most often.

MOST_GAMES = 8
MOST_NAMED = 3  # games that were played equally often
MOST_YEARS = 40


class YearColumn(tables.Column):
    """A number of a year that leads to what it counts."""

    def __init__(self, leads: str, *looks: str, **options: Any) -> None:
        super().__init__(attrs=cells("num", *looks), **options)
        self.leads = leads

    def render(self, value: int, record: ClubYear, table: "YearsTable") -> str | SafeString:
        """Return it with its link; nothing leads from nothing."""
        if not value or not table.with_links:
            return figure(value)
        return format_html('<a href="{}">{}</a>', table.leads_to(self.leads, record.year), value)


class YearsTable(ComparedTable):
    """A year a row: evenings, players, tables, events, rubbers, boards, who was new."""

    year = tables.Column(verbose_name=gettext_lazy("Year"))
    evenings = YearColumn("evenings", verbose_name=gettext_lazy("evenings"))
    players = YearColumn("players", verbose_name=gettext_lazy("players"))
    new = YearColumn("new", verbose_name=gettext_lazy("new"))
    tables_ = YearColumn("tables", verbose_name=gettext_lazy("tables"), accessor="tables")
    rubbers = YearColumn("rubbers", verbose_name=gettext_lazy("rubbers"))
    events = YearColumn("events", verbose_name=gettext_lazy("events"))
    boards = YearColumn("events", verbose_name=gettext_lazy("boards"))
    caption = gettext_lazy("The club, year by year")

    class Meta(ComparedTable.Meta):
        order_by = "-year"

    def __init__(self, years: Sequence[ClubYear], *, with_links: bool) -> None:
        super().__init__(years, empty_text=_("Nothing played yet."))
        self.with_links = with_links
        self._season = reverse("season")
        self._of_years = {each.year: reverse("club-year", args=[each.year]) for each in years}

    def leads_to(self, what: str, year: int) -> str:
        """Return where the evenings, people or rubbers of a year stand."""
        if what == "rubbers":
            return f"{self._season}?{urlencode({'by': 'evening', 'year': year})}"
        return f"{self._of_years[year]}?{urlencode({'of': what})}"

    def render_year(self, value: int) -> str:
        """Return it without marks between thousands."""
        return f"{value:d}"


class FaithfulTable(ComparedTable):
    """Somebody a row: how many evenings, and since when."""

    name = tables.Column(verbose_name=gettext_lazy("Player"), accessor="person__short_name")
    evenings = tables.Column(verbose_name=gettext_lazy("evenings"), attrs=cells("num"))
    first = tables.Column(verbose_name=gettext_lazy("first"), attrs=cells("num", "nowrap"))
    caption = gettext_lazy("Evenings of each player")

    class Meta(ComparedTable.Meta):
        order_by = "-evenings"

    def __init__(self, people: Sequence[Faithful], year: int | str = "all") -> None:
        super().__init__(people, empty_text=_("Nothing played yet."))
        self.year = year

    def render_evenings(self, value: int, record: Faithful) -> SafeString:
        """Lead to them."""
        address = f"{reverse('club-year', args=[self.year])}?who={record.person.pk}"
        return format_html('<a href="{}">{}</a>', address, value)

    def render_first(self, value: Any) -> str:
        """Return the day in short."""
        return short_date(value)


def pictures_of(years: Sequence[ClubYear], games: Mapping[str, int]) -> list[Picture]:
    """Return a club's years in pictures: evenings, players, games."""
    known = sorted(years, key=lambda year: year.year)[-MOST_YEARS:]
    found = [_evenings(known), _players(known), _games(games)]
    return [each for each in found if each is not None]


def _evenings(years: Sequence[ClubYear]) -> Picture | None:
    if len(years) < 2:
        return None
    most = max(years, key=lambda year: year.evenings)
    text = ngettext(
        "Most evenings were in %(year)s: %(n)s.", "Most evenings were in %(year)s: %(n)s.",
        most.evenings,
    )  # fmt: skip
    if [year.evenings for year in years].count(most.evenings) > 1:
        text = ngettext(
            "There was at most %(n)s evening in a year.",
            "There were at most %(n)s evenings in a year.",
            most.evenings,
        )
    line = ChartLine(_("evenings"), tuple(year.evenings for year in years))
    return lines(text % {"year": most.year, "n": most.evenings}, _course(years, (line,)))


def _players(years: Sequence[ClubYear]) -> Picture | None:
    if len(years) < 2:
        return None
    most = max(years, key=lambda year: year.players)
    finding = ngettext(
        "%(n)s person played in %(year)s, more than in any other year.",
        "%(n)s people played in %(year)s, more than in any other year.",
        most.players,
    )
    if [year.players for year in years].count(most.players) > 1:
        finding = ngettext(
            "At most %(n)s person played in a year.", "At most %(n)s people played in a year.",
            most.players,
        )  # fmt: skip
    played = ChartLine(_("players"), tuple(year.players for year in years))
    new = ChartLine(_("new members"), tuple(year.new for year in years))
    return lines(finding % {"year": most.year, "n": most.players}, _course(years, (played, new)))


def _course(years: Iterable[ClubYear], drawn: tuple[ChartLine, ...]) -> ChartCourse:
    at = tuple(str(year.year) for year in years)
    return ChartCourse(_("Year"), at, drawn, lambda value: figure(round(value)))


def _games(games: Mapping[str, int]) -> Picture | None:
    bars = [(_(find_game(key).name), n) for key, n in games.items()][:MOST_GAMES]
    if not bars:
        return None
    finding = _most_played([name for name, n in bars if n == bars[0][1]], bars[0][1])
    return ranked(finding, (_("Game"), _("Rubbers")), bars, lambda value: figure(round(value)))


def _most_played(games: Sequence[str], often: int) -> str:
    if len(games) == 1:
        text = ngettext(
            "%(games)s was played most: %(n)s rubber.",
            "%(games)s was played most: %(n)s rubbers.",
            often,
        )
    elif len(games) <= MOST_NAMED:
        text = ngettext(
            "%(games)s were played most: %(n)s rubber each.",
            "%(games)s were played most: %(n)s rubbers each.",
            often,
        )
    else:
        text = ngettext(
            "No game was played for more than %(n)s rubber.",
            "No game was played for more than %(n)s rubbers.",
            often,
        )
    return text % {"games": both(games), "n": often}


# ---- The pages.

A_PAGE = 30  # evenings, people
ALL = "all"


@dataclass
class ClubEvening:
    """What there was on an evening: card tables, events."""

    day: dt.date
    tables: list[Sitting] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


@open_to(Level.PLAYER)
@require_safe
def club_years(request: ClubRequest) -> HttpResponse:
    """Show the club year by year, in a table and in pictures."""
    found, seen = years_of(request.actor.home), sees_people(request.actor)
    table = YearsTable(found.years, with_links=seen).sorted_by(request)
    people = FaithfulTable(found.people) if seen else None
    if people is not None:
        people.prefix = "most-"
        people.sorted_by(request, A_PAGE)
    context: dict[str, Any] = {
        "table": table,
        "pictures": pictures_of(found.years, found.games),
        "people": people,
    }
    return render(request, "room/club_years.html", context)


@open_to(Level.PLAYER)
@require_safe
def club_year(request: ClubRequest, year: str) -> HttpResponse:
    """Show the evenings of a year, or who played in it: all that its figures count.

    Where a club keeps results to their players only those who keep them see it.
    """
    actor, number = request.actor, whole_number(year)
    if year != ALL and (number is None or not dt.MINYEAR <= number <= dt.MAXYEAR):
        raise Http404
    if not sees_people(actor):
        raise PermissionDenied
    who = _who(actor.home, request.GET.get("who"))
    of = request.GET.get("of", "")
    context: dict[str, Any] = {
        "year": year,
        "of": of,
        "who": who,
        "evenings": [],
        "people": None,
        "page": None,
        "found": 0,
    }
    if of in ("players", "new") and who is None:
        people = people_of(actor.home, number)
        if of == "new":
            people = _first_time(people_of(actor.home), number)
        context["found"] = len(people)
        # Of new members all evenings are counted, of others those of the year.
        table = FaithfulTable(people, ALL if of == "new" else year)
        context["people"] = table.sorted_by(request, A_PAGE)
    else:
        pages = Paginator(_days_of_club_years(actor.home, number, who, of), A_PAGE)
        page = pages.get_page(request.GET.get("page"))
        context["found"], context["page"] = pages.count, page
        context["evenings"] = _evenings_of_club_years(actor.home, [row[1] for row in page], of)
    return render(request, "room/club_year.html", context)


def sees_people(actor: Actor) -> bool:
    """Whether somebody may see who played and where: all, unless the club keeps results private."""
    return actor.home.results_open or actor.is_scorer


def _first_time(people: list[Faithful], year: int | None) -> list[Faithful]:
    """Return the members who played their first evening in a year."""
    return [
        one
        for one in people
        if one.person.kind == Person.Kind.MEMBER and year in (None, one.first.year)
    ]


def _who(club: Club, number: str | None) -> Person | None:
    key = whole_number(number)
    if key is None:
        return None
    person: Person = get_object_or_404(Person, club=club, pk=key)
    return person.merged_into or person


def _days_of_club_years(
    club: Club, year: int | None, who: Person | None, of: str
) -> "QuerySet[Any, Any]":
    """Return the evenings that are asked for, the newest first; a row's second value is the day."""
    years = () if year is None else (year,)
    if who is not None:
        return days_by_person(club, who.pk, years).order_by("-day")
    return days_played(club, of, years).order_by("-day")


def _evenings_of_club_years(club: Club, days: list[dt.date], of: str) -> list[ClubEvening]:
    """Return what there was on some evenings, or the tables or events of them. Two queries."""
    found: dict[dt.date, ClubEvening] = {day: ClubEvening(day) for day in days}
    sittings = Sitting.objects.filter(club=club, voided_at=None, evening__in=days)
    if of != "events":
        for sitting in sittings.select_related("table").order_by("opened_at"):
            found[sitting.evening].tables.append(sitting)
    if of != "tables":
        for event in events_of(club, days):
            found[event.evening].events.append(event)
    return list(found.values())
