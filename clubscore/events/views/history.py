"""The history of an event: who did what when, why, and what counted then."""

from typing import TypedDict
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.events.correct.happening_words import told
from clubscore.events.correct.history import Asked, Line, board_of, history_of, moment_of, room_then
from clubscore.events.models import Event, EventHappening, ResultRevision
from clubscore.events.rankings.lists import Lists
from clubscore.events.rankings.ranking_table import ShownList, plain_lists
from clubscore.events.rankings.traveller_table import TravellerTable, plain_traveller
from clubscore.events.selectors import directed_by, must_not_be_hidden, room_for
from clubscore.events.state.event_now import Room
from clubscore.events.views.imported_history import told_history, told_then

A_PAGE = 50


def _sorts() -> list[tuple[str, str]]:
    return [
        ("", pgettext("history", "All")),
        ("corrections", _("Corrections")),
        ("results", _("Results")),
        ("entries", _("Who plays")),
        ("rounds", _("Rounds and clock")),
        ("boards", _("Cards")),
        ("rulings", _("Fouled boards, penalties")),
        ("calls", _("Calls for the director")),
        ("announced", _("Announcements")),
        ("ranking", _("Ranking and phones")),
    ]


def _asked(room: Room, given: QueryDict) -> Asked:
    tables = {
        f"{section.letter}{number}"
        for section in room.sections
        if section.pk in room.plans
        for number in range(1, room.plan(section).tables + 1)
    }
    what, table = given.get("what", ""), given.get("table", "")
    return Asked(
        what if what in {sort for sort, _label in _sorts()} else "",
        whole_number(given.get("board")) or None,
        table if table in tables else "",
        whole_number(given.get("round")) or None,
    )


class HistoryPage(TypedDict):
    """A page of the history, and what it was narrowed to."""

    event: Event
    page: Page[Line]
    asked: Asked
    table: str
    sorts: list[tuple[str, str]]
    query: str
    about: str
    boards: list[int]


@open_to(Level.SCORER)
@require_safe
def event_history(request: ClubRequest, event: int) -> HttpResponse:
    """Show the history of an event, or of a board, a table or a round of it, newest first."""
    found = directed_by(request.actor, event, told_too=True)
    if found.told:
        return told_history(request, found)
    room = room_for(request.actor, found)
    asked = _asked(room, request.GET)
    where = {"board": asked.board, "table": asked.table, "round": asked.round}
    about = {name: value for name, value in where.items() if value}
    lines: Paginator[Line] = Paginator(history_of(room, asked), A_PAGE)
    context: HistoryPage = {
        "event": room.event,
        "page": lines.get_page(request.GET.get("page")),
        "asked": asked,
        "table": asked.table if len(room.sections) > 1 else asked.table[1:],
        "sorts": _sorts(),
        "query": urlencode({"what": asked.what, **about}),
        "about": urlencode(about),
        "boards": sorted({board for plan in room.plans.values() for board in plan.boards}),
    }
    return render(request, "events/history.html", context)


class ThenPage(TypedDict):
    """The event as it stood just after an entry, and the board it was about."""

    event: Event
    entry: ResultRevision | EventHappening
    what: str
    lists: Lists
    shown: list[ShownList]
    board: int | None
    traveller: TravellerTable | None


@open_to(Level.SCORER)
@require_safe
def then(request: ClubRequest, event: int, mark: str) -> HttpResponse:
    """Show the event as it stood just after an entry: its ranking, and the board it was about."""
    found = directed_by(request.actor, event, told_too=True)
    if found.told:
        return told_then(request, found, mark)
    room = room_for(request.actor, found)
    entry = moment_of(room.event, mark)
    if entry is None:
        raise Http404
    board = board_of(entry)
    if board is not None:
        must_not_be_hidden(room, board)
    lists = Lists(room_then(room, entry))
    context: ThenPage = {
        "event": room.event,
        "entry": entry,
        "what": (
            entry.get_kind_display() if isinstance(entry, ResultRevision) else told(room, entry)
        ),
        "lists": lists,
        "shown": plain_lists(lists, request),
        "board": board,
        "traveller": plain_traveller(lists, board),
    }
    return render(request, "events/then.html", context)
