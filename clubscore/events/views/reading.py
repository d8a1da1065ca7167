"""What everyone in the club may read: ranking, cards, travellers, the wall."""

from typing import NotRequired, TypedDict

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.events.boards.who_may_see import has_deals_to_see
from clubscore.events.help_text import Chapter, chapters, typed_lines
from clubscore.events.models import Event, EventShare
from clubscore.events.phones import share_of
from clubscore.events.rankings.also_ranked import SideBySide
from clubscore.events.rankings.lists import Lists
from clubscore.events.rankings.reading_page import (
    Asked,
    ShownRanking,
    board_page,
    card_page,
    cross_page,
    ranking_shown,
    tag_of,
)
from clubscore.events.rankings.traveller_table import CardAt
from clubscore.events.selectors import (
    event_for,
    how_far,
    may_see_results,
    must_not_be_hidden,
    own_entry,
    room_for,
)
from clubscore.events.state.scoring import key_of_entry
from clubscore.tableside.phone_addresses import address_of
from clubscore.tableside.secret_addresses import token_of


class ClosedPage(TypedDict):
    """What stands instead of a ranking that is not open; `state` is how far it is."""

    event: Event
    state: str
    key: str
    tag: str


class OwnRanking(ClosedPage, ShownRanking):
    """The ranking as a reader in the club sees it: their own line, and the link to share."""

    lists: Lists
    own: str
    runs: bool
    has_deals: bool
    share: NotRequired[EventShare]
    address: NotRequired[str]


class AlsoPage(TypedDict):
    """The event ranked in several ways side by side."""

    event: Event
    state: str
    also: SideBySide


class HelpPage(TypedDict):
    """How a session goes, and what may be typed."""

    chapters: list[Chapter]
    typed: list[tuple[str, str]]


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
    state, key = how_far(found), new_key()
    if not may_see_results(request.actor, found):
        closed: ClosedPage = {"event": found, "state": state, "key": key, "tag": tag}
        return render(request, "events/closed.html", closed)
    room = room_for(request.actor, found)
    entry = own_entry(room, request.actor.person)
    own = key_of_entry(room, entry) if entry else ""
    lists = Lists(room)
    boards = lists.scorer.boards.values()
    shown = ranking_shown(lists, own, _card_at(event), request)
    context: OwnRanking = {
        "event": found,
        "state": state,
        "key": key,
        "tag": tag,
        "lists": lists,
        "own": own,
        "shown": shown["shown"],
        "tabs": shown["tabs"],
        "tab": shown["tab"],
        "asks_at": shown["asks_at"],
        "runs": request.actor.is_scorer,
        "has_deals": has_deals_to_see(request.actor, room, boards),
    }
    shared = share_of(found) if request.actor.is_scorer else None
    if shared is not None:
        path = reverse("event-shared", args=[token_of(shared.nonce)])
        context |= {"share": shared, "address": address_of(request, path)}
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
    lists, words = Lists(room_for(request.actor, found)), "words" in request.GET

    def board_at(board: int) -> str:
        return reverse("event-board", args=[event, board])

    context = card_page(lists, request.actor, pair, board_at, words=words)
    context["table"].sorted_by(request)
    return render(request, "events/card.html", context)


@open_to(Level.TABLE)
@require_safe
def board(request: ClubRequest, event: int, board: int) -> HttpResponse:
    """Show a board's traveller with how often each score came."""
    found = event_for(request.actor, event, told_too=True)
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", {"event": found})
    room = room_for(request.actor, found)
    must_not_be_hidden(room, board)
    entry = own_entry(room, request.actor.person)
    own = key_of_entry(room, entry) if entry else ""
    asked = Asked(request.actor, own, names="names" in request.GET)

    context = board_page(Lists(room), asked, board, _card_at(event))
    context["traveller"].sorted_by(request)
    return render(request, "events/board.html", context)


@open_to(Level.TABLE)
@require_safe
def cross(request: ClubRequest, event: int) -> HttpResponse:
    """Show everyone against everyone, to those who may see the ranking."""
    found = event_for(request.actor, event, told_too=True)
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", {"event": found, "state": how_far(found)})
    room = room_for(request.actor, found)
    entry = own_entry(room, request.actor.person)
    own = key_of_entry(room, entry) if entry else ""
    return render(
        request, "events/cross.html", cross_page(Lists(room), own, _card_at(event), request)
    )


def _card_at(event: int) -> CardAt:
    """Return what leads to a card of an event."""
    return lambda key: reverse("event-pair", args=[event, key])


@open_to(Level.TABLE)
@require_safe
def also(request: ClubRequest, event: int) -> HttpResponse:
    """Show the event ranked in several ways side by side, to those who may see its ranking."""
    found = event_for(request.actor, event, told_too=True)
    state = how_far(found)
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", {"event": found, "state": state})
    lists = Lists(room_for(request.actor, found))
    context: AlsoPage = {"event": found, "state": state, "also": SideBySide(lists)}
    return render(request, "events/also_ranked.html", context)


@open_to(Level.PLAYER)
@require_safe
def how_it_goes(request: ClubRequest) -> HttpResponse:
    """Show how to run a session of duplicate."""
    context: HelpPage = {"chapters": chapters(), "typed": typed_lines()}
    return render(request, "events/help.html", context)
