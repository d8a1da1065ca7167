"""The evening of the seven: standing, position board, the eighth, who leaves, the last deals."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Person
from clubscore.club.people.guests import add_guest
from clubscore.club.refused import Refused
from clubscore.laws.errors import RuleError
from clubscore.laws.seven import State
from clubscore.rubbers.locks import key_of, new_key
from clubscore.rubbers.models import CardTable, Sitting
from clubscore.rubbers.money.closed_and_agreed import is_closed_and_agreed, may_change
from clubscore.rubbers.money.settling import rubber_totals
from clubscore.rubbers.selectors import may_enter, sits_at, sitting_for
from clubscore.rubbers.seven.closing import (
    ToMakeUp,
    close_seven,
    reopen_seven,
    to_make_up,
    was_closed_together,
)
from clubscore.rubbers.seven.dealing import name_dummy, on_the_way
from clubscore.rubbers.seven.forms import ExchangeForm, LeaverForm
from clubscore.rubbers.seven.in_words import (
    BoardTable,
    StandingOfOne,
    board_of,
    seat_word,
    standing_of_everybody,
)
from clubscore.rubbers.seven.log import Seven, seven_of
from clubscore.rubbers.seven.people_change import (
    eighth_comes,
    last_deals,
    leaves,
    not_yet_last,
    swap,
)
from clubscore.rubbers.seven.positions import PlayedDeal, positions_of
from clubscore.rubbers.seven.sitting_down import void_seven
from clubscore.rubbers.sitting.coming import free_to_go
from clubscore.rubbers.sitting.forms import NamesForm, ReasonForm
from clubscore.rubbers.state.headings import facts_in_words
from clubscore.rubbers.views.rubbers import RubberSettled, settlement_in_words
from clubscore.tableside.people import people_to_seat
from clubscore.tableside.problems import Problem

SHOWN = 12
LEAST = 2  # letters of a name before a table's phone shows any name


@dataclass(frozen=True)
class RestRow:
    """A rubber that is still to be made up, and what it comes to."""

    table: CardTable
    broken_off: bool
    settled: RubberSettled


@dataclass(frozen=True)
class PositionRow:
    """A deal of the position sheet: who sat where, for whose account, and where dummy crossed."""

    deal: PlayedDeal
    words: str
    seats: list[tuple[str, Person, Person | None]]
    dealer: Person
    seat: str


class EveningPage(TypedDict):
    """How all seven stand, where they sit, and what can become of the evening."""

    sitting: Sitting
    tables: list[Sitting]
    open: bool
    state: State[int]
    eighth: Person | None
    everybody: list[StandingOfOne]
    board: list[BoardTable]
    players: list[Person]
    may_enter: bool
    may_reopen: bool
    settled: bool
    problems: list[Problem]
    key: str


class EighthPage(TypedDict):
    """Who could be the eighth."""

    sitting: Sitting
    q: str
    free: set[int]
    found: list[tuple[Person, str, None]]
    form: NamesForm
    problems: list[Problem]
    key: str


class ClosePage(TypedDict):
    """What is still to be made up, and which tables still play."""

    sitting: Sitting
    rest: list[RestRow]
    plays: list[CardTable]
    may_enter: bool
    key: str


class PositionsPage(TypedDict):
    """Who sat where for which deal."""

    sitting: Sitting
    deals: list[PositionRow]
    board: list[BoardTable]


def of_the_seven(
    view: Callable[[ClubRequest, Sitting, Seven], HttpResponse],
) -> Callable[[ClubRequest, int], HttpResponse]:
    """Fetch the evening that a table belongs to; any other table shows its own page."""

    @wraps(view)
    def fetched(request: ClubRequest, pk: int) -> HttpResponse:
        sitting = sitting_for(request.actor, pk, enter=request.method == "POST")
        seven = seven_of(sitting)
        if seven is None:
            return redirect("table", pk=pk)
        return view(request, sitting, seven)

    return fetched


@open_to(Level.TABLE)
@require_safe
@of_the_seven
def evening(request: ClubRequest, sitting: Sitting, seven: Seven) -> HttpResponse:
    """Show how all seven stand, where they sit, and what can become of the evening."""
    return _evening_page(request, sitting, seven, [])


def _evening_page(
    request: ClubRequest, sitting: Sitting, seven: Seven, problems: list[Problem], status: int = 200
) -> HttpResponse:
    state = seven.state
    context: EveningPage = {
        "sitting": sitting,
        "tables": list(seven.sittings.values()),
        "open": seven.evening.is_open,
        "state": state,
        "eighth": seven.people[state.eighth] if state.eighth is not None else None,
        "everybody": standing_of_everybody(seven),
        "board": board_of(seven),
        "players": _playing(seven),
        "may_enter": may_enter(request.actor, sitting),
        "may_reopen": not seven.evening.is_open
        and was_closed_together(seven)
        and may_change(request.actor, sitting),
        "settled": is_closed_and_agreed(sitting),
        "problems": problems,
        "key": new_key(),
    }
    return render(request, "rubbers/seven/evening.html", context, status=status)


def _playing(seven: Seven) -> list[Person]:
    """Return who plays now, in the order of coming."""
    state = seven.state
    here = {who for table in state.tables.values() for who in table.four.values()}
    if state.crossing is not None:
        here.add(state.crossing.who)
    return [person for who, person in seven.people.items() if who in here]


@open_to(Level.TABLE)
@require_POST
@of_the_seven
def way(request: ClubRequest, sitting: Sitting, seven: Seven) -> HttpResponse:
    """Say that whoever crosses has gone, or is here."""
    arrived = "here" in request.POST
    key = key_of(request.POST)
    on_the_way(sitting=sitting, has_arrived=arrived, key=key, actor=request.actor)
    return redirect("table", pk=sitting.pk)


@open_to(Level.TABLE)
@require_POST
@of_the_seven
def dummy(request: ClubRequest, sitting: Sitting, seven: Seven) -> HttpResponse:
    """Say that somebody else is dummy: the first is called back."""
    seat, key = request.POST.get("seat", ""), key_of(request.POST)
    name_dummy(sitting=sitting, dummy=seat, key=key, actor=request.actor)
    return redirect("table", pk=sitting.pk)


@open_to(Level.TABLE)
@of_the_seven
def eighth(request: ClubRequest, sitting: Sitting, seven: Seven) -> HttpResponse:
    """Ask who has come as the eighth."""
    club, actor = sitting.club, request.actor
    form = NamesForm(request.POST if request.method == "POST" else request.GET, club=club)
    if request.method == "POST":
        people = form.people[:1]
        if form.new_guest and actor.level >= Level.PLAYER:
            people = [add_guest(club=club, name=form.new_guest, actor=actor)]
        try:
            if people:
                eighth_comes(sitting=sitting, person=people[0], key=form.key, actor=actor)
                return redirect("seven", pk=sitting.pk)
        except RuleError as error:
            form.refuse(error)
    text, seated = form.typed("q").strip(), sits_at(club)
    found = people_to_seat(club, text).exclude(pk__in=list(seven.people))
    if actor.level < Level.PLAYER and len(text) < LEAST:
        found = found.none()
    context: EighthPage = {
        "sitting": sitting,
        "q": text,
        "free": free_to_go(club, seated),
        "found": [(person, seated.get(person.pk, ""), None) for person in found[:SHOWN]],
        "form": form,
        "problems": form.problems,
        "key": new_key(),
    }
    status = 422 if form.problems else 200
    return render(request, "rubbers/seven/eighth.html", context, status=status)


@open_to(Level.TABLE)
@require_POST
@of_the_seven
def leave(request: ClubRequest, sitting: Sitting, seven: Seven) -> HttpResponse:
    """Let one of the seven leave; the page then shows what is to be made up."""
    form = LeaverForm(request.POST, people=list(seven.people.values()))
    if not form.is_valid():
        return _evening_page(request, sitting, seven, form.problems, 422)
    person = form.cleaned_data["who"]
    stays = leaves(sitting=sitting, person=person, key=form.key, actor=request.actor)
    now = seven_of(sitting)
    if now is None or now.state.closed is None:
        return redirect("seven", pk=sitting.pk)
    closed = now.sittings[now.state.closed]
    return redirect("what-next" if closed.closed_at is None else "table",
                    pk=closed.pk if closed.closed_at is None else stays)  # fmt: skip


@open_to(Level.TABLE)
@require_POST
@of_the_seven
def exchange(request: ClubRequest, sitting: Sitting, seven: Seven) -> HttpResponse:
    """Say by hand that two sit in each other's place."""
    form = ExchangeForm(request.POST, people=list(seven.people.values()))
    if not form.is_valid():
        return _evening_page(request, sitting, seven, form.problems, 422)
    one, two = form.people_of("who")
    swap(sitting=sitting, one=one.pk, two=two.pk, key=form.key, actor=request.actor)
    return redirect("seven", pk=sitting.pk)


