"""A club's years as a table and in pictures, and who came most often."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.charts.courses import Course, Line, lines
from clubscore.charts.picture import Picture
from clubscore.charts.ranked import ranked
from clubscore.club.compared_table import ComparedTable, cells
from clubscore.club.wording.days import short_date
from clubscore.club.wording.figures import figure
from clubscore.club.wording.names import both
from clubscore.laws.games import find_game
from clubscore.room.club_years.counted_years import ClubYear, Faithful

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
    line = Line(_("evenings"), tuple(year.evenings for year in years))
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
    played = Line(_("players"), tuple(year.players for year in years))
    new = Line(_("new members"), tuple(year.new for year in years))
    return lines(finding % {"year": most.year, "n": most.players}, _course(years, (played, new)))


def _course(years: Iterable[ClubYear], drawn: tuple[Line, ...]) -> Course:
    at = tuple(str(year.year) for year in years)
    return Course(_("Year"), at, drawn, lambda value: figure(round(value)))


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
