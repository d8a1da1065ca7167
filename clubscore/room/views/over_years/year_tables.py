"""The tables of a person's year: events, and evenings at cards."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.compared_table import FIGURES, ComparedTable, SignedColumn, cells
from clubscore.club.models import Person
from clubscore.club.people.tables import BalanceColumn
from clubscore.club.wording.days import short_date
from clubscore.club.wording.names import listed, named
from clubscore.club.wording.phrases import said
from clubscore.events.over_years.averages import Average
from clubscore.events.over_years.played_events import PlayedEvent
from clubscore.events.over_years.trend import said_in, share_said
from clubscore.laws.games import find_game
from clubscore.laws.money import find_currency
from clubscore.ranking.scoring import IMPS_A_BOARD, SHARES
from clubscore.room.views.over_years.asked import boards_counted
from clubscore.rubbers.season.person_rubbers import PersonRubber


@dataclass(frozen=True)
class EventRow:
    """An event of somebody's as a row, with what it is sorted by."""

    played: PlayedEvent
    people: Mapping[int, Person]

    @property
    def day(self) -> tuple[dt.date, int]:
        """When it was; of one evening the later opened comes later."""
        return self.played.event.evening, self.played.event.pk

    @property
    def note(self) -> str:
        """What the event is called and how many boards they played, below the row."""
        return listed([self.played.event.name, boards_counted(self.boards)])

    @property
    def partner(self) -> str:
        """With whom, as far as that is known."""
        known = (self.people.get(each) for each in self.played.partners)
        return named(each.short_name for each in known if each)

    @property
    def place(self) -> int | None:
        """The place as a number."""
        return int(self.played.place.rstrip("=")) if self.played.place else None

    @cached_property
    def average(self) -> Average:
        """What its boards won on average."""
        found = Average()
        for board in self.played.boards:
            found.add(board)
        return found

    def in_unit(self, unit: str) -> Fraction | None:
        """The average in a unit; None where the event is in another."""
        return self.average.value if self.played.unit == unit else None

    @property
    def percent(self) -> Fraction | None:
        """The average part of the top."""
        return self.in_unit(SHARES)

    @property
    def imps(self) -> Fraction | None:
        """The average of IMPs a board."""
        return self.in_unit(IMPS_A_BOARD)

    @property
    def boards(self) -> int:
        """How many boards they played."""
        return len(self.played.boards)


class EventsTable(ComparedTable):
    """Events one under the other: when, with whom, the place, the average; name and boards below.

    In two units six columns would not stand beside each other on a phone.
    """

    day = tables.Column(verbose_name=gettext_lazy("event"), attrs=cells("nowrap"))
    partner = tables.Column(verbose_name=gettext_lazy("with"), attrs=cells("least"), default="")
    place = tables.Column(verbose_name=gettext_lazy("place"), attrs=FIGURES, default="")
    percent = tables.Column(verbose_name="%", attrs=FIGURES, default="")
    imps = tables.Column(verbose_name=gettext_lazy("IMPs"), attrs=FIGURES, default="")
    caption = gettext_lazy("Events, the newest first")

    class Meta:
        order_by = "-day"

    def __init__(self, rows: Sequence[EventRow]) -> None:
        super().__init__(rows)
        without = [
            unit for unit in ("percent", "imps") if all(getattr(r, unit) is None for r in rows)
        ]
        self.exclude = tuple(without)

    def render_day(self, record: EventRow) -> SafeString:
        """Lead to the card."""
        event = record.played.event
        address = reverse("event-pair", args=[event.pk, record.played.contestant])
        return format_html('<a href="{}">{}</a>', address, short_date(event.evening))

    def render_place(self, record: EventRow) -> str:
        """Return the place among how many."""
        return _("%(place)s of %(of)s") % {"place": record.played.place, "of": record.played.of}

    def render_percent(self, value: Fraction) -> str:
        """Return it without its sign, which stands over the column."""
        return share_said(value)

    def render_imps(self, value: Fraction) -> str:
        """Return IMPs with their sign."""
        return said_in(IMPS_A_BOARD, value)


@dataclass
class CardsRow:
    """An evening of somebody's at one table."""

    evening: dt.date
    sitting: int
    table: str
    games: list[str] = field(default_factory=list)
    rubbers: int = 0
    won: int = 0
    points: int = 0
    money: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def day(self) -> tuple[dt.date, int]:
        """When it was."""
        return self.evening, self.sitting

    @property
    def note(self) -> str:
        """At which table, what was played and how many rubbers were won, below the row."""
        won = ngettext(
            "%(won)s of %(n)s rubber won", "%(won)s of %(n)s rubbers won", self.rubbers
        ) % {"won": self.won, "n": self.rubbers}
        return listed([self.table, *self.games, won])

    def add(self, rubber: PersonRubber) -> None:
        """Add a rubber."""
        name = said(find_game(rubber.game).short_name)
        if name not in self.games:
            self.games.append(name)
        self.rubbers += 1
        self.won += rubber.won
        self.points += rubber.points
        for currency, coins in rubber.money.items():
            self.money[currency] += coins


def evenings_of(rubbers: Iterable[PersonRubber]) -> list[CardsRow]:
    """Return somebody's evenings at cards, the newest first."""
    found: dict[int, CardsRow] = {}
    for each in rubbers:
        row = CardsRow(each.evening, each.sitting, each.table)
        found.setdefault(each.sitting, row).add(each)
    return [*found.values()]


class MoneyColumn(BalanceColumn):
    """What of a currency was won or lost."""

    def __init__(self, code: str) -> None:
        super().__init__(find_currency(code))
        self.accessor = tables.A(f"money__{code}")


class RubbersTable(ComparedTable):
    """Evenings at cards: when, rubbers, points, coins; where and how many were won below."""

    day = tables.Column(verbose_name=gettext_lazy("evening"), attrs=cells("nowrap"))
    rubbers = tables.Column(verbose_name=gettext_lazy("rubbers"), attrs=FIGURES)
    points = SignedColumn(verbose_name=gettext_lazy("points"))
    caption = gettext_lazy("Evenings at cards, the newest first")

    class Meta:
        order_by = "-day"

    def __init__(self, rows: Sequence[CardsRow], currencies: Sequence[str], prefix: str) -> None:
        coins = [(code, MoneyColumn(code)) for code in currencies]
        super().__init__(rows, extra_columns=coins, prefix=prefix)

    def render_day(self, record: CardsRow) -> SafeString:
        """Lead to the evening's slip."""
        address = reverse("slip", args=[record.sitting])
        return format_html('<a href="{}">{}</a>', address, short_date(record.evening))
