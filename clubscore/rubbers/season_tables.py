"""The season's tables as they sort, the evenings behind a figure, and the season in pictures."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import django_filters as filters
import django_tables2 as tables
from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from clubscore.club.models import Person
from clubscore.club.wording import (
    figure,
    listed,
    long_date,
    month_day,
    month_name,
    short_date,
    signed,
    speak_amount,
)
from clubscore.laws.games import GAMES, KEYS, find_game, is_game
from clubscore.laws.money import Currency, find_currency
from clubscore.rubbers.models import Settlement
from clubscore.rubbers.season import Agreed, Season, SeasonScore, pair_name
from clubscore.web.charts import LOOKS, ChartCourse, ChartLine, Picture, lines, ranked
from clubscore.web.tables import ComparedTable, cells

WAYS = {
    "member": gettext_lazy("Members"),
    "game": gettext_lazy("Games"),
    "partner": gettext_lazy("Partners"),
    "picture": gettext_lazy("Pictures"),
}
BEST = (5, 10, 20)  # evenings that may count alone
# What leads from a figure to its evenings: who, whom with, which game.
Leads = Callable[["SeasonRow"], str]


@dataclass(frozen=True)
class SeasonRow:
    """A row of a season's table, `money` by currency.

    It is about a person (`who`), a game by its key, or two partners (`pair`). `played` are the
    evenings of which those that count were chosen.
    """

    name: str
    rubbers: int
    won: int
    points: int
    money: Mapping[str, int]
    who: int | None = None
    game: str = ""
    pair: tuple[int, int] | None = None
    place: str = ""
    at: int = 0
    played: int = 0


class SeasonFilter(filters.FilterSet):
    """One calendar year, one game, or all of them; all evenings, or everyone's best."""

    year = filters.ChoiceFilter(
        label=gettext_lazy("Season"), empty_label=gettext_lazy("all"), method="in_year"
    )
    game = filters.ChoiceFilter(
        label=gettext_lazy("Game"), empty_label=gettext_lazy("all"), field_name="part__game"
    )
    best = filters.ChoiceFilter(
        label=gettext_lazy("Evenings"), empty_label=gettext_lazy("all"), method="as_they_are"
    )

    class Meta:
        model = Settlement
        fields: list[str] = []

    def __init__(
        self, given: QueryDict, queryset: QuerySet[Settlement], years: Sequence[int]
    ) -> None:
        super().__init__(given, queryset)
        self.filters["year"].extra["choices"] = [(str(year), str(year)) for year in years]
        self.filters["game"].extra["choices"] = _games(given.get("game"))
        best = [(str(n), _("best %(n)s") % {"n": n}) for n in BEST]
        self.filters["best"].extra["choices"] = best

    def in_year(self, rows: QuerySet[Settlement], _name: str, year: str) -> QuerySet[Settlement]:
        """Leave the evenings of a calendar year."""
        first, last = dt.date(int(year), 1, 1), dt.date(int(year), 12, 31)
        return rows.filter(part__sitting__evening__range=(first, last))

    def as_they_are(
        self, rows: QuerySet[Settlement], _name: str, _best: str
    ) -> QuerySet[Settlement]:
        """Leave all: which evenings are the best is known once they are added up."""
        return rows

    @property
    def chosen(self) -> dict[str, str]:
        """What was chosen, without what was not."""
        return {key: value for key, value in self.form.cleaned_data.items() if value}


def _games(asked: str | None) -> list[tuple[str, str]]:
    """Return the games to choose from, and with them one with a layer over it that is asked for."""
    games = list(GAMES)
    if is_game(asked) and asked not in KEYS:
        games.append(find_game(asked))
    return [(game.key, _(game.name)) for game in games]


class LeadingColumn(tables.Column):
    """A figure that leads to the evenings that it counts."""

    def __init__(self, *looks: str, **options: Any) -> None:
        super().__init__(attrs=cells("num", *looks), **options)

    def render(self, value: int, record: SeasonRow, table: "SeasonTable") -> SafeString:
        """Return it with its link."""
        return format_html('<a href="{}">{}</a>', table.leads(record), self.said(value))

    def said(self, value: int) -> str:
        """Return how it is read."""
        return str(value)


class PointsColumn(LeadingColumn):
    """Points, with a true minus."""

    def said(self, value: int) -> str:
        """Return them with their sign."""
        return signed(value)


class CoinsColumn(LeadingColumn):
    """What of a currency was won or lost."""

    def __init__(self, currency: Currency) -> None:
        accessor = f"money__{currency.code}"
        super().__init__("nowrap", verbose_name=currency.code, accessor=accessor, default="")
        self.currency = currency

    def said(self, value: int) -> str:
        """Return the amount as it is spoken."""
        return speak_amount(value, self.currency)


