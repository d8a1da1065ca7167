"""The Book: who owes whom, accounts, table money and the rates at which coins are changed."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.accounts.balances import (
    Balances,
    Owed,
    Party,
    TheClub,
    balances_of,
    owed_in,
    parties,
    postings_in,
)
from clubscore.club.accounts.ledger import THE_CLUB
from clubscore.club.accounts.money_forms import FeeForm, RateForm
from clubscore.club.accounts.part_payment import PartForm, part_page
from clubscore.club.accounts.paying import pay, read_handed, take_back
from clubscore.club.accounts.rates import (
    rate_in_words,
    rates_in_words,
    rates_of,
    reckon_over,
    set_rate,
    withdraw_rate,
)
from clubscore.club.accounts.statement import (
    Statement,
    payments_lately,
    statement_of,
    years_of,
)
from clubscore.club.accounts.table_money import fee_in_words, fee_of, set_fee
from clubscore.club.accounts.who_sees import account_for, book_of, period_of
from clubscore.club.authorship import key_of, new_key
from clubscore.club.edit_conflicts import Change, ChangedMeanwhile
from clubscore.club.form_values import whole_number
from clubscore.club.forms import add_refusal, problems_of
from clubscore.club.models import Club, Entry, Rate, TableFee
from clubscore.club.people.forgotten import Authors
from clubscore.club.people.selectors import ids_and_merged
from clubscore.club.people.tables import AccountsTable
from clubscore.club.refused import Refused
from clubscore.club.wording.figures import speak_amount
from clubscore.laws.sheet.money import find_currency
from clubscore.rubbers.money.booking import ROOM

A_PAGE = 25  # lines of an account


@open_to(Level.PLAYER)
@require_safe
def book(request: ClubRequest) -> HttpResponse:
    """Show who owes whom and every account to the director, his own to anybody else."""
    actor = request.actor
    club = book_of(actor)
    standing = balances_of(postings_in(club))
    owed = [one for one in owed_in(club, standing) if one.concerns(actor)]
    authors = Authors(club)
    context: dict[str, Any] = {
        "owed": [_owed_row(one) for one in owed],
        "payments": [
            _payment_row(entry) | {"author": authors.of(entry)}
            for entry in payments_lately(club, None if actor.is_director else actor.person)
        ],
        "own": _own(standing, actor),
        "fee": fee_in_words(fee_of(club)),
        "rates": [rate_in_words(rate) for rate in rates_of(club.pk)],
    }
    if actor.is_director:
        context["table"] = _accounts(request, standing)
    return render(request, "room/book.html", context)


def _accounts(request: ClubRequest, balances: Balances) -> AccountsTable:
    people = parties({who for won in balances.values() for who in won})
    rows = [
        {"whose": people[who], "name": people[who].name,
         **{code: won.get(who, 0) for code, won in balances.items()}}
        for who in people
        if any(who in won for won in balances.values())
    ]  # fmt: skip
    table = AccountsTable.of(rows, [find_currency(code) for code in balances])
    RequestConfig(request, paginate={"per_page": 25}).configure(table)
    return table


def _owed_row(owed: Owed) -> dict[str, Any]:
    amount = speak_amount(owed.amount, owed.currency)
    return {"owed": owed, "amount": amount, "key": new_key()}


def _payment_row(entry: Entry) -> dict[str, Any]:
    (posting,) = entry.postings.all()
    return {
        "entry": entry,
        "payer": posting.credited.person or TheClub(),
        "payee": posting.debited.person or TheClub(),
        "amount": speak_amount(posting.amount, find_currency(posting.currency)),
        "key": new_key(),
    }


def _own(standing: Balances, actor: Actor) -> list[str]:
    his = actor.person.pk if actor.person is not None else None
    return _spoken({code: won[his] for code, won in standing.items() if his in won})


def _spoken(sums: dict[str, int]) -> list[str]:
    return [speak_amount(coins, find_currency(code)) for code, coins in sums.items()]


@open_to(Level.PLAYER)
@require_POST
def paid(request: ClubRequest) -> HttpResponse:
    """Record that what is owed over all evenings was handed over."""
    club = book_of(request.actor)
    handed = read_handed(request.POST)
    pay(club=club, handed=handed, key=key_of(request.POST), actor=request.actor)
    return redirect("book")


@open_to(Level.PLAYER)
@require_http_methods(["GET", "HEAD", "POST"])
def part_paid(request: ClubRequest) -> HttpResponse:
    """Pay a part of what is owed, or pay it in another coin."""
    club = book_of(request.actor)
    form = PartForm.of(request, club)
    if not request.actor.is_director:
        own = request.actor.person.pk if request.actor.person else None
        if form.line.payer and own not in (form.line.payer, form.line.payee):
            raise PermissionDenied
    if request.method == "POST" and form.is_valid():
        key = key_of(request.POST)
        pay(club=club, handed=form.handed, key=key, actor=request.actor)
        return redirect("book")
    return part_page(request, form, back="book")


@open_to(Level.PLAYER)
@require_POST
def not_paid(request: ClubRequest) -> HttpResponse:
    """Record that a payment was not made after all."""
    actor = request.actor
    club = book_of(actor)
    payment = get_object_or_404(
        Entry.objects.prefetch_related("postings__debited", "postings__credited"),
        club=club,
        kind=Entry.Kind.PAYMENT,
        place="",
        pk=whole_number(request.POST.get("payment")),
    )
    if not actor.is_director:
        (posting,) = payment.postings.all()
        his = set(ids_and_merged(actor.person)) if actor.person else set()
        if not his & {posting.debited.person_id, posting.credited.person_id}:
            raise Http404
    take_back(payment=payment, key=key_of(request.POST), actor=actor)
    return redirect("book")


@open_to(Level.PLAYER)
@require_safe
def account(request: ClubRequest, person: int) -> HttpResponse:
    """Show somebody's account."""
    found = account_for(request.actor, person)
    if found.pk != person:
        return redirect("account", person=found.pk)
    return _account_page(request, found)


