"""The pages when a rubber is over: made up and agreed, bets decided, and what comes next."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Person
from clubscore.club.record_words import OwnWords
from clubscore.club.wording import named, speak_amount
from clubscore.laws.errors import RuleError
from clubscore.laws.money import find_currency, round_coins
from clubscore.laws.settlement import read_stakes
from clubscore.rubbers.forms import BetForm, DecidedForm, OwnStakeForm, ReasonForm
from clubscore.rubbers.line_up_changes import needs_choice, table_of
from clubscore.rubbers.line_up_changes import play_on as play_on_as_before
from clubscore.rubbers.models import OwnStake, SideBet, Sitting
from clubscore.rubbers.pad import (
    cost_in_words,
    pad_margins,
    pads_of,
    part_heading,
    stake_in_words,
    unit_title,
)
from clubscore.rubbers.pages.slip import slip_page
from clubscore.rubbers.pages.way_on import has_moved_on, way_on
from clubscore.rubbers.recording import agree_rubber
from clubscore.rubbers.score import PartScore, shares_of, standing_of
from clubscore.rubbers.seating import break_off as break_rubber_off
from clubscore.rubbers.seating import close_sitting, reopen_sitting, void_sitting
from clubscore.rubbers.selectors import key_of, may_enter, new_key, part_of, sitting_for
from clubscore.rubbers.settling import (
    agree_bet,
    agreed_amounts,
    amounts_of_totals,
    decide_bet,
    is_agreed,
    is_closed_and_agreed,
    may_change,
    rubber_totals,
)
from clubscore.rubbers.seven import crossing_at, reopen_seven, seven_of, was_closed_together
from clubscore.rubbers.stakes import agree_own_stake, currency_for_page
from clubscore.rubbers.table_state import (
    Doing,
    rubber_to_agree,
    state_of,
    ways_next,
    why_not_played,
)


@dataclass(frozen=True)
class ColumnTotal:
    """What a column has of a rubber, all in all."""

    names: str
    points: int


@dataclass(frozen=True)
class RubberResult:
    """Who won a rubber, how many they are, by how much."""

    winner: str
    winners: int
    margin: int | None
    # The winner's total and the other's, where there are two columns.
    sums: tuple[int, int] | None
    totals: list[ColumnTotal]


@dataclass(frozen=True)
class RubberPaymentRow:
    """Who pays whom for a rubber: points, and coins as they are said."""

    payer: str
    payee: str
    points: int
    amount: str


@dataclass(frozen=True)
class RubberSettled:
    """What a rubber comes to: by pair, and what each wins or loses."""

    rows: list[RubberPaymentRow]
    points: list[tuple[str, int]]
    for_love: bool
    # How the difference turns into what each pays, where that is the same of all.
    each: str


@open_to(Level.TABLE)
@require_safe
def rubber(request: ClubRequest, pk: int, part: int, rubber: int) -> HttpResponse:
    """Show who won a rubber, by how much, what each pays and why; then agree."""
    sitting = sitting_for(request.actor, pk)
    found = part_of(sitting, part)
    if found is None:
        raise Http404
    standing = standing_of(found)
    if "was" in request.GET and rubber_to_agree(standing) != rubber:
        # It was agreed on another phone, or its last deal was taken back there.
        state = state_of(sitting, standing)
        asks = state.doing == Doing.PLAY and not state.under_way
        to = reverse("what-next", args=[pk]) if asks else way_on(sitting, state).url
        return HttpResponse(headers={"HX-Redirect": to})
    totals = rubber_totals(standing, rubber)
    if totals is None:
        raise Http404
    finished = rubber <= len(standing.sheet.rubbers)
    pads = {pad.rubber: pad for pad in pads_of(standing)}
    context: dict[str, Any] = {
        "sitting": sitting,
        "part": found,
        "rubber": rubber,
        "title": unit_title(standing.game, standing.numbers.of(rubber)),
        "finished": finished,
        "heading": part_heading(standing),
        "result": _result(standing, rubber) if finished else None,
        "settled": settlement_in_words(standing, rubber, totals),
        "ledgers": pad_margins(standing.of_rubber(rubber), rubber),
        "pad": pads.get(rubber),
        "agreed": is_agreed(found, rubber),
        "changed": _differs(standing, rubber),
        "may_enter": may_enter(request.actor, sitting),
        "last_position": standing.live[-1].position if standing.live else None,
        "last": standing.live[-1] if standing.live else None,
        "key": new_key(),
    }
    return render(request, "rubbers/rubber_over.html", context)


def _differs(standing: PartScore, rubber: int) -> bool:
    """Whether differences were posted since the rubber was agreed."""
    return standing.part.settlements.filter(rubber=rubber, number__gt=1).exists() and bool(
        agreed_amounts(standing.part, rubber).points
    )


def _result(standing: PartScore, rubber: int) -> RubberResult:
    won = standing.sheet.rubbers[rubber - 1]
    column_names = standing.of_rubber(rubber).column_names
    winners = [] if won.winner is None else column_names[won.winner]
    sums = None
    if won.margin is not None and won.winner is not None and len(won.totals) == 2:
        own = won.totals[won.winner]
        sums = (own, own - won.margin)
    return RubberResult(
        winner=named(winners),
        winners=len(winners),
        margin=won.margin,
        sums=sums,
        totals=[
            ColumnTotal(named(people), won.totals[column])
            for column, people in column_names.items()
        ],
    )


def settlement_in_words(
    standing: PartScore, rubber: int, totals: Mapping[str, int]
) -> RubberSettled:
    """Return what each pays for a rubber, in points and in coins, and why."""
    currency = currency_for_page(standing, rubber)
    shares = shares_of(standing, rubber, totals)
    names = {p.pk: p.short_name for share in shares for p in share.people.values()}
    amounts = amounts_of_totals(standing, rubber, totals)
    rows = []
    stakes, at_the_table_s_stake = standing.stakes, currency is not None
    for (payer, payee), (points, coins) in amounts.one_way():
        at_the_table_s_stake &= stakes is not None and coins == stakes.rate * points
        amount = speak_amount(round_coins(coins), currency) if currency is not None else ""
        rows.append(RubberPaymentRow(names[payer], names[payee], points, amount))
    won = [(names[who], points) for who, points in amounts.points.items()]
    alike = {(row.points, row.amount) for row in rows}
    each = ""
    if len(alike) == 1 and at_the_table_s_stake and stakes is not None:
        each = cost_in_words(stakes, rows[0].points, rows[0].amount, payers=len(rows))
    return RubberSettled(rows, won, for_love=currency is None, each=each)


@open_to(Level.TABLE)
@require_POST
def agree(request: ClubRequest, pk: int, part: int, rubber: int) -> HttpResponse:
    """Agree that the rubber is made up; from now on its amounts are owed."""
    sitting = sitting_for(request.actor, pk, enter=True)
    key = key_of(request.POST)
    agree_rubber(sitting=sitting, part=part, rubber=rubber, key=key, actor=request.actor)
    # Those who agree after others have gone on follow them.
    state = state_of(sitting_for(request.actor, pk))
    return redirect("table" if state.changes or state.under_way else "what-next", pk=pk)


@open_to(Level.TABLE)
@require_safe
def what_next(request: ClubRequest, pk: int) -> HttpResponse:
    """Ask what comes next: another rubber, other partners, another game, or the end."""
    sitting = sitting_for(request.actor, pk)
    elsewhere = has_moved_on(request, sitting) if "was" in request.GET else None
    if elsewhere is not None:
        return elsewhere
    if crossing_at(sitting) is not None:
        # What comes next follows from the other table.
        return redirect("table", pk=pk)
    part = part_of(sitting)
    if part is None:
        return redirect("seats", pk=pk)
    standing = standing_of(part)
    context = _ways_on(request, sitting, standing)
    return render(request, "rubbers/what_next.html", context)


def _to_agree(standing: PartScore) -> list[int]:
    """Return the rubbers of a part that are over and not made up, one broken off among them."""
    part = standing.part
    rubbers = standing.sheet.rubbers
    to_agree = [n for n in range(1, len(rubbers) + 1) if not is_agreed(part, n)]
    broken = len(rubbers) + 1
    if part.broken_off and standing.sheet.unfinished and not is_agreed(part, broken):
        to_agree.append(broken)
    return to_agree


def _ways_on(request: ClubRequest, sitting: Sitting, standing: PartScore) -> dict[str, Any]:
    part, to_agree = standing.part, _to_agree(standing)
    state = state_of(sitting, standing)
    under_way = standing.sheet.unfinished is not None and not part.broken_off
    table, too_few, enters = (
        table_of(sitting),
        needs_choice(sitting),
        may_enter(request.actor, sitting),
    )
    partners = standing.game.has_partners
    # Who waits, and what was begun, has a key of its own before them.
    ways, seldom = ways_next(
        sitting.club,
        most=4 - bool(table.waiting or too_few) - bool(state.changes),
        seated=not too_few,
        same=partners or not part.closed_at,
    )
    return {
        "sitting": sitting,
        "part": part,
        "settled": is_closed_and_agreed(sitting),
        "may_change": enters and may_change(request.actor, sitting),
        "state": state,
        "why": why_not_played(state),
        "way": way_on(sitting, state),
        "standing": standing,
        "to_agree": [(each, standing.numbers.of(each)) for each in to_agree],
        "unit": standing.game.course.unit,
        "partners": partners,
        "under_way": under_way,
        "may_enter": enters,
        "table": table,
        "too_few": too_few,
        "ways": ways,
        "seldom": seldom,
        "docked": sitting.is_open and enters and not (under_way or to_agree),
        "key": new_key(),
        "slip": slip_page(request.actor, sitting),
    }


@open_to(Level.TABLE)
@require_POST
def play_on(request: ClubRequest, pk: int) -> HttpResponse:
    """Play on as everyone sits; what was cut for the next rubber is void."""
    sitting = sitting_for(request.actor, pk, enter=True)
    play_on_as_before(sitting=sitting, key=key_of(request.POST), actor=request.actor)
    return redirect("table", pk=pk)


@open_to(Level.TABLE)
@require_POST
def break_off(request: ClubRequest, pk: int) -> HttpResponse:
    """Break the running rubber off; it is settled as it stands."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form = ReasonForm(request.POST)
    part = form.number_of("part") or 0
    break_rubber_off(
        sitting=sitting,
        part=part,
        reason=form.words_of("reason"),
        key=form.key,
        actor=request.actor,
    )
    found = part_of(sitting, part)
    assert found is not None  # noqa: S101 - it was broken off a moment ago
    rubber_number = len(standing_of(found).sheet.rubbers) + 1
    return redirect("rubber", pk=pk, part=part, rubber=rubber_number)


