"""Tonight: sitting down, what is played, what is owed to the director, last time."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, closed_clubs_of, open_to
from clubscore.club.logins.logins import note_news_read
from clubscore.club.models import Club
from clubscore.club.one_moment import at_one_moment
from clubscore.club.safe.clock_behind import question
from clubscore.events.play.tonight_events import how_they_stand
from clubscore.laws.game import Game
from clubscore.laws.settlement import read_stakes
from clubscore.room.error_pages import moved_page
from clubscore.room.tables_now import SevenNow, TableNow, tables_now
from clubscore.room.views.live_hands.week_problems import ToldProblem, told_tonight
from clubscore.room.views.money.owed import (
    Carried,
    OwedRow,
    carried_over,
    owed_tonight,
    recent_slips,
    sittings_tonight,
)
from clubscore.room.whats_new import unread_by
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.money.slip import Slip
from clubscore.rubbers.selectors import being_played, tonight
from clubscore.rubbers.sitting.habit import LastTable, tables_of_last_time
from clubscore.rubbers.state.headings import stake_alone

MOST_AGAIN = 2
NUMBERS = ("2", "3", "4", "5", "6", "7", "8+")


@dataclass(frozen=True)
class LastTableKey:
    """A key that sits people down as they last did: who, the game, the stake."""

    last: LastTable
    names: list[str]
    game: Game
    stake: str
    key: str


@dataclass(frozen=True)
class LastTime:
    """The slip of a table of an earlier evening: who won how much, best first."""

    sitting: Sitting
    evening: dt.date
    standing: list[tuple[str, int]]


class Tonight(TypedDict):
    """What the page of tonight shows."""

    numbers: tuple[str, ...]
    again: list[LastTableKey]
    now: list[TableNow | SevenNow]
    events: Sequence[object]
    owed: list[OwedRow]
    carried: Carried | None
    last_time: list[LastTime]
    papers: list[Sitting]
    whats_new: str
    what_day: str
    problem: ToldProblem


@open_to(Level.VISITOR)
@require_safe
@at_one_moment
def home(request: ClubRequest) -> HttpResponse:
    """Show tonight to somebody of the club; to a visitor, how to come in."""
    actor = request.actor
    if actor.club is None or actor.level < Level.PLAYER:
        moved = closed_clubs_of(actor.user) if actor.club is None else []
        if moved:
            return moved_page(request, moved)
        return render(request, "room/door.html")
    playing, recently = sittings_tonight(actor.club)
    recent = recent_slips(actor.club, recently)
    context: Tonight = {
        "numbers": NUMBERS,
        "again": _again(actor.club),
        "now": tables_now(actor.club, playing),
        "events": how_they_stand(actor.club, tonight(actor.club)),
        "owed": list(owed_tonight(actor, recent)) if actor.is_director else [],
        "carried": carried_over(actor.club) if actor.is_director else None,
        "last_time": _last_time(actor, recent),
        "papers": _papers(actor.club, recently),
        "whats_new": unread_by(actor),
        "what_day": question(actor.club) if actor.is_director else "",
        "problem": told_tonight(actor.club),
    }
    return render(request, "room/home.html", context)


@open_to(Level.DIRECTOR)
@require_POST
def news_read(request: ClubRequest) -> HttpResponse:
    """Say no more to this director what the last update brought."""
    note_news_read(user=request.actor.login)
    return redirect("home")


@open_to(Level.PLAYER)
@require_safe
def wall(request: ClubRequest) -> HttpResponse:
    """Show tonight on the wall, in figures that the whole room reads; it needs no hand."""
    club = request.actor.home
    now = tables_now(club, being_played(club))
    return render(request, "room/wall.html", {"now": now})


def _again(club: Club) -> list[LastTableKey]:
    """Return the keys of those who may sit down as last time."""
    return [
        LastTableKey(
            last=one,
            names=[person.short_name for person in one.people],
            game=one.game,
            stake=stake_alone(read_stakes(one.agreement.stakes)) if club.plays_for_money else "",
            key=new_key(),
        )
        for one in tables_of_last_time(club, MOST_AGAIN)
    ]


def _papers(club: Club, recently: Iterable[Sitting]) -> list[Sitting]:
    """Return what was played tonight, each with a sheet to print."""
    sittings = (each for each in recently if each.evening == tonight(club))
    return sorted(sittings, key=lambda each: each.pk)


def _last_time(actor: Actor, recent: Iterable[tuple[Sitting, Slip]]) -> list[LastTime]:
    """Return the slips of the last evening before tonight, as points by person."""
    club = actor.home
    if not club.results_open and not actor.is_scorer:
        return []
    before = [
        (sitting, slip) for sitting, slip in recent if sitting.evening < tonight(club) and slip.rows
    ]
    return [
        LastTime(sitting, sitting.evening, standing_line(slip))
        for sitting, slip in before
        if sitting.evening == before[0][0].evening
    ]


def standing_line(slip: Slip) -> list[tuple[str, int]]:
    """Return (short name, points) of an evening, best first."""
    ordered = sorted(slip.people, key=lambda person: -slip.totals[person.pk])
    return [(person.short_name, slip.totals[person.pk]) for person in ordered]
