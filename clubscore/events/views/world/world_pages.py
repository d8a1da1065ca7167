"""A set against the world: its ranking, what each package moved, who played each board."""

import datetime as dt
from typing import NamedTuple, NotRequired, TypedDict

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.refused import Refused
from clubscore.events.models import ContestPackage, ContestSet, EventTableLink
from clubscore.events.state.set_hours import hour_of, is_sealed
from clubscore.events.world.closed_boards_of import boards_closed_for, look_at
from clubscore.events.world.set_hours_shown import ShownHour, hours_offered, shown_hour
from clubscore.events.world.set_hours_write import close_at
from clubscore.events.world.turning_away import decide, package_for
from clubscore.events.world.world_counted import ask_to_count
from clubscore.events.world.world_forms import DecisionForm, HoursForm
from clubscore.events.world.world_ranking import WorldRanking
from clubscore.events.world.world_tables import (
    BoardTable,
    MoveLine,
    PackageLine,
    PlayedLine,
    RankTable,
    board_table,
    directed_line,
    move_lines,
    package_lines,
    played_lines,
    rank_table,
)
from clubscore.jobs.asking import waits_long
from clubscore.jobs.models import Job
from clubscore.tableside.page_form import PageForm
from clubscore.tableside.problems import Problem

A_PAGE, PLAYED_SHOWN = 100, 50
# Of more clubs the reader types which one.
MOST_STRATA = 40


class WorldsPage(TypedDict):
    """The sets of a club, each with how many packages came."""

    sets: list[tuple[ContestSet, int]]


class Counting(NamedTuple):
    """That the worker counts anew: its job, and whether none takes it."""

    job: Job
    waits_long: bool


class WorldPage(TypedDict):
    """A set against the world, as far as its reader may see it."""

    kept: ContestSet
    world: WorldRanking
    closed: list[int]
    played: list[PlayedLine]
    page: Page[int]
    counting: Counting | None
    key: str
    problems: list[Problem]
    typed: str
    until: dt.datetime | None
    sealed: bool
    hour: NotRequired[ShownHour]
    offered: NotRequired[list[ShownHour]]
    strata: NotRequired[list[str]]
    strata_many: NotRequired[bool]
    stratum: NotRequired[str]
    table: NotRequired[RankTable]
    moves: NotRequired[list[MoveLine]]


class WorldBoardPage(TypedDict):
    """What every table made of a board."""

    kept: ContestSet
    board: int
    closed: list[int]
    counting: Counting | None
    table: BoardTable
    directed: str


class PackagesPage(TypedDict):
    """Every package of a set that came, those that were turned away too."""

    kept: ContestSet
    lines: list[PackageLine]
    page: Page[ContestPackage]
    problems: list[Problem]
    key: str


@open_to(Level.PLAYER)
@require_safe
def worlds(request: ClubRequest) -> HttpResponse:
    """List the sets of the club."""
    sets = ContestSet.objects.filter(club=request.actor.home)
    context: WorldsPage = {"sets": [(one, one.packages.count()) for one in sets]}
    return render(request, "events/world/worlds.html", context)


@open_to(Level.TABLE)
@require_safe
def world(request: ClubRequest, kept: int) -> HttpResponse:
    """Show how every table stands, or before a board is closed only who played."""
    return _world_page(request, _set_for(request.actor, kept), [])


def _world_page(
    request: ClubRequest, found: ContestSet, problems: list[Problem], typed: str = ""
) -> HttpResponse:
    shown = WorldRanking(found, boards_closed_for(request.actor, found))
    hour = hour_of(found.pk)
    number = request.GET.get("page") if not shown.is_open else None
    page = Paginator(shown.sent, PLAYED_SHOWN).get_page(number)
    context: WorldPage = {
        "kept": found,
        "world": shown,
        "closed": sorted(shown.seen & shown.contest.boards.keys()),
        "played": played_lines(found, page),
        "counting": _asked_to_count(shown) if shown.is_behind else None,
        "page": page,
        "key": new_key(),
        "problems": problems,
        "typed": typed,
        "until": hour.closes_at if hour is not None else None,
        "sealed": is_sealed(found.pk),
    }
    if request.actor.is_director:
        context["offered"] = hours_offered(found)
        if hour is not None:
            context["hour"] = shown_hour(hour, request)
    if shown.is_open:
        stratum = request.GET.get("club", "")
        clubs = shown.clubs
        context["strata_many"] = len(clubs) > MOST_STRATA
        context["strata"], context["stratum"] = clubs[:MOST_STRATA], stratum
        context["table"] = rank_table(shown, stratum).sorted_by(request, A_PAGE)
        context["moves"] = move_lines(shown)
    return render(request, "events/world/world.html", context, status=422 if problems else 200)


