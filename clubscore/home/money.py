"""Pages of money: what is owed tonight or carried over, receipts, table money and rates.

Money is nobody else's business, so none of it stands on a page that any phone shows.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q, Subquery
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.database import Remembered
from clubscore.club.entry import ChangedMeanwhile, FieldChange, Refused, new_key
from clubscore.club.ledger import Owed, Posted, owed_in, posted_in
from clubscore.club.models import Club, Rate, TableFee
from clubscore.club.payments import (
    rate_in_words,
    rates_in_words,
    rates_of,
    reckon_over,
    set_rate,
    withdraw_rate,
)
from clubscore.club.receipts import (
    MOST,
    ClubPayment,
    Given,
    Numbers,
    given,
    make_receipt,
    receipts_of,
    void_receipt,
    without_receipt,
)
from clubscore.club.statements import book_of
from clubscore.club.table_money import fee_in_words, fee_of, set_fee
from clubscore.club.wording import speak_amount
from clubscore.home.forms import OldRateForm, ReceiptForm
from clubscore.laws.money import find_currency
from clubscore.rubbers.models import Settlement, Sitting
from clubscore.rubbers.selectors import may_enter, tonight
from clubscore.rubbers.slip import Slip, slips_of
from clubscore.web.forms import FeeForm, RateForm, add_refusal, problems_of

WEEKS_BACK = dt.timedelta(weeks=12)


@dataclass(frozen=True)
class TonightOwedRow:
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


class CarriedDebts(NamedTuple):
    """What is owed from earlier evenings: how many debts, and what they come to by currency."""

    debts: int
    coins: Mapping[str, int]

    @property
    def sums(self) -> list[str]:
        """What they come to, each currency in words."""
        return [speak_amount(coins, find_currency(code)) for code, coins in self.coins.items()]


# What was carried over in a club, with its people and terms at a revision, on an evening, when so
# much was posted.
_carried: Remembered[tuple[int, int, dt.date, Posted], CarriedDebts] = Remembered()


def carried_over(club: Club) -> CarriedDebts:
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
        carried = CarriedDebts(len(owed), coins)
        _carried.keep(key, carried)
    return carried


def owed_rows(actor: Actor, recent: Iterable[tuple[Sitting, Slip]]) -> Iterable[TonightOwedRow]:
    """Return what is owed at tonight's tables, then what is carried over.

    Everything to a director, their own to anybody else.
    """
    yield from owed_tonight(actor, recent)
    for owed in owed_in(actor.home):
        if owed.concerns(actor):
            yield _row(owed, True)


def owed_tonight(actor: Actor, recent: Iterable[tuple[Sitting, Slip]]) -> Iterable[TonightOwedRow]:
    """Return what is owed at tonight's tables: to a director all of it."""
    for sitting, slip in recent:
        if sitting.evening == tonight(actor.home):
            enters = may_enter(actor, sitting)
            for owed in slip.owed:
                if owed.concerns(actor):
                    yield _row(owed, enters, sitting)


def _row(owed: Owed, may_pay: bool, sitting: Sitting | None = None) -> TonightOwedRow:
    amount = speak_amount(owed.amount, owed.currency)
    return TonightOwedRow(owed, amount, new_key(), may_pay, sitting)


def own_rows(actor: Actor) -> list[TonightOwedRow]:
    """Return what somebody owes or is owed, tonight and from earlier; nothing where for love."""
    club, person = actor.home, actor.person
    if person is None or not club.plays_for_money:
        return []
    _playing, lately = sittings_tonight(club)
    rows = owed_rows(actor, recent_slips(club, lately))
    return [one for one in rows if person.pk in (one.owed.payer.pk, one.owed.payee.pk)]


# ---- Table money and rates.


@dataclass(frozen=True)
class RateRow:
    """A rate in words; one in force has the key of the form that turns balances over by it."""

    rate: Rate
    words: str
    key: str = ""


@dataclass(frozen=True)
class TableMoneyRow:
    """What the table money was, in words."""

    fee: TableFee
    words: str


