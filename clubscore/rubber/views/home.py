"""Tonight: how many are you, what is played, what is owed, last time."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.models import Club
from clubscore.laws.games import find_game
from clubscore.laws.money import speak_amount
from clubscore.rubber.changing import table_of
from clubscore.rubber.keys import new_key
from clubscore.rubber.models import Part, Sitting
from clubscore.rubber.selectors import may_enter, open_sittings, tonight
from clubscore.rubber.slip import Slip, slip_of
from clubscore.rubber.standing import standing_of
from clubscore.rubber.views.at_table import waiting_rows
from clubscore.rubber.who_plays import belonging

NUMBERS = ("2", "3", "4", "5", "6", "7", "8+")


@open_to(Level.VISITOR)
@require_safe
def home(request: ClubRequest) -> HttpResponse:
    """Show tonight to somebody of the club; to a visitor, how to come in."""
    actor = request.actor
    if actor.club is None or actor.level < Level.PLAYER:
        return render(request, "rubber/door.html")
    sittings = list(open_sittings(actor.club))
    context = {
        "numbers": NUMBERS,
        "now": [_table_now(sitting) for sitting in sittings],
        "owed": list(_owed(actor, _recent(actor.club))),
        "last_time": _last_time(actor),
    }
    return render(request, "rubber/home.html", context)


def _table_now(sitting: Sitting) -> dict[str, Any]:
    """Return how a table stands, in a line or two."""
    parts = list(sitting.parts.all())
    table = table_of(sitting)
    people = [candidate.person.short_name for candidate in belonging(sitting)]
    shown = {"sitting": sitting, "people": people, "room": table.room}
    if not parts:
        return shown | {"seating": True}
    part: Part = parts[-1]
    standing = standing_of(part)
    below = standing.sheet.below_now
    return shown | {
        "playing": [person.short_name for person in table.playing],
        "waiting": waiting_rows(table),
        "game": standing.game,
        "sides": [
            {"names": standing.column_names[column.key], "below": below[column.key]}
            for column in standing.game.columns
        ],
        "rubber": standing.sheet.rubber_number,
        "deal": len(standing.live) + 1,
    }


def _recent(club: Club) -> list[Sitting]:
    """Return the sittings of the last evenings, one a table and evening, newest first."""
    sittings = Sitting.objects.filter(club=club, voided_at=None).select_related("table")
    seen: dict[Any, Sitting] = {}
    for sitting in sittings.order_by("-evening", "-pk")[:40]:
        seen.setdefault((sitting.table_id, sitting.evening), sitting)
    return list(seen.values())[:8]


def _owed(actor: Actor, sittings: Iterable[Sitting]) -> Iterable[dict[str, Any]]:
    """Return what is owed: everything to a director, his own to a player."""
    if actor.club is None or not actor.club.plays_for_money:
        return
    for sitting in sittings:
        slip = slip_of(actor.club, sitting.table, sitting.evening)
        for owed in slip.owed:
            if actor.is_director or actor.person in (owed.payer, owed.payee):
                amount = speak_amount(owed.amount, owed.currency)
                yield {
                    "owed": owed,
                    "amount": amount,
                    "sitting": sitting,
                    "key": new_key(),
                    "may_pay": may_enter(actor, sitting),
                }


def _last_time(actor: Actor) -> list[dict[str, Any]]:
    """Return the slips of the last evening before tonight, as points by person."""
    club = actor.home
    if not club.results_open and not actor.is_scorer:
        return []
    before = Sitting.objects.filter(club=club, voided_at=None, evening__lt=tonight(club))
    last = before.order_by("-evening").values_list("evening", flat=True).first()
    if last is None:
        return []
    tables: dict[int, Sitting] = {}
    for sitting in before.filter(evening=last).select_related("table"):
        tables.setdefault(sitting.table_id, sitting)
    slips = [(sitting, slip_of(club, sitting.table, last)) for sitting in tables.values()]
    return [
        {"sitting": sitting, "evening": last, "standing": standing_line(slip)}
        for sitting, slip in slips
        if slip.rows
    ]


def standing_line(slip: Slip) -> list[tuple[str, int]]:
    """Return (short name, points) of an evening, best first."""
    ordered = sorted(slip.people, key=lambda person: -slip.totals[person.pk])
    return [(person.short_name, slip.totals[person.pk]) for person in ordered]


def game_name(key: str) -> str:
    """Return the name of a game."""
    return find_game(key).name
