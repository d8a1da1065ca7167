"""Open an event, change what it is, choose its movement."""

from dataclasses import replace
from typing import TypedDict

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.evening import evening_of
from clubscore.club.models import Club
from clubscore.club.wording.figures import an_amount, speak_amount
from clubscore.events.entries.as_last_time import LastTime, last_time, play_again
from clubscore.events.entries.forms import AgainForm
from clubscore.events.entries.opening_event import open_event
from clubscore.events.models import Event, EventTemplate
from clubscore.events.play.sections import divide_as
from clubscore.events.selectors import directed_by
from clubscore.events.terms.event_templates import template_in_words, templates_of
from clubscore.events.terms.event_terms import (
    Terms,
    TermsChoices,
    change_terms,
    form_of_terms,
    scorings_of,
    seen_terms,
    terms_of_event,
)
from clubscore.events.terms.formats import FORMS, KINDS, MATCHES, PAIRS, TEAMS
from clubscore.events.terms.forms import NewEventForm, TermsForm
from clubscore.events.terms.last_time import last_event, last_time_in_words
from clubscore.events.terms.template_form import TitleForm
from clubscore.events.terms.usual_names import usual_name
from clubscore.laws.money import find_currency
from clubscore.tableside.problems import Problem


class OpeningFields(TypedDict):
    """What an event may be, and what is filled in; a choice says whether it is chosen."""

    form: NewEventForm
    name: str
    fee: str
    guest_fee: str
    fee_like: str
    two_rates: bool
    kinds: list[tuple[str, str, str, bool]]
    matches: list[tuple[str, str, str, bool]]
    choices: TermsChoices
    boards: str
    winners: str


class NewPage(OpeningFields):
    """A new event: what it begins with, and what one may be opened as by one tap."""

    problems: list[Problem]
    begins_as: int | str
    like: str
    last: tuple[int, str] | None
    again: LastTime | None
    counts_again: bool
    templates: list[tuple[EventTemplate, str]]
    key: str


class SettingsPage(TypedDict):
    """What an event is, and may become."""

    event: Event
    form: TermsForm
    name: str
    choices: TermsChoices
    seen: str
    title: str
    problems: list[Problem]
    key: str


@open_to(Level.SCORER)
def new_event(request: ClubRequest) -> HttpResponse:
    """Ask what is played tonight, and open the event."""
    club = request.actor.home
    if request.method != "POST":
        return _new_page(request, NewEventForm(None, club=club, asked=request.GET))
    form = NewEventForm(request.POST, club=club, asked=request.POST)
    if not form.is_valid():
        return _new_page(request, form)
    event = open_event(
        club=club,
        evening=evening_of(club, clock.now()),
        terms=form.terms,
        key=form.key,
        actor=request.actor,
    )
    counts = form.sends("count") and event.contestants_are != TEAMS
    return redirect("event-count" if counts else "event-entries", event=event.pk)


@open_to(Level.SCORER)
@require_POST
def again(request: ClubRequest) -> HttpResponse:
    """Open the event of last time again, with everyone who played, or with its terms alone."""
    club, form = request.actor.home, AgainForm(request.POST)
    last = _same_terms(club) if form.sends("count") else last_time(club)
    if last is None or last.event.pk != form.number_of("event"):
        # Another event was opened meanwhile: the page says which is the last one now.
        return redirect("event-new")
    name = usual_name(club, last.event.contestants_are)
    evening = evening_of(club, clock.now())
    actor = request.actor
    with transaction.atomic():
        event = play_again(last=last, name=name, evening=evening, key=form.key, actor=actor)
        if last.field:
            divide_as(event=event, last=last.event, key=f"{form.key}:sections", actor=actor)
    return redirect("event-count" if form.sends("count") else "event-entries", event=event.pk)


def _same_terms(club: Club) -> LastTime | None:
    """Return the event of last time without its field; None where its teams have names."""
    last = last_event(club)
    return LastTime(last, []) if last and last.contestants_are != TEAMS else None


