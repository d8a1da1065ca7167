"""Paying what is owed, in whole or in part, and the rate at which other coins are taken."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.entry import (
    Authorship,
    Given,
    Refused,
    authored,
    check_seen,
    text_of,
    whole_number,
)
from clubscore.club.ledger import (
    EXCHANGE,
    Origin,
    Owed,
    Transfer,
    carried_over,
    contradict,
    owed_in,
    post,
)
from clubscore.club.logins import note_act
from clubscore.club.models import Club, Entry, Rate, evening_of
from clubscore.club.record_words import RATE, RATE_WITHDRAWN, Coins, own, stored_of
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
        lines: dict[Transfer, int] = {}
        for party, coins in balances.items():
            lines[Transfer(party, EXCHANGE, rate.currency)] = coins
            lines[Transfer(EXCHANGE, party, rate.into)] = round_coins(coins * worth)
        entry = authored(actor, club.pk, key, rate_in_words(rate))
        origin = Origin(evening_of(club, clock.now()))
        return post(kind=Entry.Kind.CHANGED, origin=origin, lines=lines, entry=entry)


Kind = Entry.Kind
# An amount owed, as our own forms say it in smallest coins.
COINS = re.compile(r"[0-9]{1,15}")


@dataclass(frozen=True)
class Handed:
    """What somebody says was handed over: who to whom, of what amount owed, in which coin.

    `owed` is the line as it was seen, in `currency`. `amount` is what was handed over of it, None
    for all of it, in `coin`, which may be another currency at the club's rate.
    """

    payer: int
    payee: int
    currency: str
    owed: int
    amount: int | None = None
    coin: str = ""


def pay(*, club: Club, handed: Handed, key: str, actor: Actor) -> Entry:
    """Record a payment of what is owed over all evenings. The same key again is the same payment.

    Raises Refused where it is not owed any more.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club.pk)
        known = Entry.objects.filter(club=club, key=key).first()
        if known is not None:
            return known
        line = find_owed(owed_in(club), handed)
        if not line.concerns(actor):
            raise Refused(_("Only the people concerned can record this payment."))
        origin = Origin(evening_of(club, clock.now()))
        return hand_over(line, handed, origin, authored(actor, club.pk, key))


def find_owed(owed: Iterable[Owed], handed: Handed) -> Owed:
    """Return the line that a payment means, as it was seen. Raises Refused where it is gone."""
    for one in owed:
        shown = (one.payer.pk, one.payee.pk, one.currency.code, one.amount)
        if shown == (handed.payer, handed.payee, handed.currency, handed.owed):
            return one
    raise Refused(_("This is no longer owed. Check who owes whom."))


def hand_over(line: Owed, handed: Handed, origin: Origin, entry: Authorship) -> Entry:
    """Enter a payment of a line; in another coin its worth is first reckoned over.

    Whoever pays rises by what is paid. Raises Refused for more than is owed, or without a rate.
    """
    payer, payee, own = line.payer.pk, line.payee.pk, line.currency.code
    coin = handed.coin or own
    worth, coins = _worth(line, handed, entry["club_id"])
    if coin != own:
        lines = {Transfer(payee, payer, own): worth, Transfer(payer, payee, coin): coins}
        change: Authorship = {**entry, "key": f"{entry['key']}:coin", "reason": ""}
        changed = post(kind=Kind.CHANGED, origin=origin, lines=lines, entry=change)
        assert changed is not None  # noqa: S101 - both amounts are something
        origin = Origin(
            origin.evening, origin.room, origin.place, origin.sitting, f"coin:{changed.pk}"
        )
    made = post(
        kind=Kind.PAYMENT, origin=origin, lines={Transfer(payee, payer, coin): coins}, entry=entry
    )
    assert made is not None  # noqa: S101 - the amount is something
    return made


def _worth(line: Owed, handed: Handed, club_id: int) -> tuple[int, int]:
    """Return how much of the line is paid, and with how many coins of the kind handed over."""
    coin = handed.coin or line.currency.code
    rate = Fraction(1)
    if coin != line.currency.code:
        found = rate_between(club_id, line.currency.code, coin)
        if found is None:
            raise Refused(_("The club has no rate between these two currencies. Set one first."))
        rate = found
    whole = round_coins(line.amount * rate)
    coins = whole if handed.amount is None else handed.amount
    if not 0 < coins <= whole:
        raise Refused(_("Enter an amount, at most what is owed."))
    worth = line.amount if coins == whole else round_coins(coins / rate)
    if not worth:
        raise Refused(_("This is too little to pay in the other currency. Enter more."))
    return worth, coins


def take_back(*, payment: Entry, key: str, actor: Actor, reason: str = "") -> Entry:
    """Record that a payment was not made after all: its contrary. Twice counts once.

    The caller has asked whether they may (`clubscore.rubbers.settling`).
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=payment.club_id)
        known = Entry.objects.filter(corrects=payment, kind=Kind.NOT_PAID).first()
        if known is not None:
            return known
        entry = authored(actor, payment.club_id, key, reason)
        made = contradict(wrong=payment, kind=Kind.NOT_PAID, entry=entry)
        assert made is not None  # noqa: S101 - a payment is something
        word, _colon, number = payment.subject.partition(":")
        if word == "coin":
            changed = Entry.objects.get(club_id=payment.club_id, pk=int(number))
            contradict(wrong=changed, kind=Kind.PUT_RIGHT, entry={**entry, "key": f"{key}:coin"})
        return made


def read_handed(given: Given) -> Handed:
    """Return what a key "Paid" says: a line of who owes whom, all of it."""
    return Handed(
        payer=whole_number(text_of(given, "payer")) or 0,
        payee=whole_number(text_of(given, "payee")) or 0,
        currency=text_of(given, "currency")[:3],
        owed=int(said) if COINS.fullmatch(said := text_of(given, "amount")) else 0,
    )
