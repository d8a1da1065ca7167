"""Series: the list of a club's, a series with its table and history, and the pages that set it."""

from collections.abc import Mapping
from typing import NamedTuple, TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.form_values import whole_number
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.events.in_series.series_forms import NameForm, PeopleForm, SeriesForm
from clubscore.events.in_series.series_now import SeriesNow, events_offered
from clubscore.events.in_series.series_words import (
    COUNT_WORDS,
    MISSED_WORDS,
    VALUE_WORDS,
    WHO_WORDS,
    ChangeLine,
    event_called,
    not_counted,
    notes_in_words,
    rules_in_words,
    series_history,
)
from clubscore.events.in_series.series_write import (
    change_series,
    close_series,
    note_absent,
    note_stood_in,
    open_series,
    remove_series,
    rules_of,
    series_for,
    series_of,
    unnote,
)
from clubscore.events.models import Series
from clubscore.events.models.series_facts import EventMissed, StoodIn
from clubscore.tableside.problems import Problem

# Fields of whole numbers, with their questions.
NUMBERS = ("minimum", "partners", "substitutes", "up", "down")


class ListPage(TypedDict):
    """The series of a club, those that were removed for directors alone."""

    series: list[Series]
    removed: list[Series]
    name: str
    problems: list[Problem]
    key: str


@open_to(Level.PLAYER)
@require_safe
def all_series(request: ClubRequest) -> HttpResponse:
    """List the series of the club."""
    return _list(request, None)


@open_to(Level.DIRECTOR)
@require_POST
def new_series(request: ClubRequest) -> HttpResponse:
    """Open a series; what it is is asked next."""
    form = NameForm(request.POST)
    if not form.is_valid():
        return _list(request, form)
    made = open_series(
        club=request.actor.home, name=form.words_of("name"), key=form.key, actor=request.actor
    )
    return redirect("series-change", pk=made.pk)


def _list(request: ClubRequest, form: NameForm | None) -> HttpResponse:
    runs = request.actor.is_director
    context: ListPage = {
        "series": [one for one in series_of(request.actor.home) if one.closed_at is None],
        "removed": series_of(request.actor.home, removed=True) if runs else [],
        "name": form.typed("name") if form else "",
        "problems": form.problems if form else [],
        "key": new_key(),
    }
    status = 422 if context["problems"] else 200
    return render(request, "events/series_list.html", context, status=status)


class SeriesPage(TypedDict):
    """A series: its table, its rules, its events, every change."""

    series: Series
    now: SeriesNow
    rules: list[str]
    left_out: str
    history: list[ChangeLine]
    key: str


@open_to(Level.PLAYER)
@require_safe
def series(request: ClubRequest, pk: int) -> HttpResponse:
    """Show a series with its table, how it is counted, and its history."""
    found = series_for(request.actor, pk)
    now = SeriesNow(found, request.actor)
    context: SeriesPage = {
        "series": found,
        "now": now,
        "rules": rules_in_words(found.kept),
        "left_out": not_counted(now),
        "history": series_history(found),
        "key": new_key(),
    }
    return render(request, "events/series.html", context)


class Choice(NamedTuple):
    """A value of a question, with its words, and whether it is chosen."""

    value: str
    label: str
    chosen: bool


class ChangePage(TypedDict):
    """What a series is, to be changed, and what is noted about people."""

    series: Series
    name: str
    events: list[Choice]
    who: list[Choice]
    values: list[Choice]
    counts: list[Choice]
    missed: list[Choice]
    numbers: dict[str, str]
    points: str
    members_only: bool
    stood_in: list[str]
    absent: list[str]
    at_events: list[Choice]
    people: list[Person]
    lines: list[tuple[str, list[str]]]
    problems: list[Problem]
    key: str


@open_to(Level.DIRECTOR)
def change(request: ClubRequest, pk: int) -> HttpResponse:
    """Show what a series is; a POST changes it, removes or closes it, or brings it back."""
    found = series_for(request.actor, pk)
    if request.method != "POST":
        return _page(request, found, None)
    form = SeriesForm(request.POST)
    if form.sends("remove") or form.sends("restore"):
        remove_series(series=found, removed=form.sends("remove"), key=form.key, actor=request.actor)
        return redirect("series-list")
    if form.sends("close") or form.sends("reopen"):
        close_series(series=found, closed=form.sends("close"), key=form.key, actor=request.actor)
        return redirect("series", pk=pk)
    if not form.is_valid():
        return _page(request, found, form)
    try:
        change_series(
            series=found, name=form.words_of("name"), kept=form.kept,
            seen=form.number_of("seen") or 0, key=form.key, actor=request.actor,
        )  # fmt: skip
    except Refused as refused:
        form.refuse(refused)
        return _page(request, found, form)
    return redirect("series", pk=pk)


