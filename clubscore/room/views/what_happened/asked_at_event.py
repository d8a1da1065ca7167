"""What happened at a table of an event: five rulings of today, for players and the director."""

from typing import NotRequired, TypedDict
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.events.models import Event
from clubscore.events.views.correcting import Place
from clubscore.events.views.playing import At
from clubscore.lawbook.which_game import DUPLICATE
from clubscore.room.views.what_happened.answers_shown import GroupShown, groups_shown
from clubscore.rubbers.locks import new_key


class EventAsked(TypedDict):
    """The five rulings; `ruling` leads to that on a board, `asks` is whether one may ask.

    `board` is the one that was shown when it was asked, `table_url` leads back to it.
    """

    event: Event
    spot: str
    groups: list[GroupShown]
    asks: NotRequired[bool]
    key: NotRequired[str]
    board: NotRequired[int | None]
    table_url: NotRequired[str]
    ruling: NotRequired[str]


@open_to(Level.TABLE)
@require_safe
def happened_at_event(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Show players what the laws of today say, each answer with the key that asks the director."""
    at = At(request, event, spot)
    board = whole_number(request.GET.get("board"))
    table = reverse("event-at", args=[event, spot])
    context: EventAsked = {
        "event": at.event,
        "spot": spot,
        "groups": groups_shown(DUPLICATE),
        "asks": at.voice.speaks,
        "key": new_key(),
        "board": board,
        "table_url": f"{table}?{urlencode({'board': board})}" if board else table,
    }
    return render(request, "room/happened/event.html", context)


@open_to(Level.SCORER)
@require_safe
def ruling_guide(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Show the director the same, each answer with the way to the ruling page and its law."""
    place = Place(request, event, spot, request.GET)
    at = urlencode({"round": place.round, "board": place.standing.spot.board})
    context: EventAsked = {
        "event": place.event,
        "spot": spot,
        "groups": groups_shown(DUPLICATE),
        "ruling": f"{reverse('event-ruling', args=[event, spot])}?{at}",
    }
    return render(request, "room/happened/event.html", context)
