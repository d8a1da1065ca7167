"""Count the tables of a room in which nobody is entered yet, and start."""

from typing import TypedDict

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.edit_conflicts import ChangedMeanwhile
from clubscore.club.refused import Refused
from clubscore.events.entries.forms import CountForm
from clubscore.events.entries.seat_names import enter_counted
from clubscore.events.locks import is_noted
from clubscore.events.models import Event
from clubscore.events.movement.counted_tables import (
    HALF,
    Counted,
    CountedOffer,
    offers_for,
    read_room,
)
from clubscore.events.movement.proposals import Proposal, movement_asked
from clubscore.events.phones import let_phones_in
from clubscore.events.play.directing import choose_movement, movements_chosen, start_round
from clubscore.events.selectors import directed_by
from clubscore.events.state.event_now import entries_of
from clubscore.events.terms.event_words import how_many
from clubscore.events.terms.formats import INDIVIDUALS, TEAMS
from clubscore.laws.errors import RuleError
from clubscore.tableside.problems import Problem


class CountPage(TypedDict):
    """What is counted, and what a room of that size can play; nothing before it was counted."""

    event: Event
    tables: str
    half: str
    halves: list[tuple[str, str, bool]]
    offered: list[CountedOffer]
    chosen: str
    many: str
    entered: str
    seen: int
    problems: list[Problem]
    key: str


@open_to(Level.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def count(request: ClubRequest, event: int) -> HttpResponse:
    """Ask how many tables there are and show what they can play; a POST starts it."""
    found = directed_by(request.actor, event)
    form = CountForm(request.POST if request.method == "POST" else request.GET)
    if found.contestants_are == TEAMS:
        return redirect("event-entries", event=event)
    if is_noted(found, f"{form.key}:round"):
        return redirect("event-phones", event=event)
    if found.round:
        return redirect("event", event=event)
    if request.method != "POST":
        return _page(request, found, form)
    try:
        return _counted(request, found, form)
    except Refused as refusal:
        form.refuse(refusal, refusal.field or "")
    except RuleError as error:
        form.refuse(error, "movement")
    except ChangedMeanwhile:
        text = _("Changed by someone else; the current choice is shown. Choose again, or cancel.")
        form.refuse(Refused(text), "movement")
    return _page(request, found, form)


def _counted(request: ClubRequest, event: Event, form: CountForm) -> HttpResponse:
    """Enter everyone who was counted, without names; with a movement start its first round."""
    room = read_room(form.number_of("tables"), form.words_of("half"), event.contestants_are)
    many, key, actor = room.count(event.contestants_are), form.key, request.actor
    if form.sends("other"):
        enter_counted(event=event, count=many, key=key, actor=actor)
        return redirect("event-movement", event=event.pk)
    chosen = _chosen(event, room, form.words_of("movement"))
    section = event.sections.get()
    with transaction.atomic():
        enter_counted(event=event, count=many, key=key, actor=actor)
        choose_movement(
            section=section,
            movement=movement_asked(chosen.value, many, event.contestants_are),
            minutes=chosen.minutes_a_round,
            key=f"{key}:movement",
            actor=actor,
            seen=form.number_of("seen"),
        )
        section.refresh_from_db()
        let_phones_in(section=section, key=f"{key}:phones", actor=actor)
        start_round(event=event, key=f"{key}:round", actor=actor, seen=0)
    return redirect("event-phones", event=event.pk)


def _chosen(event: Event, room: Counted, value: str) -> Proposal:
    """Return the movement that was tapped. Refused where it is none of those offered."""
    for each in offers_for(event, room):
        if each.proposal.value == value:
            return each.proposal
    raise Refused(_("Choose one of the movements offered."), "movement")


def _page(request: ClubRequest, event: Event, form: CountForm) -> HttpResponse:
    are, half = event.contestants_are, form.words_of("half")
    offered: list[CountedOffer] = []
    many = ""
    if form.sends("tables"):
        try:
            room = read_room(form.number_of("tables"), half, are)
            offered, many = offers_for(event, room), how_many(are, room.count(are))
        except Refused as refusal:
            if not form.problems:
                form.refuse(refusal, refusal.field)
    values = [each.proposal.value for each in offered]
    asked = form.words_of("movement")
    here = sum(entry.plays for entry in entries_of(event))
    context: CountPage = {
        "event": event,
        "tables": form.typed("tables"),
        "half": half,
        "halves": [] if are == INDIVIDUALS else _halves(half),
        "offered": offered,
        "chosen": asked if asked in values else next(iter(values), ""),
        "many": many,
        "entered": how_many(are, here) if here else "",
        "seen": movements_chosen(event),
        "problems": form.problems,
        "key": new_key(),
    }
    status = 422 if form.problems and request.method == "POST" else 200
    return render(request, "events/count.html", context, status=status)


def _halves(half: str) -> list[tuple[str, str, bool]]:
    """What may be said of a half table: value, words, whether it is chosen."""
    words = {
        "": _("no half table"),
        "ns": _("a pair sits North–South alone"),
        "ew": _("a pair sits East–West alone"),
    }
    half = half if half in HALF else ""
    return [(value, text, value == half) for value, text in words.items()]
