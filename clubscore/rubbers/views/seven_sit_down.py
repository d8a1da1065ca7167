"""Seven sit down: in the order of the book or by cutting, two tables, their packs, one stake."""

import secrets
from dataclasses import dataclass
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.club.models import Club, Person
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.house_rules import HouseRule
from clubscore.laws.seating.cutting import PACK, Cut
from clubscore.laws.seven.crossing import FIRST_SEATS, PLAYERS, in_order_of_cut, resolve_order
from clubscore.laws.seven.scored_evening import GAME, SEVEN_RULES
from clubscore.laws.words import Word, gettext_noop
from clubscore.rubbers.locks import key_of, new_key
from clubscore.rubbers.models.kept_data import RulesKept
from clubscore.rubbers.seven.in_words import seat_word
from clubscore.rubbers.seven.sitting_down import PACKS, TwoTables, free_names, open_seven
from clubscore.rubbers.sitting.stake_and_laws import Proposal, read_agreement
from clubscore.rubbers.views.seats import Cutter, DrawnCard, PackKey, cutter
from clubscore.tableside.entry_keys import Key, key
from clubscore.tableside.people import people_at
from clubscore.tableside.problems import Problem, problem_of

LETTERS = "ABCDEFG"
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
    """One of the two tables: its name, and the pack."""

    number: int
    name: str
    packs: list[PackKey]


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
    rounds: list[list[DrawnCard]]
    carried: list[tuple[str, str]]
    again: list[str]
    cutters: list[Cutter]
    places: list[PlaceAsked]
    tables: list[TableAsked]
    free: list[str]
    choices: list[RuleAsked]
    game: Game
    proposal: Proposal
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
    try:
        if request.method == "POST" and ("draw" in given or "by_hand" in given):
            _cut_once(people, given)
        elif request.method == "POST" and not ("read" in given or "afresh" in given):
            return _open(request, club, people, given)
        return _page(request, people, given, [])
    except RuleError as error:
        return _page(request, people, given, [problem_of(error)], 422)
    except Refused as reason:
        return _page(request, people, given, [Problem("name-1", str(reason))], 409)


def _open(request: ClubRequest, club: Club, people: list[Person], given: QueryDict) -> HttpResponse:
    rules: RulesKept = {
        rule.key: given.get(f"rule-{rule.key}", rule.default) for rule in SEVEN_RULES
    }
    names = [" ".join(given.get(f"name-{n}", "").split())[:40] for n in (1, 2)]
    packs = [given.get(f"pack-{n}", "") for n in (1, 2)]
    sitting = open_seven(
        club=club,
        people=_in_places(people, given),
        tables=TwoTables((names[0], names[1]), (packs[0], packs[1]), rules),
        agreement=read_agreement(club, GAME, given),
        draws=draws_of(people, given),
        key=key_of(given),
        actor=request.actor,
    )
    return redirect("table", pk=sitting.pk)


def _in_places(people: list[Person], given: QueryDict) -> list[Person]:
    """Return people in the order of the book, as the places of the form say."""
    by_key = {str(person.pk): person for person in people}
    chosen = [by_key.get(given.get(f"place-{n}", "")) for n in range(PLAYERS)]
    found = [person for person in chosen if person is not None]
    for number, person in enumerate(chosen):
        if person is None or found.count(person) > 1:
            phrase = gettext_noop("Each of the seven has one seat. Choose a different player here.")
            raise RuleError("two-seats", phrase, f"place-{number}")
    return found


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


def _cut_once(people: list[Person], given: QueryDict) -> None:
    """Add one round of cutting to the form, drawn or tapped in; then seats follow from it."""
    rounds = draws_of(people, given)
    cut = resolve_order(rounds) if rounds else None
    who = cut.again if cut else tuple(person.pk for person in people)
    if "by_hand" in given:
        cards = {each: given.get(f"rank-{each}", "") for each in who}
    else:
        drawn = secrets.SystemRandom().sample(PACK, len(who))
        cards = dict(zip(who, drawn, strict=True))
    decided = resolve_order([*rounds, cards])
    for number, cards_of in enumerate([*rounds, cards]):
        for each, card in cards_of.items():
            given[f"round-{number}-{each}"] = card
    if not decided.again:
        for number, each in enumerate(in_order_of_cut(decided.order)):
            given[f"place-{number}"] = str(each)


def _page(
    request: ClubRequest,
    people: list[Person],
    given: QueryDict,
    problems: list[Problem],
    status: int = 200,
) -> HttpResponse:
    club = request.actor.home
    by_key = {person.pk: person for person in people}
    rounds = draws_of(people, given)
    cut: Cut[int] | None = _cut_so_far(rounds)
    again = cut.again if cut else tuple(by_key)
    context: SevenPage = {
        "people": people,
        "rounds": [
            [DrawnCard(by_key[who], card) for who, card in cards.items()] for cards in rounds
        ],
        "carried": [
            (f"round-{number}-{who}", card)
            for number, cards in enumerate(rounds)
            for who, card in cards.items()
        ],
        "again": [by_key[who].short_name for who in again] if rounds else [],
        "cutters": [cutter(by_key[who], given) for who in again],
        "places": _places(people, given),
        "tables": _tables(club, given),
        "free": free_names(club),
        "choices": [_choice(rule, given) for rule in SEVEN_RULES],
        "game": GAME,
        "proposal": Proposal.of(club, GAME, given),
        "problems": problems,
        "key": new_key() if status == 409 else key_of(given),
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


def _places(people: list[Person], given: QueryDict) -> list[PlaceAsked]:
    """Return the seven places of the book, each with whoever is proposed for it."""
    places = []
    for number, seat in enumerate(FIRST_SEATS):
        chosen = whole_number(given.get(f"place-{number}")) or people[number].pk
        places.append(
            PlaceAsked(
                name=f"place-{number}",
                letter=LETTERS[number],
                table=1 if number < 4 else 2,
                seat=seat_word(seat),
                deals=number in (0, PLAYERS - 1),
                options=[(person, person.pk == chosen) for person in people],
            )
        )
    return places


def _tables(club: Club, given: QueryDict) -> list[TableAsked]:
    """Return the two tables, with their names and the colours of their packs."""
    free = free_names(club)
    tables = []
    for number in (1, 2):
        chosen = given.get(f"pack-{number}") or PACKS[number - 1]
        tables.append(
            TableAsked(
                number=number,
                name=given.get(f"name-{number}", free[number - 1]),
                packs=[PackKey(pack, pack == chosen) for pack in PACKS],
            )
        )
    return tables


def _choice(rule: HouseRule, given: QueryDict) -> RuleAsked:
    chosen = given.get(f"rule-{rule.key}", rule.default)
    return RuleAsked(
        name=f"rule-{rule.key}",
        legend=_(rule.label).capitalize(),
        what=_(rule.what),
        options=[key(str(value), said(Word(rule.meaning(value))), chosen) for value in rule.values],
    )
