"""An event that another program set up in a Bridgemate file: looked at, then opened here."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, TypedDict

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.evening import evening_of
from clubscore.club.form_values import Given
from clubscore.club.models import Club, Person
from clubscore.club.people.guests import add_guest
from clubscore.club.people.selectors import people_in
from clubscore.club.refused import Refused
from clubscore.club.uploads import why_no_file
from clubscore.club.wording.names import listed
from clubscore.club.wording.phrases import said_with_place
from clubscore.deals.file_size import LARGEST_UPLOAD, check_size
from clubscore.events.entries.opening_set_up import SectionSetUp, open_set_up
from clubscore.events.state.plan import Place, planned
from clubscore.events.terms.event_terms import Terms, scorings_of
from clubscore.events.terms.forms import NewEventForm
from clubscore.events.terms.usual_names import usual_name
from clubscore.events.who_sits import shown_side
from clubscore.exchange.bridgemate.bws_format import BRIDGEMATE
from clubscore.exchange.bridgemate.bws_tables import Tables, read_tables
from clubscore.exchange.bridgemate.set_up import Evening, SetUp, as_tables, carried, read_set_up
from clubscore.exchange.event_formats import kind_of
from clubscore.exchange.forms import NamesForm
from clubscore.exchange.reading.printable import file_name
from clubscore.exchange.score_file.sitting_in import match_names
from clubscore.exchange.views.asked_names import AskedName, names_asked, open_questions
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.movements import KIND_NAMES
from clubscore.tableside.page_form import Line, PageForm, Pick, Words
from clubscore.tableside.problems import Problem

MOST_CARRIED = 1_900_000


class OpenForm(PageForm):
    """What the event is called and how it is compared; the file as the page carried it."""

    name = Line(most=80)
    source = Words(most=100)
    tables = Words()

    def __init__(self, given: Given, *, are: str = "pairs") -> None:
        super().__init__(given)
        scorings = [each.key for each in scorings_of(are)]
        wrong = gettext_noop("Choose how results are compared.")
        self.fields["scoring"] = Pick(scorings, wrong=wrong, usual=scorings[0])


class ShownTable(NamedTuple):
    """A table in a round: who meets whom with which boards, ``many``; without boards who waits."""

    table: int
    one: str
    other: str
    boards: str
    many: int


class ShownSection(NamedTuple):
    """A section as the page shows it: its movement's name, its rounds, how many are not named."""

    set_up: SetUp
    kind: str
    rounds: list[tuple[int, list[ShownTable]]]
    unnamed: int


class SetUpPage(TypedDict):
    """An event as it would be opened; ``carried`` is taken back, as JSON."""

    evening: Evening
    sections: list[ShownSection]
    source: str
    carried: str
    name: str
    scorings: list[tuple[str, str, bool]]
    names: list[AskedName]
    new: int
    people: list[Person]
    problems: list[Problem]
    key: str


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def event_set_up(request: ClubRequest) -> HttpResponse:
    """Ask for a Bridgemate file, and show which event it sets up; nothing is recorded yet."""
    if request.method != "POST":
        return _ask(request)
    file = request.FILES.get("file")
    if file is None:
        return _ask(request, Problem("id_file", why_no_file(request, LARGEST_UPLOAD)))
    try:
        tables = _read(file.read())
        evening = read_set_up(tables)
    except RuleError as error:
        return _ask(request, Problem("id_file", said_with_place(error)))
    form = OpenForm(request.POST, are=evening.are)
    people = match_names(request.actor.home, evening.named)
    return _preview(request, form, _Read(tables, evening, file_name(file.name or "")), people)


class _Read(NamedTuple):
    """A file: what the page carries of it, what that sets up, what it is called."""

    tables: Tables
    evening: Evening
    source: str


def _read(content: bytes) -> Tables:
    """Return what a page carries of a file. RuleError for one that is none, or too much."""
    if kind_of(content) != BRIDGEMATE.key:
        phrase = gettext_noop("This is not a Bridgemate file. Choose one that ends in .bws.")
        raise RuleError(BRIDGEMATE.key, phrase)
    check_size(content, LARGEST_UPLOAD)
    tables = carried(read_tables(content, with_names=True))
    if len(json.dumps(tables)) > MOST_CARRIED:
        phrase = gettext_noop("This file has more tables and rounds than one event can have.")
        raise RuleError("too-large", phrase)
    return tables


