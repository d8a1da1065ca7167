"""Coins handed over, by a tap: all that is owed or a part of it, in its own coin or another's."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.accounts.balances import Owed, owed_in
from clubscore.club.accounts.ledger import Line, Origin, contradict, post
from clubscore.club.accounts.rates import rate_between
from clubscore.club.authorship import Authorship, authored
from clubscore.club.evening import evening_of
from clubscore.club.form_values import Given, text_of, whole_number
from clubscore.club.models import Club, Entry
from clubscore.club.refused import Refused
from clubscore.laws.money import round_coins

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
        lines = {Line(payee, payer, own): worth, Line(payer, payee, coin): coins}
        change: Authorship = {**entry, "key": f"{entry['key']}:coin", "reason": ""}
        changed = post(kind=Kind.CHANGED, origin=origin, lines=lines, entry=change)
        assert changed is not None  # noqa: S101 - both amounts are something
        origin = Origin(
            origin.evening, origin.room, origin.place, origin.sitting, f"coin:{changed.pk}"
        )
    made = post(
        kind=Kind.PAYMENT, origin=origin, lines={Line(payee, payer, coin): coins}, entry=entry
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

    The caller has asked whether they may (`clubscore.rubbers.money.closed_and_agreed`).
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
