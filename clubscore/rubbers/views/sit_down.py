"""Sitting down: names first, then the game, then stake and laws, then seats and deal.

Each step is an address of its own that carries what was chosen before, so that the way back loses
nothing and a phone may be put aside in the middle.
"""

from collections.abc import Iterable
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.club.models import Person
from clubscore.club.people.guests import add_guest
from clubscore.club.refused import Refused
from clubscore.laws.errors import RuleError
from clubscore.laws.games import GAMES, Game, find_game
from clubscore.laws.seven.crossing import PLAYERS as SEVEN
from clubscore.rubbers.line_up.who_plays import prior_rights
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import CardTable, Sitting
from clubscore.rubbers.selectors import free_tables, sits_at, tonight
from clubscore.rubbers.sitting.changing import needs_choice
from clubscore.rubbers.sitting.coming import free_to_go
from clubscore.rubbers.sitting.forms import NamesForm, OpeningForm
from clubscore.rubbers.sitting.proposal import Proposal
from clubscore.rubbers.sitting.seating import (
    draw_for,
    games_for,
    open_sitting,
    record_draw,
)
from clubscore.tableside.people import people_at, people_to_seat
from clubscore.tableside.problems import Problem

SHOWN = 12
MOST = 99


def _step(name: str, given: QueryDict) -> str:
    """Return the address of a step with everything that was chosen so far."""
    kept = QueryDict(mutable=True)
    for field in ("n", "who", "game", "stake", "table", "sitting"):
        kept.setlist(field, given.getlist(field))
    return f"{reverse(name)}?{kept.urlencode()}"


def how_many(said: str) -> int:
    """Return how many sit down; "8+" is eight, and four where no one said."""
    return min(whole_number(said.rstrip("+ ")) or 4, MOST)


class NamesPage(TypedDict):
    """Who sits down, and who could: where they sit now, and their right of entry."""

    n: int
    free: set[int]
    people: list[Person]
    found: list[tuple[Person, str, bool | None]]
    q: str
    missing: int
    texts: list[str]
    for_this_number: bool
    is_seven: bool
    numbers: list[int]
    game: str


@open_to(Level.PLAYER)
def names(request: ClubRequest) -> HttpResponse:
    """Ask who plays: members and guests by any part of a name, a guest in one tap.

    The form is posted and answered with the address that carries what was tapped.
    """
    if request.method == "POST":
        return _tapped(request)
    club = request.actor.home
    form = NamesForm(request.GET, club=club)
    count, people, text = how_many(form.read["n"]), form.people, form.read["q"]
    seated, rights = sits_at(club), prior_rights(club, tonight(club))
    found = people_to_seat(club, text).exclude(pk__in=[person.pk for person in people])[:SHOWN]
    context: NamesPage = {
        "n": count,
        "free": free_to_go(club, seated),
        "people": people,
        "found": [(person, seated.get(person.pk, ""), rights.get(person.pk)) for person in found],
        "q": text,
        "missing": count - len(people),
        "texts": [missing_text(left) for left in range(count + 1)],
        "for_this_number": bool(games_for(count)) or count == SEVEN,
        "is_seven": count == SEVEN,
        "numbers": sorted({game.players for game in GAMES} | {SEVEN}),
        "game": form.typed("game"),
    }
    return render(request, "rubbers/sit_down/names.html", context)


def missing_text(left: int) -> str:
    """Return how many are still to come."""
    if not left:
        return _("All here.")
    text = ngettext("One more to come.", "%(count)s more to come.", left)
    return text % {"count": left}


def _tapped(request: ClubRequest) -> HttpResponse:
    """Add the guest that was named, look further, or go on to the game."""
    given, club = request.POST.copy(), request.actor.home
    form = NamesForm(given, club=club)
    if form.sends("add_guest") and form.read["guest"]:
        added = add_guest(club=club, name=form.read["guest"], actor=request.actor)
        given.appendlist("who", str(added.pk))
        form = NamesForm(given, club=club)
    people, text = form.people, form.read["q"]
    if form.sends("go") and len(people) == how_many(form.read["n"]):
        step = "sit-down-seven" if len(people) == SEVEN else "sit-down-game"
        return redirect(_step(step, given))
    address = _step("sit-down", given)
    if form.sends("find") and text:
        address += "&" + urlencode({"q": text})
    return redirect(address)


