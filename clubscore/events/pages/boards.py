"""The director's boards: cards typed, dealt by the program, imported from a file, downloaded."""

from typing import Any, NamedTuple

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused, key_of, new_key
from clubscore.club.wording import either, said
from clubscore.deals.any_file import boards_formats, read_boards, write_boards
from clubscore.deals.file_text import LARGEST_FILE
from clubscore.deals.hands import (
    HIGHEST_BOARD,
    VULNERABILITIES,
    BoardsRead,
    DealtBoard,
    TypedDeal,
    read_typed,
)
from clubscore.deals.pbn import pbn_of_boards
from clubscore.events.board_state import EventBoard
from clubscore.events.boards import (
    MOST_BOARDS,
    DealingForm,
    FileForm,
    SeenBoardsForm,
    Source,
    board_keys,
    check_of,
    file_plan,
    history,
    last_seen,
    line_of,
    make_boards,
    seat_words,
    set_boards,
    take_cards_away,
)
from clubscore.events.models import Event
from clubscore.events.par_tables import tables_of
from clubscore.events.selectors import event_for, must_not_be_hidden, room_for
from clubscore.events.state import EventState, room_of
from clubscore.events.visibility import all_boards, deals_seen, in_play, played_anywhere
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.web.forms import Problem, why_no_file

USUAL_NUMBER = 24
WHO = {
    "none": gettext_lazy("no one"),
    "NS": gettext_lazy("North–South"),
    "EW": gettext_lazy("East–West"),
    "both": gettext_lazy("all"),
}


class HandTyped(NamedTuple):
    """A hand as it is being typed: its seat by key and name, its text."""

    seat: str
    name: str
    text: str


@open_to(Level.DIRECTOR)
@require_safe
def boards(request: ClubRequest, event: int) -> HttpResponse:
    """Show which boards have cards, and every way to enter some."""
    return _boards_page(request, room_for(request.actor, event_for(request.actor, event)))


def _boards_page(
    request: ClubRequest, room: EventState, problems: list[Problem] | None = None
) -> HttpResponse:
    keys = board_keys(room)
    context: dict[str, Any] = {
        "event": room.event,
        "boards": keys,
        "with_cards": sum(each.has_cards for each in keys),
        "has_plan": bool(room.plans),
        "usual_number": USUAL_NUMBER,
        "kinds": [(key, each.name) for key, each in boards_formats().items()],
        "comes_as": either(each.name for each in boards_formats().values()),
        "seen": last_seen(room.boards.values()),
        "problems": problems or [],
        "key": new_key(),
    }
    status = 422 if problems else 200
    return render(request, "events/boards.html", context, status=status)


@open_to(Level.DIRECTOR)
@require_POST
def make(request: ClubRequest, event: int) -> HttpResponse:
    """Deal cards into the boards in play; into the first so many where there is no movement yet."""
    found = event_for(request.actor, event)
    room = room_of(found)
    numbers = sorted(in_play(room))
    form = DealingForm(request.POST, asks_count=not numbers)
    if not form.is_valid():
        return _boards_page(request, room, form.problems)
    numbers = numbers or list(range(1, (form.number_of("count") or 0) + 1))
    dealt = make_boards(
        event=found,
        numbers=numbers,
        is_sorted=form.words_of("pack") == "sorted",
        anew=form.sends("anew"),
        seen=form.as_seen,
        actor=request.actor,
    )
    if not dealt:
        text = _("Nothing was dealt: every board has cards or has been played.")
        return _boards_page(request, room_of(found), [Problem("", text)])
    return redirect("event-boards", event=event)


@open_to(Level.DIRECTOR)
def board_cards(request: ClubRequest, event: int, board: int) -> HttpResponse:
    """Show a board's cards in four lines to be typed; a POST checks them or records them."""
    room = room_for(request.actor, event_for(request.actor, event))
    found = _board_of(room, board)
    must_not_be_hidden(room, board)
    if request.method != "POST":
        deal = found.deal
        texts = {seat: ".".join(deal.hand(seat)) for seat in COMPASS} if deal else {}
        return _board_page(request, room, found, read_typed(texts), QueryDict(), [])
    given = request.POST
    typed = _typed(given)
    if "check" in given:
        return _board_page(request, room, found, typed, given, [])
    try:
        if "away" in given:
            take_cards_away(
                event=room.event,
                board=board,
                seen=SeenBoardsForm(given).as_seen,
                actor=request.actor,
            )
        else:
            _record(request, room.event, board, typed)
    except RuleError as error:
        problem = Problem(f"hand-{error.where}" if error.where in COMPASS else "", said(error))
        return _board_page(request, room, found, typed, given, [problem])
    except Refused as refusal:
        now = _board_of(room_of(room.event), board)
        problems = [Problem("", str(refusal))]
        return _board_page(request, room, now, typed, given, problems, status=409)
    after = next((n for n in sorted(in_play(room)) if n > board), None)
    if after is None or "away" in given:
        return redirect("event-boards", event=event)
    return redirect("event-board-cards", event=event, board=after)


def _board_of(room: EventState, number: int) -> EventBoard:
    """Return a board that is in play or has cards; any where there is no movement yet."""
    playing = in_play(room)
    there = number in room.boards or number in playing or not playing
    if not there or not 0 < number <= HIGHEST_BOARD:
        raise Http404
    return room.boards.get(number) or EventBoard(number)


def _typed(given: QueryDict) -> TypedDeal:
    return read_typed({seat: given.get(seat, "") for seat in COMPASS})


