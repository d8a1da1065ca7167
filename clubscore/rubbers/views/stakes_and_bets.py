"""What two people play for beside the table: stakes of their own, and bets."""

from dataclasses import dataclass
from typing import TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import Given
from clubscore.club.models import Person
from clubscore.club.own_words import OwnWords
from clubscore.club.wording.figures import speak_amount
from clubscore.laws.errors import RuleError
from clubscore.laws.money import find_currency
from clubscore.laws.settlement import read_stakes
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import OwnStake, SideBet, Sitting
from clubscore.rubbers.money.bets import agree_bet, decide_bet
from clubscore.rubbers.money.own_stakes import agree_own_stake
from clubscore.rubbers.selectors import sitting_for
from clubscore.rubbers.sitting.forms import BetForm, DecidedForm, OwnStakeForm
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
        return _page(request, sitting, None)
    people, club = _people(sitting), sitting.club
    bets = BetForm(request.POST, club=club, people=people)
    form: BetForm | OwnStakeForm = bets
    if bets.typed("what") != BetForm.what:
        form = OwnStakeForm(request.POST, club=club, people=people)
    try:
        _agree(request, sitting, form)
    except RuleError as error:
        form.refuse(error, _place(form.what, error.where.split(".")[0]))
        return _page(request, sitting, form)
    return redirect("besides", pk=pk)


@open_to(Level.TABLE)
@require_POST
def decide(request: ClubRequest, pk: int) -> HttpResponse:
    """Say who won a bet, or that it is off."""
    sitting = _sitting(request, pk)
    form = DecidedForm(request.POST, people=_people(sitting))
    bet = get_object_or_404(SideBet, sitting=sitting, pk=form.number_of("bet"))
    decide_bet(bet=bet, winner=form.winner, key=form.key, actor=request.actor)
    return redirect("besides", pk=pk)


def _sitting(request: ClubRequest, pk: int) -> Sitting:
    """Return a table where somebody may enter. Raises Http404 where the club plays for love."""
    sitting = sitting_for(request.actor, pk, enter=True)
    if not sitting.club.plays_for_money:
        raise Http404
    return sitting


def _people(sitting: Sitting) -> list[Person]:
    return [each.person for each in sitting.candidates.select_related("person").order_by("order")]


def _agree(request: ClubRequest, sitting: Sitting, form: BetForm | OwnStakeForm) -> None:
    """Record a bet or a private stake. RuleError where it cannot be."""
    if isinstance(form, BetForm):
        agree_bet(
            sitting=sitting,
            one=form.person("one"),
            other=form.person("other"),
            words=form.words_of("words") or OwnWords("bet"),
            currency=form.currency,
            amount=form.coins,
            key=form.key,
            actor=request.actor,
        )
    else:
        stakes = form.stakes
        agree_own_stake(
            sitting=sitting,
            one=form.person("one"),
            other=form.other,
            stakes=stakes,
            key=form.key,
            actor=request.actor,
        )


def _page(
    request: ClubRequest, sitting: Sitting, form: BetForm | OwnStakeForm | None
) -> HttpResponse:
    context: BesidesPage = {
        "sitting": sitting,
        "people": _people(sitting),
        "stakes": _stakes(sitting),
        "bets": _bets(sitting),
        "key": new_key(),
        "given": form.data if form else {},
        "what": form.typed("what") if form else "",
        "problems": form.problems if form else [],
    }
    return render(request, "rubbers/besides.html", context, status=422 if form else 200)


def _place(what: str, field: str) -> str:
    """Return the id of the field that an error belongs to."""
    return f"{what}-{'stake' if field in ('stakes', 'currency') else field}"


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