def _asked_to_count(shown: WorldRanking) -> Counting:
    job = ask_to_count(shown.kept, shown.seen)
    return Counting(job, waits_long(job))


@open_to(Level.DIRECTOR)
@require_POST
def world_hours(request: ClubRequest, kept: int) -> HttpResponse:
    """Seal the set until a day and hour."""
    found, form = _set_for(request.actor, kept), HoursForm(request.POST)
    typed = form.words_of("closes")
    try:
        close_at(kept=found, typed=typed, key=form.key, actor=request.actor)
        return redirect("world", kept=kept)
    except Refused as refusal:
        form.refuse(refusal, refusal.field or "")
    return _world_page(request, found, form.problems, typed)


@open_to(Level.DIRECTOR)
@require_POST
def world_look(request: ClubRequest, kept: int) -> HttpResponse:
    """Note that a director will not play the set, and may see all of it."""
    found, form = _set_for(request.actor, kept), PageForm(request.POST)
    look_at(kept=found, key=form.key, actor=request.actor)
    return redirect("world", kept=kept)


@open_to(Level.TABLE)
@require_safe
def world_board(request: ClubRequest, kept: int, board: int) -> HttpResponse:
    """Show all who played a board, wherever, once it is closed for the reader."""
    found = _set_for(request.actor, kept)
    shown = WorldRanking(found, boards_closed_for(request.actor, found))
    if board not in shown.contest.boards:
        raise Http404
    if board not in shown.seen:
        raise Refused(_("This board is not closed for you yet. Play it first."))
    context: WorldBoardPage = {
        "kept": found,
        "board": board,
        "closed": sorted(shown.seen & shown.contest.boards.keys()),
        "counting": _asked_to_count(shown) if shown.is_board_behind(board) else None,
        "table": board_table(shown, board).sorted_by(request, A_PAGE),
        "directed": directed_line(shown, board),
    }
    return render(request, "events/world/board.html", context)


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def world_packages(request: ClubRequest, kept: int) -> HttpResponse:
    """List every package that came; turn one or its club away, or take that back."""
    found, form = _set_for(request.actor, kept), DecisionForm(request.POST)
    if request.method == "POST":
        try:
            _decide(request.actor, form)
        except Refused as refusal:
            form.refuse(refusal, f"reason-{form.number_of('package')}")
    rows = found.packages.order_by("-pk")
    page = Paginator(rows, PLAYED_SHOWN).get_page(request.GET.get("page"))
    context: PackagesPage = {
        "kept": found,
        "lines": package_lines(found, page),
        "page": page,
        "problems": form.problems if request.method == "POST" else [],
        "key": new_key(),
    }
    status = 422 if context["problems"] else 200
    return render(request, "events/world/packages.html", context, status=status)


def _decide(actor: Actor, form: DecisionForm) -> None:
    deciding = form.deciding
    if deciding is None:
        raise Refused(_("Choose what to do with the package."))
    package = package_for(actor, form.number_of("package") or 0)
    decide(package=package, deciding=deciding, key=form.key, actor=actor)


def _set_for(actor: Actor, pk: int) -> ContestSet:
    """Return a set of an actor's club; a phone at a table finds the one that is played there."""
    found = ContestSet.objects.select_related("club").filter(club=actor.club, pk=pk).first()
    if actor.club is None or found is None:
        raise Http404
    if actor.level == Level.TABLE:
        link = actor.link
        if not isinstance(link, EventTableLink) or link.section.event.contest_set_id != pk:
            raise Http404
    return found