def _record(request: ClubRequest, event: Event, board: int, typed: TypedDeal) -> None:
    """Write what was typed. RuleError where it is no deal."""
    given = request.POST
    if typed.problem is not None:
        raise typed.problem
    dealer, vulnerable = given.get("dealer", ""), given.get("vulnerable", "")
    if typed.deal is None or dealer not in COMPASS or vulnerable not in VULNERABILITIES:
        raise Http404
    set_boards(
        event=event,
        boards=[DealtBoard(board, typed.deal, dealer, vulnerable)],
        source=Source.TYPED,
        seen=SeenBoardsForm(given).as_seen,
        actor=request.actor,
    )


def _board_page(
    request: ClubRequest,
    room: EventState,
    board: EventBoard,
    typed: TypedDeal,
    given: QueryDict,
    problems: list[Problem],
    status: int = 0,
) -> HttpResponse:
    numbers = [each.number for each in all_boards(room)]
    has_moved = status == 409
    context: dict[str, Any] = {
        "event": room.event,
        "board": board,
        "line": line_of(board, room.event),
        "hands": [HandTyped(each.seat, seat_words(each.seat), each.text) for each in typed.hands],
        "check": check_of(typed),
        "dealers": [(seat, seat_words(seat)) for seat in COMPASS],
        "dealer": given.get("dealer", board.dealer),
        "who": WHO.items(),
        "vulnerable": given.get("vulnerable", board.vulnerable),
        "history": history(board),
        "before": max((n for n in numbers if n < board.number), default=None),
        "after": min((n for n in numbers if n > board.number), default=None),
        "needs_reason": board.has_cards and board.number in played_anywhere(room),
        "reason": given.get("reason", ""),
        "seen": last_seen(room_of(room.event).boards.values())
        if has_moved
        else given.get("seen", last_seen(room.boards.values())),
        "problems": problems,
        "key": new_key() if has_moved else key_of(given),
    }
    status = status or (422 if problems else 200)
    return render(request, "events/board_cards.html", context, status=status)


@open_to(Level.DIRECTOR)
@require_POST
def check(request: ClubRequest, event: int, board: int) -> HttpResponse:
    """Check a deal that is being typed: which cards are there, and which are left."""
    event_for(request.actor, event)
    context = {"check": check_of(_typed(request.POST)), "board": board}
    return render(request, "events/parts/deal_check.html", context)


@open_to(Level.DIRECTOR)
@require_POST
def look_at_file(request: ClubRequest, event: int) -> HttpResponse:
    """Show what each board of a file would do; nothing is recorded."""
    room = room_of(event_for(request.actor, event))
    file = request.FILES.get("file")
    if file is None:
        return _boards_page(request, room, [Problem("file", why_no_file(request, LARGEST_FILE))])
    try:
        read = read_boards(file.read(LARGEST_FILE + 1))
    except RuleError as error:
        return _boards_page(request, room, [Problem("file", said(error))])
    if len(read.boards) > MOST_BOARDS:
        text = _("Too many boards in the file: %(count)s. At most: %(most)s.")
        values = {"count": len(read.boards), "most": MOST_BOARDS}
        return _boards_page(request, room, [Problem("file", text % values)])
    return _file_page(request, room, (file.name or "")[:80], read)


def _file_page(
    request: ClubRequest,
    room: EventState,
    name: str,
    read: BoardsRead,
    told: str = "",
) -> HttpResponse:
    context: dict[str, Any] = {
        "event": room.event,
        "source": name,
        "plan": file_plan(room, read.boards),
        "wrong": read.problems,
        "is_blocked": read.is_blocked,
        "carried": pbn_of_boards(read.boards).decode(),
        "seen": last_seen(room.boards.values()),
        "problems": [Problem("reason" if told else "", told)] if told else [],
        "key": new_key(),
    }
    status = 409 if told else 422 if read.is_blocked else 200
    return render(request, "events/boards_file.html", context, status=status)


@open_to(Level.DIRECTOR)
@require_POST
def bring(request: ClubRequest, event: int) -> HttpResponse:
    """Record what was shown, all of it or nothing."""
    found, form = event_for(request.actor, event), FileForm(request.POST)
    room, name = room_of(found), form.words_of("source")
    try:
        read = read_boards(form.words_of("boards").encode())
    except RuleError as error:
        return _boards_page(request, room, [Problem("file", said(error))])
    if read.is_blocked:
        return _file_page(request, room, name, read)
    plan = file_plan(room, read.boards)
    try:
        set_boards(
            event=found,
            boards=plan.boards,
            source=Source.FILE,
            file=name,
            seen=form.as_seen,
            actor=request.actor,
        )
    except Refused as refusal:
        return _file_page(request, room_of(found), name, read, told=str(refusal))
    return redirect("event-boards", event=event)


@open_to(Level.PLAYER)
@require_safe
def take_out(request: ClubRequest, event: int, kind: str) -> HttpResponse:
    """Send the boards as a file: all to the director, to players those that they may see."""
    if kind not in boards_formats():
        raise Http404
    found = event_for(request.actor, event, told_too=True)
    room = room_for(request.actor, found)
    if request.actor.is_director:
        must_not_be_hidden(room)
    dealt = [*deals_seen(request.actor, room).values()]
    if not dealt and not request.actor.is_director:
        raise Refused(_("The cards are shown once the boards have been played."))
    try:
        tables = tables_of(board.deal for board in dealt)
        known = {b.number: tables[b.deal.pbn()] for b in dealt if b.deal.pbn() in tables}
        content = write_boards(kind, dealt, found.name, known)
    except RuleError as error:
        raise Refused(said(error)) from None
    answer = HttpResponse(content, content_type="application/octet-stream")
    name = f"{found.evening.isoformat()}-{found.pk}.{kind}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    return answer
