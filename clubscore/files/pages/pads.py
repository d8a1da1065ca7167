"""The pages on which a Bridgemate file is looked at, then read into an event or opened as one."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Given, Refused, whole_number
from clubscore.club.models import Club, Person, evening_of
from clubscore.club.people import add_guest, people_in
from clubscore.club.wording import listed, problem_text, said
from clubscore.deals.file_text import LARGEST_UPLOAD, check_size
from clubscore.events.bulk_results import (
    ComparedPadResult,
    Looked,
    PadResult,
    current_result,
    look_over,
    take_from_pads,
)
from clubscore.events.models import Event
from clubscore.events.models.facts import side_label
from clubscore.events.opening import SectionSetUp, open_set_up
from clubscore.events.pages.opening import NewEventForm
from clubscore.events.plan import PlannedMeeting, planned
from clubscore.events.result_form import ShownResult, result_gap, shown
from clubscore.events.selectors import as_seen_by, directed_by
from clubscore.events.state import EventState, room_of
from clubscore.events.terms import Terms, scorings_of, usual_name
from clubscore.files.bws import BRIDGEMATE, pad_rows
from clubscore.files.bws_set_up import PadsEvening, PadsSetUp, as_tables, carried, read_set_up
from clubscore.files.bws_tables import Tables, read_tables
from clubscore.files.formats import kind_of
from clubscore.files.pages.events import (
    CarriedForm,
    FileNamesForm,
    names_asked,
    open_questions,
)
from clubscore.files.printable import file_name
from clubscore.files.sittings import match_names
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, ngettext_lazy
from clubscore.movements import KIND_NAMES
from clubscore.web.forms import LineField, PageForm, Pick, Problem, TextField, why_no_file

MOST_CARRIED = 1_900_000


class OpenForm(PageForm):
    """What the event is called and how it is compared; the file as the page carried it."""

    name = LineField(most=80)
    source = TextField(most=100)
    tables = TextField()

    def __init__(self, given: Given, *, are: str = "pairs") -> None:
        super().__init__(given)
        scorings = [each.key for each in scorings_of(are)]
        wrong = gettext_noop("Choose how results are compared.")
        self.fields["scoring"] = Pick(scorings, wrong=wrong, usual=scorings[0])


class SetUpTable(NamedTuple):
    """A table in a round: who meets whom with which boards, ``many``; without boards who waits."""

    table: int
    one: str
    other: str
    boards: str
    many: int


class ShownSection(NamedTuple):
    """A section as the page shows it: its movement's name, its rounds, how many are not named."""

    set_up: PadsSetUp
    kind: str
    rounds: list[tuple[int, list[SetUpTable]]]
    unnamed: int


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
        return _ask(request, Problem("id_file", problem_text(error)))
    form = OpenForm(request.POST, are=evening.are)
    people = match_names(request.actor.home, evening.named)
    return _preview(request, form, _Read(tables, evening, file_name(file.name or "")), people)


class _Read(NamedTuple):
    """A file: what the page carries of it, what that sets up, what it is called."""

    tables: Tables
    evening: PadsEvening
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
    request: ClubRequest, evening: PadsEvening
) -> tuple[dict[str, Person | None], Problem | None]:
    """Return who each name is, as chosen or as matched, and what is still to be answered."""
    club = request.actor.home
    matched = match_names(club, evening.named)
    form = FileNamesForm(request.POST, names=matched)
    people = form.chosen(matched, {person.pk: person for person in people_in(club)})
    asked = open_questions(names_asked(request, people), form.open)
    return people, Problem(asked[0].field, asked[0].text) if asked else None


def _terms(club: Club, form: OpenForm, evening: PadsEvening) -> Terms:
    """Return what the event is: the club's usual terms, the name and scoring of the page."""
    usual = NewEventForm(None, club=club, asked={}).terms
    name = form.words_of("name") or usual_name(club, evening.are)
    return replace(usual, name=name, form=evening.are, scoring=form.words_of("scoring"))


