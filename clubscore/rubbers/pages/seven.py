"""The pages of an evening of the seven: sitting down, who is where, the eighth, the end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused, whole_number
from clubscore.club.models import Person
from clubscore.club.people import add_guest
from clubscore.club.wording import said
from clubscore.laws.cutting import CutResult
from clubscore.laws.errors import RuleError
from clubscore.laws.house_rules import HouseRule
from clubscore.laws.seven import (
    FIRST_SEATS,
    GAME,
    PLAYERS,
    SEVEN_RULES,
    in_order_of_cut,
    resolve_order,
)
from clubscore.laws.words import Word
from clubscore.rubbers.forms import ExchangeForm, LeaverForm, ReasonForm, SevenForm, SitDownForm
from clubscore.rubbers.models import CardTable, Sitting
from clubscore.rubbers.pad import facts_in_words
from clubscore.rubbers.pages.cut import CutRound, ask_cards, cards_tapped
from clubscore.rubbers.pages.rubber_end import RubberSettled, settlement_in_words
from clubscore.rubbers.proposals import AgreementProposal
from clubscore.rubbers.recording import name_dummy, on_the_way
from clubscore.rubbers.seating import cards_for, free_to_go
from clubscore.rubbers.selectors import key_of, may_enter, new_key, sits_at, sitting_for
from clubscore.rubbers.settling import is_closed_and_agreed, may_change, rubber_totals
from clubscore.rubbers.seven import (
    PlayedDeal,
    Seven,
    TableOffered,
    ToMakeUp,
    close_seven,
    eighth_comes,
    last_deals,
    leaves,
    not_yet_last,
    open_seven,
    positions_of,
    reopen_seven,
    seven_of,
    swap,
    to_make_up,
    void_seven,
    was_closed_together,
)
from clubscore.rubbers.seven_words import (
    board_of,
    seat_word,
    standing_of_everybody,
)
from clubscore.web.entry_keys import EntryKey, key
from clubscore.web.forms import Problem, people_at, people_to_seat

SHOWN = 12
LEAST = 2  # letters of a name before a table's phone shows any name


@dataclass(frozen=True)
class RestRow:
    """A rubber that is still to be made up, and what it comes to."""

    table: CardTable
    broken_off: bool
    settled: RubberSettled


@dataclass(frozen=True)
class SevenPositionRow:
    """A deal of the position sheet: who sat where, for whose account, and where dummy crossed."""

    deal: PlayedDeal
    words: str
    seats: list[tuple[str, Person, Person | None]]
    dealer: Person
    seat: str


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
    context: dict[str, Any] = {
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
    form = SitDownForm(request.POST if request.method == "POST" else request.GET, club=club)
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
    context: dict[str, Any] = {
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
    context: dict[str, Any] = {
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
    context: dict[str, Any] = {"sitting": sitting, "deals": deals, "board": board_of(seven)}
    return render(request, "rubbers/seven/positions.html", context)


def _position(deal: PlayedDeal) -> SevenPositionRow:
    seats = [(seat_word(sat.seat), sat.person, sat.account) for sat in deal.sat]
    dealer = next(sat.person for sat in deal.sat if sat.seat == deal.dealer)
    seat = seat_word(deal.seat) if deal.seat else ""
    words = facts_in_words(deal.standing, deal.live.facts)
    return SevenPositionRow(deal, words, seats, dealer, seat)


# ---- Seven sit down.

LETTERS = "ABCDEFG"
# Keys that cut.
CUTTING = ("draw", "card", "uncard")
ROUNDS = 9  # of cutting; equal cards so often have never been seen


@dataclass(frozen=True)
class PlaceAsked:
    """A place of the book, and who could take it; `deals` where it deals first at its table."""

    name: str
    letter: str
    table: int
    seat: str
    deals: bool
    options: list[tuple[Person, bool]]


@dataclass(frozen=True)
class SevenTableChoice:
    """One of the two tables: those to choose from, or another by the name that is typed."""

    number: int
    field: str
    other: str
    options: list[tuple[TableOffered, bool]]
    is_other: bool
    typed: str


@dataclass(frozen=True)
class RuleAsked:
    """A rule of the seven, and its values."""

    name: str
    legend: str
    what: str
    options: list[EntryKey]


@open_to(Level.PLAYER)
def seven_sit_down(request: ClubRequest) -> HttpResponse:
    """Ask for order, tables, packs, stake and laws; a POST draws, reads back, or opens both."""
    club = request.actor.home
    given = request.POST.copy() if request.method == "POST" else request.GET.copy()
    people = people_at(club, given.getlist("who"))
    if len(people) != PLAYERS:
        return redirect(f"{reverse('sit-down')}?n={PLAYERS}")
    form = SevenForm(given, club=club, people=people)
    try:
        if request.method == "POST" and any(each in given for each in CUTTING):
            _cut(people, given)
        elif request.method == "POST" and form.questions:
            return _page(request, form, given, 422)
        elif request.method == "POST" and not ("read" in given or "afresh" in given):
            return _open(request, form, given)
    except RuleError as error:
        form.refuse(error)
        return _page(request, form, given, 422)
    except Refused as reason:
        form.refuse(reason, "name-1")
        return _page(request, form, given, 409)
    return _page(request, form, given)


def _open(request: ClubRequest, form: SevenForm, given: QueryDict) -> HttpResponse:
    tables, people = form.tables, form.in_places
    sitting = open_seven(
        club=form.club,
        people=people,
        tables=tables,
        agreement=form.agreement,
        draws=draws_of(form.people, given),
        key=form.key,
        actor=request.actor,
    )
    return redirect("table", pk=sitting.pk)


def draws_of(people: list[Person], given: QueryDict) -> list[dict[int, str]]:
    """Return the rounds of cutting that a form carries."""
    if "afresh" in given:
        return []
    rounds = []
    for number in range(ROUNDS):
        cards = {p.pk: given.get(f"round-{number}-{p.pk}", "") for p in people}
        drawn = {who: card for who, card in cards.items() if card}
        if drawn:
            rounds.append(drawn)
    return rounds


def _cut(people: list[Person], given: QueryDict) -> None:
    """Take the next card from a real pack, or draw until no two are equal; seats follow."""
    rounds = draws_of(people, given)
    cut = _cut_so_far(rounds)
    if "draw" in given:
        while cut is None or cut.again:
            rounds.append(cards_for(cut.again if cut else [p.pk for p in people], {}))
            cut = _cut_so_far(rounds)
    else:
        asking = _asking(people, rounds, given)
        _carry(asking.tapped, given)
        if asking.asked is None and asking.tapped:
            rounds.append(cards_tapped(asking, {}))
            _carry({}, given)
            cut = resolve_order(rounds)
    for number, cards_of in enumerate(rounds):
        for each, card in cards_of.items():
            given[f"round-{number}-{each}"] = card
    if cut is not None and not cut.again:
        for number, each in enumerate(in_order_of_cut(cut.order)):
            given[f"place-{number}"] = str(each)


def _asking(people: list[Person], rounds: list[dict[int, str]], given: QueryDict) -> CutRound:
    """Return whose card is asked for next of those who cut (again)."""
    cut = _cut_so_far(rounds)
    again = cut.again if cut else tuple(person.pk for person in people)
    return ask_cards(people, again, rounds, {}, given)


def _carry(tapped: dict[str, str], given: QueryDict) -> None:
    """Let a form carry just these cards of the round that is being cut."""
    for name in [name for name in given if name.startswith("rank-") or name in CUTTING]:
        del given[name]
    for name, card in tapped.items():
        given[name] = card


def _page(
    request: ClubRequest, form: SevenForm, given: QueryDict, status: int = 200
) -> HttpResponse:
    people = form.people
    rounds = draws_of(people, given)
    cut = _cut_so_far(rounds)
    context: dict[str, Any] = {
        "people": people,
        "asking": _asking(people, rounds, given),
        "carried": [
            (f"round-{number}-{who}", card)
            for number, cards in enumerate(rounds)
            for who, card in cards.items()
        ],
        "is_drawn": cut is not None and not cut.again,
        "is_cutting": cut is not None and bool(cut.again),
        "places": _places(form),
        "tables": _tables(form),
        "choices": [_choice(rule, form) for rule in SEVEN_RULES],
        "game": GAME,
        "proposal": AgreementProposal.of(form),
        "form": form,
        "problems": form.problems,
        "key": new_key() if status == 409 else form.key,
        "back": f"{reverse('sit-down')}?n={PLAYERS}&"
        + "&".join(f"who={person.pk}" for person in people),
    }
    return render(request, "rubbers/sit_down/seven.html", context, status=status)


def _cut_so_far(rounds: list[dict[int, str]]) -> CutResult[int] | None:
    """Return what the cards decide; None where none were drawn, or none that can be."""
    try:
        return resolve_order(rounds) if rounds else None
    except RuleError:
        return None


def _places(form: SevenForm) -> list[PlaceAsked]:
    """Return the seven places of the book, each with whoever is proposed for it."""
    places = []
    for number, seat in enumerate(FIRST_SEATS):
        chosen = whole_number(form.typed(f"place-{number}")) or form.people[number].pk
        places.append(
            PlaceAsked(
                name=f"place-{number}",
                letter=LETTERS[number],
                table=1 if number < 4 else 2,
                seat=seat_word(seat),
                deals=number in (0, PLAYERS - 1),
                options=[(person, person.pk == chosen) for person in form.people],
            )
        )
    return places


def _tables(form: SevenForm) -> list[SevenTableChoice]:
    """Return the two tables: those that are free with their packs, the chosen one marked."""
    names = {one.name for one in form.offered}
    return [
        SevenTableChoice(
            number=number,
            field=f"name-{number}",
            other=f"other-{number}",
            options=[(one, one.name == chosen) for one in form.offered],
            is_other=chosen not in names,
            typed=form.typed(f"other-{number}") or ("" if chosen in names else chosen),
        )
        for number, chosen in enumerate(form.chosen, start=1)
    ]


def _choice(rule: HouseRule, form: SevenForm) -> RuleAsked:
    chosen = form.typed(f"rule-{rule.key}", str(rule.default))
    return RuleAsked(
        name=f"rule-{rule.key}",
        legend=_(rule.label).capitalize(),
        what=_(rule.what),
        options=[key(str(value), said(Word(rule.meaning(value))), chosen) for value in rule.values],
    )
