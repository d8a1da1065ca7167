"""The evenings behind a figure of the season: where, how many rubbers, what they brought."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.compared_table import ComparedTable, cells
from clubscore.club.wording.days import short_date
from clubscore.club.wording.figures import signed, speak_amount
from clubscore.club.wording.names import listed
from clubscore.laws.games import find_game
from clubscore.laws.money import Currency, find_currency
from clubscore.rubbers.season.adding_up import Agreed, Score, Season


@dataclass
class EveningRow:
    """An evening at one table, and what those it is about made of it."""

    sitting: int
    table: str
    evening: dt.date
    games: list[str] = field(default_factory=list)
    score: Score = field(default_factory=Score)


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