class SeasonTable(ComparedTable):
    """Place, who or what, rubbers, how many of them won, points, and coins a column a currency."""

    place = tables.Column(
        verbose_name=pgettext_lazy("a column", "pl"), attrs=cells("num"), order_by="at"
    )
    name = tables.Column(verbose_name=gettext_lazy("Who"))
    rubbers = LeadingColumn(verbose_name=gettext_lazy("rubbers"))
    won = LeadingColumn("least", verbose_name=gettext_lazy("won"))
    points = PointsColumn(verbose_name=gettext_lazy("points"))
    caption = gettext_lazy("The season")
    look = "placed"
    heading = "name"

    class Meta:
        order_by = "place"

    def __init__(
        self, rows: list[SeasonRow], coins: list[tuple[str, CoinsColumn]], leads: Leads
    ) -> None:
        # What a phone has no room for beside coins.
        super().__init__(rows, extra_columns=coins, exclude=("won",) if coins else ())
        self.leads = leads

    def render_name(self, value: str, record: SeasonRow) -> str | SafeString:
        """Lead to what is named, and say of how many evenings the best count."""
        counted = _("of %(n)s evenings") % {"n": record.played} if record.played else ""
        name = value
        if record.who:
            name = format_html('<a href="{}">{}</a>', self.leads(record), value)
        return format_html("{} <small>{}</small>", name, counted) if counted else name


def table_of(
    rows: Iterable[SeasonRow], currencies: Iterable[str], way: str, leads: Leads
) -> SeasonTable:
    """Return a table of the season with a column for each currency."""
    columns = [(code, CoinsColumn(find_currency(code))) for code in currencies]
    shown = SeasonTable(list(rows), columns, leads)
    heads = {"member": _("Member"), "game": _("Game"), "partner": _("Partners")}
    shown.columns["name"].column.verbose_name = heads[way]
    return shown


def rows_of(season: Season, way: str, who: int | None, best: int | None = None) -> list[SeasonRow]:
    """Return the rows of a table with their places, the first first."""
    if way == "game":
        rows = [
            _row(_(find_game(key).name), each, game=key)
            for key, each in season.by_game(who).items()
        ]
    elif way == "partner":
        rows = [
            _row(_partner(season.people, pair, who), each, pair=pair)
            for pair, each in season.by_partner(who).items()
        ]
    else:
        played = season.played() if best else {}
        rows = [
            _row(season.people[member].short_name, each, who=member, played=played.get(member, 0))
            for member, each in season.by_member(best).items()
            if who is None or member == who
        ]
    return _placed(rows)


def _placed(rows: Iterable[SeasonRow]) -> list[SeasonRow]:
    """Return rows by their points with their places; those with as many share one: "2="."""
    ordered = sorted(rows, key=lambda row: -row.points)
    alike = Counter(row.points for row in ordered)
    found: list[SeasonRow] = []
    for at, row in enumerate(ordered, start=1):
        first = found[-1].at if found and found[-1].points == row.points else at
        place = f"{first}=" if alike[row.points] > 1 else str(first)
        found.append(replace(row, place=place, at=first))
    return found


def _partner(people: Mapping[int, Person], pair: tuple[int, int], who: int | None) -> str:
    if who is None:
        return pair_name(people, pair)
    return people[pair[0] if pair[1] == who else pair[1]].name


def _row(name: str, score: SeasonScore, **about: Any) -> SeasonRow:
    return SeasonRow(name, score.rubbers, score.won, score.points, dict(score.money), **about)


# ---- A season in pictures.

MOST_BARS = 12
MOST_PLACES = 32  # along a picture: evenings, else months, else years
Sums = list[tuple[str, dict[int, int]]]


def pictures_of(season: Season, rows: Sequence[SeasonRow]) -> list[Picture]:
    """Return everyone's season in pictures; `rows` are its members, the first first."""
    found = [first_members(season, rows), rubbers_played(season), most_points(rows)]
    return [each for each in found if each is not None]


def course_of(season: Season, who: int) -> Picture | None:
    """Return somebody's points, evening added to evening; None for fewer than two evenings."""
    if len(season.evenings_of(who)) < 2:
        return None
    sums = [(place, points[who]) for place, points in _running(season, [who])]
    values = [points for _place, points in sums]
    finding = _("Now %(last)s; highest %(highest)s, lowest %(lowest)s.") % {
        "last": signed(values[-1]),
        "highest": signed(max(values)),
        "lowest": signed(min(values)),
    }
    line = ChartLine(_("points"), tuple(values))
    at = tuple(place for place, _points in sums)
    return lines(finding, ChartCourse(_("Evening"), at, (line,), _said))


