"""A prepared set of par boards imported into an event from a file, with a preview first."""

import json
from typing import NamedTuple, TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.refused import Refused
from clubscore.club.uploads import why_no_file
from clubscore.club.wording.phrases import said, said_with_place
from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.file_size import check_size
from clubscore.deals.file_text import LARGEST_FILE
from clubscore.deals.hands import read_deal
from clubscore.events.boards.boards_page import ShownHand, diagram, line_of
from clubscore.events.boards.who_may_see import in_play, played_anywhere
from clubscore.events.models import Event
from clubscore.events.par.forms import SetFileForm, SetForm
from clubscore.events.par.par_page import par_in_words
from clubscore.events.par.par_write import bring_par_set
from clubscore.events.selectors import event_for
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.pars import last_par
from clubscore.events.terms.event_terms import games
from clubscore.events.views.pars import pars_page
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Board, read_boards, read_event
from clubscore.ranking.par import ParSet, look_over, task_line
from clubscore.tableside.problems import Problem


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
        return pars_page(request, room, [Problem("file", said_with_place(error))])
    other = game if game != room.event.game else ""
    return _set_page(request, room, (file.name or "")[:80], boards, other_game=other)


class Row(NamedTuple):
    """A board of a prepared set: its cards, its par, its tasks."""

    number: int
    line: str
    hands: list[ShownHand] | None
    par: str
    tasks: list[str]
    commentary: str | None


class SetPage(TypedDict):
    """What each board of a prepared set holds; it is `carried` until it is recorded."""

    event: Event
    source: str
    rows: list[Row]
    left_out: list[int]
    other_game: str
    set: ParSet
    needs_reason: bool
    carried: str
    seen: int
    problems: list[Problem]
    key: str


def _set_page(
    request: ClubRequest,
    room: Room,
    name: str,
    boards: list[Board],
    told: str = "",
    other_game: str = "",
) -> HttpResponse:
    chosen, left_out = _in_play(room, boards)
    context: SetPage = {
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


def _in_play(room: Room, boards: list[Board]) -> tuple[list[Board], list[int]]:
    """Return the boards that the movement has, all where there is none yet; and the others."""
    playing = in_play(room)
    chosen = [board for board in boards if not playing or board.number in playing]
    return chosen, [board.number for board in boards if board not in chosen]


def _row(board: Board) -> Row:
    deal = read_deal(board.deal) if board.deal else None
    return Row(
        number=board.number,
        line=line_of(DealtBoard(board.number, deal, board.dealer, board.vulnerable))
        if deal
        else "",
        hands=diagram(deal) if deal else None,
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
