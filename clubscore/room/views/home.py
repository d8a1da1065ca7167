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
from clubscore.club.models import Club, Person
from clubscore.club.one_moment import at_one_moment
from clubscore.club.safe.clock_behind import question
from clubscore.events.play.tonight_events import how_they_stand
from clubscore.laws.game import Game
from clubscore.laws.seating.cutting_in import complete
from clubscore.laws.seven.scored_evening import GAME
from clubscore.laws.sheet.stakes import read_stakes
from clubscore.room.error_pages import moved_page
from clubscore.room.views.live_hands.week_problems import ToldProblem, told_tonight
from clubscore.room.views.money.owed import (
    Carried,
    OwedRow,
    carried_over,
    owed_tonight,
    recent_slips,
)
from clubscore.room.whats_new import unread_by
from clubscore.rubbers.line_up.who_plays import holders
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import CardTable, Part, Sitting
from clubscore.rubbers.money.slip import Slip
from clubscore.rubbers.selectors import open_sittings, tonight
from clubscore.rubbers.seven.in_words import sides_of
from clubscore.rubbers.seven.log import Seven, read_seven
from clubscore.rubbers.sitting.changing import table_of
from clubscore.rubbers.sitting.habit import LastTable, tables_of_last_time
from clubscore.rubbers.state.headings import stake_alone, unit_title
from clubscore.rubbers.state.part_state import standing_at
from clubscore.rubbers.views.at_table import WaitingRow, waiting_rows

MOST_AGAIN = 2
NUMBERS = ("2", "3", "4", "5", "6", "7", "8+")


@dataclass(frozen=True)
class SevenTable:
    """One of the two tables of the seven: whose rubber it is, and how it stands side by side."""

    sitting: Sitting
    sides: list[str]
    below: list[int]
    games: list[int]
    deal: int


@dataclass(frozen=True)
class SevenNow:
    """How the seven stand, and who is crossing to which table."""

    sitting: Sitting
    seven: list[SevenTable]
    people: list[str]
    crossing: Person | None
    to: CardTable | None
    game: Game = GAME


@dataclass(frozen=True)
class SideNow:
    """A side of a table: its people, its points below the line and its games in this rubber."""

    names: list[str]
    below: int
    games: int


@dataclass(frozen=True)
class TableNow:
    """How a table stands; while seats are taken, only who is there."""

    sitting: Sitting
    people: list[str]
    seating: bool = False
    playing: Sequence[str] = ()
    waiting: Sequence[WaitingRow] = ()
    room: bool = False
    game: Game | None = None
    sides: Sequence[SideNow] = ()
    title: str = ""
    deal: int = 0


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
    sittings = list(open_sittings(actor.club))
    recent = recent_slips(actor.club)
    context: Tonight = {
        "numbers": NUMBERS,
        "again": _again(actor.club),
        "now": _now(sittings),
        "events": how_they_stand(actor.club, tonight(actor.club)),
        "owed": list(owed_tonight(actor, recent)) if actor.is_director else [],
        "carried": carried_over(actor.club) if actor.is_director else None,
        "last_time": _last_time(actor, recent),
        "papers": _papers(actor.club),
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
    sittings = open_sittings(request.actor.home)
    return render(request, "room/wall.html", {"now": _now(sittings)})


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


def _papers(club: Club) -> list[Sitting]:
    """Return what was played tonight, each with a sheet to print."""
    sittings = Sitting.objects.filter(club=club, evening=tonight(club), voided_at=None)
    return list(sittings.select_related("table").order_by("pk"))


def _now(sittings: Iterable[Sitting]) -> list[TableNow | SevenNow]:
    """Return what is played now, a table or the two of the seven each."""
    shown: list[TableNow | SevenNow] = []
    for sitting in sittings:
        seven = sitting.seven
        if seven is None or not seven.is_open:
            shown.append(_table_now(sitting))
        elif sitting.seven_table == 1:
            shown.append(_seven_now(sitting, read_seven(seven)))
    return shown


def _seven_now(sitting: Sitting, seven: Seven) -> SevenNow:
    """Return how the two tables of the seven stand, and who is crossing."""
    tables = [
        SevenTable(
            sitting=each,
            sides=sides_of(seven, number),
            below=list(standing.sheet.below_now.values()) if standing else [0, 0],
            games=list(standing.sheet.games_now.values()) if standing else [0, 0],
            deal=len(standing.live) + 1 if standing else 1,
        )
        for number, each in seven.sittings.items()
        for standing in [seven.standings[number]]
    ]
    crossing = seven.state.crossing
    return SevenNow(
        sitting=sitting,
        seven=tables,
        people=[person.short_name for person in seven.people.values()],
        crossing=seven.people[crossing.who] if crossing and not crossing.here else None,
        to=seven.sittings[crossing.to].table if crossing else None,
    )


def _table_now(sitting: Sitting) -> TableNow:
    """Return how a table stands, in a line or two."""
    parts = list(sitting.parts.all())
    here = [each.person for each in sitting.candidates.all() if each.left_at is None]
    people = [person.short_name for person in here]
    if not parts:
        return TableNow(sitting, people, seating=True)
    part: Part = parts[-1]
    standing = standing_at(part, sitting.revision)
    below = standing.sheet.below_now
    playing = [person.short_name for person in here if person in holders(part)]
    return TableNow(
        sitting,
        people,
        playing=playing,
        # Only where somebody waits it is looked up for how long.
        waiting=waiting_rows(table_of(sitting)) if len(playing) < len(here) else [],
        room=complete(standing.game.players) > len(here),
        game=standing.game,
        sides=[
            SideNow(
                standing.column_names[column.key],
                below[column.key],
                standing.sheet.games_now[column.key],
            )
            for column in standing.game.columns
        ],
        title=unit_title(standing.game, standing.sheet.rubber_number),
        deal=len(standing.live) + 1,
    )


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
