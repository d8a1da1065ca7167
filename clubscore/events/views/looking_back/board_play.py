"""A board stepped through card by card, with what each card comes to."""

from collections.abc import Mapping
from typing import NamedTuple, TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.templatetags.clubscore import sign
from clubscore.deals.card_play import DENOMINATIONS, WITH_NULLOS, CardPlay
from clubscore.events.boards.boards_page import line_of
from clubscore.events.boards.who_may_see import deals_seen
from clubscore.events.models import Event
from clubscore.events.rankings.leads_seen import MOST_CONTRACTS, played_at, what_by
from clubscore.events.rankings.lists import Lists
from clubscore.events.results.result_words import bid_in_words
from clubscore.events.selectors import event_for, may_see_results, must_not_be_hidden, room_for
from clubscore.events.state.scoring import valuation_of
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS
from clubscore.ranking.par import has_nullos
from clubscore.tableside.entry_keys import Key, key
from clubscore.tableside.stepping import address
from clubscore.tableside.trying import best_of_start
from clubscore.tableside.whole_hand import TRY, Stepped, stepped

WAYS = ("steps", TRY)


class PlayedContract(NamedTuple):
    """A contract that tables played: what it is called, the address that steps through it."""

    text: str
    address: str
    is_chosen: bool


class BoardPlayPage(TypedDict):
    """What the page of a board stepped through shows."""

    event: Event
    board: int
    line: str
    contracts: list[PlayedContract]
    denominations: list[Key]
    seats: list[Key]
    way: str
    stepped: Stepped
    wrong: str


@open_to(Level.TABLE)
@require_safe
def board_play(request: ClubRequest, event: int, board: int) -> HttpResponse:
    """Step through a board whose cards the reader may see; Http404 for any other."""
    found = event_for(request.actor, event, told_too=True)
    if not may_see_results(request.actor, found):
        raise Http404
    page = play_page(Lists(room_for(request.actor, found)), request.actor, board, request.GET)
    status = 422 if page["wrong"] else 200
    return render(request, "events/board_play.html", page, status=status)


def play_page(lists: Lists, actor: Actor, board: int, asked: Mapping[str, str]) -> BoardPlayPage:
    """Return a board stepped through as an address asks. Http404 where its cards are not seen."""
    room = lists.room
    must_not_be_hidden(room, board)
    cards = deals_seen(actor, room).get(board)
    if cards is None:
        raise Http404
    denominations = WITH_NULLOS if has_nullos(valuation_of(room.event)) else DENOMINATIONS
    played = played_at(lists, board, denominations)
    usual = played.most_common(1)[0][0] if played else ("NT", "S")
    denomination = _among(asked.get("in"), denominations, usual[0])
    declarer = _among(asked.get("by"), COMPASS, usual[1])
    start = CardPlay(cards.deal, denomination, declarer)
    query = _query(denomination, declarer)
    way = f"way={asked['way']}" if asked.get("way") in WAYS else "way=steps"
    shown = stepped(start, asked, lambda: best_of_start(start), query)
    return {
        "event": room.event,
        "board": board,
        "line": line_of(cards, room.event),
        "contracts": [
            _contract(each, (denomination, declarer), way)
            for each, _times in played.most_common(MOST_CONTRACTS)
        ],
        "denominations": [
            key(each, bid_in_words(each), denomination, suit=sign(each)) for each in denominations
        ],
        "seats": [key(each, _(SEATS[each]), declarer) for each in COMPASS],
        "way": way.partition("=")[2],
        "stepped": shown,
        "wrong": shown.wrong,
    }


def _among(text: str | None, known: tuple[str, ...], usual: str) -> str:
    return text if text in known else usual


def _query(denomination: str, declarer: str) -> str:
    return f"&in={denomination}&by={declarer}"


def _contract(what: tuple[str, str], chosen: tuple[str, str], way: str) -> PlayedContract:
    denomination, seat = what
    return PlayedContract(
        what_by(denomination, seat), address(way + _query(denomination, seat), ()), what == chosen
    )
