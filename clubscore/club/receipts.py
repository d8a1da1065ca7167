"""Receipts for what the club was paid: numbered without gaps, amounts spelt out in words.

Number, author and purpose are records; payer, amount and day are those of the payment. A receipt
whose payment was undone is void by that.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from clubscore.club.access import Actor
from clubscore.club.entry import Refused, authored
from clubscore.club.ledger import Party, TheClub, not_corrected
from clubscore.club.models import Club, Entry, Receipt, VoidReceipt
from clubscore.club.wording import both, full_date
from clubscore.laws.money import (
    FARTHINGS_PER_PENNY,
    FARTHINGS_PER_POUND,
    FARTHINGS_PER_SHILLING,
    Currency,
    find_currency,
)

_SMALL: tuple[Promise, ...] = (
    pgettext_lazy("number in words", "nought"),
    pgettext_lazy("number in words", "one"),
    pgettext_lazy("number in words", "two"),
    pgettext_lazy("number in words", "three"),
    pgettext_lazy("number in words", "four"),
    pgettext_lazy("number in words", "five"),
    pgettext_lazy("number in words", "six"),
    pgettext_lazy("number in words", "seven"),
    pgettext_lazy("number in words", "eight"),
    pgettext_lazy("number in words", "nine"),
    pgettext_lazy("number in words", "ten"),
    pgettext_lazy("number in words", "eleven"),
    pgettext_lazy("number in words", "twelve"),
    pgettext_lazy("number in words", "thirteen"),
    pgettext_lazy("number in words", "fourteen"),
    pgettext_lazy("number in words", "fifteen"),
    pgettext_lazy("number in words", "sixteen"),
    pgettext_lazy("number in words", "seventeen"),
    pgettext_lazy("number in words", "eighteen"),
    pgettext_lazy("number in words", "nineteen"),
)
_TENS: tuple[Promise, ...] = (
    pgettext_lazy("number in words", "twenty"),
    pgettext_lazy("number in words", "thirty"),
    pgettext_lazy("number in words", "forty"),
    pgettext_lazy("number in words", "fifty"),
    pgettext_lazy("number in words", "sixty"),
    pgettext_lazy("number in words", "seventy"),
    pgettext_lazy("number in words", "eighty"),
    pgettext_lazy("number in words", "ninety"),
)
_HUNDRED = 100
_LARGE: tuple[tuple[int, Promise], ...] = (
    (10**15, pgettext_lazy("number in words", "%(count)s quadrillion")),
    (10**12, pgettext_lazy("number in words", "%(count)s trillion")),
    (10**9, pgettext_lazy("number in words", "%(count)s billion")),
    (10**6, pgettext_lazy("number in words", "%(count)s million")),
    (10**3, pgettext_lazy("number in words", "%(count)s thousand")),
    (_HUNDRED, pgettext_lazy("number in words", "%(count)s hundred")),
)
_FRACTIONS: tuple[Promise, ...] = (
    pgettext_lazy("old money", "a farthing"),
    pgettext_lazy("old money", "a halfpenny"),
    pgettext_lazy("old money", "three farthings"),
)


def number_in_words(value: int) -> str:
    """Return a whole number from nothing on: "one thousand two hundred and five"."""
    for size, pattern in _LARGE:
        if value >= size:
            count, rest = divmod(value, size)
            head = str(pattern) % {"count": number_in_words(count)}
            if not rest:
                return head
            words = {"head": head, "rest": number_in_words(rest)}
            if rest < _HUNDRED:
                return pgettext("number in words", "%(head)s and %(rest)s") % words
            return pgettext("number in words", "%(head)s %(rest)s") % words
    return _below_hundred(value)


def _below_hundred(value: int) -> str:
    if value < len(_SMALL):
        return str(_SMALL[value])
    tens, ones = divmod(value, 10)
    if not ones:
        return str(_TENS[tens - 2])
    words = {"tens": str(_TENS[tens - 2]), "ones": str(_SMALL[ones])}
    return pgettext("number in words", "%(tens)s-%(ones)s") % words


def amount_in_words(coins: int, currency: Currency) -> str:
    """Return an amount from nothing on, in smallest coins, in words.

    A figure can be altered with a stroke of a pen, words cannot.
    """
    if currency.decimals is None:
        return both(_old_money(coins)) or _("no money")
    units, rest = divmod(coins, currency.coins)
    said = _UNITS.get(currency.code)
    if said is not None:
        unit, part = said
        return both(
            [*([unit(units)] if units or not rest else []), *([part(rest)] if rest else [])]
        )
    words = {"units": number_in_words(units), "code": currency.code, "coins": currency.coins}
    if not rest:
        return _("%(units)s %(code)s") % words
    part_words = words | {"rest": f"{rest:0{currency.decimals}d}"}
    return _("%(units)s and %(rest)s/%(coins)s %(code)s") % part_words


def _old_money(coins: int) -> list[str]:
    """Return pounds, shillings, pence and farthings that are something."""
    pounds, rest = divmod(coins, FARTHINGS_PER_POUND)
    shillings, rest = divmod(rest, FARTHINGS_PER_SHILLING)
    pence, farthings = divmod(rest, FARTHINGS_PER_PENNY)
    found = []
    if pounds:
        found.append(_pounds(pounds))
    if shillings:
        text = ngettext("%(count)s shilling", "%(count)s shillings", shillings)
        found.append(text % {"count": number_in_words(shillings)})
    if pence:
        found.append(_pence(pence))
    if farthings:
        found.append(str(_FRACTIONS[farthings - 1]))
    return found


def _pounds(count: int) -> str:
    text = ngettext("%(count)s pound", "%(count)s pounds", count)
    return text % {"count": number_in_words(count)}


def _pence(count: int) -> str:
    text = ngettext("%(count)s penny", "%(count)s pence", count)
    return text % {"count": number_in_words(count)}


def _euros(count: int) -> str:
    text = ngettext("%(count)s euro", "%(count)s euros", count)
    return text % {"count": number_in_words(count)}


def _dollars(count: int) -> str:
    text = ngettext("%(count)s US dollar", "%(count)s US dollars", count)
    return text % {"count": number_in_words(count)}


def _cents(count: int) -> str:
    text = ngettext("%(count)s cent", "%(count)s cents", count)
    return text % {"count": number_in_words(count)}


_UNITS: dict[str, tuple[Callable[[int], str], Callable[[int], str]]] = {
    "GBP": (_pounds, _pence),
    "EUR": (_euros, _cents),
    "USD": (_dollars, _cents),
}


Kind = Entry.Kind
# How many may be printed at once: ten sheets of three.
MOST = 30
# What stands on a counterfoil of six centimetres.
MOST_WORDS = 80
_WITH = ("postings__credited__person__merged_into",)


class Numbers(NamedTuple):
    """Receipts that follow one another, by their first and last number."""

    first: int
    last: int


@dataclass(frozen=True)
class ClubPayment:
    """A payment to the club: who paid how much."""

    entry: Entry
    payer: Party
    amount: int
    currency: Currency

    @property
    def usual(self) -> str:
        """What such a payment is for, until somebody says better."""
        day = {"day": full_date(self.entry.evening)}
        if self.entry.place:
            return _("table money, %(day)s") % day
        return _("what was owed on %(day)s") % day


@dataclass(frozen=True)
class Given:
    """A receipt as it is read: of which payment, and why it is void, "" where it stands."""

    receipt: Receipt
    paid: ClubPayment
    void: str


def payments_to(club: Club) -> QuerySet[Entry]:
    """Return the payments that the club received and that stand, newest first."""
    found = Entry.objects.filter(
        not_corrected(), club=club, kind=Kind.PAYMENT, postings__debited__person=None
    )
    return found.prefetch_related(*_WITH).order_by("-pk")


def without_receipt(club: Club, count: int) -> list[ClubPayment]:
    """Return payments to the club for which no receipt stands, newest first. Three queries."""
    standing = Receipt.objects.filter(club=club, void=None).values("payment")
    return [paid_of(each) for each in payments_to(club).exclude(pk__in=standing)[:count]]


def paid_of(entry: Entry) -> ClubPayment:
    """Return who paid how much by an entry."""
    (posting,) = entry.postings.all()
    person = posting.credited.person
    payer: Party = (person.merged_into or person) if person is not None else TheClub()
    return ClubPayment(entry, payer, posting.amount, find_currency(posting.currency))


def receipts_of(club: Club) -> QuerySet[Receipt]:
    """Return a club's receipts with what they are read with, newest first."""
    found = Receipt.objects.filter(club=club).select_related("payment", "void")
    payments = (f"payment__{each}" for each in _WITH)
    return found.prefetch_related(*payments, "payment__corrections").order_by("-number")


