"""The page of an event's Bridgemates: what they were told, sending to them, reading from them."""

from typing import NamedTuple, TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.refused import Refused
from clubscore.events.correct.from_pads import Found
from clubscore.events.models import Event
from clubscore.events.selectors import directed_by
from clubscore.exchange.bridgemate.connector_place import is_installed, place_for
from clubscore.tableside.page_form import PageForm, Words
from clubscore.tableside.problems import Problem


class SendForm(PageForm):
    """What the page showed that would be sent, and that it is meant."""

    seen = Words()
    sure = Words()


class ShownFetch(NamedTuple):
    """What came in just now."""

    new: int
    contrary: int
    names: int
    calls: int
    notes: list[str]


class ConnectorPage(TypedDict):
    """Whether the pads are reached, what they were told, what came in just now."""

    event: Event
    version: str
    sent: object
    why_not: str
    fetched: ShownFetch | None
    problems: list[Problem]


class SendPage(TypedDict):
    """What would be sent, and what the pads would lose by it."""

    event: Event
    sent: object
    sending: object
    problems: list[Problem]
    key: str


@open_to(Level.DIRECTOR)
@require_safe
def event_pads(request: ClubRequest, event: int) -> HttpResponse:
    """Show whether the pads are reached, and what they were told when."""
    return _page(request, directed_by(request.actor, event))


def _page(
    request: ClubRequest, event: Event, fetched: ShownFetch | None = None, problem: str = ""
) -> HttpResponse:
    version, why_not, sent = "", "", None
    if is_installed():
        # Loaded late: the vendor's client is a part that may be absent.
        from clubscore.exchange.bridgemate.connector_client import Connector
        from clubscore.exchange.bridgemate.connector_sending import last_sent

        sent = last_sent(event)
    try:
        place = place_for(request.actor.home)
        version = Connector(place).version()
    except Refused as refused:
        why_not = str(refused)
    context: ConnectorPage = {
        "event": event,
        "version": version,
        "sent": sent,
        "why_not": why_not,
        "fetched": fetched,
        "problems": [Problem("", problem)] if problem and problem != why_not else [],
    }
    return render(request, "exchange/connector.html", context, status=422 if problem else 200)


@open_to(Level.DIRECTOR)
@require_POST
def event_pads_fetch(request: ClubRequest, event: int) -> HttpResponse:
    """Read in what the pads have, and show what came."""
    found = directed_by(request.actor, event)
    try:
        place = place_for(request.actor.home)
        from clubscore.exchange.bridgemate.connector_client import Connector
        from clubscore.exchange.bridgemate.connector_sending import fetch

        came = fetch(event=found, connector=Connector(place), actor=request.actor)
    except Refused as refused:
        return _page(request, found, problem=str(refused))
    new, contrary = came.counted[Found.NEW], came.counted[Found.CONTRARY]
    return _page(request, found, ShownFetch(new, contrary, came.names, came.calls, came.notes))


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def event_pads_send(request: ClubRequest, event: int) -> HttpResponse:
    """Show what would be sent and what it costs; a POST that is sure sends it."""
    found, form = directed_by(request.actor, event), SendForm(request.POST)
    place = place_for(request.actor.home)
    from clubscore.exchange.bridgemate.connector_client import Connector
    from clubscore.exchange.bridgemate.connector_sending import send

    connector = Connector(place)
    if request.method != "POST":
        return _send_page(request, found, form)
    if not form.words_of("sure"):
        text = _("Tick that you have read what will be lost, then send.")
        return _send_page(request, found, form, Problem("sure", text))
    try:
        seen = form.words_of("seen")
        send(event=found, connector=connector, seen=seen, key=form.key, actor=request.actor)
    except Refused as refused:
        return _send_page(request, found, form, Problem("", str(refused)))
    return redirect("event-pads", event=event)


def _send_page(
    request: ClubRequest, event: Event, form: SendForm, problem: Problem | None = None
) -> HttpResponse:
    from clubscore.exchange.bridgemate.connector_client import Connector
    from clubscore.exchange.bridgemate.connector_sending import last_sent, prepared

    try:
        sending = prepared(event, Connector(place_for(request.actor.home)))
    except Refused as refused:
        return _page(request, event, problem=str(refused))
    context: SendPage = {
        "event": event,
        "sent": last_sent(event),
        "sending": sending,
        "problems": [problem] if problem else [],
        "key": form.key,
    }
    return render(request, "exchange/connector_send.html", context, status=422 if problem else 200)
