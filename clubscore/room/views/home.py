"""Tonight: how many are you, what is played, what is owed, last time."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.accounts.balances import Owed, owed_in
from clubscore.club.models import Club
from clubscore.club.wording.figures import speak_amount
from clubscore.events.play.tonight_events import how_they_stand
from clubscore.laws.seating.cutting_in import complete
from clubscore.laws.seven.scored_evening import GAME
from clubscore.rubbers.line_up.who_plays import holders
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.money.slip import Slip, slips_of
from clubscore.rubbers.selectors import may_enter, open_sittings, tonight
from clubscore.rubbers.seven.in_words import sides_of
from clubscore.rubbers.seven.log import Seven, read_seven
from clubscore.rubbers.sitting.changing import table_of
from clubscore.rubbers.state.headings import unit_title
from clubscore.rubbers.state.part_state import standing_at
from clubscore.rubbers.views.at_table import waiting_rows

WEEKS_BACK = dt.timedelta(weeks=12)
NUMBERS = ("2", "3", "4", "5", "6", "7", "8+")


@open_to(Level.VISITOR)
@require_safe
def home(request: ClubRequest) -> HttpResponse:
    """Show tonight to somebody of the club; to a visitor, how to come in."""
    actor = request.actor
    if actor.club is None or actor.level < Level.PLAYER:
        return render(request, "room/door.html")
    sittings = list(open_sittings(actor.club))
    recent = _recent(actor.club)
    context = {
        "numbers": NUMBERS,
        "now": _now(sittings),
        "events": how_they_stand(actor.club, tonight(actor.club)),
        "owed": list(_owed(actor, recent)),
        "last_time": _last_time(actor, recent),
        "papers": _papers(actor.club),
    }
    return render(request, "room/home.html", context)


@open_to(Level.PLAYER)
@require_safe
def wall(request: ClubRequest) -> HttpResponse:
    """Show tonight on the wall, in figures that the whole room reads; it needs no hand."""
    sittings = open_sittings(request.actor.home)
    return render(request, "room/wall.html", {"now": _now(sittings)})


def _papers(club: Club) -> list[Sitting]:
    """Return what was played tonight, each with a sheet to print."""
    sittings = Sitting.objects.filter(club=club, evening=tonight(club), voided_at=None)
    return list(sittings.select_related("table").order_by("pk"))


def _now(sittings: Iterable[Sitting]) -> list[dict[str, Any]]:
    """Return what is played now, a table or the two of the seven each."""
    shown = []
    for sitting in sittings:
        seven = sitting.seven
        if seven is None or not seven.is_open:
            shown.append(_table_now(sitting))
        elif sitting.seven_table == 1:
            shown.append(_seven_now(sitting, read_seven(seven)))
    return shown


def _seven_now(sitting: Sitting, seven: Seven) -> dict[str, Any]:
    """Return how the two tables of the seven stand, and who is crossing."""
    tables = [
        {
            "sitting": each,
            "sides": sides_of(seven, number),
            "below": list(standing.sheet.below_now.values()) if standing else [0, 0],
            "games": list(standing.sheet.games_now.values()) if standing else [0, 0],
            "deal": len(standing.live) + 1 if standing else 1,
        }
        for number, each in seven.sittings.items()
        for standing in [seven.standings[number]]
    ]
    crossing = seven.state.crossing
    return {
        "sitting": sitting,
        "seven": tables,
        "game": GAME,
        "people": [person.short_name for person in seven.people.values()],
        "crossing": seven.people[crossing.who] if crossing and not crossing.here else None,
        "to": seven.sittings[crossing.to].table if crossing else None,
    }


def _table_now(sitting: Sitting) -> dict[str, Any]:
    """Return how a table stands, in a line or two."""
    parts = list(sitting.parts.all())
    here = [each.person for each in sitting.candidates.all() if each.left_at is None]
    shown = {"sitting": sitting, "people": [person.short_name for person in here]}
    if not parts:
        return shown | {"seating": True}
    part: Part = parts[-1]
    standing = standing_at(part, sitting.revision)
    below = standing.sheet.below_now
    playing = [person.short_name for person in here if person in holders(part)]
    return shown | {
        "playing": playing,
        # Only where somebody waits it is looked up for how long.
        "waiting": waiting_rows(table_of(sitting)) if len(playing) < len(here) else [],
        "room": complete(standing.game.players) > len(here),
        "game": standing.game,
        "sides": [
            {
                "names": standing.column_names[column.key],
                "below": below[column.key],
                "games": standing.sheet.games_now[column.key],
            }
            for column in standing.game.columns
        ],
        "title": unit_title(standing.game, standing.sheet.rubber_number),
        "deal": len(standing.live) + 1,
    }


def _recent(club: Club) -> list[tuple[Sitting, Slip]]:
    """Return the slips of the last weeks, one a table and evening, newest first. Five queries."""
    since = tonight(club) - WEEKS_BACK
    sittings = Sitting.objects.filter(club=club, voided_at=None, evening__gte=since)
    seen: dict[Any, Sitting] = {}
    for sitting in sittings.select_related("table").order_by("-evening", "-pk"):
        seen.setdefault((sitting.table_id, sitting.evening), sitting)
    places = [(sitting.table, sitting.evening) for sitting in seen.values()]
    # The two tables of the seven have one slip.
    found = {
        (slip.evening, slip.tables): (sitting, slip)
        for sitting, slip in zip(seen.values(), slips_of(club, places), strict=True)
    }
    return list(found.values())


def _owed(actor: Actor, recent: Iterable[tuple[Sitting, Slip]]) -> Iterable[dict[str, Any]]:
    """Return what is owed at tonight's tables, then what is carried over.

    Everything to a director, his own to anybody else.
    """
    for sitting, slip in recent:
        if sitting.evening == tonight(actor.home):
            enters = may_enter(actor, sitting)
            for owed in slip.owed:
                if owed.concerns(actor):
                    yield _owed_row(owed, sitting=sitting, may_pay=enters)
    for owed in owed_in(actor.home):
        if owed.concerns(actor):
            yield _owed_row(owed, may_pay=True)


def _owed_row(owed: Owed, **more: Any) -> dict[str, Any]:
    amount = speak_amount(owed.amount, owed.currency)
    return {"owed": owed, "amount": amount, "key": new_key(), **more}


def _last_time(actor: Actor, recent: Iterable[tuple[Sitting, Slip]]) -> list[dict[str, Any]]:
    """Return the slips of the last evening before tonight, as points by person."""
    club = actor.home
    if not club.results_open and not actor.is_scorer:
        return []
    before = [
        (sitting, slip) for sitting, slip in recent if sitting.evening < tonight(club) and slip.rows
    ]
    return [
        {"sitting": sitting, "evening": sitting.evening, "standing": standing_line(slip)}
        for sitting, slip in before
        if sitting.evening == before[0][0].evening
    ]


def standing_line(slip: Slip) -> list[tuple[str, int]]:
    """Return (short name, points) of an evening, best first."""
    ordered = sorted(slip.people, key=lambda person: -slip.totals[person.pk])
    return [(person.short_name, slip.totals[person.pk]) for person in ordered]
