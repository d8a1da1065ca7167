"""The pages that look back at a rubber: its race, and the evening by other laws."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import whole_number
from clubscore.laws.house_rules import resolve_rules
from clubscore.rubbers.corrections import by_both, other_games
from clubscore.rubbers.forms import AgreementForm
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.pad import part_heading, unit_title
from clubscore.rubbers.proposals import AgreementProposal
from clubscore.rubbers.race import (
    CausesTable,
    EveningByLaws,
    LawsTable,
    causes_of,
    evening_by_laws,
    picture_of,
    picture_of_causes,
    race_of,
    turns_of,
)
from clubscore.rubbers.score import PartScore, standing_of, standings_of
from clubscore.rubbers.selectors import may_enter, part_of, parts_with_seats, sitting_for
from clubscore.web.entry_keys import key


@open_to(Level.TABLE)
@require_safe
def newest(request: ClubRequest, pk: int) -> HttpResponse:
    """Lead to the newest rubber of an evening at a table that has a deal, else to its pad."""
    sitting = sitting_for(request.actor, pk)
    for standing in reversed(_standings(sitting)):
        if standing.live:
            rubber = standing.sheet.deals[-1].rubber
            return redirect("race", pk=pk, part=standing.part.number, rubber=rubber)
    return redirect("pad", pk=pk)


@open_to(Level.TABLE)
@require_safe
def race(request: ClubRequest, pk: int, part: int, rubber: int) -> HttpResponse:
    """Show how a rubber went, deal by deal, and what its evening comes to by other laws.

    Coins are shown to the table itself and those who keep it, never to who looks on.
    """
    sitting = sitting_for(request.actor, pk)
    standings = _standings(sitting)
    standing = next((each for each in standings if each.part.number == part), None)
    shown = None if standing is None else race_of(standing, rubber)
    if standing is None or shown is None:
        raise Http404
    rows = causes_of(shown)
    evening = evening_by_laws(standings)
    with_money = sitting.club.plays_for_money and may_enter(request.actor, sitting)
    context: dict[str, Any] = {
        "sitting": sitting,
        "part": standing.part,
        "rubber": rubber,
        "title": _title(standing, rubber),
        "heading": part_heading(standing),
        "race": shown,
        "picture": picture_of(shown, _own_column(request.actor, standing, rubber)),
        "turns": turns_of(shown),
        "causes": CausesTable(rows).sorted_by(request),
        "causes_picture": picture_of_causes(rows),
        "evening": evening,
        "laws": None if evening is None else _laws(request, evening, with_money=with_money),
        "rubbers": [(n, _title(standing, n)) for n in _numbers(standing)],
    }
    return render(request, "rubbers/race.html", context)


def _standings(sitting: Sitting) -> list[PartScore]:
    """Return all parts of an evening at a table as they stand. Four queries."""
    parts = list(parts_with_seats().filter(sitting=sitting).order_by("number"))
    for part in parts:
        part.sitting = sitting
    return standings_of(parts)


def _title(standing: PartScore, rubber: int) -> str:
    return unit_title(standing.game, standing.numbers.of(rubber))


def _numbers(standing: PartScore) -> range:
    """Return the rubbers of a part that have a deal."""
    return range(1, standing.sheet.deals[-1].rubber + 1)


def _own_column(actor: Actor, standing: PartScore, rubber: int) -> str:
    """Return the column of whoever reads it, empty where they have none."""
    people = standing.of_rubber(rubber).people
    for column in standing.game.columns:
        if any(people[seat] == actor.person for seat in column.seats):
            return column.key
    return ""


def _laws(request: ClubRequest, evening: EveningByLaws, *, with_money: bool) -> LawsTable:
    table = LawsTable(evening, with_money=with_money)
    table.prefix = "laws-"
    table.sorted_by(request)
    return table


@open_to(Level.TABLE)
@require_safe
def other_laws(request: ClubRequest, pk: int, part: int) -> HttpResponse:
    """Ask by which laws, and show every deal line by line by both. Nothing is written."""
    sitting = sitting_for(request.actor, pk)
    found = part_of(sitting, part)
    if found is None:
        raise Http404
    standing, given, club = standing_of(found), request.GET, request.actor.home
    games = other_games(standing)
    other = next((game for game in games if game.key == given.get("game")), None)
    position = whole_number(given.get("deal", ""))
    context: dict[str, Any] = {
        "sitting": sitting,
        "part": found,
        "deal": None if position is None else standing.by_position(position),
        "games": [
            key(game.key, _(game.name), other.key if other is not None else "") for game in games
        ],
        "other": other,
        "shows_money": club.plays_for_money and may_enter(request.actor, sitting),
    }
    if other is not None:
        form = AgreementForm(given, club=club, game=other)
        rules = form.rules
        context["proposal"] = AgreementProposal.of(form)
        if standing.live:
            only = position if context["deal"] is not None else None
            context["both"] = by_both(standing, other, resolve_rules(other, rules), only)
    return render(request, "rubbers/other_laws.html", context)
