"""Which game: as last time, today's, what the club plays most, or any other; one tap opens a table.

Laws and stake are said on each key. Their page opens only where somebody asks for it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.club.models import Club, Person
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.laws.errors import RuleError
from clubscore.laws.games import Game, find_game, is_game
from clubscore.laws.house_rules import describe_rules, resolve_rules
from clubscore.laws.settlement import read_stakes
from clubscore.rubbers.games.variations import Variation, variations_of
from clubscore.rubbers.models import CardTable, Sitting
from clubscore.rubbers.models.kept_data import RulesKept
from clubscore.rubbers.selectors import free_tables
from clubscore.rubbers.sitting.changing import needs_choice
from clubscore.rubbers.sitting.draw_for_us import draw_for_seats
from clubscore.rubbers.sitting.forms import OpeningForm
from clubscore.rubbers.sitting.habit import agreement_as, last_at, table_for, times_played
from clubscore.rubbers.sitting.proposal import Proposal
from clubscore.rubbers.sitting.seating import Agreement, games_for, open_sitting
from clubscore.rubbers.sitting.stake_and_laws import usual_of
from clubscore.rubbers.state.headings import stake_alone
from clubscore.rubbers.views.sit_down import step, step_for
from clubscore.tableside.people import people_at
from clubscore.tableside.problems import Problem

OFTEN = 4


@dataclass(frozen=True)
class GameKey:
    """A key that opens a table: the game, its laws and its stake; how often the club played it.

    `as_at` is the sitting whose laws and stake hold; else they are the club's usual.
    """

    game: Game
    laws: str
    stake: str
    times: int = 0
    as_at: int | None = None


class GamePage(TypedDict):
    """The games for so many people, by the club's habit."""

    people: list[Person]
    later: list[Person]
    names: list[str]
    later_names: list[str]
    waiting: int
    players: int
    last: GameKey | None
    today: list[GameKey]
    often: list[GameKey]
    every: list[GameKey]
    key: str
    back: str


@open_to(Level.PLAYER)
@require_safe
def game(request: ClubRequest) -> HttpResponse:
    """Ask which game, out of those for the number; a tap opens the table."""
    club, given = request.actor.home, request.GET
    people = people_at(club, given.getlist("who"))
    later = people_at(club, given.getlist("later"))
    games = games_for(len(people))
    if not games:
        return redirect(step_for(people))
    times = times_played(club, [one.key for one in games])
    every = [_usual_key(club, one, times[one.key]) for one in games]
    last = _last_key(club, people, games)
    first = {last.game.key} if last else set()
    today = [one for one in every if one.game.about.is_of_today]
    first |= {one.game.key for one in today}
    context: GamePage = {
        "people": people,
        "later": later,
        "names": [person.short_name for person in people],
        "later_names": [person.short_name for person in later],
        "waiting": len(people) - games[0].players,
        "players": games[0].players,
        "last": last,
        "today": today,
        "often": _often(club, [one for one in every if one.game.key not in first]),
        "every": every,
        "key": OpeningForm(given, club=club, game=games[0]).key,
        "back": step("sit-down", given),
    }
    return render(request, "rubbers/sit_down/game.html", context)


def _often(club: Club, games: list[GameKey]) -> list[GameKey]:
    """Return the games by the club's habit; those it has not played, as it began with them."""
    place = {str(key): number for number, key in enumerate(club.usual_games)}
    known = [one for one in games if one.times or one.game.key in place]
    known.sort(key=lambda one: (-one.times, place.get(one.game.key, len(place))))
    return known[:OFTEN]


def _usual_key(club: Club, game: Game, times: int) -> GameKey:
    rules, stake = usual_of(club, game)
    return GameKey(game, _laws(game, rules), stake if club.plays_for_money else "", times)


def _last_key(club: Club, people: list[Person], games: list[Game]) -> GameKey | None:
    """Return the key for what these people played last, else what so many did; None for none."""
    found = last_at(club, people, [one.key for one in games])
    if found is None:
        return None
    sitting, agreed = found
    game = find_game(agreed.game)
    stake = stake_alone(read_stakes(agreed.stakes)) if club.plays_for_money else ""
    return GameKey(game, _laws(game, agreed.rules), stake, as_at=sitting.pk)


def _laws(game: Game, rules: RulesKept) -> str:
    return said(describe_rules(game, rules))


# Stake and laws


@open_to(Level.PLAYER)
@require_safe
def stake(request: ClubRequest) -> HttpResponse:
    """Ask for stake, laws and table, each one line with the club's usual."""
    return _stake_page(request, request.GET)


