"""Seven sit down: in the order of the book or by cutting, two tables, their packs, one stake."""

from dataclasses import dataclass
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.laws.cutting import Cut
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
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
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.seven.forms import SevenForm
from clubscore.rubbers.seven.in_words import seat_word
from clubscore.rubbers.seven.sitting_down import TableOffered, open_seven
from clubscore.rubbers.sitting.proposal import Proposal
from clubscore.rubbers.sitting.seating import cards_for
from clubscore.rubbers.views.cutting import Asking, ask_cards, cards_tapped
from clubscore.tableside.entry_keys import Key, key
from clubscore.tableside.people import people_at
from clubscore.tableside.problems import Problem

LETTERS = "ABCDEFG"
# Keys that cut, of this page and of one of before.
CUTTING = ("draw", "by_hand", "card", "uncard")
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
class TableAsked:
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
    options: list[Key]


class SevenPage(TypedDict):
    """What seven agree on: order, tables, packs, rules, laws and stake."""

    people: list[Person]
    asking: Asking
    carried: list[tuple[str, str]]
    is_drawn: bool
    is_cutting: bool
    places: list[PlaceAsked]
    tables: list[TableAsked]
    choices: list[RuleAsked]
    game: Game
    proposal: Proposal
    form: SevenForm
    problems: list[Problem]
    key: str
    back: str


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


# Cutting for the order


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


def _asking(people: list[Person], rounds: list[dict[int, str]], given: QueryDict) -> Asking:
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
    context: SevenPage = {
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
        "proposal": Proposal.of(form),
        "form": form,
        "problems": form.problems,
        "key": new_key() if status == 409 else form.key,
        "back": f"{reverse('sit-down')}?n={PLAYERS}&"
        + "&".join(f"who={person.pk}" for person in people),
    }
    return render(request, "rubbers/sit_down/seven.html", context, status=status)


def _cut_so_far(rounds: list[dict[int, str]]) -> Cut[int] | None:
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


def _tables(form: SevenForm) -> list[TableAsked]:
    """Return the two tables: those that are free with their packs, the chosen one marked."""
    names = {one.name for one in form.offered}
    return [
        TableAsked(
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
