"""Delete an event without results, call one off with a reason, and undo both."""

from typing import TypedDict

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.refused import Refused
from clubscore.events.finish.calling_off import (
    bring_back,
    call_off,
    called_off_events,
    delete_event,
    deleted_lately,
    has_results,
    have_back,
    why_called_off,
)
from clubscore.events.finish.forms import RemovalForm
from clubscore.events.models import Entry, Event, EventHappening
from clubscore.events.selectors import event_for
from clubscore.laws.errors import RuleError
from clubscore.tableside.problems import Problem


@open_to(Level.DIRECTOR)
def remove(request: ClubRequest, event: int) -> HttpResponse:
    """Show what can be done with an event that is not to count; a POST does it, or undoes it."""
    gone = deleted_lately(request.actor.home, event)
    found = gone or event_for(request.actor, event, told_too=True)
    if request.method != "POST":
        return _page(request, found, [])
    form = RemovalForm(request.POST)
    what, key = form.words_of("what"), form.key
    if what == "delete":
        delete_event(event=found, key=key, actor=request.actor)
        return redirect("event-remove", event=event)
    if what == "undo":
        have_back(event=found, key=key, actor=request.actor)
    elif what == "bring-back":
        bring_back(event=found, key=key, actor=request.actor)
    elif what == "call-off":
        return _call_off(request, found, form)
    else:
        raise Refused(_("Choose what to do with the event."))
    return _to(found)


def _call_off(request: ClubRequest, event: Event, form: RemovalForm) -> HttpResponse:
    reason = form.words_of("reason")
    try:
        call_off(event=event, reason=reason, key=form.key, actor=request.actor)
    except RuleError as error:
        form.refuse(error, error.where)
        return _page(request, event, form.problems)
    return _to(event)


def _to(event: Event) -> HttpResponseRedirect:
    return redirect("event-ranking" if event.told else "event", event=event.pk)


class RemovePage(TypedDict):
    """What can be done with an event that is not to count."""

    event: Event
    has_results: bool
    paid: int
    problems: list[Problem]
    key: str


def _page(request: ClubRequest, event: Event, problems: list[Problem]) -> HttpResponse:
    paid = Entry.objects.filter(event=event).exclude(paid_at=None)
    context: RemovePage = {
        "event": event,
        "has_results": has_results(event) or event.finished_at is not None,
        # What was ticked at the door is in Accounts only once the session is finished.
        "paid": 0 if event.finished_at else sum(len(each.people) for each in paid),
        "problems": problems,
        "key": new_key(),
    }
    return render(request, "events/remove.html", context, status=422 if problems else 200)


@open_to(Level.SCORER)
@require_safe
def called_off(request: ClubRequest) -> HttpResponse:
    """List the events that were called off, each with why, when and by whom."""
    rows = [(event, why_called_off(event)) for event in called_off_events(request.actor.home)]
    return render(request, "events/called_off_list.html", {"rows": rows})


class CalledOffPage(TypedDict):
    """An event that was called off: why, when and by whom."""

    event: Event
    why: EventHappening
    key: str


def called_off_page(request: ClubRequest, event: Event) -> HttpResponse:
    """Show an event that was called off to those who run the room, and how to restore it."""
    why = why_called_off(event)
    if why is None:
        raise Http404
    context: CalledOffPage = {"event": event, "why": why, "key": new_key()}
    return render(request, "events/called_off.html", context)
