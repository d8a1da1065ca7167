"""What somebody's account came to over time: every line as its day, coins and balance.

Read as bare rows, with no entry's words: five queries at most, however old the account is.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from clubscore.club.accounts.balances import (
    Party,
    account_sums,
    accounts_of,
    party_of,
    postings_of,
)
from clubscore.club.accounts.brought_forward import SIDES
from clubscore.club.accounts.statement import ALWAYS, Period, within
from clubscore.club.evening import evening_of
from clubscore.club.models import Club, Entry


@dataclass(frozen=True)
class Moment:
    """A line of an account: its evening, the smallest coins it moved, the balance after it."""

    day: dt.date
    amount: int
    balance: int
    is_payment: bool


# Of a posting: its currency, its entry's moment, key and kind, its coins, whose the other side is.
Row = tuple[str, dt.datetime, int, str, int, int]


def moments_of(club: Club, whose: Party, period: Period = ALWAYS) -> dict[str, list[Moment]]:
    """Return the lines of an account over a period by currency, the oldest first."""
    found: dict[tuple[str, dt.datetime, int, str], int] = defaultdict(int)
    for side, sign in SIDES:
        other = "debited" if side == "credited" else "credited"
        rows = postings_of(club, whose, side).annotate(other=party_of(other))
        rows = rows.filter(**within(period, club)).order_by()
        told: Iterable[Row] = rows.values_list(
            "currency", "entry__at", "entry", "entry__kind", "amount", "other"
        )
        for currency, at, entry, kind, amount, between in told:
            # Between two accounts of one person nothing moves.
            if between != whose.pk:
                found[currency, at, entry, kind] += sign * amount
    begins = period.begins(club)
    own = [each.pk for each in accounts_of(club, whose)] if begins else []
    balances = defaultdict(int, account_sums(club, own, begins) if begins else {})
    moments: dict[str, list[Moment]] = defaultdict(list)
    for (currency, at, _entry, kind), amount in sorted(found.items()):
        balances[currency] += amount
        day, is_payment = evening_of(club, at), kind == Entry.Kind.PAYMENT
        moments[currency].append(Moment(day, amount, balances[currency], is_payment))
    return dict(moments)
