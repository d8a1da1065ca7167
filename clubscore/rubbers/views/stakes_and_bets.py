"""What two people play for beside the table: stakes of their own, and bets."""

import re
from dataclasses import dataclass
from typing import TypedDict

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.accounts.money_forms import coins_of
from clubscore.club.form_values import Given, whole_number
from clubscore.club.models import Person
from clubscore.club.wording.figures import speak_amount
from clubscore.club.wording.phrases import said
from clubscore.laws.errors import RuleError
from clubscore.laws.sheet.money import find_currency
from clubscore.laws.sheet.settlement import read_stakes
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.locks import key_of, new_key
from clubscore.rubbers.models import OwnStake, SideBet, Sitting
from clubscore.rubbers.money.bets import agree_bet, decide_bet
from clubscore.rubbers.money.own_stakes import agree_own_stake
from clubscore.rubbers.selectors import sitting_for
from clubscore.rubbers.sitting.stake_and_laws import read_stake
from clubscore.rubbers.state.headings import stake_in_words
from clubscore.tableside.problems import Problem


@dataclass(frozen=True)
class StakeRow:
    """A private stake in force, and the key with which the table's is played for again."""

    row: OwnStake
    words: str
    key: str


@dataclass(frozen=True)
class BetRow:
    """A bet, and how it came out so far; open before anybody said."""

    bet: SideBet
    amount: str
    open: bool
    winner: Person | None
    loser: Person
    key: str


class BesidesPage(TypedDict):
    """Private stakes and bets, and a form with what is wrong in it."""

    sitting: Sitting
    people: list[Person]
    stakes: list[StakeRow]
    bets: list[BetRow]
    key: str
    given: Given
    what: str
    problems: list[Problem]


@open_to(Level.TABLE)
@require_http_methods(["GET", "HEAD", "POST"])
def besides(request: ClubRequest, pk: int) -> HttpResponse:
    """Show stakes and bets beside the table's, and agree on another."""
    sitting = _sitting(request, pk)
    if request.method != "POST":
        return _page(request, sitting)
    try:
        if request.POST.get("what") == "bet":
            _bet(request, sitting)
        else:
            _stake(request, sitting)
    except RuleError as error:
        return _page(request, sitting, error)
    return redirect("besides", pk=pk)


@open_to(Level.TABLE)
@require_POST
def decide(request: ClubRequest, pk: int) -> HttpResponse:
    """Say who won a bet, or that it is off."""
    sitting = _sitting(request, pk)
    number = whole_number(request.POST.get("bet"))
    bet = get_object_or_404(SideBet, sitting=sitting, pk=number)
    winner = _person(sitting, request.POST.get("winner"))
    decide_bet(bet=bet, winner=winner, key=key_of(request.POST), actor=request.actor)
    return redirect("besides", pk=pk)


def _sitting(request: ClubRequest, pk: int) -> Sitting:
    """Return a table where somebody may enter. Raises Http404 where the club plays for love."""
    sitting = sitting_for(request.actor, pk, enter=True)
    if not sitting.club.plays_for_money:
        raise Http404
    return sitting


def _stake(request: ClubRequest, sitting: Sitting) -> None:
    given = request.POST
    words = given.get("stake", "").strip()
    stakes = read_stake(sitting.club, words, "exact") if words else None
    agree_own_stake(
        sitting=sitting,
        one=_must_be_here(sitting, given, "one"),
        other=_person(sitting, given.get("other")),
        stakes=stakes,
        key=key_of(given),
        actor=request.actor,
    )


def _bet(request: ClubRequest, sitting: Sitting) -> None:
    given, club = request.POST, sitting.club
    amount = given.get("amount", "").strip()
    # Shillings have no decimals: 0.50 is pounds of today, whatever currency the club uses.
    is_decimal = club.currency == "LSD" and re.search(r"\d\.\d", amount)
    currency = "GBP" if is_decimal else club.currency
    agree_bet(
        sitting=sitting,
        one=_must_be_here(sitting, given, "one"),
        other=_must_be_here(sitting, given, "other"),
        words=" ".join(given.get("words", "").split())[:120] or _("a bet"),
        currency=currency,
        amount=coins_of(amount, currency),
        key=key_of(given),
        actor=request.actor,
    )


def _person(sitting: Sitting, number: str | None) -> Person | None:
    key = whole_number(number)
    found = sitting.candidates.filter(person=key).select_related("person").first() if key else None
    return found.person if found is not None else None


def _must_be_here(sitting: Sitting, given: QueryDict, name: str) -> Person:
    person = _person(sitting, given.get(name))
    if person is None:
        phrase = gettext_noop("Choose a player at this table.")
        raise RuleError("choice", phrase, name)
    return person


def _page(request: ClubRequest, sitting: Sitting, error: RuleError | None = None) -> HttpResponse:
    candidates = sitting.candidates.select_related("person").order_by("order")
    what = request.POST.get("what", "") if error else ""
    field = error.where.split(".")[0] if error else ""
    context: BesidesPage = {
        "sitting": sitting,
        "people": [each.person for each in candidates],
        "stakes": _stakes(sitting),
        "bets": _bets(sitting),
        "key": new_key(),
        "given": request.POST if error else {},
        "what": what,
        "problems": [Problem(_place(what, field), said(error))] if error else [],
    }
    return render(request, "rubbers/besides.html", context, status=422 if error else 200)


def _place(what: str, field: str) -> str:
    """Return the id of the field that an error belongs to."""
    field = "stake" if field in ("stakes", "currency") else field
    return f"{what or 'stake'}-{field}"


def _stakes(sitting: Sitting) -> list[StakeRow]:
    """Return the stakes of their own that are in force, the newest of each."""
    newest: dict[frozenset[int | None], OwnStake] = {}
    for row in sitting.own_stakes.select_related("one", "other"):
        newest[frozenset((row.one_id, row.other_id))] = row
    return [
        StakeRow(row, stake_in_words(read_stakes(row.stakes)), new_key())
        for row in newest.values()
        if row.stakes
    ]


def _bets(sitting: Sitting) -> list[BetRow]:
    """Return the table's bets, each with how it came out so far."""
    bets = sitting.bets.select_related("one", "other").prefetch_related("outcomes__winner")
    shown = []
    for bet in bets:
        outcomes = list(bet.outcomes.all())
        winner = outcomes[-1].winner if outcomes else None
        shown.append(
            BetRow(
                bet=bet,
                amount=speak_amount(bet.amount, find_currency(bet.currency)),
                open=not outcomes,
                winner=winner,
                loser=bet.other if winner == bet.one else bet.one,
                key=new_key(),
            )
        )
    return shown
