"""A person's years on pages: events, evenings at cards, money, the best of them, and pictures."""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TypedDict

import django_tables2 as tables
from django.db import DatabaseError
from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.database import one_moment
from clubscore.club.models import Person
from clubscore.club.people import person_for
from clubscore.club.statements import ALWAYS, Moment, Period, moments_of
from clubscore.club.wording import (
    listed,
    month_year,
    named,
    parts_of_time,
    said,
    short_date,
    signed,
    speak_amount,
    year_of,
)
from clubscore.events.models import Event
from clubscore.extras.years.averages import (
    Average,
    average_in,
    best_board,
    finding,
    in_unit,
    share_text,
    trend,
)
from clubscore.extras.years.boards import (
    OneBoard,
    PlayedEvent,
    PlayedYears,
    ask_for,
    events_seen,
    played_years,
)
from clubscore.home.forms import YearForm
from clubscore.home.people import BalanceColumn
from clubscore.laws.games import find_game
from clubscore.laws.money import find_currency
from clubscore.ranking.scoring import IMPS_A_BOARD, SHARES
from clubscore.rubbers.season import PersonRubber, SeasonScore, rubbers_of, score_of, years_of
from clubscore.web.charts import ChartCourse, ChartLine, Picture, lines
from clubscore.web.tables import FIGURES, ComparedTable, SignedColumn, cells

ALL = "all"
PAGES = {
    "person-years": _("Years"),
    "person-partners": _("Partners"),
    "person-contracts": _("Contracts"),
    "person-boards": _("Boards"),
}


class YearKey(TypedDict):
    """A year that can be chosen: what it is called, what an address says of it."""

    label: str
    value: str
    chosen: bool


@dataclass
class YearsFilter:
    """A person as a reader asks for them: the events they may see, and the year, None for all."""

    actor: Actor
    person: Person
    given: QueryDict

    @cached_property
    def form(self) -> YearForm:
        """Which year is asked for."""
        return YearForm(self.given)

    @cached_property
    def seen(self) -> Sequence[Event]:
        """The events that this reader may see."""
        return events_seen(self.person, self.actor)

    @cached_property
    def years(self) -> list[int]:
        """All years in which they played anything, the newest first."""
        of_events = {each.evening.year for each in self.seen}
        return sorted(of_events | {*years_of(self.person)}, reverse=True)

    @cached_property
    def year(self) -> int | None:
        """The year that is shown: the newest unless another, or all of them, is asked for."""
        if self.form.words_of("year") == ALL or not self.years:
            return None
        chosen = [each for each in self.years if str(each) == self.form.words_of("year")]
        return chosen[0] if chosen else self.years[0]

    @property
    def year_word(self) -> str:
        """What addresses say of the year that is shown."""
        return ALL if self.year is None else str(self.year)

    @property
    def year_keys(self) -> list[YearKey]:
        """The years to choose from."""
        keys = [YearKey(label=str(n), value=str(n), chosen=n == self.year) for n in self.years]
        return [*keys, YearKey(label="", value=ALL, chosen=self.year is None)]

    @cached_property
    def played(self) -> PlayedYears:
        """Their boards of that year."""
        return played_years(self.person, self.seen, self.year)

    @cached_property
    def rubbers(self) -> list[PersonRubber]:
        """Their rubbers of that year."""
        return rubbers_of(self.person, self.year, money=self.shows_money)

    @property
    def shows_money(self) -> bool:
        """Whether coins are shown: to the director, and each person's own to that person."""
        own = self.actor.person == self.person
        return self.person.club.plays_for_money and (self.actor.is_director or own)


# What a page shows besides what all of them show: a TypedDict.
Made = Callable[[YearsFilter], Mapping[str, object]]


def page(
    request: ClubRequest, template: str, made: Made, address: str, person: int, **more: int
) -> HttpResponse:
    """Show a page of a person's years, read at one moment; the worker keeps what is not kept yet.

    `address` is what the page is called, with whom it names. Raises Http404 for another club's,
    PermissionDenied for another player's.
    """
    with one_moment():
        found = person_for(request.actor, person)
        if found.pk != person:
            return HttpResponseRedirect(reverse(address, kwargs={"person": found.pk, **more}))
        asked = YearsFilter(request.actor, found, request.GET)
        context = {
            "person": found,
            "year_keys": asked.year_keys,
            "year": asked.year_word,
            "pages": [*PAGES.items()],
            "here": address,
            **made(asked),
            "waiting": asked.played.waiting,
        }
    if asked.played.behind:
        # A page is read all the same where nothing can be written: a full disk, say.
        with suppress(DatabaseError):
            ask_for(found.club)
    return render(request, template, context)