class GamePage(TypedDict):
    """The games for so many, each with how many would wait."""

    people: list[Person]
    names: list[str]
    games: list[tuple[Game, int]]
    chosen: str
    back: str


@open_to(Level.PLAYER)
@require_safe
def game(request: ClubRequest) -> HttpResponse:
    """Ask which game, out of those for the number."""
    club = request.actor.home
    given = request.GET
    people = people_at(club, given.getlist("who"))
    games = games_for(len(people))
    if not games:
        return redirect(_step("sit-down-seven" if len(people) == SEVEN else "sit-down", given))
    last = given.get("game") or _last_game(request, games)
    context: GamePage = {
        "people": people,
        "names": [person.short_name for person in people],
        "games": [(one, len(people) - one.players) for one in games],
        "chosen": last,
        "back": _step("sit-down", given),
    }
    return render(request, "rubbers/sit_down/game.html", context)


def _last_game(request: ClubRequest, games: list[Game]) -> str:
    """Return the game that people in this number played last."""
    keys = {one.key for one in games}
    sittings = Sitting.objects.filter(club=request.actor.home, parts__game__in=keys)
    last = sittings.order_by("-opened_at").values_list("parts__game", flat=True).first()
    return last or games[0].key


@open_to(Level.PLAYER)
@require_safe
def stake(request: ClubRequest) -> HttpResponse:
    """Ask for stake, laws and table, each one line with the club's usual."""
    return _stake_page(request, request.GET)


class StakePage(TypedDict):
    """Stake, laws and table; a table is not asked for where people sit at one."""

    people: list[Person]
    names: list[str]
    too_many: bool
    game: Game
    proposal: Proposal
    tables: Iterable[CardTable]
    table: str
    sitting: str | None
    problems: list[Problem]
    key: str
    back: str


def _stake_page(
    request: ClubRequest, given: QueryDict, form: OpeningForm | None = None, status: int = 200
) -> HttpResponse:
    """Show the page; with a `form` that was refused, with what is wrong."""
    club = request.actor.home
    if given.get("game") not in {one.key for one in GAMES}:
        return redirect(_step("sit-down-game", given))
    chosen = find_game(given["game"])
    shown = form or OpeningForm(given, club=club, game=chosen)
    people, sitting = shown.people, given.get("sitting")
    context: StakePage = {
        "people": people,
        "names": [person.short_name for person in people],
        "too_many": len(people) > chosen.players,
        "game": chosen,
        "proposal": Proposal.of(shown),
        "tables": [] if sitting else free_tables(club),
        "table": shown.typed("table"),
        "sitting": sitting,
        "problems": form.problems if form else [],
        "key": shown.key,
        "back": _step("sit-down-game", given),
    }
    return render(request, "rubbers/sit_down/stake.html", context, status=status)


@open_to(Level.PLAYER)
@require_POST
def open_table(request: ClubRequest) -> HttpResponse:
    """Open the table with what was agreed, or say what has to be put right."""
    given, actor = request.POST, request.actor
    club = actor.home
    if "read" in given or given.get("game") not in {one.key for one in GAMES}:
        return _stake_page(request, given)
    form = OpeningForm(given, club=club, game=find_game(given["game"]))
    try:
        agreement, number = form.agreement, form.read["table"]
        table = None if number is None else get_object_or_404(CardTable, club=club, pk=number)
        sitting = open_sitting(
            club=club,
            table=table,
            people=form.people,
            agreement=agreement,
            key=form.key,
            actor=actor,
        )
    except RuleError as error:
        form.refuse(error)
        return _stake_page(request, given, form, status=422)
    except Refused as reason:
        form.refuse(reason, "ask-table")
        return _stake_page(request, given, form, status=409)
    if needs_choice(sitting):
        return redirect("who-plays", pk=sitting.pk)
    how = form.typed("how", "seats")
    if how == "draw":
        cards = draw_for(sitting, form.game)
        record_draw(
            sitting=sitting, cards=cards, by_hand=False, afresh=False, key=new_key(), actor=actor
        )
    return redirect("seats" if how == "seats" else "cut", pk=sitting.pk)
