"""Receipts that the club gives for what it was paid: numbered without gaps, never changed.

Number, author and what it is for are records; payer, amount and day are those of the payment. One
whose payment was undone is void by that.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.accounts.balances import Party, TheClub, not_corrected
from clubscore.club.authorship import authored
from clubscore.club.models import Club, Entry, Receipt, VoidReceipt
from clubscore.club.refused import Refused
from clubscore.club.wording.days import full_date
from clubscore.laws.money import Currency, find_currency

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
class Paid:
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
    paid: Paid
    void: str


def payments_to(club: Club) -> QuerySet[Entry]:
    """Return the payments that the club received and that stand, newest first."""
    found = Entry.objects.filter(
        not_corrected(), club=club, kind=Kind.PAYMENT, postings__debited__person=None
    )
    return found.prefetch_related(*_WITH).order_by("-pk")


def without_receipt(club: Club, count: int) -> list[Paid]:
    """Return payments to the club for which no receipt stands, newest first. Three queries."""
    standing = Receipt.objects.filter(club=club, void=None).values("payment")
    return [paid_of(each) for each in payments_to(club).exclude(pk__in=standing)[:count]]


def paid_of(entry: Entry) -> Paid:
    """Return who paid how much by an entry."""
    (posting,) = entry.postings.all()
    person = posting.credited.person
    payer: Party = (person.merged_into or person) if person is not None else TheClub()
    return Paid(entry, payer, posting.amount, find_currency(posting.currency))


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