def people_by_key(keys: Iterable[int]) -> dict[int, Person]:
    """Return people by their keys, without what is nobody's. One query."""
    return Person.objects.in_bulk({each for each in keys if each})


def boards_counted(number: int) -> str:
    """Return a number of boards in words."""
    return ngettext("%(n)s board", "%(n)s boards", number) % {"n": number}


# ---- The tables of a person's year.


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
        return gettext("%(place)s of %(of)s") % {
            "place": record.played.place,
            "of": record.played.of,
        }

    def render_percent(self, value: Fraction) -> str:
        """Return it without its sign, which stands over the column."""
        return share_text(value)

    def render_imps(self, value: Fraction) -> str:
        """Return IMPs with their sign."""
        return in_unit(IMPS_A_BOARD, value)


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


class YearMoneyColumn(BalanceColumn):
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
        coins = [(code, YearMoneyColumn(code)) for code in currencies]
        super().__init__(rows, extra_columns=coins, prefix=prefix)

    def render_day(self, record: CardsRow) -> SafeString:
        """Lead to the evening's slip."""
        address = reverse("slip", args=[record.sitting])
        return format_html('<a href="{}">{}</a>', address, short_date(record.evening))


# ---- Pictures of a person's year.

MOST_LINES = 80  # of an account, each shown as a place of its own
MOST_MONTHS = 120  # of an account: ten years
Called = Callable[[dt.date], str]


def points_course(rubbers: Sequence[PersonRubber]) -> Picture | None:
    """Return points added up evening by evening; None where there are not two parts of the time."""
    called = parts_of_time(each.evening for each in rubbers)
    sums: dict[str, int] = {}
    points = 0
    for each in reversed(rubbers):
        points += each.points
        sums[called(each.evening)] = points
    if len(sums) < 2:
        return None
    values = [*sums.values()]
    told = {"last": signed(points), "highest": signed(max(values)), "lowest": signed(min(values))}
    course = ChartCourse(
        along=gettext("When"),
        at=tuple(sums),
        lines=(ChartLine(gettext("Points"), tuple(map(float, values))),),
        said=lambda value: signed(round(value)),
    )
    return lines(_points_in_words(called) % told, course)


def _points_in_words(called: Called) -> str:
    if called is month_year:
        return gettext(
            "%(last)s points in the end; after no month more than %(highest)s or less than"
            " %(lowest)s."
        )
    if called is year_of:
        return gettext(
            "%(last)s points in the end; after no year more than %(highest)s or less than"
            " %(lowest)s."
        )
    return gettext("%(last)s points in the end; highest %(highest)s, lowest %(lowest)s.")


def balances(person: Person, year: int | None) -> list[Picture]:
    """Return what somebody's account came to over a year, or all, currency by currency.

    Payments are ticks.
    """
    period = ALWAYS if year is None else Period.year(year)
    moments = moments_of(person.club, person, period)
    found = (_balance(code, each) for code, each in sorted(moments.items()))
    return [each for each in found if each]


def _balance(code: str, moments: Sequence[Moment]) -> Picture | None:
    """Return the balance after each line where they are few, else after each part of the time."""
    called = parts_of_time((each.day for each in moments), months=MOST_MONTHS)
    places = _places(moments, called)
    if len(places) < 2:
        return None
    currency = find_currency(code)
    values = [each[-1].balance for _label, each in places]
    ends = {"last": values[-1], "highest": max(values), "lowest": min(values)}
    told = {name: speak_amount(coins, currency) for name, coins in ends.items()}
    paid = {
        at: [speak_amount(one.amount, currency) for one in each if one.is_payment]
        for at, (_label, each) in enumerate(places)
    }
    course = ChartCourse(
        along=gettext("When"),
        at=tuple(label for label, _each in places),
        lines=(ChartLine(gettext("Balance"), tuple(map(float, values))),),
        said=lambda value: speak_amount(round(Fraction(value)), currency),
        ticks=tuple((at, listed(each)) for at, each in paid.items() if each),
        ticks_head=gettext("Payments"),
    )
    return lines(_balance_in_words(called, len(moments)) % told, course)


