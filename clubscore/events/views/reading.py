"""What everyone in the club may read: ranking, cards, travellers, the wall."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.events.boards.who_may_see import has_deals_to_see
from clubscore.events.help_text import chapters, typed_lines
from clubscore.events.phones import share_of
from clubscore.events.play.director_page import DirectorPage
from clubscore.events.rankings.also_ranked import SideBySide
from clubscore.events.rankings.lists import Lists
from clubscore.events.rankings.reading_page import board_page, card_page, tag_of
from clubscore.events.selectors import event_for, how_far, may_see_results, own_entry
from clubscore.events.state.event_now import room_of
from clubscore.events.state.scoring import key_of_entry
from clubscore.tableside.phone_addresses import address_of
from clubscore.tableside.secret_addresses import token_of


def is_unchanged(request: ClubRequest, tag: str) -> bool:
    """Whether a page that is open asks again while nothing changed.

    A page that is opened or reloaded is always sent: it may come from an older program.
    """
    return bool(request.htmx) and request.headers.get("If-None-Match") == tag


def unchanged(tag: str) -> HttpResponse:
    """Answer that nothing changed, without a page."""
    return HttpResponse(status=304, headers={"ETag": tag})


@open_to(Level.TABLE)
@require_safe
def ranking(request: ClubRequest, event: int) -> HttpResponse:
    """Show the ranking once the director has opened it; always to those who run the room."""
    found = event_for(request.actor, event, told_too=True)
    tag = tag_of(found)
    if is_unchanged(request, tag):
        return unchanged(tag)
    context = {"event": found, "state": how_far(found), "key": new_key(), "tag": tag}
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", context)
    room = room_of(found)
    entry = own_entry(room, request.actor.person)
    own = key_of_entry(room, entry) if entry else ""
    shared = share_of(found) if request.actor.is_scorer else None
    if shared is not None:
        path = reverse("event-shared", args=[token_of(shared.nonce)])
        context |= {"share": shared, "address": address_of(request, path)}
    lists = Lists(room)
    context |= {"lists": lists, "own": own, "runs": request.actor.is_scorer}
    boards = lists.scorer.boards.values()
    context |= {"has_deals": has_deals_to_see(request.actor, room, boards)}
    answer = render(request, "events/ranking.html", context)
    answer["ETag"] = tag
    return answer


@open_to(Level.TABLE)
@require_safe
def pair(request: ClubRequest, event: int, pair: str) -> HttpResponse:
    """Show a pair's card, each board compared."""
    found = event_for(request.actor, event, told_too=True)
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", {"event": found})
    context = card_page(Lists(room_of(found)), pair)
    return render(request, "events/card.html", context)


@open_to(Level.TABLE)
@require_safe
def board(request: ClubRequest, event: int, board: int) -> HttpResponse:
    """Show a board's traveller with how often each score came."""
    found = event_for(request.actor, event, told_too=True)
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", {"event": found})
    context = board_page(Lists(room_of(found)), request.actor, board)
    return render(request, "events/board.html", context)


@open_to(Level.PLAYER)
@require_safe
def wall(request: ClubRequest, event: int) -> HttpResponse:
    """Show an event on the wall; who asks again while nothing changed gets 304 and no page."""
    found = event_for(request.actor, event)
    tag = tag_of(found)
    if request.headers.get("If-None-Match") == tag:
        return unchanged(tag)
    room = room_of(found)
    context = {
        "event": found,
        "room": room,
        "page": DirectorPage(room),
        "lists": Lists(room) if found.ranking_open and not found.called_off_at else None,
        "state": how_far(found),
        "tag": tag,
    }
    answer = render(request, "events/wall.html", context)
    answer["ETag"] = tag
    return answer


@open_to(Level.TABLE)
@require_safe
def also(request: ClubRequest, event: int) -> HttpResponse:
    """Show the event ranked in several ways side by side, to those who may see its ranking."""
    found = event_for(request.actor, event, told_too=True)
    context = {"event": found, "state": how_far(found)}
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", context)
    context["also"] = SideBySide(Lists(room_of(found)))
    return render(request, "events/also_ranked.html", context)


@open_to(Level.PLAYER)
@require_safe
def how_it_goes(request: ClubRequest) -> HttpResponse:
    """Show how to run a session of duplicate."""
    context = {"chapters": chapters(), "typed": typed_lines()}
    return render(request, "events/help.html", context)
