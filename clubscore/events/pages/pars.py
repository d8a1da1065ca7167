"""The director's pages of par: worked out, set, approved, brought from a file, tasks judged."""

import datetime as dt
import json
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Given, Refused, new_key
from clubscore.club.record_words import OwnWords
from clubscore.club.wording import problem_text, said
from clubscore.deals.file_text import LARGEST_FILE, check_size
from clubscore.deals.hands import HIGHEST_BOARD, DealtBoard, read_deal
from clubscore.deals.nullos import NULLO_NO_PROGRAM, is_here
from clubscore.events.board_state import spot_key
from clubscore.events.boards import (
    BoardCompass,
    ShownHand,
    compass_of,
    diagram,
    line_of,
    seat_words,
)
from clubscore.events.corrections import CorrectionEntry, rule
from clubscore.events.formats import GAME_WORDS
from clubscore.events.help_text import par_contest
from clubscore.events.models import ParRevision
from clubscore.events.par_tables import EventPar, last_par
from clubscore.events.pars import (
    ParForm,
    SeenParForm,
    SetFileForm,
    SetForm,
    TicksForm,
    approve_pars,
    ask_for,
    ask_for_nullos,
    bring_par_set,
    deals_of,
    how_far,
    par_boards,
    par_in_words,
    results_of,
    rows_of,
    set_pars,
    tricks_for_page,
    worked_of,
)
from clubscore.events.reporting import as_final_contract
from clubscore.events.scoring import section_of, valuation_of
from clubscore.events.selectors import as_seen_by, event_for, must_not_be_hidden, room_for
from clubscore.events.state import EventState, room_of
from clubscore.events.terms import games
from clubscore.events.visibility import in_play, played_anywhere
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Board, read_boards, read_event
from clubscore.ranking.event import FORMAT
from clubscore.ranking.par import check_has_par, has_nullos, look_over, task_line
from clubscore.ranking.result import ResultFacts
from clubscore.web.forms import Problem, why_no_file

GIVEN = ("score", "contract", "declarer", "note", "tasks", "commentary", "reason")


@open_to(Level.DIRECTOR)
@require_safe
def pars(request: ClubRequest, event: int) -> HttpResponse:
    """Show every board's par: worked out and set, and the set looked over."""
    return pars_page(request, room_for(request.actor, event_for(request.actor, event)))


def pars_page(
    request: ClubRequest, room: EventState, problems: list[Problem] | None = None, status: int = 422
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


def _why_no_par(room: EventState) -> RuleError | None:
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
        seen = SeenParForm(request.POST).as_seen
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
        return Problem("tasks", problem_text(error))
    return Problem(where if where in GIVEN else "", said(error))


def _board_of(room: EventState, number: int) -> Board:
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
    room: EventState,
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
        "compass": compass_of(on_table, room.event) if on_table else None,
        "line": line_of(on_table, room.event) if on_table else "",
        "worked": tricks_for_page(worked.tricks, worked.best) if worked else None,
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
    reached = as_final_contract(form.words_of("reached"))
    if ticked:
        facts["ticked"] = ticked
    if reached:
        facts["reached"] = reached
    entered = CorrectionEntry(form.as_seen.last, form.key, OwnWords("tasks-judged"))
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


# ---- A set from a file.


def set_of_file(content: bytes) -> tuple[str, list[Board]]:
    """Return the game and the boards of an event file. RuleError for none, or without a board."""
    check_size(content, LARGEST_FILE)
    event = read_event(_object_in(content))
    return event.valuation.key, _some(list(event.boards.values()))


def boards_carried(text: str) -> list[Board]:
    """Return the boards that a form carried. RuleError if they were tampered with."""
    return _some(list(read_boards(_object_in(text.encode())).values()))


def _object_in(content: bytes) -> object:
    try:
        found: object = json.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise RuleError(
            "no-event-file",
            gettext_noop("This is not an event file. Choose one with a single JSON object."),
        ) from None
    return found


def _some(boards: list[Board]) -> list[Board]:
    if not boards:
        raise RuleError("no-board", gettext_noop("This file has no boards."))
    return boards


@open_to(Level.DIRECTOR)
@require_POST
def look_at_set(request: ClubRequest, event: int) -> HttpResponse:
    """Show what each board of a prepared set holds; nothing is recorded."""
    room = room_of(event_for(request.actor, event))
    file = SetFileForm(request.POST, request.FILES).file_of("file")
    if file is None:
        return pars_page(request, room, [Problem("file", why_no_file(request, LARGEST_FILE))])
    try:
        game, boards = set_of_file(file.read(LARGEST_FILE + 1))
    except RuleError as error:
        return pars_page(request, room, [Problem("file", problem_text(error))])
    other = game if game != room.event.game else ""
    return _set_page(request, room, (file.name or "")[:80], boards, other_game=other)


class ParSetRow(NamedTuple):
    """A board of a prepared set: its cards, its par, its tasks."""

    number: int
    line: str
    hands: list[ShownHand] | None
    compass: BoardCompass | None
    par: str
    tasks: list[str]
    commentary: str | None


def _set_page(
    request: ClubRequest,
    room: EventState,
    name: str,
    boards: list[Board],
    told: str = "",
    other_game: str = "",
) -> HttpResponse:
    chosen, left_out = _in_play(room, boards)
    context: dict[str, Any] = {
        "event": room.event,
        "source": name,
        "rows": [_row(board) for board in chosen],
        "left_out": left_out,
        "other_game": dict(games()).get(other_game, other_game),
        "set": look_over(chosen, {}),
        "needs_reason": bool(played_anywhere(room) & {board.number for board in chosen}),
        "carried": json.dumps([board.facts() for board in chosen], ensure_ascii=False),
        "seen": last_par(room.pars.values()),
        "problems": [Problem("reason", told)] if told else [],
        "key": new_key(),
    }
    return render(request, "events/par_file.html", context, status=409 if told else 200)


def _in_play(room: EventState, boards: list[Board]) -> tuple[list[Board], list[int]]:
    """Return the boards that the movement has, all where there is none yet; and the others."""
    playing = in_play(room)
    chosen = [board for board in boards if not playing or board.number in playing]
    return chosen, [board.number for board in boards if board not in chosen]


def _row(board: Board) -> ParSetRow:
    deal = read_deal(board.deal) if board.deal else None
    dealt = DealtBoard(board.number, deal, board.dealer, board.vulnerable) if deal else None
    return ParSetRow(
        number=board.number,
        line=line_of(dealt) if dealt else "",
        hands=diagram(dealt.deal) if dealt else None,
        compass=compass_of(dealt) if dealt else None,
        par=par_in_words(board.par) if board.par else "",
        tasks=[task_line(task) for task in board.tasks],
        commentary=board.commentary,
    )


@open_to(Level.DIRECTOR)
@require_POST
def bring_set(request: ClubRequest, event: int) -> HttpResponse:
    """Record the set, all of it or nothing."""
    found, form = event_for(request.actor, event), SetForm(request.POST)
    name = form.words_of("source")
    try:
        boards = boards_carried(form.words_of("boards"))
    except RuleError as error:
        return pars_page(request, room_of(found), [Problem("file", said(error))])
    try:
        bring_par_set(
            event=found,
            boards=_in_play(room_of(found), boards)[0],
            name=name,
            seen=form.as_seen,
            actor=request.actor,
        )
    except Refused as refusal:
        return _set_page(request, room_of(found), name, boards, str(refusal))
    return redirect("event-pars", event=event)