@open_to(Level.TABLE)
@require_POST
def end(request: ClubRequest, pk: int) -> HttpResponse:
    """End the evening at this table and show its slip."""
    sitting = sitting_for(request.actor, pk, enter=True)
    key = key_of(request.POST)
    close_sitting(sitting=sitting, key=key, actor=request.actor)
    return redirect("slip", pk=pk)


@open_to(Level.TABLE)
@require_POST
def reopen(request: ClubRequest, pk: int) -> HttpResponse:
    """Open a table again that was ended or declared void too early."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form, seven = ReasonForm(request.POST), seven_of(sitting)
    open_again = reopen_seven if seven and was_closed_together(seven) else reopen_sitting
    open_again(
        sitting=sitting,
        reason=form.words_of("reason"),
        key=form.key,
        actor=request.actor,
    )
    return redirect("table", pk=pk)


@open_to(Level.PLAYER)
@require_POST
def void(request: ClubRequest, pk: int) -> HttpResponse:
    """Declare a sitting void that was opened by mistake; it can be read and opened again."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form = ReasonForm(request.POST)
    void_sitting(
        sitting=sitting,
        reason=form.words_of("reason"),
        key=form.key,
        actor=request.actor,
    )
    return redirect("home")


# ---- Stakes of two people, and bets.


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
    context: dict[str, Any] = {
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