def first_members(season: Season, rows: Sequence[SeasonRow]) -> Picture | None:
    """Return the running sums of the first few; None for fewer than two evenings or members."""
    first = [row for row in rows[: len(LOOKS)] if row.who is not None]
    days = sorted({rubber.evening for rubber in season.rubbers})
    if len(days) < 2 or len(first) < 2:
        return None
    keys = [row.who for row in first if row.who is not None]
    sums = _running(season, keys)
    courses = tuple(
        ChartLine(row.name, tuple(points[who] for _at, points in sums))
        for row, who in zip(first, keys, strict=True)
    )
    at = tuple(place for place, _points in sums)
    return lines(_lead_in_words(season, first), ChartCourse(_("Evening"), at, courses, _said))


def _lead_in_words(season: Season, first: Sequence[SeasonRow]) -> str:
    """Say since when the first has had more than all others, and by how much; or that none has."""
    leader, second = first[0], first[1]
    if leader.points == second.points:
        words = {"one": leader.name, "other": second.name, "points": signed(leader.points)}
        return _("%(one)s and %(other)s share the lead with %(points)s.") % words
    since = leads_since(season, leader.who or 0)
    text = ngettext(
        "%(name)s leads by %(points)s point, since %(day)s.",
        "%(name)s leads by %(points)s points, since %(day)s.",
        leader.points - second.points,
    )
    points = leader.points - second.points
    return text % {"name": leader.name, "points": points, "day": long_date(since)}


def leads_since(season: Season, who: int) -> dt.date:
    """Return the evening since which somebody has had more than anyone else."""
    sums: dict[int, int] = defaultdict(int)
    since: dt.date | None = None
    by_day = _by_day(season)
    for day in sorted(by_day):
        for each, points in by_day[day].items():
            sums[each] += points
        # Whoever has not played yet does not lead, though all others may have lost.
        own = sums.get(who)
        leads = own is not None and all(
            points < own for each, points in sums.items() if each != who
        )
        since = (since or day) if leads else None
    return since or max(by_day)


def most_points(rows: Sequence[SeasonRow]) -> Picture | None:
    """Return who won and lost most as bars; None for no one."""
    most = sorted(rows, key=lambda row: -abs(row.points))[:MOST_BARS]
    ordered = sorted(most, key=lambda row: -row.points)
    if not ordered:
        return None
    first, last = ordered[0], ordered[-1]
    words = {
        "first": first.name,
        "most": signed(first.points),
        "last": last.name,
        "least": signed(last.points),
    }
    finding = _("%(first)s won most, %(most)s; %(last)s lost most, %(least)s.")
    if first.points <= 0 or last.points >= 0:
        finding = _("%(first)s has most, %(most)s.")
    bars = [(row.name, row.points) for row in ordered]
    return ranked(finding % words, (_("Member"), _("Points")), bars, _said)


def rubbers_played(season: Season) -> Picture | None:
    """Return how many rubbers were played each month; None for fewer than two months."""
    months: dict[tuple[int, int], int] = defaultdict(int)
    for rubber in season.rubbers:
        months[rubber.evening.year, rubber.evening.month] += 1
    if len(months) < 2:
        return None
    first, last = min(months), max(months)
    known = [divmod(n, 12) for n in range(first[0] * 12 + first[1] - 1, last[0] * 12 + last[1])]
    every = [(year, month + 1) for year, month in known]
    most = max(every, key=lambda month: months.get(month, 0))
    text = ngettext(
        "Most was played in %(month)s: %(n)s rubber.",
        "Most was played in %(month)s: %(n)s rubbers.",
        months[most],
    )
    words = {"month": _month(dt.date(*most, 1)), "n": months[most]}
    line = ChartLine(_("rubbers"), tuple(months.get(each, 0) for each in every))
    at = tuple(_month(dt.date(*each, 1)) for each in every)
    return lines(text % words, ChartCourse(_("Month"), at, (line,), _said))