@open_to(Level.TABLE)
@require_POST
@of_the_seven
def last(request: ClubRequest, sitting: Sitting, seven: Seven) -> HttpResponse:
    """Say that these are the last deals, or that they are not."""
    say = not_yet_last if "not_yet" in request.POST else last_deals
    say(sitting=sitting, key=key_of(request.POST), actor=request.actor)
    return redirect("seven", pk=sitting.pk)


@open_to(Level.TABLE)
@of_the_seven
def close(request: ClubRequest, sitting: Sitting, seven: Seven) -> HttpResponse:
    """Show what is still to be made up at both tables; a POST makes it up and ends the evening."""
    if request.method == "POST":
        close_seven(sitting=sitting, key=key_of(request.POST), actor=request.actor)
        return redirect("slip", pk=sitting.pk)
    if not seven.evening.is_open:
        return redirect("slip", pk=sitting.pk)
    rest = [
        RestRow(
            table=each.standing.part.sitting.table,
            broken_off=each.broken_off,
            settled=settlement_in_words(
                each.standing, each.rubber, rubber_totals(each.standing, each.rubber) or _now(each)
            ),
        )
        for each in to_make_up(seven)
    ]
    context: ClosePage = {
        "sitting": sitting,
        "rest": rest,
        "plays": [
            seven.sittings[number].table
            for number, table in seven.state.tables.items()
            if table.plays
        ],
        "may_enter": may_enter(request.actor, sitting),
        "key": new_key(),
    }
    return render(request, "rubbers/seven/close.html", context)


