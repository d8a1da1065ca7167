"""Matches of teams: all of an event, one of them board by board, who of a team sits where."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.keys import key_of, new_key
from clubscore.club.reading import whole_number
from clubscore.duplicate.forms import TEAMS
from clubscore.duplicate.lists import Lists
from clubscore.duplicate.matches import MatchSheet, matches_of
from clubscore.duplicate.models import Event
from clubscore.duplicate.refusing import Refusal
from clubscore.duplicate.room import Room, room_of
from clubscore.duplicate.selectors import (
    directed_by,
    event_for,
    may_see_results,
    section_and_table,
)
from clubscore.duplicate.teams import lineups_said, set_lineup


def _room(event: Event) -> Room:
    if event.contestants_are != TEAMS:
        raise Refusal(_("Only teams play matches."), event)
    return room_of(event)


@open_to(Level.TABLE)
@require_safe
def matches(request: ClubRequest, event: int) -> HttpResponse:
    """Show every match with what it stands at."""
    found = event_for(request.actor, event)
    room = _room(found)
    if not may_see_results(request.actor, found):
        return render(request, "duplicate/closed.html", {"event": found})
    context = {"event": found, "matches": matches_of(Lists(room))}
    return render(request, "duplicate/matches.html", context)


@open_to(Level.TABLE)
@require_safe
def match(request: ClubRequest, event: int, round: int, spot: str) -> HttpResponse:
    """Show a match board by board; whoever runs the room says who sits where."""
    found = event_for(request.actor, event)
    room = _room(found)
    section, table = section_and_table(room, spot)
    at = room.plan(section).match_at(round, table)
    if at is None:
        raise Http404
    if not may_see_results(request.actor, found):
        return render(request, "duplicate/closed.html", {"event": found})
    sheet = next(
        each for each in matches_of(Lists(room)) if each.match is at and each.section is section
    )
    context = {
        "event": found,
        "sheet": sheet,
        "spot": spot,
        "round": round,
        "teams": _teams(room, sheet, round) if request.actor.is_scorer else [],
        "seen": lineups_said(found),
        "key": new_key(),
    }
    return render(request, "duplicate/match.html", context)


def _teams(room: Room, sheet: MatchSheet, round_: int) -> list[dict[str, object]]:
    """Both teams with who sits where in a round, for the form that changes it."""
    section = sheet.section.pk
    found = []
    for number in (sheet.match.one, sheet.match.other):
        entry = room.by_number.get((section, number))
        if entry is None or not entry.people:
            continue
        seated = {
            way: [
                person.pk
                for place in room.plan(sheet.section).of_pair(number)
                if place.round == round_ and place.way_of(number) == way
                for person in room.people(section, place, way)
            ]
            for way in ("ns", "ew")
        }
        found.append({"entry": entry, "ns": seated["ns"], "ew": seated["ew"]})
    return found


@open_to(Level.SCORER)
@require_POST
def lineup(request: ClubRequest, event: int, round: int, spot: str) -> HttpResponse:
    """Record who of a team sits where from a round on."""
    found, given = directed_by(request.actor, event), request.POST
    section, _table = section_and_table(_room(found), spot)
    seats = {
        way: [pk for name in given.getlist(way) if (pk := whole_number(name))]
        for way in ("ns", "ew")
    }
    set_lineup(
        section=section,
        team=whole_number(given.get("team")) or 0,
        round_=round,
        ways=seats,
        key=key_of(given),
        actor=request.actor,
        seen=whole_number(given.get("seen")),
    )
    return redirect("event-match", event=event, round=round, spot=spot)