def _new_page(request: ClubRequest, form: NewEventForm) -> HttpResponse:
    club, last = request.actor.home, last_event(request.actor.home)
    begins_as = form.like.pk if form.like else form.begins_as
    context: NewPage = {
        **opening_fields(club, form),
        "problems": form.problems,
        "begins_as": begins_as,
        "like": last_time_in_words(form.like) if form.like else "",
        "last": (last.pk, last_time_in_words(last)) if last else None,
        "again": None if begins_as else last_time(club),
        "counts_again": bool(last and last.contestants_are != TEAMS),
        "templates": (
            [] if begins_as else [(each, template_in_words(each)) for each in templates_of(club)]
        ),
        "key": form.key,
    }
    return render(request, "events/new.html", context, status=422 if form.errors else 200)


def opening_fields(club: Club, form: NewEventForm) -> OpeningFields:
    """Return what the fields of a new event show, or those of a template."""
    terms, currency = form.terms, find_currency(club.currency)
    fee = speak_amount(terms.fee, currency) if terms.fee else ""
    guest_fee = "" if terms.guest_fee is None else speak_amount(terms.guest_fee, currency)
    match = form.typed("match", terms.form if terms.form in MATCHES else TEAMS)
    return {
        "form": form,
        "name": form.typed("name", terms.name),
        "fee": form.typed("fee", fee),
        "guest_fee": form.typed("guest_fee", guest_fee),
        "fee_like": an_amount(currency),
        "two_rates": form.has_two_rates,
        "kinds": [
            (key, _(name), _(about), key == FORMS[terms.form].are)
            for key, (name, about) in KINDS.items()
        ],
        "matches": [
            (key, _(FORMS[key].name), _(FORMS[key].about), key == match) for key in MATCHES
        ],
        "choices": form_of_terms(club, _as_pairs(terms, form.typed("scoring"))),
        "boards": form.typed("boards", str(terms.boards or "")),
        "winners": form.typed("winners", str(terms.winners)),
    }


def _as_pairs(terms: Terms, chosen: str) -> Terms:
    """Return the terms with what the page asks of pairs and players, should they play after all."""
    if FORMS[terms.form].are != TEAMS:
        return terms
    may_be = {scoring.key for scoring in scorings_of(PAIRS)}
    return replace(terms, form=PAIRS, scoring=chosen if chosen in may_be else "")


@open_to(Level.SCORER)
def settings(request: ClubRequest, event: int) -> HttpResponse:
    """Show what an event is; a POST makes it another: its name, its scoring, its options."""
    found, club = directed_by(request.actor, event), request.actor.home
    before = terms_of_event(found)
    if request.method != "POST":
        return settings_page(request, found, TermsForm(None, club=club, before=before))
    form = TermsForm(request.POST, club=club, before=before)
    if not form.is_valid():
        return settings_page(request, found, form)
    seen = form.cleaned_data["seen"]
    change_terms(event=found, terms=form.terms, seen=seen, key=form.key, actor=request.actor)
    return redirect("event", event=event)


def settings_page(
    request: ClubRequest, event: Event, form: TermsForm | None, kept_as: TitleForm | None = None
) -> HttpResponse:
    """Show an event's settings; `kept_as` is under which name its terms could not be kept."""
    if form is None:
        form = TermsForm(None, club=request.actor.home, before=terms_of_event(event))
    problems = [*form.problems, *(kept_as.problems if kept_as else ())]
    context: SettingsPage = {
        "event": event,
        "form": form,
        "name": form.typed("name", form.terms.name),
        "choices": form_of_terms(request.actor.home, form.terms),
        "seen": form.typed("seen") or seen_terms(event),
        "title": kept_as.typed("title") if kept_as else "",
        "problems": problems,
        "key": new_key(),
    }
    status = 422 if problems else 200
    return render(request, "events/settings.html", context, status=status)
