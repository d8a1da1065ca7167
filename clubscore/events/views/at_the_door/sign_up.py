"""The page that a list's code opens: people enter themselves, without a login."""

from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.club.access import ClubRequest, Level, device_of, open_to
from clubscore.club.authorship import new_key
from clubscore.club.form_values import whole_number
from clubscore.club.refused import Refused
from clubscore.events.entries.door_list import (
    enter_at_the_door,
    list_by_token,
    listed_entries,
    may_look,
    why_closed,
)
from clubscore.events.entries.door_typed import (
    FIELDS,
    SHORTEST,
    DoorName,
    problems_at_the_door,
    read_door,
    typed_name,
    whom_it_may_mean,
)
from clubscore.events.entries.forms import DoorListForm
from clubscore.events.entries.pasted import SHOWN, people_here
from clubscore.events.models import Entry, Event, EventList
from clubscore.events.terms.formats import TEAMS
from clubscore.tableside.problems import Problem


class SignUpPage(TypedDict):
    """The list as who comes in sees it: names, and nothing of numbers or money.

    `closed` says why nobody is entered any more; `entered` is who was entered just now.
    """

    event: Event
    token: str
    closed: str
    entered: Entry | None
    listed: list[Entry]
    typed: list[DoorName]
    name: str
    problems: list[Problem]
    key: str
    no_menu: bool


@open_to(Level.VISITOR)
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: ClubRequest, token: str) -> HttpResponse:
    """Show an event's list at the door; a POST enters who says so."""
    link = list_by_token(token)
    if link is None:
        return render(request, "events/no_list.html", status=404)
    closed = why_closed(link.event, link)
    if request.method != "POST" or closed:
        return _page(request, token, link, DoorListForm({}), read_door(link.event, {}), closed)
    form, typed = DoorListForm(request.POST), read_door(link.event, request.POST)
    problems = problems_at_the_door(link.event, typed)
    if problems:
        return _page(request, token, link, form, typed, problems=problems)
    try:
        entry = enter_at_the_door(
            at=link,
            people=[one.who for one in typed if one.who is not None],
            name=form.words_of("name"),
            key=form.key,
            device=device_of(request),
        )
    except Refused as refusal:
        field = "team" if link.event.contestants_are == TEAMS else typed[0].field
        return _page(request, token, link, form, typed, problems=[Problem(field, str(refusal))])
    query = f"?entered={entry}#entered" if entry else ""
    return redirect(f"{reverse('event-sign-up', args=[token])}{query}")


def _page(
    request: ClubRequest,
    token: str,
    link: EventList,
    form: DoorListForm,
    typed: list[DoorName],
    closed: str = "",
    problems: list[Problem] | None = None,
) -> HttpResponse:
    event, entered = link.event, whole_number(request.GET.get("entered"))
    listed = [] if closed else listed_entries(event)
    context: SignUpPage = {
        "event": event,
        "token": token,
        "closed": closed,
        "entered": next((one for one in listed if one.pk == entered), None),
        "listed": listed,
        "typed": typed,
        "name": form.typed("name"),
        "problems": problems or [],
        "key": new_key(),
        # A tablet at the door is nobody's: it leads nowhere else.
        "no_menu": True,
    }
    # Whoever sends a form to a list that closed meanwhile is told so.
    refused = 409 if closed and request.method == "POST" else 200
    return render(request, "events/sign_up.html", context, status=422 if problems else refused)


@open_to(Level.VISITOR)
@require_safe
def find(request: ClubRequest, token: str) -> HttpResponse:
    """Show whom the text of a field of the list may mean, as keys."""
    link = list_by_token(token)
    if link is None:
        return render(request, "events/no_list.html", status=404)
    field = next((each for each in FIELDS if each in request.GET), "")
    text, name = typed_name(request.GET, field), None
    if len(text) >= SHORTEST and not why_closed(link.event, link) and may_look(link):
        name = whom_it_may_mean(text, people_here(link.event), field)
    return render(request, "events/parts/who.html", {"name": name, "most": SHOWN})
