"""The season's tables as they sort and as they are chosen."""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import django_filters as filters
import django_tables2 as tables
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.club.compared_table import ComparedTable, cells
from clubscore.club.models import Person
from clubscore.club.wording.figures import signed, speak_amount
from clubscore.laws.games import GAMES, KEYS, find_game, is_game
from clubscore.laws.money import Currency, find_currency
from clubscore.rubbers.models import Settlement
from clubscore.rubbers.season.adding_up import Score, Season, pair_name

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


def _row(name: str, score: Score, **about: Any) -> SeasonRow:
    return SeasonRow(name, score.rubbers, score.won, score.points, dict(score.money), **about)
