"""Tonight: what is played and where, how far each table is, and the evenings' results."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from django.core.paginator import Paginator
from django.db.models import F, QuerySet, prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, closed_clubs_of, open_to
from clubscore.club.database import Remembered, at_one_moment
from clubscore.club.logins import note_news_read
from clubscore.club.models import Club, Person
from clubscore.club.wording import said
from clubscore.events.board_state import BoardStage, folded
from clubscore.events.finishing import called_off_events
from clubscore.events.models import Call, Event, ResultRevision, Section
from clubscore.events.plan import plan_of
from clubscore.events.selectors import events_of
from clubscore.events.state import grouped
from clubscore.home.frame import moved_page
from clubscore.home.money import (
    CarriedDebts,
    TonightOwedRow,
    carried_over,
    owed_tonight,
    recent_slips,
    sittings_tonight,
)
from clubscore.laws.cutting import complete
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.settlement import read_stakes
from clubscore.laws.seven import GAME
from clubscore.places import PROGRAM, VERSION
from clubscore.rubbers.line_up import Waits, holders, waiting_at
from clubscore.rubbers.models import Candidate, CardTable, Settlement, Sitting
from clubscore.rubbers.pad import stake_alone, unit_title
from clubscore.rubbers.pages.line_up import WaitingRow, waiting_rows
from clubscore.rubbers.proposals import LastTable, tables_of_last_time
from clubscore.rubbers.score import PartScore, RubberNumbers, numbers_tonight, standings_at
from clubscore.rubbers.selectors import (
    being_played,
    new_key,
    newest_parts,
    sittings_seen,
    tonight,
    with_people,
)
from clubscore.rubbers.seven import Seven, read_seven
from clubscore.rubbers.seven_words import sides_of
from clubscore.rubbers.slip import Slip
from clubscore.server.database_guard import question


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
class CardTableNow:
    """How a table stands; while seats are taken, only who is there."""

    sitting: Sitting
    people: list[str]
    seating: bool = False
    playing: Sequence[str] = ()
    waits: Sequence[Waits] = ()
    room: bool = False
    game: Game | None = None
    sides: Sequence[SideNow] = ()
    title: str = ""
    deal: int = 0

    @property
    def waiting(self) -> list[WaitingRow]:
        """Who waits, and for how long by now."""
        return waiting_rows(self.waits)


# How a table stood at a revision, in a language, under the names that the club then had.
_stood: Remembered[tuple[int, int, int, str | None], CardTableNow] = Remembered()


def tables_now(club: Club, sittings: Iterable[Sitting]) -> list[CardTableNow | SevenNow]:
    """Return what is played now, a table or the two of the seven each.

    Seven queries for all tables of which it is not remembered, as many more where somebody waits;
    one for each evening of the seven.
    """
    shown = [each for each in sittings if not _is_second_of_seven(each)]
    rows = _tables_now(club, [each for each in shown if not _is_of_seven(each)])
    return [
        _seven_now(each, read_seven(each.seven))
        if each.seven is not None and each.seven.is_open
        else rows[each.pk]
        for each in shown
    ]


def _is_of_seven(sitting: Sitting) -> bool:
    return sitting.seven is not None and sitting.seven.is_open


def _is_second_of_seven(sitting: Sitting) -> bool:
    return _is_of_seven(sitting) and sitting.seven_table != 1


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


def _tables_now(club: Club, sittings: Sequence[Sitting]) -> dict[int, CardTableNow]:
    """Return how tables stand that no seven cross between, by table."""
    rows: dict[int, CardTableNow] = {}
    language, new = get_language(), []
    for sitting in sittings:
        stood = _stood.get((sitting.pk, sitting.revision, club.revision, language))
        if stood is None:
            sitting.club = club
            new.append(sitting)
        else:
            rows[sitting.pk] = replace(stood, sitting=sitting)
    for row in _read(new):
        rows[row.sitting.pk] = row
        _stood.keep((row.sitting.pk, row.sitting.revision, club.revision, language), row)
    return rows


def _read(sittings: Sequence[Sitting]) -> list[CardTableNow]:
    """Return how tables stand, from the database."""
    prefetch_related_objects(sittings, with_people())
    newest = newest_parts(sittings)
    asked = [(newest[each.pk], each.revision) for each in sittings if each.pk in newest]
    standings = {each.part.sitting_id: each for each in standings_at(asked)}
    here = {
        sitting: [each for each in sitting.candidates.all() if each.left_at is None]
        for sitting in sittings
    }
    sits = {table: {person.pk for person in holders(part)} for table, part in newest.items()}
    wait = {
        sitting: [each for each in people if each.person_id not in sits[sitting.pk]]
        for sitting, people in here.items()
        if sitting.pk in sits
    }
    waits = waiting_at({table: who for table, who in wait.items() if who})
    numbers = numbers_tonight([each.part for each in standings.values()])
    return [
        _row(sitting, people, standings.get(sitting.pk), waits.get(sitting.pk, ()), numbers)
        for sitting, people in here.items()
    ]


def _row(
    sitting: Sitting,
    here: Sequence[Candidate],
    standing: PartScore | None,
    waits: Sequence[Waits],
    numbers: Mapping[int, RubberNumbers],
) -> CardTableNow:
    people = [each.person.short_name for each in here]
    if standing is None:
        return CardTableNow(sitting, people, seating=True)
    away = {one.person.pk for one in waits}
    below, games = standing.sheet.below_now, standing.sheet.games_now
    return CardTableNow(
        sitting,
        people,
        playing=[each.person.short_name for each in here if each.person_id not in away],
        waits=waits,
        room=complete(standing.game.players) > len(here),
        game=standing.game,
        sides=[
            SideNow(standing.column_names[column.key], below[column.key], games[column.key])
            for column in standing.game.columns
        ],
        title=unit_title(standing.game, numbers[standing.part.pk].of(standing.sheet.rubber_number)),
        deal=len(standing.live) + 1,
    )


# ---- How events stand.


@dataclass(frozen=True)
class EventStands:
    """How an event stands: its rounds, the boards of the round that are in, which tables call."""

    event: Event
    rounds: int
    count: int
    of: int
    calls: list[str]


# How events stood at a revision.
_stood_of_tonight_events: Remembered[tuple[int, int], EventStands] = Remembered()


def how_they_stand(club: Club, evening: dt.date) -> list[EventStands]:
    """Return an evening's events, oldest first.

    One query where nothing happened in them since they were asked for, else four, however many
    tables there are.
    """
    of_evening = Event.objects.filter(club=club, evening=evening, called_off_at=None)
    events = list(of_evening.select_related("club").order_by("pk"))
    known = {event.pk: _stood_of_tonight_events.get((event.pk, event.revision)) for event in events}
    read = {
        each.event.pk: each
        for each in _read_of_tonight_events([e for e in events if known[e.pk] is None])
    }
    for each in read.values():
        _stood_of_tonight_events.keep((each.event.pk, each.event.revision), each)
    return [replace(known[event.pk] or read[event.pk], event=event) for event in events]


def _read_of_tonight_events(events: list[Event]) -> list[EventStands]:
    if not events:
        return []
    sections = list(Section.objects.filter(event__in=events).order_by("letter"))
    # No section is further behind than the rounds that are played elsewhere.
    now = ResultRevision.objects.filter(section__in=sections)
    if not any(event.behind for event in events):
        now = now.filter(round=F("section__event__round"))
    known = {
        (spot.section, spot.round, spot.table, spot.board)
        for spot, standing in folded(now.order_by("pk")).items()
        if standing.state is BoardStage.IN
    }
    calls = Call.objects.filter(section__in=sections, answered_at=None).order_by("at", "pk")
    waiting = grouped(calls, lambda call: call.section_id)
    of_event = grouped(sections, lambda section: section.event_id)
    return [_row_of_tonight_events(event, of_event[event.pk], known, waiting) for event in events]


def _row_of_tonight_events(
    event: Event,
    sections: list[Section],
    known: set[tuple[int, int, int, int]],
    waiting: dict[int, list[Call]],
) -> EventStands:
    plans = [(section, plan) for section in sections if (plan := plan_of(section.plan))]
    due = [
        (section.pk, place.round, place.table, board)
        for section, plan in plans
        for place in (plan.of_round(event.round_in(section.letter)) if event.round else ())
        if place.is_played
        for board in place.boards
    ]
    alone = len(sections) == 1
    return EventStands(
        event,
        rounds=max((plan.rounds for _section, plan in plans), default=0),
        count=sum(at in known for at in due),
        of=len(due),
        calls=[
            f"{'' if alone else section.letter}{call.table}"
            for section in sections
            for call in waiting.get(section.pk, ())
        ],
    )


# How the section of this version begins in CHANGELOG.md.
IN_SHORT = gettext_noop(
    "Rulings have a page and a log, hands are shown card by card after play, results go out by"
    " mail, and your club chooses under Club, More features what it uses."
)


def unread_by(actor: Actor) -> str:
    """Return what is new, or nothing where they are no director or have read it."""
    if not actor.is_director or actor.login.news_read == VERSION:
        return ""
    return _("This is now %(program)s. %(sentence)s") % {
        "program": PROGRAM,
        "sentence": _(IN_SHORT),
    }


# ---- Tonight.

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
class LastEvening:
    """The slip of a table of an earlier evening: who won how much, best first."""

    sitting: Sitting
    evening: dt.date
    standing: list[tuple[str, int]]


class Tonight(TypedDict):
    """What the page of tonight shows."""

    numbers: tuple[str, ...]
    again: list[LastTableKey]
    now: list[CardTableNow | SevenNow]
    events: Sequence[object]
    owed: list[TonightOwedRow]
    carried: CarriedDebts | None
    last_time: list[LastEvening]
    papers: list[Sitting]
    whats_new: str
    what_day: str


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
    return render(request, "room/wall.html", {"now": now, "no_menu": True})


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


def _last_time(actor: Actor, recent: Iterable[tuple[Sitting, Slip]]) -> list[LastEvening]:
    """Return the slips of the last evening before tonight, as points by person."""
    club = actor.home
    if not club.results_open and not actor.is_scorer:
        return []
    before = [
        (sitting, slip) for sitting, slip in recent if sitting.evening < tonight(club) and slip.rows
    ]
    return [
        LastEvening(sitting, sitting.evening, standing_line(slip))
        for sitting, slip in before
        if sitting.evening == before[0][0].evening
    ]


def standing_line(slip: Slip) -> list[tuple[str, int]]:
    """Return (short name, points) of an evening, best first."""
    ordered = sorted(slip.people, key=lambda person: -slip.totals[person.pk])
    return [(person.short_name, slip.totals[person.pk]) for person in ordered]


EVENINGS_A_PAGE = 10


def evenings_seen(actor: Actor) -> "QuerySet[Sitting, dt.date]":
    """Return the days on which there was something, newest first. One query."""
    of_events = events_of(actor.home, None).order_by().values_list("evening", flat=True)
    dates = sittings_seen(actor).order_by().values_list("evening", flat=True)
    return dates.union(of_events).order_by("-evening")


# ---- Results by evenings.


@dataclass(frozen=True)
class SittingRow:
    """A sitting as the list shows it: its games, its people, who won how much."""

    sitting: Sitting
    games: list[str]
    people: list[str]
    standing: list[tuple[str, int]]


@open_to(Level.PLAYER)
@require_safe
def results(request: ClubRequest) -> HttpResponse:
    """List evenings, newest first; players see their own where the club keeps them private."""
    actor = request.actor
    club = actor.home
    page = Paginator(evenings_seen(actor), EVENINGS_A_PAGE).get_page(request.GET.get("page"))
    days = list(page.object_list)
    shown = (
        sittings_seen(actor)
        .filter(evening__in=days)
        .select_related("table")
        .prefetch_related("parts", "candidates__person")
        .order_by("-evening", "-opened_at")
    )
    won = _points_won([sitting.pk for sitting in shown])
    by_evening: dict[dt.date, list[SittingRow]] = {}
    for sitting in shown:
        row = _sitting_row(sitting, won.get(sitting.pk, {}))
        by_evening.setdefault(sitting.evening, []).append(row)
    events = _events_by_evening(club, days)
    rows = [(day, by_evening.get(day, []), events.get(day, [])) for day in days]
    context: dict[str, Any] = {
        "evenings": rows,
        "page": page,
        "has_events": events_of(club, None).exists(),
        "has_called_off": actor.is_scorer and bool(called_off_events(club)),
    }
    return render(request, "room/results.html", context)


def _sitting_row(sitting: Sitting, won: dict[int, int]) -> SittingRow:
    names = {c.person_id: c.person.short_name for c in sitting.candidates.all()}
    line = sorted(won.items(), key=lambda item: -item[1])
    games = dict.fromkeys(said(find_game(part.game).short_name) for part in sitting.parts.all())
    return SittingRow(
        sitting,
        list(games),
        list(names.values()),
        [(names.get(who, "?"), points) for who, points in line],
    )


def _events_by_evening(club: Club, evenings: Iterable[dt.date]) -> dict[dt.date, list[Event]]:
    """Return {evening: events of the duplicate room}."""
    found: dict[dt.date, list[Event]] = {}
    for event in events_of(club, evenings):
        found.setdefault(event.evening, []).append(event)
    return found


def _points_won(sittings: list[int]) -> dict[int, dict[int, int]]:
    """Return {sitting: {person: points}} of everything that was agreed. One query."""
    won: dict[int, dict[int, int]] = {}
    agreed = Settlement.objects.filter(part__sitting__in=sittings)
    rows: Iterable[tuple[int, dict[str, int]]] = agreed.values_list("part__sitting_id", "points")
    for sitting, points in rows:
        table = won.setdefault(sitting, {})
        for who, count in points.items():
            table[int(who)] = table.get(int(who), 0) + count
    return won
