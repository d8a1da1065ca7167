"""The director's pages of double dummy and par: worked out, set, approved, imported, judged."""

import datetime as dt
import json
from typing import NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.form_values import Given
from clubscore.club.own_words import OwnWords
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said, said_with_place
from clubscore.deals.dealt_board import HIGHEST_BOARD
from clubscore.deals.hands import read_deal
from clubscore.deals.nullo.solved import NULLO_NO_PROGRAM, is_here
from clubscore.events.boards.boards_page import diagram, line_of, seat_words
from clubscore.events.boards.who_may_see import played_anywhere
from clubscore.events.correct.correcting import Entered, rule
from clubscore.events.help_text import par_contest
from clubscore.events.models import ParRevision
from clubscore.events.par.forms import ParForm, SeenForm, TicksForm
from clubscore.events.par.nullos_to_work_out import ask_for_nullos
from clubscore.events.par.par_page import (
    par_boards,
    par_in_words,
    results_of,
    rows_of,
    table_shown,
    worked_of,
)
from clubscore.events.par.par_write import approve_pars, set_pars
from clubscore.events.par.tables_to_work_out import ask_for, deals_of, how_far
from clubscore.events.play.directed import as_reached
from clubscore.events.selectors import as_seen_by, event_for, must_not_be_hidden, room_for
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.pars import EventPar, last_par
from clubscore.events.state.scoring import section_of, valuation_of
from clubscore.events.state.spot_state import spot_key
from clubscore.events.terms.event_words import GAME_WORDS
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.ranking import Board
from clubscore.ranking.event import FORMAT
from clubscore.ranking.par import check_has_par, has_nullos, look_over, task_line
from clubscore.ranking.result import ResultFacts
from clubscore.tableside.problems import Problem

GIVEN = ("score", "contract", "declarer", "note", "tasks", "commentary", "reason")


@open_to(Level.DIRECTOR)
@require_safe
def pars(request: ClubRequest, event: int) -> HttpResponse:
    """Show every board's par: worked out and set, and the set looked over."""
    return pars_page(request, room_for(request.actor, event_for(request.actor, event)))


def pars_page(
    request: ClubRequest, room: Room, problems: list[Problem] | None = None, status: int = 422
) -> HttpResponse:
    """Show the page, with what is wrong where something is."""
    must_not_be_hidden(as_seen_by(request.actor, room))
    boards = par_boards(room)
    worked = worked_of(room, boards)
    bests = {number: each.best for number, each in worked.items() if each.best}
    without = [board.number for board in boards if board.par is None and board.number in bests]
    far, job = how_far(room)
    context = {
        "event": room.event,
        "game": _(GAME_WORDS.get(room.event.game) or valuation_of(room.event).game.name),
        "rows": rows_of(boards, room.pars, worked),
        "with_cards": any(board.deal for board in boards),
        "progress": far,
        "job": job,
        "no_par": _why_no_par(room),
        "can_approve": bool(without),
        "needs_reason": bool(played_anywhere(room) & {*without}),
        "set": look_over(boards, bests),
        "seen": last_par(room.pars.values()),
        "how": par_contest(),
        "problems": problems or [],
        "key": new_key(),
    }
    return render(request, "events/pars.html", context, status=status if problems else 200)


def _why_no_par(room: Room) -> RuleError | None:
    """Return why double dummy has no par for the event's game, None where it has."""
    try:
        check_has_par(valuation_of(room.event))
    except RuleError as error:
        return error
    if has_nullos(valuation_of(room.event)) and not is_here():
        return RuleError("no-nullos", NULLO_NO_PROGRAM)
    return None


@open_to(Level.DIRECTOR)
@require_POST
def work(request: ClubRequest, event: int) -> HttpResponse:
    """Ask for the tables of all boards that have cards; the page then shows how far they are."""
    room = room_of(event_for(request.actor, event))
    if not deals_of(room):
        text = _("No board has cards yet. Add some first.")
        return pars_page(request, room, [Problem("", text)])
    ask_for(room)
    ask_for_nullos(room)
    return redirect("event-pars", event=event)


@open_to(Level.DIRECTOR)
@require_safe
def progress(request: ClubRequest, event: int) -> HttpResponse:
    """Say how far the tables are; when all are there the page is loaded again."""
    found = event_for(request.actor, event)
    far, job = how_far(room_of(found))
    context = {"event": found, "progress": far, "job": job, "fresh": True}
    answer = render(request, "events/parts/par_progress.html", context)
    if far is None or not far.waits or (job is not None and not job.is_open):
        answer["HX-Refresh"] = "true"
    return answer


@open_to(Level.DIRECTOR)
@require_POST
def approve(request: ClubRequest, event: int) -> HttpResponse:
    """Take what was worked out for the par of every board that has none."""
    found = event_for(request.actor, event)
    room = room_of(found)
    without = [board.number for board in par_boards(room) if board.par is None]
    try:
        seen = SeenForm(request.POST).as_seen
        approve_pars(event=found, boards=without, seen=seen, actor=request.actor)
    except Refused as refusal:
        return pars_page(request, room_of(found), [Problem("", str(refusal))], 409)
    return redirect("event-pars", event=event)


