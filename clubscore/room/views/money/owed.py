"""What is owed at tonight's tables and carried over: all to the director, to each their own.

Money is nobody else's business, so none of it stands on a page that any phone shows.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, Subquery

from clubscore.club.access import Actor
from clubscore.club.accounts.balances import Owed, Posted, owed_in, posted_in
from clubscore.club.models import Club
from clubscore.club.remembered import Remembered
from clubscore.club.wording.figures import speak_amount
from clubscore.laws.money import find_currency
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import Settlement, Sitting
from clubscore.rubbers.money.slip import Slip, slips_of
from clubscore.rubbers.selectors import may_enter, tonight

WEEKS_BACK = dt.timedelta(weeks=12)


@dataclass(frozen=True)
class OwedRow:
    """What somebody owes, and the key of the form that pays it; ``sitting`` is tonight's."""

    owed: Owed
    amount: str
    key: str
    may_pay: bool
    sitting: Sitting | None = None


def sittings_tonight(club: Club) -> tuple[list[Sitting], list[Sitting]]:
    """Return what is being played, oldest first, and what was played lately, newest first.

    Lately is tonight and the last evening before on which something was agreed, not longer ago than
    twelve weeks. One query.
    """
    today = tonight(club)
    sittings = Sitting.objects.filter(club=club, voided_at=None)
    before = sittings.filter(
        Exists(Settlement.objects.filter(part__sitting=OuterRef("pk"))),
        evening__gte=today - WEEKS_BACK,
        evening__lt=today,
    )
    last = before.order_by("-evening").values("evening")[:1]
    found = (
        sittings.annotate(lately=Q(evening__gte=today) | Q(evening=Subquery(last)))
        .filter(Q(lately=True) | Q(closed_at=None))
        .select_related("table", "seven")
        .order_by("-evening", "-pk")
    )
    playing: list[Sitting] = [each for each in found if each.is_open]
    lately: list[Sitting] = [each for each in found if each.lately]
    return sorted(playing, key=lambda each: each.opened_at), lately


def recent_slips(club: Club, lately: Iterable[Sitting]) -> list[tuple[Sitting, Slip]]:
    """Return the slips of what was played lately, one a table and evening, newest first.

    Three queries.
    """
    sittings = list(lately)
    seen: dict[tuple[int, dt.date], Sitting] = {}
    for sitting in sittings:
        seen.setdefault((sitting.table_id, sitting.evening), sitting)
    places = [(sitting.table, sitting.evening) for sitting in seen.values()]
    # The two tables of the seven have one slip.
    found = {
        (slip.evening, slip.tables): (sitting, slip)
        for sitting, slip in zip(seen.values(), slips_of(club, places, sittings), strict=True)
    }
    return list(found.values())


class Carried(NamedTuple):
    """What is owed from earlier evenings: how many debts, and what they come to by currency."""

    debts: int
    coins: Mapping[str, int]

    @property
    def sums(self) -> list[str]:
        """What they come to, each currency in words."""
        return [speak_amount(coins, find_currency(code)) for code, coins in self.coins.items()]


# What was carried over in a club, with its people and terms at a revision, on an evening, when so
# much was posted.
_carried: Remembered[tuple[int, int, dt.date, Posted], Carried] = Remembered()


def carried_over(club: Club) -> Carried:
    """Return what is owed in a club from earlier evenings, in a line.

    One query where nothing was posted since, else nine.
    """
    key = (club.pk, club.revision, tonight(club), posted_in(club))
    carried = _carried.get(key)
    if carried is None:
        owed = owed_in(club)
        coins = Counter[str]()
        for one in owed:
            coins[one.currency.code] += one.amount
        carried = Carried(len(owed), coins)
        _carried.keep(key, carried)
    return carried


def owed_rows(actor: Actor, recent: Iterable[tuple[Sitting, Slip]]) -> Iterable[OwedRow]:
    """Return what is owed at tonight's tables, then what is carried over.

    Everything to a director, their own to anybody else.
    """
    yield from owed_tonight(actor, recent)
    for owed in owed_in(actor.home):
        if owed.concerns(actor):
            yield _row(owed, True)


def owed_tonight(actor: Actor, recent: Iterable[tuple[Sitting, Slip]]) -> Iterable[OwedRow]:
    """Return what is owed at tonight's tables: to a director all of it."""
    for sitting, slip in recent:
        if sitting.evening == tonight(actor.home):
            enters = may_enter(actor, sitting)
            for owed in slip.owed:
                if owed.concerns(actor):
                    yield _row(owed, enters, sitting)


def _row(owed: Owed, may_pay: bool, sitting: Sitting | None = None) -> OwedRow:
    amount = speak_amount(owed.amount, owed.currency)
    return OwedRow(owed, amount, new_key(), may_pay, sitting)


def own_rows(actor: Actor) -> list[OwedRow]:
    """Return what somebody owes or is owed, tonight and from earlier; nothing where for love."""
    club, person = actor.home, actor.person
    if person is None or not club.plays_for_money:
        return []
    _playing, lately = sittings_tonight(club)
    rows = owed_rows(actor, recent_slips(club, lately))
    return [one for one in rows if person.pk in (one.owed.payer.pk, one.owed.payee.pk)]
