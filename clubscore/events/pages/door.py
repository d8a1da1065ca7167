"""Pages by which people come in to an event: the list at the door, and a table's code.

The page of a list's code needs no login. A phone comes in as the table's, or as somebody's own.
"""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, device_of, open_to
from clubscore.club.entry import Refused, key_of, new_key, whole_number
from clubscore.club.models import Person
from clubscore.events.door_list import (
    FIELDS,
    SHORTEST,
    DoorName,
    close_list,
    enter_at_the_door,
    list_by_token,
    list_of,
    listed_entries,
    may_look,
    open_list,
    problems_at_the_door,
    read_door,
    typed_name,
    whom_it_may_mean,
    why_closed,
)
from clubscore.events.entries import SHOWN, people_here
from clubscore.events.formats import TEAMS, how_many
from clubscore.events.models import Event, EventList
from clubscore.events.needs import take_name
from clubscore.events.opening import DoorListForm
from clubscore.events.phones import let_in, link_by_token
from clubscore.events.selectors import directed_by
from clubscore.events.set_table import another_players, bring_phone
from clubscore.events.state import EventState, entries_of, room_of
from clubscore.web.forms import PhoneForm, Problem
from clubscore.web.phones import EVENT_PHONE, address_of, code_svg, token_of


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
    context: dict[str, Any] = {
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


@open_to(Level.VISITOR)
def enter(request: ClubRequest, token: str) -> HttpResponse:
    """Set what this phone is at a table: the table's, or a player's own."""
    link = link_by_token(token)
    if link is None:
        return render(request, "rubbers/code_ran_out.html", status=404)
    event = link.section.event
    room = room_of(event)
    if request.method == "POST":
        people = [person for entry in room.entries if entry.number for person in entry.people]
        person = PhoneForm(request.POST, people=people).person
        if event.contest_set_id is not None:
            _must_stay_whose_it_is(request, room, person)
        was = (request.session.get(EVENT_PHONE) or {}).get("person")
        let_in(request, link, None if person is None else person.pk)
        if person is None:
            return redirect("event-at", event=event.pk, spot=f"{link.section.letter}{link.table}")
        actor = Actor(Level.TABLE, event.club, person=person, link=link, device=device_of(request))
        if event.contest_set_id is not None:
            bring_phone(section=link.section, table=link.table, key=new_key(), actor=actor)
        else:
            take_name(
                section=link.section, table=link.table, person=person, was=was, is_far=None,
                key=new_key(), actor=actor,
            )  # fmt: skip
        return redirect("event-mine", event=event.pk)
    section = room.section(link.section.letter) or link.section
    place = room.plan(section).places.get((max(1, room.now(section.pk)), link.table))
    near = place.numbers if place else ()
    pairs = [entry for entry in room.entries if entry.number and entry.people]
    context: dict[str, Any] = {
        "event": event,
        "table": link.table,
        "token": token,
        "here": [entry for entry in pairs if entry.number in near],
        "others": [entry for entry in pairs if entry.number not in near],
    }
    return render(request, "events/enter.html", context)


def _must_stay_whose_it_is(request: ClubRequest, room: EventState, person: Person | None) -> None:
    """Refuse a phone that has shown one player's cards and would now show another's."""
    phone = request.session.get(EVENT_PHONE) or {}
    if another_players(room, phone.get("person"), person):
        raise Refused(_("This phone is another player's. Each player needs a phone of their own."))


@open_to(Level.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def door_list(request: ClubRequest, event: int) -> HttpResponse:
    """Show the code of an event's list at the door; a POST opens the list, or closes it."""
    found = directed_by(request.actor, event)
    if request.method != "POST":
        return _page_of_list_page(request, found)
    change = close_list if "close" in request.POST else open_list
    try:
        change(event=found, key=key_of(request.POST), actor=request.actor)
    except Refused as refusal:
        return _page_of_list_page(request, found, [Problem("", str(refusal))])
    return redirect("event-list", event=event)


def _page_of_list_page(
    request: ClubRequest, event: Event, problems: list[Problem] | None = None
) -> HttpResponse:
    link = list_of(event)
    path = reverse("event-sign-up", args=[token_of(link.nonce)]) if link else ""
    address = address_of(request, path) if path else ""
    here = sum(entry.plays for entry in entries_of(event))
    context: dict[str, Any] = {
        "event": event,
        "is_open": link is not None,
        "may_open": not why_closed(event),
        "address": address,
        "path": path,
        "svg": code_svg(address) if address else "",
        "many": how_many(event.contestants_are, here) if here else _("No entries yet"),
        "problems": problems or [],
        "key": new_key(),
    }
    return render(request, "events/door_list.html", context, status=422 if problems else 200)
