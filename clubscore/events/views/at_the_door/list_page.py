"""The director's page of the list at the door: its code, opened and closed; rows that come in."""

from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import key_of, new_key
from clubscore.club.refused import Refused
from clubscore.events.entries.door_list import close_list, list_of, open_list, why_closed
from clubscore.events.models import Event
from clubscore.events.selectors import directed_by
from clubscore.events.state.event_now import entries_of
from clubscore.events.terms.event_words import how_many
from clubscore.tableside.phone_addresses import address_of
from clubscore.tableside.problems import Problem
from clubscore.tableside.qr import code_svg
from clubscore.tableside.secret_addresses import token_of


class ListPage(TypedDict):
    """The list's address as text and picture, empty while none is open, and how many are on it."""

    event: Event
    is_open: bool
    may_open: bool
    address: str
    path: str
    svg: str
    many: str
    problems: list[Problem]
    key: str


@open_to(Level.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def door_list(request: ClubRequest, event: int) -> HttpResponse:
    """Show the code of an event's list at the door; a POST opens the list, or closes it."""
    found = directed_by(request.actor, event)
    if request.method != "POST":
        return _page(request, found)
    change = close_list if "close" in request.POST else open_list
    try:
        change(event=found, key=key_of(request.POST), actor=request.actor)
    except Refused as refusal:
        return _page(request, found, [Problem("", str(refusal))])
    return redirect("event-list", event=event)


def _page(
    request: ClubRequest, event: Event, problems: list[Problem] | None = None
) -> HttpResponse:
    link = list_of(event)
    path = reverse("event-sign-up", args=[token_of(link.nonce)]) if link else ""
    address = address_of(request, path) if path else ""
    here = sum(entry.plays for entry in entries_of(event))
    context: ListPage = {
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