@open_to(Level.DIRECTOR)
@require_safe
def club_account(request: ClubRequest) -> HttpResponse:
    """Show the club's own account: table money, and what rounding left over."""
    book_of(request.actor)
    return _account_page(request, TheClub())


def page_of(entry: Entry) -> str:
    """Return the page that an entry comes from, "" where it comes from none."""
    if entry.room != ROOM or not entry.sitting:
        return ""
    return reverse("slip", args=[entry.sitting])


def _account_page(request: ClubRequest, whose: Party) -> HttpResponse:
    club = request.actor.home
    statement: Statement = statement_of(club, whose, period_of(request))
    newest_first = statement.lines[::-1]
    page = Paginator(newest_first, A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "statement": statement,
        "whose": whose,
        "is_club": whose.pk == THE_CLUB,
        "page": page,
        "query": query.urlencode(),
        "before": _spoken(statement.before),
        "after": _spoken(statement.after),
        "years": years_of(club),
        "period": statement.period,
        "lines": [
            {"line": line, "amount": speak_amount(line.amount, line.currency),
             "balance": speak_amount(line.balance, line.currency),
             "page": page_of(line.entry)}
            for line in page
        ],
    }  # fmt: skip
    return render(request, "room/account.html", context)


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def terms(request: ClubRequest) -> HttpResponse:
    """Set the table money, and the rates at which coins are changed."""
    club = book_of(request.actor)
    given = request.POST if request.method == "POST" else None
    what = given.get("what") if given is not None else None
    fee = FeeForm.of(club, given if what == "fee" else None)
    rate = RateForm(given if what == "rate" else None, club=club)
    changes: list[Change] = []
    if given is not None and what == "withdraw":
        return _withdraw(request, club, fee, rate)
    chosen: FeeForm | RateForm = rate if what == "rate" else fee
    if given is not None and chosen.is_valid():
        author, seen = request.actor.label, given.get("seen", "")
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
    context = {"fee": fee, "rate": rate, "what": what, "problems": problems, "changes": changes}
    status = 409 if changes else 422 if problems else 200
    return render(request, "room/terms.html", context | _terms_now(club), status=status)


def _withdraw(request: ClubRequest, club: Club, fee: FeeForm, rate: RateForm) -> HttpResponse:
    number = whole_number(request.POST.get("rate")) or 0
    author, seen = request.actor.label, request.POST.get("seen", "")
    try:
        withdraw_rate(club=club, rate=number, author=author, seen=seen)
    except ChangedMeanwhile as meanwhile:
        context = {"fee": fee, "rate": rate, "what": "rate", "changes": meanwhile.changes}
        return render(request, "room/terms.html", context | _terms_now(club), status=409)
    return redirect("book-terms")


def _terms_now(club: Club) -> dict[str, Any]:
    """What stands, and what stood."""
    return {
        "fee_seen": fee_in_words(fee_of(club)),
        "rates_seen": rates_in_words(club.pk),
        "rates": [{"rate": each, "words": rate_in_words(each), "key": new_key()}
                  for each in rates_of(club.pk)],
        "old_rates": [{"rate": each, "words": rate_in_words(each)}
                      for each in Rate.objects.filter(club=club).order_by("-pk")],
        "old_fees": [{"fee": each, "words": fee_in_words(each if each.amount else None)}
                     for each in TableFee.objects.filter(club=club).order_by("-pk")],
    }  # fmt: skip


@open_to(Level.DIRECTOR)
@require_POST
def over(request: ClubRequest) -> HttpResponse:
    """Turn every balance in one coin into the other, at a rate."""
    club = book_of(request.actor)
    asked = whole_number(request.POST.get("rate"))
    rate = next((each for each in rates_of(club.pk) if each.pk == asked), None)
    if rate is None:
        raise Http404
    reckon_over(club=club, rate=rate, key=key_of(request.POST), actor=request.actor)
    return redirect("book")
