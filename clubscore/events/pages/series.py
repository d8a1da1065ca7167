"""The pages of series and past seasons: tables, champions, and what a series counts."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused, new_key, whole_number
from clubscore.events.models import Series
from clubscore.events.models.facts import EventMissed, SeriesKept, StoodIn
from clubscore.events.series import (
    COUNT_WORDS,
    MISSED_WORDS,
    PLAYERS,
    VALUE_WORDS,
    WHO,
    WHO_WORDS,
    SeriesNow,
    change_series,
    close_series,
    event_called,
    events_offered,
    not_counted,
    note_absent,
    note_stood_in,
    notes_in_words,
    open_series,
    past_events,
    past_series,
    remove_series,
    rules_in_words,
    rules_of,
    series_for,
    series_history,
    series_of,
    unnote,
)
from clubscore.laws.words import gettext_noop
from clubscore.ranking.series import (
    ALL,
    AVERAGED,
    BEST,
    COUNTS,
    DROP,
    MISSED,
    MISSED_AVERAGE,
    MISSED_NOTHING,
    PERCENT,
    PLACES,
    VALUES,
)
from clubscore.web.forms import LineField, PageForm, Pick, Problem, TextField, WholeField, Wholes

WHOLE_LIST = re.compile(r"[0-9]{1,4}(?:[ ,;]+[0-9]{1,4}){0,39}")
MOST = 99


class NameForm(PageForm):
    """What a new series is called."""

    name = LineField(
        most=80, missing=gettext_noop("Give the series a name, for example Tuesdays 2026.")
    )


class SeriesForm(NameForm):
    event = Wholes()
    who = Pick(WHO, wrong=gettext_noop("Choose who is ranked."), usual=PLAYERS)
    value = Pick(VALUES, wrong=gettext_noop("Choose what an event is worth."), usual=PERCENT)
    count = Pick(COUNTS, wrong=gettext_noop("Choose which events count."), usual=ALL)
    number = TextField(strip=True)
    minimum = TextField(strip=True)
    partners = TextField(strip=True)
    members_only = TextField()
    missed = Pick(
        MISSED, wrong=gettext_noop("Choose what a missed event is worth."), usual=MISSED_NOTHING
    )
    substitutes = TextField(strip=True)
    points = TextField(strip=True)
    up = TextField(strip=True)
    down = TextField(strip=True)
    seen = WholeField()

    def _whole(self, field: str) -> int:
        """Return a whole number up to 99, 0 where nothing is said."""
        said = self.words_of(field)
        if said and not (said.isdecimal() and int(said) <= MOST):
            text = _("Enter a whole number, 0 to %(most)s.")
            raise ValidationError(text % {"most": MOST})
        return int(said or 0)

    def clean_number(self) -> int:
        """Return how many are best, or dropped."""
        number = self._whole("number")
        if self.cleaned_data.get("count") in (BEST, DROP) and not number:
            raise ValidationError(_("Enter how many events: 1 or more."))
        return number

    def clean_minimum(self) -> int:
        """Return how many events a place takes."""
        return self._whole("minimum")

    def clean_partners(self) -> int:
        """Return how many different partners a place takes."""
        return self._whole("partners")

    def clean_substitutes(self) -> int:
        """Return how many events a substitute may play."""
        return self._whole("substitutes")

    def clean_up(self) -> int:
        """Return how many go up."""
        return self._whole("up")

    def clean_down(self) -> int:
        """Return how many go down."""
        return self._whole("down")

    def clean_missed(self) -> str:
        """Return what a missed event is worth, a percentage: only where those are averaged."""
        missed = self.words_of("missed")
        averaged = self.cleaned_data.get("value") in AVERAGED
        if missed == MISSED_AVERAGE and not averaged:
            raise ValidationError(_("The own average needs percentages. Choose those, or nothing."))
        return missed

    def clean_points(self) -> list[int]:
        """Return the points of the places; nothing is the usual ones."""
        said = self.words_of("points")
        if said and not WHOLE_LIST.fullmatch(said):
            text = _("Enter whole numbers from the first place on, like 10 7 5 4 3 2 1.")
            raise ValidationError(text)
        return [int(each) for each in re.findall(r"[0-9]+", said)]

    @property
    def kept(self) -> SeriesKept:
        """What the form says, as it is kept."""
        words, events = self.words_of, self.numbers_of("event")
        kept = SeriesKept(
            events=list(dict.fromkeys(events)), who=words("who"), value=words("value"),
            count=words("count"), number=self._number("number"), minimum=self._number("minimum"),
            partners=self._number("partners"), members_only=bool(words("members_only")),
            missed=words("missed"), substitutes=self._number("substitutes"), up=self._number("up"),
            down=self._number("down"),
        )  # fmt: skip
        points = self.numbers_of("points")
        if points and kept["value"] == PLACES:
            kept["points"] = points
        return kept

    def _number(self, field: str) -> int:
        return self.number_of(field) or 0


class PeopleForm(PageForm):
    """Who played an event in whose place, or who missed it; or which note is taken out."""

    what = TextField()
    at_event = WholeField()
    who = WholeField()
    whose = WholeField()
    line = TextField(strip=True)
    notice = TextField()
    at = TextField()
    seen = WholeField()


# ---- The pages.

# Fields of whole numbers, with their questions.
NUMBERS = ("minimum", "partners", "substitutes", "up", "down")


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
    context: dict[str, Any] = {
        "series": [one for one in series_of(request.actor.home) if one.closed_at is None],
        "removed": series_of(request.actor.home, removed=True) if runs else [],
        "name": form.typed("name") if form else "",
        "problems": form.problems if form else [],
        "key": new_key(),
    }
    status = 422 if context["problems"] else 200
    return render(request, "events/series_list.html", context, status=status)


@open_to(Level.PLAYER)
@require_safe
def series(request: ClubRequest, pk: int) -> HttpResponse:
    """Show a series with its table, how it is counted, and its history."""
    found = series_for(request.actor, pk)
    now = SeriesNow(found, request.actor)
    context: dict[str, Any] = {
        "series": found,
        "now": now,
        "rules": rules_in_words(found.kept),
        "left_out": not_counted(now),
        "history": series_history(found),
        "key": new_key(),
    }
    return render(request, "events/series.html", context)


class SeriesChoice(NamedTuple):
    """A value of a question, with its words, and whether it is chosen."""

    value: str
    label: str
    chosen: bool


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
    context: dict[str, Any] = {
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
        "at_events": [SeriesChoice(str(each.pk), event_called(each), False) for each in now.events],
        "people": sorted(set(now.people.values()), key=lambda one: one.name),
        "lines": [(line.who, line.names) for line in now.lines],
        "problems": problems,
        "key": new_key(),
    }
    status = 422 if problems else 200
    return render(request, "events/series_change.html", context, status=status)


def _events(request: ClubRequest, found: Series, *, typed: bool) -> list[SeriesChoice]:
    """The events that may be chosen, with those that are, or that a form has just said."""
    said = {whole_number(text) for text in request.POST.getlist("event")}
    kept = set(found.kept.get("events", []))
    chosen = said if typed else kept
    return [
        SeriesChoice(str(each.pk), event_called(each), each.pk in chosen)
        for each in events_offered(request.actor, kept)
    ]


def _choices(words: Mapping[str, object], chosen: str) -> list[SeriesChoice]:
    return [SeriesChoice(value, str(text), value == chosen) for value, text in words.items()]


@open_to(Level.PLAYER)
@require_safe
def archive(request: ClubRequest) -> HttpResponse:
    """Show a year of the club: the newest unless one is asked for."""
    events, series = past_events(request.actor.home), past_series(request.actor)
    years = sorted({year for year, _one in [*events, *series]}, reverse=True)
    asked = whole_number(request.GET.get("year"))
    year = asked if asked in years else next(iter(years), 0)
    context: dict[str, Any] = {
        "years": years,
        "year": year or 0,
        "series": [one for of, one in series if of == year],
        "events": [one for of, one in events if of == year],
    }
    return render(request, "events/archive.html", context)
