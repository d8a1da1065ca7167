"""The wall: who sits where now, who goes where next, the clock, and the ranking once it is open."""

from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.events.models import Event
from clubscore.events.play.clock_in_words import clock_words, minutes_over
from clubscore.events.play.director_page import DirectorPage
from clubscore.events.play.wall_page import next_moves
from clubscore.events.rankings.lists import Lists
from clubscore.events.rankings.reading_page import tag_of
from clubscore.events.selectors import event_for, how_far, room_for
from clubscore.events.state.event_now import Room
from clubscore.events.state.section_clocks import Clock, clock_of
from clubscore.events.views.reading import is_unchanged, unchanged


class WallPage(TypedDict):
    """What hangs on the wall; the ranking where it is open. It has no menu: it needs no hand."""

    event: Event
    room: Room
    page: DirectorPage
    lists: Lists | None
    clock: str
    is_over: bool
    next_moves: list[str]
    state: str
    tag: str
    no_menu: bool


@open_to(Level.PLAYER)
@require_safe
def wall(request: ClubRequest, event: int) -> HttpResponse:
    """Show an event on the wall; who asks again while nothing changed gets 304 and no page."""
    found = event_for(request.actor, event)
    room = room_for(request.actor, found)
    clocks = [Clock(found.ends_at, found.seconds_left)]
    clocks += [clock_of(room, section.pk) for section in room.sections]
    over = [minutes_over(each) for each in clocks]
    tag = f'{tag_of(found)[:-1]}-{"-".join("" if n is None else str(n) for n in over)}"'
    if is_unchanged(request, tag):
        return unchanged(tag)
    context: WallPage = {
        "event": found,
        "room": room,
        "page": DirectorPage(room),
        "lists": Lists(room) if found.ranking_open and not found.called_off_at else None,
        "clock": clock_words(found, clocks[0]),
        "is_over": any(each is not None for each in over),
        "next_moves": next_moves(room),
        "state": how_far(found),
        "tag": tag,
        "no_menu": True,
    }
    answer = render(request, "events/wall.html", context)
    answer["ETag"] = tag
    return answer
