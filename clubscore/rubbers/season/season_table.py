"""The season's tables as they sort and as they are chosen, and its chart."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import django_filters as filters
import django_tables2 as tables
from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.models import Person
from clubscore.club.people.tables import BalanceColumn
from clubscore.club.wording.figures import signed
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.sheet.money import Currency, find_currency
from clubscore.rubbers.models import Settlement
from clubscore.rubbers.season.adding_up import Score, Season, pair_name

NUMBERS = {"th": {"class": "num"}, "td": {"class": "num"}}
WAYS = {
    "member": gettext_lazy("by member"),
    "game": gettext_lazy("by game"),
    "partner": gettext_lazy("by partner"),
}
MOST_BARS = 12


@dataclass(frozen=True)
class SeasonRow:
    """A row of a season's table; `who` is the person where it is about one, `money` by currency."""

    name: str
    rubbers: int
    won: int
    points: int
    money: Mapping[str, int]
    who: int | None = None


class SeasonFilter(filters.FilterSet):
    """One calendar year, one game, or all of them."""

    year = filters.ChoiceFilter(
        label=gettext_lazy("Season"), empty_label=gettext_lazy("all"), method="in_year"
    )
    game = filters.ChoiceFilter(
        label=gettext_lazy("Game"), empty_label=gettext_lazy("all"), field_name="part__game"
    )

    class Meta:
        model = Settlement
        fields: list[str] = []

    def __init__(
        self, given: QueryDict, queryset: QuerySet[Settlement], years: Sequence[int]
    ) -> None:
        super().__init__(given, queryset)
        self.filters["year"].extra["choices"] = [(str(year), str(year)) for year in years]
        self.filters["game"].extra["choices"] = [(game.key, _(game.name)) for game in GAMES]

    def in_year(self, rows: QuerySet[Settlement], _name: str, year: str) -> QuerySet[Settlement]:
        """Leave the evenings of a calendar year."""
        first, last = dt.date(int(year), 1, 1), dt.date(int(year), 12, 31)
        return rows.filter(part__sitting__evening__range=(first, last))


class CoinsColumn(BalanceColumn):
    """What of a currency was won or lost."""

    def __init__(self, currency: Currency) -> None:
        super().__init__(currency)
        self.accessor = tables.A(f"money__{currency.code}")


class SeasonTable(tables.Table):
    """Who or what, rubbers, how many of them won, points, and coins a column a currency."""

    name = tables.Column(verbose_name=gettext_lazy("Who"))
    rubbers = tables.Column(verbose_name=gettext_lazy("Rubbers"), attrs=NUMBERS)
    won = tables.Column(verbose_name=gettext_lazy("Won"), attrs=NUMBERS)
    points = tables.Column(verbose_name=gettext_lazy("Points"), attrs=NUMBERS)
    caption = gettext_lazy("The season")

    class Meta:
        order_by = "-points"

    def __init__(self, rows: list[SeasonRow], coins: list[tuple[str, CoinsColumn]]) -> None:
        super().__init__(rows, extra_columns=coins)

    def render_points(self, value: int) -> str:
        """Return points with a true minus."""
        return signed(value)

    def render_name(self, value: str, record: SeasonRow) -> str:
        """Lead to the person's own tables."""
        if not record.who:
            return value
        return format_html('<a href="{}?who={}">{}</a>', reverse("season"), record.who, value)


def table_of(rows: Iterable[SeasonRow], currencies: Iterable[str], way: str) -> SeasonTable:
    """Return a table of the season with a column for each currency."""
    columns = [(code, CoinsColumn(find_currency(code))) for code in currencies]
    shown = SeasonTable(list(rows), columns)
    heads = {"member": _("Member"), "game": _("Game"), "partner": _("Partners")}
    shown.columns["name"].column.verbose_name = heads[way]
    return shown


def rows_of(season: Season, way: str, who: int | None) -> list[SeasonRow]:
    """Return the rows of a table, in no order."""
    if way == "game":
        return [_row(_(find_game(key).name), each) for key, each in season.by_game(who).items()]
    if way == "partner":
        return [
            _row(_partner(season.people, pair, who), each)
            for pair, each in season.by_partner(who).items()
        ]
    return [
        _row(season.people[member].name, each, member)
        for member, each in season.by_member().items()
        if who is None or member == who
    ]


def _partner(people: Mapping[int, Person], pair: tuple[int, int], who: int | None) -> str:
    if who is None:
        return pair_name(people, pair)
    return people[pair[0] if pair[1] == who else pair[1]].name


def _row(name: str, score: Score, who: int | None = None) -> SeasonRow:
    return SeasonRow(name, score.rubbers, score.won, score.points, dict(score.money), who)


# The chart is drawn 360 units wide, as a phone shows it; a bar has its name above it.
WIDE, BAR_ROW, CURVE_HIGH, EDGE = 360, 44, 160, 10


@dataclass(frozen=True)
class Bar:
    """One bar of the chart: its name and figure, and where it stands."""

    name: str
    said: str
    y: int
    x: int
    wide: int
    below: bool


@dataclass(frozen=True)
class Bars:
    """The chart of bars; `zero` is where they begin."""

    wide: int
    high: int
    zero: int
    bars: list[Bar]


@dataclass(frozen=True)
class Curve:
    """The chart of sums: the line's `points` as SVG has them, and what it says."""

    wide: int
    high: int
    zero: int
    points: str
    highest: str
    lowest: str
    last: str
    evenings: list[tuple[dt.date, str, str]]


def bars(rows: Iterable[SeasonRow]) -> Bars | None:
    """Return the chart of points by whoever won or lost most; None for no one."""
    most = sorted(rows, key=lambda row: -abs(row.points))[:MOST_BARS]
    ordered = sorted(most, key=lambda row: -row.points)
    if not ordered:
        return None
    low = min(0, *(row.points for row in ordered))
    high = max(0, *(row.points for row in ordered))
    scale = (WIDE - 2 * EDGE) / (high - low or 1)
    zero = EDGE + round(-low * scale)
    return Bars(
        wide=WIDE,
        high=BAR_ROW * len(ordered) + EDGE,
        zero=zero,
        bars=[
            Bar(
                name=row.name,
                said=signed(row.points),
                y=BAR_ROW * number,
                x=zero if row.points >= 0 else zero + round(row.points * scale),
                wide=max(1, round(abs(row.points) * scale)),
                below=row.points < 0,
            )
            for number, row in enumerate(ordered)
        ],
    )


def curve(evenings: Sequence[tuple[dt.date, int, Mapping[str, int]]]) -> Curve | None:
    """Return the chart of somebody's points, evening added to evening; None for fewer than two."""
    if len(evenings) < 2:
        return None
    sums, points = [0], 0
    for _day, won, _money in evenings:
        points += won
        sums.append(points)
    low, high = min(sums), max(sums)
    step = (WIDE - 2 * EDGE) / (len(sums) - 1)
    scale = (CURVE_HIGH - 4 * EDGE) / (high - low or 1)

    def level(value: int) -> int:
        return 2 * EDGE + round((high - value) * scale)

    return Curve(
        wide=WIDE,
        high=CURVE_HIGH,
        zero=level(0),
        points=" ".join(f"{EDGE + round(n * step)},{level(v)}" for n, v in enumerate(sums)),
        highest=signed(high),
        lowest=signed(low),
        last=signed(points),
        evenings=[
            (day, signed(won), signed(sums[n + 1])) for n, (day, won, _m) in enumerate(evenings)
        ],
    )
