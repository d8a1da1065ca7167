"""The money of a year, for whoever keeps the accounts: what it brought each, by currency."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Sum

from clubscore.club.accounts.balances import TheClub, party_of, postings_in
from clubscore.club.accounts.ledger import THE_CLUB
from clubscore.club.models import Club, Person
from clubscore.laws.money import find_currency
from clubscore.rubbers.money.booking import ROOM, RUBBERS
from clubscore.sheets.year_book.year_content import Amount, Money


def money_of_year(club: Club, days: tuple[dt.date, dt.date]) -> tuple[Money, ...]:
    """Return what was booked on the evenings between two days. Two queries.

    Every column of a currency comes to nothing: what one has lost another has, or the club.
    """
    booked = postings_in(club).filter(entry__club=club, entry__evening__range=days).order_by()
    sides = booked.annotate(one=party_of("debited"), other=party_of("credited")).values_list(
        "entry__room", "entry__kind", "currency", "one", "other"
    )
    rows: Iterable[tuple[str, str, str, int, int, int]] = sides.annotate(coins=Sum("amount"))
    sums: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for room, kind, currency, one, other, coins in rows:
        at_cards = room == ROOM and kind in RUBBERS
        for who, won in ((one, -coins), (other, coins)):
            both = sums[currency][who]
            both[0] += won if at_cards else 0
            both[1] += won
    people = Person.objects.in_bulk({who for of in sums.values() for who in of} - {THE_CLUB})
    found = []
    for currency, of in sorted(sums.items()):
        amounts = [
            Amount(people[who].name, *both)
            for who, both in of.items()
            if who in people and any(both)
        ]
        amounts.sort(key=lambda row: row.name.casefold())
        if not amounts:
            continue
        amounts.append(Amount(TheClub().name, *of.get(THE_CLUB, (0, 0))))
        found.append(Money(find_currency(currency), tuple(amounts)))
    return tuple(found)