class StakePage(TypedDict):
    """Stake, laws and table; a table is not asked for where people sit at one."""

    people: list[Person]
    later: list[Person]
    names: list[str]
    too_many: bool
    game: Game
    proposal: Proposal
    tables: Iterable[CardTable]
    table: str
    sitting: str | None
    problems: list[Problem]
    variations: list[Variation]
    key: str
    back: str


def _stake_page(
    request: ClubRequest, given: QueryDict, form: OpeningForm | None = None, status: int = 200
) -> HttpResponse:
    """Show the page; with a `form` that was refused, with what is wrong."""
    club = request.actor.home
    if not is_game(given.get("game")):
        return redirect(step("sit-down-game", given))
    chosen = find_game(given["game"])
    shown = form or OpeningForm(given, club=club, game=chosen)
    people, sitting = shown.people, given.get("sitting")
    context: StakePage = {
        "people": people,
        "later": shown.later,
        "names": [person.short_name for person in people],
        "too_many": len(people) > chosen.players,
        "game": chosen,
        "proposal": Proposal.of(shown),
        "tables": [] if sitting else free_tables(club),
        "table": shown.typed("table"),
        "sitting": sitting,
        "problems": form.problems if form else [],
        "variations": variations_of(chosen, partial(_as_another, given)),
        "key": shown.key,
        "back": step("sit-down-game", given),
    }
    return render(request, "rubbers/sit_down/stake.html", context, status=status)


def _as_another(given: QueryDict, key: str) -> str:
    """Return the address of this step for another game; its laws and stake are proposed anew."""
    chosen = given.copy()
    chosen["game"] = key
    return step("sit-down-stake", chosen)


@open_to(Level.PLAYER)
@require_POST
def open_table(request: ClubRequest) -> HttpResponse:
    """Open the table with what was agreed, or say what has to be put right.

    A key may name the sitting whose laws and stake hold again.
    """
    given, club = request.POST.copy(), request.actor.home
    people = people_at(club, given.getlist("who"))
    as_at = whole_number(given.get("as"))
    again = None if as_at is None else agreement_as(club, as_at, len(people))
    if again is not None:
        given["game"] = again.game
    if not is_game(given.get("game")) or "read" in given or "advised" in given:
        return _stake_page(request, given)
    if "change" in given:
        return redirect(_with_terms(given, again))
    form = OpeningForm(given, club=club, game=find_game(given["game"]))
    try:
        agreement = again or form.agreement
        sitting = open_sitting(
            club=club,
            table=_table(club, form, as_at),
            people=form.people,
            agreement=agreement,
            key=form.key,
            actor=request.actor,
        )
    except RuleError as error:
        form.refuse(error)
        return _stake_page(request, given, form, status=422)
    except Refused as reason:
        form.refuse(reason, "ask-table")
        return _stake_page(request, given, form, status=409)
    return _opened(request, form, sitting)


def _with_terms(given: QueryDict, again: Agreement | None) -> str:
    """Return the address of stake and laws, filled in with those of last time where they hold."""
    address = step("sit-down-stake", given)
    if again is None:
        return address
    terms = QueryDict(mutable=True)
    laws = resolve_rules(find_game(again.game), again.rules).preset.key
    for rule, value in ({"preset": laws} | again.rules).items():
        terms["preset" if rule == "preset" else f"rule-{rule}"] = str(value)
    terms["stake"] = stake_alone(read_stakes(again.stakes))
    return f"{address}&{terms.urlencode()}"


def _table(club: Club, form: OpeningForm, as_at: int | None) -> CardTable | None:
    """Return the table that was chosen, None for a new one; unasked one that is free."""
    if form.sends("table"):
        number = form.number_of("table")
        return None if number is None else get_object_or_404(CardTable, club=club, pk=number)
    as_there = None if as_at is None else Sitting.objects.filter(club=club, pk=as_at).first()
    return table_for(club, as_there)


def _opened(request: ClubRequest, form: OpeningForm, sitting: Sitting) -> HttpResponse:
    """Lead on: those who are left choose their game; else to who plays, the cut or the seats."""
    if form.later:
        return redirect(step_for(form.later))
    if needs_choice(sitting):
        return redirect("who-plays", pk=sitting.pk)
    how = form.typed("how", "seats")
    if how == "draw":
        draw_for_seats(sitting=sitting, key=f"{form.key}:draw", actor=request.actor)
    return redirect("seats" if how == "seats" else "cut", pk=sitting.pk)
