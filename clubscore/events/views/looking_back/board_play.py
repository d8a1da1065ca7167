"""A board stepped through card by card, with what each card comes to."""

from collections import Counter
from typing import NamedTuple, TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording.phrases import said
from clubscore.deals.card_play import DENOMINATIONS, read_play
from clubscore.deals.hands import Deal
from clubscore.events.boards.boards_page import line_of
from clubscore.events.boards.who_may_see import deals_seen
from clubscore.events.models import Event
from clubscore.events.rankings.lists import Lists
from clubscore.events.results.result_words import CONTRACT, bid_in_words
from clubscore.events.selectors import event_for, may_see_results, must_not_be_hidden, room_for
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS
from clubscore.tableside.entry_keys import Key, key
from clubscore.tableside.stepping import Steps, address, cards_in, steps_of

MOST_CONTRACTS = 6


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
    steps: Steps
    wrong: str


@open_to(Level.TABLE)
@require_safe
def board_play(request: ClubRequest, event: int, board: int) -> HttpResponse:
    """Step through a board whose cards the reader may see; Http404 for any other."""
    found = event_for(request.actor, event, told_too=True)
    if not may_see_results(request.actor, found):
        raise Http404
    room = room_for(request.actor, found)
    must_not_be_hidden(room, board)
    cards = deals_seen(request.actor, room).get(board)
    if cards is None:
        raise Http404
    played = _played(Lists(room), board)
    usual = played.most_common(1)[0][0] if played else ("NT", "S")
    denomination = _among(request.GET.get("in"), DENOMINATIONS, usual[0])
    declarer = _among(request.GET.get("by"), COMPASS, usual[1])
    steps, wrong = _steps(cards.deal, denomination, declarer, request.GET.get("cards", ""))
    context: BoardPlayPage = {
        "event": found,
        "board": board,
        "line": line_of(cards, found),
        "contracts": [
            _contract(each, (denomination, declarer))
            for each, _times in played.most_common(MOST_CONTRACTS)
        ],
        "denominations": [
            key(each, bid_in_words(each), denomination, suit=sign(each)) for each in DENOMINATIONS
        ],
        "seats": [key(each, _(SEATS[each]), declarer) for each in COMPASS],
        "steps": steps,
        "wrong": wrong,
    }
    return render(request, "events/board_play.html", context, status=422 if wrong else 200)


def _among(text: str | None, known: tuple[str, ...], usual: str) -> str:
    return text if text in known else usual


def _steps(deal: Deal, denomination: str, declarer: str, cards: str) -> tuple[Steps, str]:
    """Return the steps, and what is wrong with the cards; then those from the beginning."""
    query = f"in={denomination}&by={declarer}"
    try:
        return steps_of(read_play(deal, denomination, declarer, cards_in(cards)), query), ""
    except RuleError as error:
        return steps_of(read_play(deal, denomination, declarer, ()), query), said(error)


def _played(lists: Lists, board: int) -> Counter[tuple[str, str]]:
    """How often each denomination was played by each seat."""
    found: Counter[tuple[str, str]] = Counter()
    for traveller in lists.travellers.get(board, ()):
        for row in traveller.rows:
            facts = lists.facts(row.result)
            match = CONTRACT.fullmatch(facts.get("contract", ""))
            if match and match[2] in DENOMINATIONS:
                found[match[2], facts["declarer"]] += 1
    return found


def _contract(what: tuple[str, str], chosen: tuple[str, str]) -> PlayedContract:
    denomination, seat = what
    text = _("%(what)s by %(seat)s") % {"what": bid_in_words(denomination), "seat": _(SEATS[seat])}
    return PlayedContract(text, address(f"in={denomination}&by={seat}", ()), what == chosen)