@open_to(Level.DIRECTOR)
def board_par(request: ClubRequest, event: int, board: int) -> HttpResponse:
    """Show what is set for a board, and its cards; a POST sets par, tasks and commentary."""
    room = room_for(request.actor, event_for(request.actor, event))
    found = _board_of(room, board)
    must_not_be_hidden(room, board)
    if request.method != "POST":
        return _par_page(request, room, found, _given_of(found), [])
    form = ParForm(request.POST)
    try:
        facts = form.facts
        set_pars(
            event=room.event,
            pars={board: facts},
            source=ParRevision.Source.GIVEN,
            seen=form.as_seen,
            actor=request.actor,
        )
    except RuleError as error:
        return _par_page(request, room, found, form.data, [_problem(error)])
    except Refused as refusal:
        now = room_of(room.event)
        told = [Problem("reason", str(refusal))]
        return _par_page(request, now, _board_of(now, board), form.data, told, 409)
    return redirect("event-par", event=event, board=board)


def _problem(error: RuleError) -> Problem:
    """Return errors next to the fields they belong to."""
    where = error.where.rpartition(".")[2]
    if error.where.startswith(("line", "tasks")):
        return Problem("tasks", said_with_place(error))
    return Problem(where if where in GIVEN else "", said(error))


def _board_of(room: Room, number: int) -> Board:
    if not 0 < number <= HIGHEST_BOARD:
        raise Http404
    found = next((each for each in par_boards(room) if each.number == number), None)
    if found is None:
        raise Http404
    return found


def _given_of(board: Board) -> dict[str, str]:
    """Return what is set for a board as the fields of the form."""
    par = board.par
    return {
        "score": "" if par is None else str(par.score),
        "contract": (par.contract or "") if par else "",
        "declarer": (par.declarer or "") if par else "",
        "note": (par.note or "") if par else "",
        "tasks": "\n".join(map(task_line, board.tasks)),
        "commentary": board.commentary or "",
    }


def _par_page(
    request: ClubRequest,
    room: Room,
    board: Board,
    given: Given,
    problems: list[Problem],
    status: int = 422,
) -> HttpResponse:
    numbers = [each.number for each in par_boards(room)]
    worked = worked_of(room, [board]).get(board.number)
    own = room.pars.get(board.number) or EventPar(board.number)
    on_table = room.boards.get(board.number)
    context = {
        "event": room.event,
        "board": board,
        "given": given,
        "seats": [(seat, seat_words(seat)) for seat in COMPASS],
        "hands": diagram(read_deal(board.deal)) if board.deal else None,
        "line": line_of(on_table, room.event) if on_table else "",
        "worked": table_shown(worked.tricks, worked.best) if worked else None,
        "results": results_of(room, board),
        "was_played": bool(own.revisions) and board.number in played_anywhere(room),
        "history": _history(own),
        "before": max((n for n in numbers if n < board.number), default=None),
        "after": min((n for n in numbers if n > board.number), default=None),
        "seen": last_par(room.pars.values()),
        "problems": problems,
        "key": new_key(),
    }
    return render(request, "events/par.html", context, status=status if problems else 200)


class ParLine(NamedTuple):
    """A revision of a par: what it set, who set it when and why."""

    set: str
    source: str
    author: str
    at: dt.datetime
    reason: str


def _history(own: EventPar) -> list[ParLine]:
    found = []
    for each in reversed(own.revisions):
        par = EventPar(own.number, (each,)).board.par
        found.append(
            ParLine(
                par_in_words(par) if par else _("no par"),
                each.get_source_display(),
                each.author,
                each.at,
                each.reason,
            )
        )
    return found


@open_to(Level.DIRECTOR)
@require_POST
def ticks(request: ClubRequest, event: int, board: int) -> HttpResponse:
    """Note of a result which tasks the director found done, and what the auction reached."""
    room = room_for(request.actor, event_for(request.actor, event))
    found, form = _board_of(room, board), TicksForm(request.POST)
    standing = next(
        (
            each
            for spot, each in room.standings.items()
            if spot.board == board and each.result and spot_key(spot) == form.words_of("spot")
        ),
        None,
    )
    if standing is None:
        raise Http404
    facts: ResultFacts = {**standing.facts}
    facts.pop("ticked", None)
    facts.pop("reached", None)
    ticked = sorted({*form.numbers_of("ticked")})
    reached = as_reached(form.words_of("reached"))
    if ticked:
        facts["ticked"] = ticked
    if reached:
        facts["reached"] = reached
    entered = Entered(form.as_seen.last, form.key, OwnWords("tasks-judged"))
    rule(
        section=section_of(room, standing.spot.section),
        spot=standing.spot,
        facts=facts,
        entered=entered,
        actor=request.actor,
    )
    return redirect("event-par", event=event, board=found.number)


@open_to(Level.DIRECTOR)
@require_safe
def take_out(request: ClubRequest, event: int) -> HttpResponse:
    """Send the prepared set as an event file that nobody has played yet."""
    found = event_for(request.actor, event)
    room = room_for(request.actor, found)
    must_not_be_hidden(room)
    facts = {
        "format": FORMAT,
        "name": found.name,
        "game": found.game,
        **({"rules": found.rules} if found.rules else {}),
        "scoring": "par",
        **({"options": found.options} if found.options else {}),
        "contestants": [],
        "boards": [board.facts() for board in par_boards(room)],
        "results": [],
    }
    content = json.dumps(facts, ensure_ascii=False) + "\n"
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="par-set-{found.pk}.json"'
    answer["Cache-Control"] = "no-store"
    return answer
