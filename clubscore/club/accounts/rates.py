"""At which rate old coin is paid in today's: a setting of the club, with its history."""

from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.accounts.balances import carried_over
from clubscore.club.accounts.ledger import EXCHANGE, Line, Origin, post
from clubscore.club.authorship import authored
from clubscore.club.edit_conflicts import check_seen
from clubscore.club.evening import evening_of
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club, Entry, Rate
from clubscore.club.own_phrases import RATE, RATE_WITHDRAWN, Coins
from clubscore.club.own_words import own, stored_of
from clubscore.club.refused import Refused
from clubscore.laws.money import round_coins
from clubscore.laws.words import Phrase


def rates_of(club_id: int) -> list[Rate]:
    """Return the rates in force, the newest between any two currencies. One query."""
    newest = {
        frozenset((rate.currency, rate.into)): rate for rate in Rate.objects.filter(club=club_id)
    }
    return [rate for rate in newest.values() if not rate.withdrawn]


def rate_between(club_id: int, currency: str, into: str) -> Fraction | None:
    """Return how many coins of `into` one coin of `currency` is worth, None without a rate."""
    for rate in rates_of(club_id):
        if (rate.currency, rate.into) == (currency, into):
            return Fraction(rate.into_coins, rate.coins)
        if (rate.into, rate.currency) == (currency, into):
            return Fraction(rate.coins, rate.into_coins)
    return None


def rate_in_words(rate: Rate) -> str:
    """Return a rate as people say it: "1s is €1.00", and whether it was withdrawn."""
    values = {
        "coins": Coins(rate.coins, rate.currency),
        "into": Coins(rate.into_coins, rate.into),
    }
    return own(Phrase(RATE_WITHDRAWN if rate.withdrawn else RATE, values))


def rates_in_words(club_id: int) -> str:
    """Return the rates in force in one line."""
    return "; ".join(rate_in_words(each) for each in rates_of(club_id))


def set_rate(
    *,
    club: Club,
    currency: str,
    coins: int,
    into: str,
    into_coins: int,
    author: str,
    seen: str | None = None,
) -> Rate:
    """Set a rate from now on; what was paid before stays as it was.

    `seen` is what `rates_in_words` said. Raises ChangedMeanwhile where it says otherwise,
    Refused for amounts of nothing or a rate of a currency to itself.
    """
    if currency == into:
        raise Refused(
            _("A rate needs two different currencies, for example 1s and 1.00 EUR."), "into"
        )
    if coins <= 0 or into_coins <= 0:
        raise Refused(_("Each amount must be at least the smallest coin."), "coins")
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        values = {
            "currency": currency, "coins": coins, "into": into, "into_coins": into_coins
        }  # fmt: skip
        for standing in rates_of(club.pk):
            if all(getattr(standing, name) == value for name, value in values.items()):
                return standing
        check_seen(_("Exchange rates"), seen, rates_in_words(club.pk))
        rate: Rate = Rate.objects.create(club=club, author=author[:120], **values)
        note_act(club=club, author=author, what="rate set", name=stored_of(rate_in_words(rate)))
    return rate


def withdraw_rate(*, club: Club, rate: int, author: str, seen: str | None = None) -> None:
    """Say that from now on there is no rate between two coins; what was paid stays as it was.

    Where it is withdrawn already nothing is written. `seen` is what `rates_in_words` said; raises
    ChangedMeanwhile where it says otherwise.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        standing = next((each for each in rates_of(club.pk) if each.pk == rate), None)
        if standing is None:
            return
        check_seen(_("Exchange rates"), seen, rates_in_words(club.pk))
        note_act(
            club=club, author=author, what="rate withdrawn", name=stored_of(rate_in_words(standing))
        )
        Rate.objects.create(
            club=club,
            author=author[:120],
            currency=standing.currency,
            coins=standing.coins,
            into=standing.into,
            into_coins=standing.into_coins,
            withdrawn=True,
        )


def reckon_over(*, club: Club, rate: Rate, key: str, actor: Actor) -> Entry | None:
    """Turn every balance in one currency into the other at a rate; each currency sums to nothing.

    Every balance is rounded once; what that leaves over stays on the exchange account, the club's.
    Slips of tonight are left to their tables. None where nobody has a balance in it. The same key
    again is the same entry.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        known = Entry.objects.filter(club=club, key=key).first()
        if known is not None:
            return known
        worth = Fraction(rate.into_coins, rate.coins)
        balances = carried_over(club).get(rate.currency, {})
        lines: dict[Line, int] = {}
        for party, coins in balances.items():
            lines[Line(party, EXCHANGE, rate.currency)] = coins
            lines[Line(EXCHANGE, party, rate.into)] = round_coins(coins * worth)
        entry = authored(actor, club.pk, key, rate_in_words(rate))
        origin = Origin(evening_of(club, clock.now()))
        return post(kind=Entry.Kind.CHANGED, origin=origin, lines=lines, entry=entry)
