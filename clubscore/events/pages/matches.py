"""The pages of team matches and line-ups, and of one board stepped through card by card."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import Refused, new_key
from clubscore.club.templatetags.clubscore import sign
from clubscore.deals.card_play import DENOMINATIONS, WITH_NULLOS, CardPlay
from clubscore.events.boards import line_of
from clubscore.events.entries import lineup_count, set_lineup
from clubscore.events.formats import TEAMS
from clubscore.events.matches import byes_of, matches_of
from clubscore.events.models import Entry, Event, Section
from clubscore.events.opening import LineupForm
from clubscore.events.plan import Match
from clubscore.events.rankings import Lists
from clubscore.events.result_words import bid_in_words
from clubscore.events.scoring import valuation_of
from clubscore.events.seats import voice_at
from clubscore.events.selectors import (
    event_for,
    may_see_results,
    must_not_be_hidden,
    own_entry,
    room_for,
    section_and_table,
)
from clubscore.events.state import EventState
from clubscore.events.travellers import MOST_CONTRACTS, played_at, what_by
from clubscore.events.visibility import deals_seen
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS
from clubscore.ranking.par import has_nullos
from clubscore.web.entry_keys import EntryKey, key
from clubscore.web.hand_player import TRY, Stepped, address, best_of_start, stepped


class TeamHere(NamedTuple):
    """A team of a match, and the keys of the people who sit each way in a round."""

    number: int
    entry: Entry
    ns: list[int]
    ew: list[int]


def _room(actor: Actor, event: Event) -> EventState:
    if event.contestants_are != TEAMS:
        raise Refused(_("Only teams play matches."))
    return room_for(actor, event)


@open_to(Level.TABLE)
@require_safe
def matches(request: ClubRequest, event: int) -> HttpResponse:
    """Show every match with its score so far."""
    found = event_for(request.actor, event)
    room = _room(request.actor, found)
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", {"event": found})
    lists = Lists(room)
    context: dict[str, Any] = {"event": found, "matches": matches_of(lists), "byes": byes_of(lists),
                            "hidden": room.hidden_boards}  # fmt: skip
    return render(request, "events/matches.html", context)


@open_to(Level.TABLE)
@require_safe
def match(request: ClubRequest, event: int, round: int, spot: str) -> HttpResponse:
    """Show a match board by board; those who run the room set who sits where."""
    found = event_for(request.actor, event)
    room = _room(request.actor, found)
    section, table = section_and_table(room, spot)
    at = room.plan(section).match_at(round, table)
    if at is None:
        raise Http404
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", {"event": found})
    sheet = next(
        each for each in matches_of(Lists(room)) if each.match is at and each.section is section
    )
    context: dict[str, Any] = {
        "event": found,
        "sheet": sheet,
        "spot": spot,
        "round": round,
        "teams": _teams(room, at, section, round) if request.actor.is_scorer else [],
        "seen": lineup_count(found),
        "key": new_key(),
    }
    return render(request, "events/match.html", context)


def _teams(
    room: EventState, at: Match, section: Section, round_: int, actor: Actor | None = None
) -> list[TeamHere]:
    """The teams of a match with who sits where in a round, for the form that changes it.

    For a player's own phone only their own team.
    """
    own = own_entry(room, actor.person) if actor and not actor.is_scorer else None
    found = []
    for number in (at.one, at.other):
        entry = room.by_number.get((section.pk, number))
        if entry is None or not entry.people or own not in (None, entry):
            continue
        seated = {
            way: [
                person.pk
                for place in room.plan(section).of_pair(number)
                if place.round == round_ and place.way_of(number) == way
                for person in room.people(section.pk, place, way)
            ]
            for way in ("ns", "ew")
        }
        found.append(TeamHere(number, entry, seated["ns"], seated["ew"]))
    return found


@open_to(Level.TABLE)
def lineup(request: ClubRequest, event: int, round: int, spot: str) -> HttpResponse:
    """Show who of a team sits where; a POST sets it, from a round on.

    Players set it for their own team, a table's phone for the two that meet there, both from the
    round on that is being played.
    """
    actor = request.actor
    found = event_for(actor, event)
    room = _room(request.actor, found)
    section, table = section_and_table(room, spot)
    place = room.plan(section).places.get((round, table))
    at = room.plan(section).match_at(round, table)
    if place is None or at is None:
        raise Http404
    speaks = voice_at(actor, room, section, place).speaks and round >= found.round
    if not (actor.is_scorer or speaks):
        raise PermissionDenied
    teams = _teams(room, at, section, round, actor)
    if request.method != "POST":
        context: dict[str, Any] = {"event": found, "spot": spot, "round": round, "teams": teams,
                   "seen": lineup_count(found), "key": new_key()}  # fmt: skip
        return render(request, "events/lineup.html", context)
    form = LineupForm(request.POST)
    if form.number_of("team") not in [each.number for each in teams]:
        raise PermissionDenied
    _record(section, round, form, actor)
    if actor.is_scorer:
        return redirect("event-match", event=event, round=round, spot=spot)
    return redirect("event-at", event=event, spot=spot)


def _record(section: Section, round_: int, form: LineupForm, actor: Actor) -> None:
    set_lineup(
        section=section,
        team=form.number_of("team") or 0,
        round_=round_,
        ways={way: form.numbers_of(way) for way in ("ns", "ew")},
        key=form.key,
        actor=actor,
        seen=form.number_of("seen"),
    )


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
    denominations: list[EntryKey]
    seats: list[EntryKey]
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
