"""The Book: who owes whom, and accounts."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.database import at_one_moment
from clubscore.club.entry import key_of, new_key
from clubscore.club.ledger import (
    THE_CLUB,
    Balances,
    Owed,
    Party,
    TheClub,
    owed_in,
    parties,
    standing_in,
)
from clubscore.club.models import Entry
from clubscore.club.payments import pay, rate_in_words, rates_of, read_handed
from clubscore.club.people import Authors
from clubscore.club.statements import (
    AccountPages,
    StatementLine,
    account_for,
    book_of,
    payments_lately,
    period_of,
)
from clubscore.club.table_money import fee_in_words, fee_of
from clubscore.club.wording import speak_amount
from clubscore.home.people import AccountRow, AccountsTable
from clubscore.laws.money import find_currency
from clubscore.rubbers.selectors import tonight
from clubscore.rubbers.settling import ROOM, evenings_booked
from clubscore.rubbers.slip import PaymentForm, undo_payment
from clubscore.web.part_payment import PartForm, part_page

A_PAGE = 25  # lines of an account
EVENINGS = 8  # of which the treasurer's sheet is offered


@dataclass(frozen=True)
class AccountsOwedRow:
    """What somebody owes, and the key of the form that pays it."""

    owed: Owed
    amount: str
    key: str


@dataclass(frozen=True)
class RecentPaymentRow:
    """A payment of late, who recorded it, and the key of the form that takes it back.

    One of tonight (`is_fresh`) is taken back by those whom it concerns, an older one by a scorer.
    """

    entry: Entry
    payer: Party
    payee: Party
    amount: str
    key: str
    author: str
    is_fresh: bool


@dataclass(frozen=True)
class AccountLine:
    """A line of an account in words; ``page`` is where it comes from, "" for nowhere."""

    line: StatementLine
    amount: str
    balance: str
    page: str


@open_to(Level.PLAYER)
@require_safe
@at_one_moment
def book(request: ClubRequest) -> HttpResponse:
    """Show who owes whom and every account to the director, their own to anybody else."""
    actor = request.actor
    club = book_of(actor)
    standing = standing_in(club)
    owed = [one for one in owed_in(club, standing) if one.concerns(actor)]
    authors = Authors(club)
    context: dict[str, Any] = {
        "owed": [_owed_row(one) for one in owed],
        "payments": [
            _payment_row(entry, authors.of(entry), tonight(club))
            for entry in payments_lately(club, None if actor.is_director else actor.person)
        ],
        "own": _own(standing, actor),
        "fee": fee_in_words(fee_of(club)),
        "rates": [rate_in_words(rate) for rate in rates_of(club.pk)],
    }
    if actor.is_director:
        context["table"] = _accounts(request, standing)
        context["evenings"] = evenings_booked(club, EVENINGS)
    return render(request, "room/book.html", context)


def _accounts(request: ClubRequest, balances: Balances) -> AccountsTable:
    people = parties({who for won in balances.values() for who in won})
    rows: list[AccountRow] = [
        {
            "page": reverse("account", args=[who]) if who else reverse("club-account"),
            "name": people[who].name,
            **{code: won.get(who, 0) for code, won in balances.items()},
        }
        for who in people
        if any(who in won for won in balances.values())
    ]
    table = AccountsTable.of(rows, [find_currency(code) for code in balances])
    RequestConfig(request, paginate={"per_page": 25}).configure(table)
    return table


def _owed_row(owed: Owed) -> AccountsOwedRow:
    return AccountsOwedRow(owed, speak_amount(owed.amount, owed.currency), new_key())


def _payment_row(entry: Entry, author: str, evening: dt.date) -> RecentPaymentRow:
    (posting,) = entry.postings.all()
    return RecentPaymentRow(
        entry,
        payer=posting.credited.person or TheClub(),
        payee=posting.debited.person or TheClub(),
        amount=speak_amount(posting.amount, find_currency(posting.currency)),
        key=new_key(),
        author=author,
        is_fresh=entry.evening == evening,
    )


def _own(standing: Balances, actor: Actor) -> list[str]:
    theirs = actor.person.pk if actor.person is not None else None
    return _spoken({code: won[theirs] for code, won in standing.items() if theirs in won})


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
    actor, form = request.actor, PaymentForm(request.POST)
    club = book_of(actor)
    payment = get_object_or_404(
        Entry,
        club=club,
        kind=Entry.Kind.PAYMENT,
        place="",
        pk=form.read["payment"],
    )
    undo_payment(payment=payment, reason=form.words_of("reason"), key=form.key, actor=actor)
    return redirect("book")


@open_to(Level.PLAYER)
@require_safe
@at_one_moment
def account(request: ClubRequest, person: int) -> HttpResponse:
    """Show somebody's account."""
    found = account_for(request.actor, person)
    if found.pk != person:
        return redirect("account", person=found.pk)
    return _account_page(request, found)


@open_to(Level.DIRECTOR)
@require_safe
@at_one_moment
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
    lines = AccountPages(club, whose, period_of(request))
    page = Paginator(cast("Sequence[StatementLine]", lines), A_PAGE).get_page(
        request.GET.get("page")
    )
    query = request.GET.copy()
    query.pop("page", None)
    context: dict[str, Any] = {
        "whose": whose,
        "is_club": whose.pk == THE_CLUB,
        "page": page,
        "query": query.urlencode(),
        "before": _spoken(lines.before),
        "after": _spoken(lines.after),
        "years": lines.years,
        "period": lines.period,
        "lines": [
            AccountLine(
                line,
                speak_amount(line.amount, line.currency),
                speak_amount(line.balance, line.currency),
                page_of(line.entry),
            )
            for line in page
        ],
    }
    return render(request, "room/account.html", context)
