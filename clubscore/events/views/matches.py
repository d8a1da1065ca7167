"""Matches of teams: all of an event, one of them board by board, who of a team sits where."""

from typing import NamedTuple, TypedDict

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.refused import Refused
from clubscore.events.entries.forms import LineupForm
from clubscore.events.entries.teams import lineups_said, set_lineup
from clubscore.events.models import Entry, Event, Section
from clubscore.events.movement.reader_seat import voice_at
from clubscore.events.rankings.lists import Lists
from clubscore.events.rankings.matches import Bye, MatchSheet, byes_of, matches_of
from clubscore.events.selectors import (
    event_for,
    may_see_results,
    own_entry,
    room_for,
    section_and_table,
)
from clubscore.events.state.event_now import Room
from clubscore.events.state.plan import Match
from clubscore.events.terms.formats import TEAMS


class TeamHere(NamedTuple):
    """A team of a match, and the keys of the people who sit each way in a round."""

    number: int
    entry: Entry
    ns: list[int]
    ew: list[int]


def _room(actor: Actor, event: Event) -> Room:
    if event.contestants_are != TEAMS:
        raise Refused(_("Only teams play matches."))
    return room_for(actor, event)


class MatchesPage(TypedDict):
    """Every match with its score so far."""

    event: Event
    matches: list[MatchSheet]
    byes: list[Bye]
    hidden: list[int]


@open_to(Level.TABLE)
@require_safe
def matches(request: ClubRequest, event: int) -> HttpResponse:
    """Show every match with its score so far."""
    found = event_for(request.actor, event)
    room = _room(request.actor, found)
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", {"event": found})
    lists = Lists(room)
    context: MatchesPage = {"event": found, "matches": matches_of(lists), "byes": byes_of(lists),
                            "hidden": room.hidden_boards}  # fmt: skip
    return render(request, "events/matches.html", context)


class MatchPage(TypedDict):
    """A match board by board; `teams` for whoever may change who sits where."""

    event: Event
    sheet: MatchSheet
    spot: str
    round: int
    teams: list[TeamHere]
    seen: int
    key: str


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
    context: MatchPage = {
        "event": found,
        "sheet": sheet,
        "spot": spot,
        "round": round,
        "teams": _teams(room, at, section, round) if request.actor.is_scorer else [],
        "seen": lineups_said(found),
        "key": new_key(),
    }
    return render(request, "events/match.html", context)


def _teams(
    room: Room, at: Match, section: Section, round_: int, actor: Actor | None = None
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


class LineupPage(TypedDict):
    """Who of the teams at a table sits where."""

    event: Event
    spot: str
    round: int
    teams: list[TeamHere]
    seen: int
    key: str


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
        context: LineupPage = {"event": found, "spot": spot, "round": round, "teams": teams,
                   "seen": lineups_said(found), "key": new_key()}  # fmt: skip
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
