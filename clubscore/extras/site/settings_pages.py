"""Published results: what will go out, the key that publishes it, and whose names are said."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.database import at_one_moment
from clubscore.club.entry import ChangedMeanwhile, FieldChange, Refused, seen_of
from clubscore.club.models import Club, Person
from clubscore.club.people import person_for
from clubscore.club.privacy import FIELDS, is_named, set_published, wishes_open_to
from clubscore.extras.site.publish import FIELDS as SETTINGS
from clubscore.extras.site.publish import (
    ask_to_publish,
    last_of,
    preview_of,
    set_publishing,
    take_all_down,
    zip_of,
)
from clubscore.home.forms import PublishedNameForm, PublishForm, PublishingForm
from clubscore.web.forms import Problem, add_refusal, problems_of

MEGABYTE = 1024 * 1024


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def publish(request: ClubRequest) -> HttpResponse:
    """Say what will go out; a POST publishes it, takes it down, or changes the settings."""
    asked = PublishForm(request.POST)
    if request.method != "POST":
        part = "room/parts/publishing.html" if request.htmx else "room/publish.html"
        return _publish_page(request, template=part)
    if asked.words_of("do") == "settings":
        return _settings(request)
    try:
        if asked.words_of("do") == "down":
            take_all_down(request.actor)
        else:
            ask_to_publish(request.actor)
    except Refused as refusal:
        asked.refuse(refusal, "")
        return _publish_page(request, problems=asked.problems, status=409)
    return redirect("club-publish")


def _settings(request: ClubRequest) -> HttpResponse:
    form = PublishingForm(request.POST)
    if not form.is_valid():
        return _publish_page(request, form, status=422)
    said = form.cleaned_data
    try:
        set_publishing(
            address=said["address"],
            has_season=said["has_season"],
            seen=said["seen"],
            actor=request.actor,
        )
    except ChangedMeanwhile as meanwhile:
        typed = request.POST.copy()
        typed["seen"] = seen_of(Club.objects.get(pk=request.actor.home.pk), SETTINGS)
        again = PublishingForm(typed)
        return _publish_page(request, again, changes=meanwhile.changes, status=409)
    return redirect("club-publish")


@at_one_moment
def _publish_page(
    request: ClubRequest,
    form: PublishingForm | None = None,
    *,
    changes: list[FieldChange] | None = None,
    problems: list[Problem] | None = None,
    template: str = "room/publish.html",
    status: int = 200,
) -> HttpResponse:
    club, packed = request.actor.home, zip_of(request.actor.home)
    start = {
        "address": club.site_address,
        "has_season": club.site_has_season,
        "seen": seen_of(club, SETTINGS),
    }
    form = form or PublishingForm(initial=start)
    context: dict[str, Any] = {
        "preview": preview_of(club),
        "form": form,
        "settings_problems": problems_of(form) if form.is_bound else [],
        "changes": changes or [],
        "problems": problems or [],
        "job": last_of(club),
        "megabytes": -(-packed.stat().st_size // MEGABYTE) if packed.is_file() else None,
    }
    return render(request, template, context, status=status)


@open_to(Level.DIRECTOR)
@require_safe
def packed(request: ClubRequest) -> HttpResponseBase:
    """Send the published results as one zip."""
    club = request.actor.home
    try:
        # The answer closes it.
        file = zip_of(club).open("rb")
    except FileNotFoundError:
        raise Http404 from None
    return FileResponse(file, as_attachment=True, filename=f"{club.slug}-results.zip")


@open_to(Level.PLAYER)
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: ClubRequest, person: int) -> HttpResponse:
    """Show and set whether published results name a person: oneself, or the director anybody."""
    actor, found = request.actor, person_for(request.actor, person)
    wishes = wishes_open_to(actor, found)
    if not wishes:
        raise PermissionDenied
    if request.method != "POST":
        return _name_page(request, found, PublishedNameForm(person=found, wishes=wishes))
    form = PublishedNameForm(request.POST, person=found, wishes=wishes)
    if not form.is_valid():
        return _name_page(request, found, form, status=422)
    said = form.cleaned_data
    try:
        set_published(
            person=found,
            wish=said["published"],
            is_junior=said["is_junior"] if actor.is_director else None,
            seen=said["seen"],
            actor=actor,
        )
    except ChangedMeanwhile as meanwhile:
        found.refresh_from_db()
        typed = request.POST.copy()
        typed["seen"] = seen_of(found, FIELDS)
        again = PublishedNameForm(typed, person=found, wishes=wishes)
        return _name_page(request, found, again, meanwhile.changes, status=409)
    except Refused as refusal:
        add_refusal(form, refusal)
        return _name_page(request, found, form, status=422)
    return redirect("person", person=found.pk)


def _name_page(
    request: ClubRequest,
    person: Person,
    form: PublishedNameForm,
    changes: list[FieldChange] | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "person": person,
        "is_named": is_named(person),
        "form": form,
        "problems": problems_of(form) if form.is_bound else [],
        "changes": changes or [],
    }
    return render(request, "room/published_name.html", context, status=status)