@open_to(Level.DIRECTOR)
@require_POST
def event_set_up_open(request: ClubRequest) -> HttpResponse:
    """Open the event that was shown, all of it or nothing; or show it with other people."""
    club, given = request.actor.home, request.POST
    try:
        tables = as_tables(json.loads(given.get("tables", "")))
        evening = read_set_up(tables)
    except (RuleError, ValueError, RecursionError):
        return _ask(request, Problem("", _("The file was not kept. Choose it again.")))
    form = OpenForm(given, are=evening.are)
    read = _Read(tables, evening, file_name(form.words_of("source")))
    people, problem = _chosen(request, evening)
    if problem or not form.is_valid():
        return _preview(request, form, read, people, problem)
    try:
        with transaction.atomic():
            event = open_set_up(
                club=club,
                evening=evening_of(club, clock.now()),
                terms=_terms(club, form, evening),
                sections=_sections(request, evening, people),
                key=form.key,
                actor=request.actor,
            )
    except Refused as refused:
        return _preview(request, form, read, people, Problem("", str(refused)))
    return redirect("event", event=event.pk)


def _chosen(
    request: ClubRequest, evening: Evening
) -> tuple[dict[str, Person | None], Problem | None]:
    """Return who each name is, as chosen or as matched, and what is still to be answered."""
    club = request.actor.home
    matched = match_names(club, evening.named)
    form = NamesForm(request.POST, names=matched)
    people = form.chosen(matched, {person.pk: person for person in people_in(club)})
    asked = open_questions(names_asked(request, people), form.open)
    return people, Problem(asked[0].field, asked[0].text) if asked else None


def _terms(club: Club, form: OpenForm, evening: Evening) -> Terms:
    """Return what the event is: the club's usual terms, the name and scoring of the page."""
    usual = NewEventForm(None, club=club, asked={}).terms
    name = form.words_of("name") or usual_name(club, evening.are)
    return replace(usual, name=name, form=evening.are, scoring=form.words_of("scoring"))


def _sections(
    request: ClubRequest, evening: Evening, people: Mapping[str, Person | None]
) -> list[SectionSetUp]:
    """Return the sections with their people; a name that is nobody's yet comes as a guest."""
    here: dict[str, Person | None] = {"": None}
    for name in evening.named:
        person = people[name]
        if person is None or person.pk is None:
            bears = person.name if person else name
            person = add_guest(club=request.actor.home, name=bears, actor=request.actor)
        here[name] = person
    return [
        SectionSetUp(
            each.letter,
            each.movement,
            {number: [here[name] for name in names] for number, names in each.names.items()},
        )
        for each in evening.sections
    ]


def _ask(request: ClubRequest, problem: Problem | None = None) -> HttpResponse:
    context = {"problems": [problem] if problem else []}
    return render(request, "exchange/set_up.html", context, status=422 if problem else 200)


def _preview(
    request: ClubRequest,
    form: OpenForm,
    read: _Read,
    people: Mapping[str, Person | None],
    problem: Problem | None = None,
) -> HttpResponse:
    """Show which event would be opened, and what has to be put right first."""
    club, evening = request.actor.home, read.evening
    names, chosen = names_asked(request, people), form.typed("scoring")
    scorings = scorings_of(evening.are)
    problems = [*([problem] if problem else []), *form.problems]
    context: SetUpPage = {
        "evening": evening,
        "sections": [_shown(each) for each in evening.sections],
        "source": read.source,
        "carried": json.dumps(read.tables),
        "name": form.typed("name", evening.name or usual_name(club, evening.are)),
        "scorings": [(each.key, _(each.name), each.key == chosen) for each in scorings],
        "names": names,
        "new": sum(each.person is None or each.person.pk is None for each in names),
        "people": list(people_in(club).order_by("name", "pk")),
        "problems": problems,
        "key": form.key,
    }
    return render(request, "exchange/set_up_preview.html", context, status=422 if problems else 200)


def _shown(section: SetUp) -> ShownSection:
    plan = planned(section.movement)
    rounds = [
        (number, [_table(place) for place in plan.of_round(number)])
        for number in range(1, plan.rounds + 1)
    ]
    unnamed = sum(not all(names) for names in section.names.values())
    return ShownSection(section, _(KIND_NAMES[section.movement.kind]), rounds, unnamed)


def _table(place: Place) -> ShownTable:
    one, other = shown_side(place.ns), shown_side(place.ew)
    if not place.is_played:
        return ShownTable(place.table, one or other, "", "", 0)
    first, last = place.boards[0], place.boards[-1]
    whole = place.boards == tuple(range(first, last + 1)) and first != last
    boards = f"{first}–{last}" if whole else listed(place.boards)
    return ShownTable(place.table, one, other, boards, len(place.boards))
