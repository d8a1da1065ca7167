"""The slip of the evening, and what is paid of it at the table."""

from dataclasses import dataclass
from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.accounts.balances import not_corrected
from clubscore.club.accounts.part_payment import PartForm, part_page
from clubscore.club.accounts.paying import read_handed
from clubscore.club.models import Entry, Person
from clubscore.club.one_moment import at_one_moment
from clubscore.club.wording.figures import speak_amount
from clubscore.laws.money import find_currency
from clubscore.rubbers.locks import key_of, new_key
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.money.booking import ROOM, tables_beside
from clubscore.rubbers.money.closed_and_agreed import is_closed_and_agreed, may_change
from clubscore.rubbers.money.forms import PayAllForm, PaymentForm, TableMoneyForm
from clubscore.rubbers.money.paid_tonight import (
    pay_all_at_table,
    pay_at_table,
    undo_all_payments,
    undo_payment,
)
from clubscore.rubbers.money.table_charge import charge_anyway, charge_nothing
from clubscore.rubbers.selectors import may_enter, sitting_for
from clubscore.rubbers.views.slip_page import SlipPage, slip_page

Kind = Entry.Kind


@dataclass(frozen=True)
class FeeRow:
    """Table money of somebody, charged or waived, and the key with which that is changed."""

    entry: Entry
    person: Person | None
    amount: str
    waived: bool
    key: str


class EveningSlipPage(TypedDict):
    """The slip, who was charged table money, and whether keys of paying stay at the foot.

    What is `settled` a scorer alone may change.
    """

    sitting: Sitting
    page: SlipPage
    may_enter: bool
    docked: bool
    fees: list[FeeRow]
    settled: bool
    may_change: bool
    key: str


@open_to(Level.TABLE)
@require_safe
@at_one_moment
def slip(request: ClubRequest, pk: int) -> HttpResponse:
    """Show the evening at a table: players across, rubbers down, who pays whom."""
    sitting = sitting_for(request.actor, pk)
    enters = may_enter(request.actor, sitting)
    page = slip_page(request.actor, sitting)
    context: EveningSlipPage = {
        "sitting": sitting,
        "page": page,
        "may_enter": enters,
        "docked": page.is_tonight and enters and bool(page.owed or page.batch),
        "fees": _fees(sitting) if enters else [],
        "settled": is_closed_and_agreed(sitting),
        "may_change": enters and may_change(request.actor, sitting),
        "key": new_key(),
    }
    return render(request, "rubbers/slip.html", context)


def _fees(sitting: Sitting) -> list[FeeRow]:
    """Return who was charged table money here, and who was let off."""
    if not sitting.club.plays_for_money:
        return []
    entries = Entry.objects.filter(
        not_corrected(),
        club=sitting.club,
        evening=sitting.evening,  # by which the book finds it
        room=ROOM,
        sitting=sitting.pk,
        kind__in=[Kind.TABLE_MONEY, Kind.WAIVED],
    ).prefetch_related("postings__debited__person", "postings__credited__person")
    fees = []
    for entry in entries:
        (posting,) = entry.postings.all()
        person = posting.debited.person or posting.credited.person
        fees.append(
            FeeRow(
                entry=entry,
                person=person,
                amount=speak_amount(posting.amount, find_currency(posting.currency)),
                waived=entry.kind == Kind.WAIVED,
                key=new_key(),
            )
        )
    return fees


@open_to(Level.TABLE)
@require_POST
def paid(request: ClubRequest, pk: int) -> HttpResponse:
    """Record that what one owes another was handed over."""
    sitting = sitting_for(request.actor, pk, enter=True)
    pay_at_table(
        sitting=sitting,
        handed=read_handed(request.POST),
        key=key_of(request.POST),
        actor=request.actor,
    )
    return redirect("slip", pk=pk)


@open_to(Level.TABLE)
@require_POST
def all_paid(request: ClubRequest, pk: int) -> HttpResponse:
    """Record that all that is owed on the slip was handed over, or take that back."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form = PayAllForm(request.POST)
    batch = form.words_of("batch")
    if batch:
        undo_all_payments(
            sitting=sitting,
            batch=batch,
            reason=form.words_of("reason"),
            key=form.key,
            actor=request.actor,
        )
    else:
        pay_all_at_table(
            sitting=sitting, seen=form.words_of("seen"), key=form.key, actor=request.actor
        )
    return redirect("slip", pk=pk)


@open_to(Level.TABLE)
@require_http_methods(["GET", "HEAD", "POST"])
def part_paid(request: ClubRequest, pk: int) -> HttpResponse:
    """Pay a part of what is owed at the table, or pay it in another coin."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form = PartForm.of(request, sitting.club)
    if request.method == "POST" and form.is_valid():
        pay_at_table(
            sitting=sitting,
            handed=form.handed,
            key=key_of(request.POST),
            actor=request.actor,
        )
        return redirect("slip", pk=pk)
    return part_page(request, form, back="slip", pk=pk)


@open_to(Level.TABLE)
@require_POST
def not_paid(request: ClubRequest, pk: int) -> HttpResponse:
    """Record that a payment was not made after all."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form = PaymentForm(request.POST)
    payment = _entry_here(sitting, form.number_of("payment"), Kind.PAYMENT)
    undo_payment(payment=payment, reason=form.words_of("reason"), key=form.key, actor=request.actor)
    return redirect("slip", pk=pk)


@open_to(Level.TABLE)
@require_POST
def fee(request: ClubRequest, pk: int) -> HttpResponse:
    """Let somebody off their table money, or charge it after all."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form = TableMoneyForm(request.POST)
    entry, reason = form.number_of("entry"), form.words_of("reason")
    if form.sends("after_all"):
        waived = _entry_here(sitting, entry, Kind.WAIVED)
        charge_anyway(waived=waived, key=form.key, actor=request.actor)
    else:
        charged = _entry_here(sitting, entry, Kind.TABLE_MONEY)
        charge_nothing(charged=charged, reason=reason, key=form.key, actor=request.actor)
    return redirect("slip", pk=pk)


def _entry_here(sitting: Sitting, number: int | None, kind: str) -> Entry:
    """Return an entry of a table's evening. Raises Http404 for anything else."""
    return get_object_or_404(
        Entry,
        club=sitting.club,
        room=ROOM,
        place__in=[str(table) for table in tables_beside(sitting)],
        evening=sitting.evening,
        kind=kind,
        pk=number,
    )