def _balance_in_words(called: Called, count: int) -> str:
    """Return the finding; highest and lowest are what the picture shows, so it says of when."""
    if count > MOST_LINES and called is month_year:
        return gettext(
            "The account came to %(last)s in the end; after no month to more than %(highest)s"
            " or less than %(lowest)s."
        )
    if count > MOST_LINES and called is year_of:
        return gettext(
            "The account came to %(last)s in the end; after no year to more than %(highest)s"
            " or less than %(lowest)s."
        )
    return gettext(
        "The account came to %(last)s in the end; highest %(highest)s, lowest %(lowest)s."
    )


def _places(moments: Sequence[Moment], called: Called) -> list[tuple[str, list[Moment]]]:
    """Return lines by the places of a picture: one each where they are few."""
    if len(moments) <= MOST_LINES:
        return [(short_date(each.day), [each]) for each in moments]
    found: dict[str, list[Moment]] = {}
    for each in moments:
        found.setdefault(called(each.day), []).append(each)
    return [*found.items()]


# ---- The page of a person's years.

A_PAGE = 25  # events, or evenings at cards


class AverageShown(TypedDict):
    """An average over time, in words and as a picture."""

    unit: str
    said: str
    picture: Picture | None


class BestEvening(TypedDict):
    """The event with the highest average."""

    played: PlayedEvent
    said: str


class EventsShown(TypedDict):
    """The events of a year."""

    averages: list[AverageShown]
    best_evening: BestEvening | None
    best_board: OneBoard | None
    best_first: str
    boards: str
    events: EventsTable | None


class RubbersShown(TypedDict):
    """The rubbers of a year."""

    rubbers: SeasonScore
    money: list[str]
    points_course: Picture | None
    balances: list[Picture]
    evenings: RubbersTable | None


@open_to(Level.PLAYER)
@require_safe
def years(request: ClubRequest, person: int) -> HttpResponse:
    """Show what somebody played in a year, or in all of them."""

    def made(asked: YearsFilter) -> Mapping[str, object]:
        return {**_of_events(request, asked), **_of_rubbers(request, asked)}

    return page(request, "room/over_years/years.html", made, "person-years", person)


def _of_events(request: ClubRequest, asked: YearsFilter) -> EventsShown:
    played = asked.played
    people = people_by_key(who for each in played.events for who in each.partners)
    table = EventsTable([EventRow(each, people) for each in played.events])
    return {
        "averages": [
            {"unit": unit, "said": finding(average, unit), "picture": trend(played, unit)}
            for unit in (SHARES, IMPS_A_BOARD)
            if (average := average_in(played, unit)).boards
        ],
        "best_evening": _best_evening(played),
        "best_board": best_board(played.in_unit(SHARES))
        or best_board(played.in_unit(IMPS_A_BOARD)),
        "best_first": "percent" if any(played.in_unit(SHARES)) else "imps",
        "boards": boards_counted(len(played.all_boards)),
        "events": table.sorted_by(request, A_PAGE) if played.events else None,
    }


def _best_evening(played: PlayedYears) -> BestEvening | None:
    """Return the event with the highest average: of parts of a top if there are any, else IMPs."""
    for unit in (SHARES, IMPS_A_BOARD):
        known = [(_value(each), each) for each in played.events if each.unit == unit]
        best = max((each for each in known if each[0] is not None), key=_order, default=None)
        if best is not None:
            return {"played": best[1], "said": in_unit(unit, best[0])}
    return None


def _order(known: tuple[Fraction | None, PlayedEvent]) -> tuple[Fraction, int]:
    return known[0] or Fraction(0), known[1].event.evening.toordinal()


def _value(played: PlayedEvent) -> Fraction | None:
    average = Average()
    for board in played.boards:
        average.add(board)
    return average.value


def _of_rubbers(request: ClubRequest, asked: YearsFilter) -> RubbersShown:
    rubbers = asked.rubbers
    score = score_of(rubbers)
    currencies = sorted(score.money)
    table = RubbersTable(evenings_of(rubbers), currencies, prefix="r-")
    return {
        "rubbers": score,
        "money": _amounts(score.money),
        "points_course": points_course(rubbers),
        "balances": balances(asked.person, asked.year) if asked.shows_money else [],
        "evenings": table.sorted_by(request, A_PAGE) if rubbers else None,
    }


def _amounts(money: Mapping[str, int]) -> list[str]:
    return [speak_amount(money[code], find_currency(code)) for code in sorted(money)]
