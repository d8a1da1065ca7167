"""Published results: what will go out, the key that publishes it, and whose names are said."""

from typing import TypedDict

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.edit_conflicts import Change, ChangedMeanwhile, seen_of
from clubscore.club.forms import add_refusal, problems_of
from clubscore.club.models import Person
from clubscore.club.people.published_names import (
    FIELDS,
    is_named,
    set_published,
    wishes_open_to,
)
from clubscore.club.people.selectors import person_for
from clubscore.club.refused import Refused
from clubscore.room.forms import PublishedNameForm


class NamePage(TypedDict):
    """Whether published results name a person, and who may change that."""

    person: Person
    is_named: bool
    form: PublishedNameForm
    problems: list[dict[str, str]]
    changes: list[Change]


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
    changes: list[Change] | None = None,
    status: int = 200,
) -> HttpResponse:
    context: NamePage = {
        "person": person,
        "is_named": is_named(person),
        "form": form,
        "problems": problems_of(form) if form.is_bound else [],
        "changes": changes or [],
    }
    return render(request, "room/published_name.html", context, status=status)
