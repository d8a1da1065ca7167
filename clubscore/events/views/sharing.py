"""What anyone with an event's link may read: ranking, cards, travellers."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.caching import anybody_keeps
from clubscore.events.phones import share_by_token
from clubscore.events.rankings.lists import Lists
from clubscore.events.rankings.reading_page import (
    Asked,
    BoardPage,
    CardPage,
    CrossPage,
    SharedRanking,
    board_page,
    card_page,
    cross_page,
    ranking_shown,
    tag_of,
)
from clubscore.events.rankings.traveller_table import CardAt
from clubscore.events.selectors import how_far, must_not_be_hidden, room_for
from clubscore.events.views.looking_back.board_play import BoardPlayPage, play_page
from clubscore.events.views.reading import is_unchanged, unchanged


def _answer(
    request: ClubRequest,
    token: str,
    template: str,
    page: Callable[[Lists], SharedRanking | CrossPage | CardPage | BoardPage | BoardPlayPage],
    *,
    asks_again: bool = False,
) -> HttpResponse:
    """Show what a share lets be read; names are hidden on every page of it, or on none."""
    found = share_by_token(token)
    if found is None or not found.event.ranking_open:
        return render(request, "events/not_shared.html", status=404)
    tag = tag_of(found.event)
    if asks_again and is_unchanged(request, tag):
        return unchanged(tag)
    lists = Lists(room_for(request.actor, found.event), hides_names=found.hides_names)
    shown = page(lists)
    status = 422 if shown.get("wrong") else 200
    answer = render(request, template, {**shown, "shared": token, "tag": tag}, status=status)
    if asks_again:
        answer["ETag"] = tag
    return answer


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def shared(request: ClubRequest, token: str) -> HttpResponse:
    """Show the ranking to anyone with the link, with names or without."""

    def page(lists: Lists) -> SharedRanking:
        event = lists.room.event
        shown = ranking_shown(lists, "", _card_at(token), request)
        return {"event": event, "lists": lists, "state": how_far(event), **shown}

    return _answer(request, token, "events/ranking.html", page, asks_again=True)


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def shared_cross(request: ClubRequest, token: str) -> HttpResponse:
    """Show everyone against everyone behind the same address."""

    def page(lists: Lists) -> CrossPage:
        return cross_page(lists, "", _card_at(token), request)

    return _answer(request, token, "events/cross.html", page)


def _card_at(token: str) -> CardAt:
    """Return what leads to a card behind a link."""
    return lambda key: reverse("event-shared-pair", args=[token, key])


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def shared_pair(request: ClubRequest, token: str, pair: str) -> HttpResponse:
    """Show a pair's card behind the same address."""

    def board_at(board: int) -> str:
        return reverse("event-shared-board", args=[token, board])

    def page(lists: Lists) -> CardPage:
        found = card_page(lists, Actor(), pair, board_at, words="words" in request.GET)
        found["table"].sorted_by(request)
        return found

    return _answer(request, token, "events/card.html", page)


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def shared_board(request: ClubRequest, token: str, board: int) -> HttpResponse:
    """Show a board's traveller behind the same link.

    Every reader is a visitor here, whatever they may see in a club of their own; but who plays is
    not shown a board of the event that they have yet to play.
    """

    def page(lists: Lists) -> BoardPage:
        must_not_be_hidden(lists.room, board)
        asked = Asked(Actor(), names="names" in request.GET)
        found = board_page(lists, asked, board, _card_at(token))
        found["traveller"].sorted_by(request)
        return found

    return _answer(request, token, "events/board.html", page)


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def shared_play(request: ClubRequest, token: str, board: int) -> HttpResponse:
    """Step through a board behind the same link, where a visitor may see its cards."""

    def page(lists: Lists) -> BoardPlayPage:
        return play_page(lists, Actor(), board, request.GET)

    return _answer(request, token, "events/board_play.html", page)