def _by_day(season: Season) -> Mapping[dt.date, Mapping[int, int]]:
    found: dict[dt.date, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for rubber in season.rubbers:
        for who, points in rubber.points.items():
            found[rubber.evening][who] += points
    return found


def _running(season: Season, keys: Sequence[int]) -> Sums:
    """Return the sums of some members after each evening, where there are many each month."""
    by_day, sums = _by_day(season), dict.fromkeys(keys, 0)
    label = _labels(sorted(by_day))
    found: dict[str, dict[int, int]] = {}
    for day in sorted(by_day):
        for who in keys:
            sums[who] += by_day[day].get(who, 0)
        found[label(day)] = dict(sums)
    return list(found.items())


def _labels(days: Sequence[dt.date]) -> Callable[[dt.date], str]:
    """Return what names a place along a picture: its day, its month or its year."""
    one_year = days[0].year == days[-1].year
    if len(days) <= MOST_PLACES:
        return month_day if one_year else long_date
    months = {(day.year, day.month) for day in days}
    return _month if len(months) <= MOST_PLACES else (lambda day: f"{day:%Y}")


def _month(day: dt.date) -> str:
    return _("%(month)s %(year)s") % {"month": month_name(day), "year": f"{day:%Y}"}


def _said(value: float) -> str:
    return figure(round(value))


# ---- The evenings behind a figure.


@dataclass
class EveningRow:
    """An evening at one table, and what those it is about made of it."""

    sitting: int
    table: str
    evening: dt.date
    games: list[str] = field(default_factory=list)
    score: SeasonScore = field(default_factory=SeasonScore)


class CoinsWon(tables.Column):
    """Coins of one currency."""

    def __init__(self, currency: Currency) -> None:
        accessor = f"score__money__{currency.code}"
        super().__init__(
            verbose_name=currency.code, accessor=accessor, default="", attrs=cells("num")
        )
        self.currency = currency

    def render(self, value: int) -> str:
        """Return the amount as it is spoken."""
        return speak_amount(value, self.currency)


class EveningsTable(ComparedTable):
    """An evening at one table a row, the newest first; each leads to its pad."""

    evening = tables.Column(verbose_name=gettext_lazy("Evening"))
    rubbers = tables.Column(
        verbose_name=gettext_lazy("rubbers"), accessor="score__rubbers", attrs=cells("num")
    )
    won = tables.Column(
        verbose_name=gettext_lazy("won"), accessor="score__won", attrs=cells("num", "least")
    )
    points = tables.Column(
        verbose_name=gettext_lazy("points"), accessor="score__points", attrs=cells("num")
    )
    caption = gettext_lazy("Evenings")
    look = "with-days"

    class Meta:
        order_by = "-evening"

    def __init__(
        self, rows: Iterable[EveningRow], currencies: Iterable[str], *, of_all: bool
    ) -> None:
        columns = [(code, CoinsWon(find_currency(code))) for code in currencies]
        without = ("won", "points") if of_all else ("won",) if columns else ()
        super().__init__(list(rows), extra_columns=columns, exclude=without)

    def render_evening(self, record: EveningRow) -> SafeString:
        """Lead to the evening, and say where and what was played."""
        address = reverse("pad", args=[record.sitting])
        games = listed(_(find_game(key).short_name) for key in record.games)
        words = _("%(table)s: %(games)s") % {"table": record.table, "games": games}
        day = short_date(record.evening)
        return format_html('<a href="{}">{}</a> <small>{}</small>', address, day, words)

    def render_points(self, value: int) -> str:
        """Return them with their sign."""
        return signed(value)


def evening_rows(
    season: Season, rubbers: Iterable[Agreed], whose: tuple[int, ...]
) -> list[EveningRow]:
    """Return the evenings of some rubbers, with what those it is about won together; no one: 0."""
    found: dict[int, EveningRow] = {}
    for rubber in rubbers:
        made = EveningRow(rubber.sitting, rubber.table, rubber.evening)
        row = found.setdefault(rubber.sitting, made)
        if rubber.game not in row.games:
            row.games.append(rubber.game)
        money: dict[str, int] = {}
        for who in whose:
            for currency, coins in season.money_of(rubber, who).items():
                money[currency] = money.get(currency, 0) + coins
        row.score.add(sum(rubber.points.get(who, 0) for who in whose), money)
    return list(found.values())


def sums_in_words(rows: Iterable[EveningRow], *, with_points: bool) -> str:
    """Return what the evenings come to: how many, rubbers, points."""
    known = list(rows)
    rubbers = sum(row.score.rubbers for row in known)
    days = len({row.evening for row in known})
    words = {
        "evenings": ngettext("%(n)s evening", "%(n)s evenings", days) % {"n": days},
        "rubbers": ngettext("%(n)s rubber", "%(n)s rubbers", rubbers) % {"n": rubbers},
        "points": signed(sum(row.score.points for row in known)),
    }
    if with_points:
        return _("%(evenings)s · %(rubbers)s · points %(points)s") % words
    return _("%(evenings)s · %(rubbers)s") % words
