"""The caddy's list: which boards lie where, and which go where at the next change."""

from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.events.models import Event
from clubscore.events.movement.carried_boards import SectionBoards, boards_now
from clubscore.events.rankings.reading_page import tag_of
from clubscore.events.selectors import event_for, room_for
from clubscore.events.state.event_now import Room
from clubscore.events.views.reading import is_unchanged, unchanged


class CaddyPage(TypedDict):
    """Boards now and at the next change, section by section. It tells of no result."""

    event: Event
    room: Room
    sections: list[SectionBoards]
    tag: str


@open_to(Level.TABLE)
@require_safe
def caddy(request: ClubRequest, event: int) -> HttpResponse:
    """Show whoever carries boards what to carry; who asks again unchanged gets 304."""
    found = event_for(request.actor, event)
    tag = tag_of(found)
    if is_unchanged(request, tag):
        return unchanged(tag)
    room = room_for(request.actor, found)
    context: CaddyPage = {
        "event": found,
        "room": room,
        "sections": boards_now(room),
        "tag": tag,
    }
    answer = render(request, "events/caddy.html", context)
    answer["ETag"] = tag
    return answer