def _sections(
    request: ClubRequest, evening: PadsEvening, people: Mapping[str, Person | None]
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
    context: dict[str, Any] = {
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


def _shown(section: PadsSetUp) -> ShownSection:
    plan = planned(section.movement)
    rounds = [
        (number, [_table(place) for place in plan.of_round(number)])
        for number in range(1, plan.rounds + 1)
    ]
    unnamed = sum(not all(names) for names in section.names.values())
    return ShownSection(section, _(KIND_NAMES[section.movement.kind]), rounds, unnamed)


def _table(place: PlannedMeeting) -> SetUpTable:
    one, other = side_label(place.ns), side_label(place.ew)
    if not place.is_played:
        return SetUpTable(place.table, one or other, "", "", 0)
    first, last = place.boards[0], place.boards[-1]
    whole = place.boards == tuple(range(first, last + 1)) and first != last
    boards = f"{first}–{last}" if whole else listed(place.boards)
    return SetUpTable(place.table, one, other, boards, len(place.boards))


# ---- A file read into an event being played.

MOST_ROWS = 5_000
# What a Bridgemate can say of a board.
FACTS = {"contract", "declarer", "tricks", "lead", "passed_out", "not_played", "adjusted"}


class PadResultLine(NamedTuple):
    """A result of the file as a page shows it, with what is in already where that differs."""

    row: PadResult
    table: str
    told: ShownResult
    there: list[ShownResult]
    why: str


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def bridgemate(request: ClubRequest, event: int) -> HttpResponse:
    """Ask for a Bridgemate file, and show what it would bring; nothing is recorded yet."""
    found = directed_by(request.actor, event)
    if request.method != "POST":
        return _ask_of_bridgemate(request, found)
    file = request.FILES.get("file")
    if file is None:
        return _ask_of_bridgemate(request, found, why_no_file(request, LARGEST_UPLOAD))
    try:
        rows, notes = _read_of_bridgemate(file.read())
        room = room_of(found)
        looked = look_over(room, rows)
    except RuleError as error:
        return _ask_of_bridgemate(request, found, said(error))
    except Refused as refused:
        return _ask_of_bridgemate(request, found, str(refused))
    return _preview_of_bridgemate(
        request, as_seen_by(request.actor, room), looked, notes, file_name(file.name or "")
    )


def _read_of_bridgemate(content: bytes) -> tuple[list[PadResult], list[str]]:
    """Return what a file tells. RuleError for one that is none, or too much."""
    if kind_of(content) != BRIDGEMATE.key:
        raise RuleError(
            BRIDGEMATE.key,
            gettext_noop("This is not a Bridgemate file. Choose one that ends in .bws."),
        )
    check_size(content, LARGEST_UPLOAD)
    rows, notes = pad_rows(read_tables(content))
    if len(rows) > MOST_ROWS:
        raise RuleError(
            "too-many",
            ngettext_lazy(
                "The file has more than %(most)s result. Check that it is the right one.",
                "The file has more than %(most)s results. Check that it is the right one.",
                "most",
            ),
            most=MOST_ROWS,
        )
    return rows, notes


def _ask_of_bridgemate(request: ClubRequest, event: Event, problem: str = "") -> HttpResponse:
    problems = [Problem("id_file", problem)] if problem else []
    done = {
        key: whole_number(request.GET.get(key))
        for key in (ComparedPadResult.NEW, ComparedPadResult.CONTRARY)
    }
    context: dict[str, Any] = {"event": event, "problems": problems, "done": done}
    status = 422 if problem else 200
    return render(request, "exchange/bridgemate.html", context, status=status)


def _preview_of_bridgemate(
    request: ClubRequest, room: EventState, looked: list[Looked], notes: list[str], source: str
) -> HttpResponse:
    lines: dict[str, list[PadResultLine]] = {each.value: [] for each in ComparedPadResult}
    for each in looked:
        lines[each.found].append(_line(room, each))
    takes = len(lines[ComparedPadResult.NEW]) + len(lines[ComparedPadResult.CONTRARY])
    context: dict[str, Any] = {
        "event": room.event,
        "source": source,
        "lines": lines,
        "notes": notes,
        "takes": takes,
        "carried": json.dumps([each.row for each in looked]),
    }
    return render(request, "exchange/bridgemate_preview.html", context)


def _line(room: EventState, each: Looked) -> PadResultLine:
    row, standing = each.row, each.standing
    table = f"{row.section}{row.table}" if len(room.sections) > 1 else str(row.table)
    if row.board in room.hidden:
        return PadResultLine(row, table, result_gap(), [], each.why)
    there = current_result(standing) if standing and each.found is not ComparedPadResult.NEW else []
    return PadResultLine(row, table, shown(row.facts), [shown(facts) for facts in there], each.why)


@open_to(Level.DIRECTOR)
@require_POST
def bridgemate_bring(request: ClubRequest, event: int) -> HttpResponse:
    """Record what was shown, all of it or nothing; what came in meanwhile is seen and kept."""
    found, given = directed_by(request.actor, event), request.POST
    try:
        rows = _carried(given)
        source = CarriedForm(given).file
        looked = take_from_pads(event=found, rows=rows, source=source, actor=request.actor)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return _ask_of_bridgemate(request, found, _("The file was not kept. Choose it again."))
    except Refused as refused:
        return _ask_of_bridgemate(request, found, str(refused))
    counted = Counter(each.found for each in looked)
    answer = redirect("event-bridgemate", event=event)
    answer["Location"] += (
        f"?new={counted[ComparedPadResult.NEW]}&contrary={counted[ComparedPadResult.CONTRARY]}"
    )
    return answer


def _carried(given: QueryDict) -> list[PadResult]:
    """Return the rows that a preview carried. ValueError and its kin for anything else."""
    rows = [PadResult(*each) for each in json.loads(given.get("rows", ""))[:MOST_ROWS]]
    for row in rows:
        numbers = (row.round, row.table, row.board, row.ns, row.ew)
        if type(row.section) is not str or any(type(each) is not int for each in numbers):
            raise ValueError
        if type(row.turned) is not bool or not row.facts.keys() <= FACTS:
            raise ValueError
    return rows