def given(receipts: Iterable[Receipt]) -> list[Given]:
    """Return receipts as they are read."""
    return [Given(each, paid_of(each.payment), _void(each)) for each in receipts]


def _void(receipt: Receipt) -> str:
    void: VoidReceipt | None = getattr(receipt, "void", None)
    if void is not None:
        return str(void.reason)
    if any(each.kind == Kind.NOT_PAID for each in receipt.payment.corrections.all()):
        return _("the payment was undone")
    return ""


def make_receipt(*, club: Club, payment: int, words: str, key: str, actor: Actor) -> Receipt:
    """Give a receipt for a payment to the club; twice, or the same key again, is the one given.

    Raises Refused where there is no such payment any more, or nothing says what it was for.
    """
    said = " ".join(words.split())
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club.pk)
        same = Q(key=key) | Q(payment=payment, void=None)
        known = Receipt.objects.filter(same, club=club)
        found = known.order_by("-pk").first()
        if found is not None:
            return found
        entry = payments_to(club).filter(pk=payment).first()
        if entry is None:
            raise Refused(_("No such payment, or it was undone. Choose one from the list."))
        if not said:
            raise Refused(_("Enter what the payment was for."), f"words-{payment}")
        last = Receipt.objects.filter(club=club).aggregate(last=Max("number"))["last"]
        made: Receipt = Receipt.objects.create(
            number=(last or 0) + 1,
            payment=entry,
            words=said[:MOST_WORDS],
            **authored(actor, club.pk, key),
        )
        return made


def void_receipt(*, club: Club, number: int, reason: str, key: str, actor: Actor) -> VoidReceipt:
    """Declare a receipt void; it stays in the list. Twice counts once.

    Raises Refused without a reason, or where there is no such receipt.
    """
    said = " ".join(reason.split())
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club.pk)
        receipt = Receipt.objects.filter(club=club, number=number).first()
        if receipt is None:
            raise Refused(_("There is no receipt with this number. Choose one from the list."))
        known = VoidReceipt.objects.filter(receipt=receipt).first()
        if known is not None:
            return known
        if not said:
            raise Refused(_("Enter why the receipt is void."), f"reason-{number}")
        made: VoidReceipt = VoidReceipt.objects.create(
            receipt=receipt, **authored(actor, club.pk, key, said[:MOST_WORDS])
        )
        return made
