"""The terms of the Book: table money, and the rates at which coins are changed."""

from dataclasses import dataclass
from typing import TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.accounts.money_forms import FeeForm, RateForm
from clubscore.club.accounts.rates import (
    rate_in_words,
    rates_in_words,
    rates_of,
    reckon_over,
    set_rate,
    withdraw_rate,
)
from clubscore.club.accounts.table_money import fee_in_words, fee_of, set_fee
from clubscore.club.accounts.who_sees import book_of
from clubscore.club.authorship import new_key
from clubscore.club.edit_conflicts import Change, ChangedMeanwhile
from clubscore.club.forms import add_refusal, problems_of
from clubscore.club.models import Club, Rate, TableFee
from clubscore.club.refused import Refused
from clubscore.room.forms import OldRateForm


@dataclass(frozen=True)
class RateRow:
    """A rate in words; one in force has the key of the form that turns balances over by it."""

    rate: Rate
    words: str
    key: str = ""


@dataclass(frozen=True)
class FeeRow:
    """What the table money was, in words."""

    fee: TableFee
    words: str


class Terms(TypedDict):
    """What stands, and what stood."""

    fee_seen: str
    rates_seen: str
    rates: list[RateRow]
    old_rates: list[RateRow]
    old_fees: list[FeeRow]


class TermsPage(Terms):
    """The page of the terms: its two forms, and which of them was sent."""

    fee: FeeForm
    rate: RateForm
    what: str | None
    problems: list[dict[str, str]]
    changes: list[Change]


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def terms(request: ClubRequest) -> HttpResponse:
    """Set the table money, and the rates at which coins are changed."""
    club = book_of(request.actor)
    given = request.POST if request.method == "POST" else None
    what = given.get("what") if given is not None else None
    fee = FeeForm.of(club, given if what == "fee" else None)
    rate = RateForm(given if what == "rate" else None, club=club, auto_id="rate-%s")
    changes: list[Change] = []
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
    context: TermsPage = {
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
        context: TermsPage = {
            "fee": fee,
            "rate": rate,
            "what": "rate",
            "problems": [],
            "changes": meanwhile.changes,
            **_terms_now(club),
        }
        return render(request, "room/terms.html", context, status=409)
    return redirect("book-terms")


def _terms_now(club: Club) -> Terms:
    return {
        "fee_seen": fee_in_words(fee_of(club)),
        "rates_seen": rates_in_words(club.pk),
        "rates": [RateRow(each, rate_in_words(each), new_key()) for each in rates_of(club.pk)],
        "old_rates": [
            RateRow(each, rate_in_words(each))
            for each in Rate.objects.filter(club=club).order_by("-pk")
        ],
        "old_fees": [
            FeeRow(each, fee_in_words(each if each.amount else None))
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