def _now(rest: ToMakeUp) -> Mapping[str, int]:
    """Return the totals of a rubber that would be broken off."""
    unfinished = rest.standing.sheet.unfinished
    return unfinished.totals if unfinished is not None else {}


@open_to(Level.TABLE)
@require_POST
@of_the_seven
def reopen(request: ClubRequest, sitting: Sitting, seven: Seven) -> HttpResponse:
    """Open both tables again that were ended too early."""
    form = ReasonForm(request.POST)
    reason = form.words_of("reason")
    reopen_seven(sitting=sitting, reason=reason, key=form.key, actor=request.actor)
    return redirect("seven", pk=sitting.pk)


@open_to(Level.PLAYER)
@require_POST
@of_the_seven
def void(request: ClubRequest, sitting: Sitting, seven: Seven) -> HttpResponse:
    """Declare both tables void that were opened by mistake."""
    if not seven.evening.is_open:
        raise Refused(
            _("The evening of the seven has ended. Each table can be declared void separately.")
        )
    form = ReasonForm(request.POST)
    reason = form.words_of("reason")
    void_seven(sitting=sitting, reason=reason, key=form.key, actor=request.actor)
    return redirect("home")


@open_to(Level.TABLE)
@require_safe
@of_the_seven
def positions(request: ClubRequest, sitting: Sitting, seven: Seven) -> HttpResponse:
    """Show the position sheet: who sat where for which deal, and for whose account."""
    deals = [_position(deal) for deal in positions_of(seven)]
    context: PositionsPage = {"sitting": sitting, "deals": deals, "board": board_of(seven)}
    return render(request, "rubbers/seven/positions.html", context)


def _position(deal: PlayedDeal) -> PositionRow:
    seats = [(seat_word(sat.seat), sat.person, sat.account) for sat in deal.sat]
    dealer = next(sat.person for sat in deal.sat if sat.seat == deal.dealer)
    seat = seat_word(deal.seat) if deal.seat else ""
    words = facts_in_words(deal.standing, deal.live.facts)
    return PositionRow(deal, words, seats, dealer, seat)
