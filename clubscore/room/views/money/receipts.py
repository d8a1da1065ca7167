"""Receipts that the club gives for what it was paid: the list, a new one, a void one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.accounts.receipts import (
    MOST,
    Given,
    Numbers,
    Paid,
    given,
    make_receipt,
    receipts_of,
    void_receipt,
    without_receipt,
)
from clubscore.club.accounts.who_sees import book_of
from clubscore.club.authorship import new_key
from clubscore.club.models import Club, Receipt
from clubscore.club.refused import Refused
from clubscore.club.wording.figures import speak_amount
from clubscore.room.forms import ReceiptForm
from clubscore.tableside.problems import Problem

WAITING = 10  # payments without a receipt


@dataclass(frozen=True)
class PaidRow:
    """A payment without a receipt, what its field says, and the key of its form."""

    paid: Paid
    amount: str
    words: str
    key: str


@dataclass(frozen=True)
class GivenRow:
    """A receipt, what the field of its reason says, and the key of its form."""

    given: Given
    amount: str
    numbers: Numbers
    reason: str
    key: str


class ReceiptsPage(TypedDict):
    """What the page shows, newest first; `printed` are the numbers of all on it."""

    page: Page[Receipt]
    query: str
    rows: list[GivenRow]
    printed: Numbers | None
    waiting: list[PaidRow]
    problems: Sequence[Problem]


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def receipts(request: ClubRequest) -> HttpResponse:
    """List the receipts; give one for a payment, or declare one void."""
    club = book_of(request.actor)
    form = ReceiptForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        try:
            _write(request, club, form)
            return redirect("receipts")
        except Refused as refusal:
            form.refuse(refusal, refusal.field or "")
    context = _page(request, club, form)
    return render(request, "room/receipts.html", context, status=422 if form.problems else 200)


def _write(request: ClubRequest, club: Club, form: ReceiptForm) -> None:
    """Do what was asked for. Raises Refused with the field that it belongs to."""
    number, key, actor = form.number_of("void"), form.key, request.actor
    if number:
        reason = form.words_of("reason")
        void_receipt(club=club, number=number, reason=reason, key=key, actor=actor)
        return
    payment, words = form.number_of("payment") or 0, form.words_of("words")
    make_receipt(club=club, payment=payment, words=words, key=key, actor=actor)


def _page(request: ClubRequest, club: Club, form: ReceiptForm) -> ReceiptsPage:
    page = Paginator(receipts_of(club), MOST).get_page(request.GET.get("page"))
    found = given(page.object_list)
    typed = form.read if form.is_bound else {}
    numbers = [each.receipt.number for each in found]
    return {
        "page": page,
        "query": "",
        "rows": [_given_row(each, typed) for each in found],
        "printed": Numbers(numbers[-1], numbers[0]) if numbers else None,
        "waiting": [_paid_row(each, typed) for each in without_receipt(club, WAITING)],
        "problems": form.problems if form.is_bound else [],
    }


def _given_row(each: Given, typed: dict[str, object]) -> GivenRow:
    number = each.receipt.number
    reason = str(typed.get("reason", "")) if typed.get("void") == number else ""
    amount = speak_amount(each.paid.amount, each.paid.currency)
    return GivenRow(each, amount, Numbers(number, number), reason, new_key())


def _paid_row(each: Paid, typed: dict[str, object]) -> PaidRow:
    is_asked = typed.get("payment") == each.entry.pk
    words = str(typed.get("words", "")) if is_asked else each.usual
    return PaidRow(each, speak_amount(each.amount, each.currency), words, new_key())