class MoneyTerms(TypedDict):
    """What stands, and what stood."""

    fee_seen: str
    rates_seen: str
    rates: list[RateRow]
    old_rates: list[RateRow]
    old_fees: list[TableMoneyRow]


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def terms(request: ClubRequest) -> HttpResponse:
    """Set the table money, and the rates at which coins are changed."""
    club = book_of(request.actor)
    given = request.POST if request.method == "POST" else None
    what = given.get("what") if given is not None else None
    fee = FeeForm.of(club, given if what == "fee" else None)
    rate = RateForm(given if what == "rate" else None, club=club, auto_id="rate-%s")
    changes: list[FieldChange] = []
    if given is not None and what == "withdraw":
        return _withdraw(request, club, fee, rate)
    chosen: FeeForm | RateForm = rate if what == "rate" else fee
    if given is not None and chosen.is_valid():
        author, seen = request.actor.label, str(chosen.cleaned_data["seen"])
        try:
            if what == "rate":
                set_rate(club=club, author=author, seen=seen, **rate.values)
            else:
                set_fee(club=club, author=author, seen=seen, **fee.values)
            return redirect("book-terms")
        except Refused as refusal:
            add_refusal(chosen, refusal)
        except ChangedMeanwhile as meanwhile:
            changes = meanwhile.changes
    problems = problems_of(chosen) if given is not None else []
    context: dict[str, Any] = {
        "fee": fee,
        "rate": rate,
        "what": what,
        "problems": problems,
        "changes": changes,
        **_terms_now(club),
    }
    status = 409 if changes else 422 if problems else 200
    return render(request, "room/terms.html", context, status=status)


def _withdraw(request: ClubRequest, club: Club, fee: FeeForm, rate: RateForm) -> HttpResponse:
    form = OldRateForm(request.POST)
    try:
        withdraw_rate(
            club=club,
            rate=form.number_of("rate") or 0,
            author=request.actor.label,
            seen=form.words_of("seen"),
        )
    except ChangedMeanwhile as meanwhile:
        context: dict[str, Any] = {
            "fee": fee,
            "rate": rate,
            "what": "rate",
            "problems": [],
            "changes": meanwhile.changes,
            **_terms_now(club),
        }
        return render(request, "room/terms.html", context, status=409)
    return redirect("book-terms")


def _terms_now(club: Club) -> MoneyTerms:
    return {
        "fee_seen": fee_in_words(fee_of(club)),
        "rates_seen": rates_in_words(club.pk),
        "rates": [RateRow(each, rate_in_words(each), new_key()) for each in rates_of(club.pk)],
        "old_rates": [
            RateRow(each, rate_in_words(each))
            for each in Rate.objects.filter(club=club).order_by("-pk")
        ],
        "old_fees": [
            TableMoneyRow(each, fee_in_words(each if each.amount else None))
            for each in TableFee.objects.filter(club=club).order_by("-pk")
        ],
    }


@open_to(Level.DIRECTOR)
@require_POST
def over(request: ClubRequest) -> HttpResponse:
    """Turn every balance in one coin into the other, at a rate."""
    club, form = book_of(request.actor), OldRateForm(request.POST)
    asked = form.number_of("rate")
    rate = next((each for each in rates_of(club.pk) if each.pk == asked), None)
    if rate is None:
        raise Http404
    reckon_over(club=club, rate=rate, key=form.key, actor=request.actor)
    return redirect("book")


WAITING = 10  # payments without a receipt


@dataclass(frozen=True)
class ReceiptPaidRow:
    """A payment without a receipt, what its field says, and the key of its form."""

    paid: ClubPayment
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


def _page(request: ClubRequest, club: Club, form: ReceiptForm) -> dict[str, Any]:
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


def _paid_row(each: ClubPayment, typed: dict[str, object]) -> ReceiptPaidRow:
    is_asked = typed.get("payment") == each.entry.pk
    words = str(typed.get("words", "")) if is_asked else each.usual
    return ReceiptPaidRow(each, speak_amount(each.amount, each.currency), words, new_key())
