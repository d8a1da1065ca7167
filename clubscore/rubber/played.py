"""What a person played: his evenings at each table, with what they brought him and what is open."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.utils.translation import gettext as _

from clubscore.club.models import Person
from clubscore.club.selectors import ids_and_merged
from clubscore.laws.games import find_game
from clubscore.laws.money import find_currency, speak_amount
from clubscore.rubber.models import Part, Sitting
from clubscore.rubber.slip import Slip, slip_of

A_PAGE = 10  # evenings


@dataclass(frozen=True)
class Played:
    """An evening at one table, as one person sees it."""

    sitting: Sitting
    evening: dt.date
    games: list[str]
    rubbers: int
    points: int
    money: list[str]
    open: list[str]


def evenings_of(person: Person, page: str | None) -> "Page[Played]":
    """Return a page of a person's evenings, newest first, under whatever entry he sat."""
    his = ids_and_merged(person)
    sat = Q(parts__seats__person__in=his) | Q(parts__substitutes__person__in=his)
    sittings = (
        Sitting.objects.filter(sat, club=person.club, voided_at=None)
        .order_by("-evening", "table")
        .values_list("evening", "table")
        .distinct()
    )
    pages: Paginator[Any] = Paginator(sittings, A_PAGE)
    shown = pages.get_page(page)
    return Page([_evening(person, set(his), *each) for each in shown], shown.number, pages)


def _evening(person: Person, his: set[int], evening: dt.date, table: int) -> Played:
    sittings = Sitting.objects.filter(
        club=person.club, evening=evening, table=table, voided_at=None
    ).select_related("table")
    last = sittings.latest("opened_at")
    sat = Q(seats__person__in=his) | Q(substitutes__person__in=his)
    games = Part.objects.filter(sat, sitting__in=sittings)
    slip = slip_of(person.club, last.table, evening)
    mine = [row for row in slip.rows if his & row.points.keys() and not row.is_difference]
    return Played(
        sitting=last,
        evening=evening,
        games=list(
            dict.fromkeys(
                find_game(key).short_name
                for key in games.order_by("pk").values_list("game", flat=True)
            )
        ),
        rubbers=len(mine),
        points=sum(points for who, points in slip.totals.items() if who in his),
        money=[
            speak_amount(
                sum(coins for who, coins in won.items() if who in his), find_currency(code)
            )
            for code, won in slip.money.items()
        ],
        open=_open_with(slip, his),
    )


def _open_with(slip: Slip, his: set[int]) -> list[str]:
    """Return what is not yet paid at this table, in words: "owes Dora 17s"."""
    said = []
    for owed in slip.owed:
        amount = speak_amount(owed.amount, owed.currency)
        if owed.payer.pk in his and owed.payee.pk not in his:
            values = {"name": owed.payee.short_name, "amount": amount}
            said.append(_("owes %(name)s %(amount)s") % values)
        elif owed.payee.pk in his and owed.payer.pk not in his:
            values = {"name": owed.payer.short_name, "amount": amount}
            said.append(_("%(name)s owes him %(amount)s") % values)
    return said
