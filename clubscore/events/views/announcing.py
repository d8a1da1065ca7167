"""Announcements, what phones ask for, and tables without a phone."""

from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.events.models import Event, EventHappening
from clubscore.events.play.announcing import (
    announce,
    announcements_of,
    ask_for_lead,
    set_by_slip,
    take_down,
)
from clubscore.events.play.forms import AnnouncementForm, LeadForm, TableForm
from clubscore.events.selectors import directed_by, section_and_table
from clubscore.events.state.event_now import room_of
from clubscore.tableside.problems import Problem


class AnnouncePage(TypedDict):
    """What the page of announcements shows."""

    event: Event
    announcements: tuple[EventHappening, ...]
    text: str
    problems: list[Problem]
    key: str


@open_to(Level.SCORER)
def announcements(request: ClubRequest, event: int) -> HttpResponse:
    """Show what is announced; a POST publishes or removes an announcement."""
    found, form = directed_by(request.actor, event), AnnouncementForm(request.POST)
    if request.method == "POST":
        text, down = form.words_of("text"), form.number_of("down")
        if down is not None:
            take_down(event=found, announcement=down, key=form.key, actor=request.actor)
            return redirect("event-announce", event=event)
        if text.strip():
            announce(event=found, text=text, key=form.key, actor=request.actor)
            return redirect("event", event=event)
        form.add_error("text", _("Write the announcement."))
    context: AnnouncePage = {
        "event": found,
        "announcements": announcements_of(found),
        "text": form.typed("text"),
        "problems": form.problems,
        "key": new_key(),
    }
    return render(request, "events/announce.html", context, status=422 if form.errors else 200)


@open_to(Level.SCORER)
@require_POST
def lead(request: ClubRequest, event: int) -> HttpResponse:
    """Let the tables' phones ask for the card led, or no longer."""
    found, form = directed_by(request.actor, event), LeadForm(request.POST)
    asked = bool(form.words_of("asked"))
    ask_for_lead(event=found, asked=asked, key=form.key, actor=request.actor)
    return redirect("event-phones", event=event)


@open_to(Level.SCORER)
@require_POST
def by_slip(request: ClubRequest, event: int) -> HttpResponse:
    """Mark a table as having no phone, or as having one again."""
    room, form = room_of(directed_by(request.actor, event)), TableForm(request.POST)
    section, table = section_and_table(room, form.words_of("spot"))
    was = (section.pk, table) in room.by_slip
    set_by_slip(section=section, table=table, by_slip=not was, key=form.key,
                actor=request.actor)  # fmt: skip
    return redirect("event-phones", event=event)