@open_to(Level.DIRECTOR)
@require_POST
def people(request: ClubRequest, pk: int) -> HttpResponse:
    """Note who stood in or who missed an event, or take such a note out."""
    found, form = series_for(request.actor, pk), PeopleForm(request.POST)
    what, event, actor = form.words_of("what"), form.number_of("at_event") or 0, request.actor
    try:
        if what == "stood_in":
            who, whose = form.number_of("who") or 0, form.number_of("whose") or 0
            known = SeriesNow(found, actor).people
            if who not in known or whose not in known:
                raise Refused(_("Choose who played, and for whom."), "who")
            said = StoodIn(event=event, who=who, whose=whose)
            note_stood_in(series=found, said=said, key=form.key, actor=actor)
        elif what == "absent":
            line = _line(SeriesNow(found, actor), form.words_of("line"))
            missed = EventMissed(event=event, who=line, notice=bool(form.words_of("notice")))
            note_absent(series=found, said=missed, key=form.key, actor=actor)
        else:
            kind, _dash, at = form.words_of("at").partition("-")
            place = whole_number(at)
            unnote(series=found, what=kind, at=-1 if place is None else place,
                   seen=form.number_of("seen") or 0, key=form.key, actor=actor)  # fmt: skip
    except Refused as refused:
        return _page(request, found, None, [Problem(refused.field or "", str(refused))])
    return redirect("series-change", pk=pk)


def _line(now: SeriesNow, said: str) -> list[int]:
    """The people of a line of the table. Refuses what is none."""
    for line in now.lines:
        if line.who == said:
            return list(line.keys)
    raise Refused(_("Choose who missed the event."), "line")


def _page(
    request: ClubRequest,
    found: Series,
    form: SeriesForm | None,
    problems: list[Problem] | None = None,
) -> HttpResponse:
    kept, rules, now = found.kept, rules_of(found.kept), SeriesNow(found, request.actor)

    def typed(field: str, stands: object) -> str:
        return form.typed(field) if form else str(stands or "")

    stood_in, absent = notes_in_words(found)
    problems = form.problems if form else problems or []
    context: ChangePage = {
        "series": found,
        "name": typed("name", found.name),
        "events": _events(request, found, typed=form is not None),
        "who": _choices(WHO_WORDS, typed("who", kept.get("who", "players"))),
        "values": _choices(VALUE_WORDS, typed("value", rules.value)),
        "counts": _choices(COUNT_WORDS, typed("count", rules.count)),
        "missed": _choices(MISSED_WORDS, typed("missed", rules.missed)),
        "numbers": {name: typed(name, getattr(rules, name)) for name in ("number", *NUMBERS)},
        "points": typed("points", " ".join(map(str, rules.points))),
        "members_only": bool(typed("members_only", kept.get("members_only"))),
        "stood_in": stood_in,
        "absent": absent,
        "at_events": [Choice(str(each.pk), event_called(each), False) for each in now.events],
        "people": sorted(set(now.people.values()), key=lambda one: one.name),
        "lines": [(line.who, line.names) for line in now.lines],
        "problems": problems,
        "key": new_key(),
    }
    status = 422 if problems else 200
    return render(request, "events/series_change.html", context, status=status)


def _events(request: ClubRequest, found: Series, *, typed: bool) -> list[Choice]:
    """The events that may be chosen, with those that are, or that a form has just said."""
    said = {whole_number(text) for text in request.POST.getlist("event")}
    kept = set(found.kept.get("events", []))
    chosen = said if typed else kept
    return [
        Choice(str(each.pk), event_called(each), each.pk in chosen)
        for each in events_offered(request.actor, kept)
    ]


def _choices(words: Mapping[str, object], chosen: str) -> list[Choice]:
    return [Choice(value, str(text), value == chosen) for value, text in words.items()]
