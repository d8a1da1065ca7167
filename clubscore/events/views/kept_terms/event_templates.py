"""Templates of events: kept from one, changed, thrown away, and opened from."""

from typing import NotRequired

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import key_of, new_key
from clubscore.club.evening import evening_of
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.events.entries.opening_event import open_event
from clubscore.events.models import EventTemplate
from clubscore.events.selectors import directed_by
from clubscore.events.terms.event_templates import (
    change_template,
    keep_template,
    template_of,
    terms_of_template,
    terms_to_keep,
    throw_away,
)
from clubscore.events.terms.template_form import TemplateForm, TitleForm
from clubscore.events.views.opening import OpeningFields, opening_fields, settings_page
from clubscore.tableside.problems import Problem


class TemplatePage(OpeningFields):
    """What a template keeps, to be changed; `wished` are the movements that may be wished for."""

    kept: EventTemplate
    title: str
    wished: list[tuple[str, str, bool]]
    rounds: str
    each: str
    minutes: str
    seen: str
    problems: list[Problem]
    key: NotRequired[str]


@open_to(Level.SCORER)
@require_POST
def keep(request: ClubRequest, event: int) -> HttpResponse:
    """Keep the terms of an event as a template under a name."""
    found, form = directed_by(request.actor, event), TitleForm(request.POST)
    if form.is_valid():
        try:
            keep_template(
                club=request.actor.home,
                title=form.words_of("title"),
                terms=terms_to_keep(found),
                key=form.key,
                actor=request.actor,
            )
            return redirect("event-new")
        except Refused as refusal:
            form.refuse(refusal, refusal.field)
    return settings_page(request, found, None, form)


@open_to(Level.SCORER)
@require_POST
def open_from(request: ClubRequest, template: int) -> HttpResponse:
    """Open an event with the terms of a template; one that was deleted leads to the choice."""
    club = request.actor.home
    kept = template_of(club, template)
    if kept is None:
        return redirect("event-new")
    event = open_event(
        club=club,
        evening=evening_of(club, clock.now()),
        terms=terms_of_template(kept),
        key=key_of(request.POST),
        actor=request.actor,
    )
    return redirect("event-entries", event=event.pk)


@open_to(Level.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: ClubRequest, template: int) -> HttpResponse:
    """Show what a template keeps; a POST changes it, or deletes it."""
    club = request.actor.home
    kept = template_of(club, template)
    if kept is None:
        raise Http404
    if request.method != "POST":
        return _page(request, club, TemplateForm(None, club=club, kept=kept), kept)
    if "delete" in request.POST:
        throw_away(kept=kept, actor=request.actor)
        return redirect("event-new")
    form = TemplateForm(request.POST, club=club, kept=kept)
    if form.is_valid():
        try:
            change_template(
                kept=kept,
                title=form.words_of("title"),
                terms=form.terms,
                seen=form.words_of("seen"),
                actor=request.actor,
            )
            return redirect("event-new")
        except Refused as refusal:
            form.refuse(refusal, refusal.field)
    return _page(request, club, form, kept)


def _page(
    request: ClubRequest, club: Club, form: TemplateForm, kept: EventTemplate
) -> HttpResponse:
    # What is refused has been checked; the page shows what was typed.
    problems, wish = form.problems, kept.wish

    def shown(name: str, number: int | None) -> str:
        return form.typed(name, str(number or ""))

    context: TemplatePage = {
        **opening_fields(club, form),
        "kept": kept,
        "title": form.typed("title", kept.title),
        "wished": form.kinds(),
        "rounds": shown("rounds", wish.get("rounds")),
        "each": shown("each", wish.get("each")),
        "minutes": shown("minutes", wish.get("minutes")),
        "seen": kept.mark,
        "problems": problems,
        "key": new_key(),
    }
    return render(request, "events/template.html", context, status=422 if problems else 200)
