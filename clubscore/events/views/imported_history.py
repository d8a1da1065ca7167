"""The history of an event imported from files: each file, its changes and its content."""

from typing import NamedTuple, TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest
from clubscore.club.form_values import whole_number
from clubscore.events.correct.history import Line, happenings_of
from clubscore.events.imported.imported_history import (
    Difference,
    differences,
    places_changed,
    told_by,
)
from clubscore.events.models import Event, EventHappening, Telling
from clubscore.events.rankings.lists import Lists
from clubscore.events.rankings.ranking_table import ShownList, plain_lists
from clubscore.events.rankings.traveller_table import TravellerTable, plain_traveller
from clubscore.events.state.event_now import room_of
from clubscore.ranking import Event as RankedEvent

# More differences than these are another event, not a correction.
MOST_SHOWN = 200
KINDS = EventHappening.Kind


class ThenPage(TypedDict):
    """An event as one of its files had it, and what that file changed."""

    event: Event
    entry: Telling
    mark: str
    lists: Lists
    shown: list[ShownList]
    board: int | None
    traveller: TravellerTable | None
    is_first: bool
    is_now: bool
    changed: list[Difference]
    more: int
    places: list[Difference]


class Told(NamedTuple):
    """A line of the history, and what a file changed of the board or the pair that is asked for."""

    line: Line
    changed: list[Difference]


class HistoryPage(TypedDict):
    """The files of an imported event, narrowed to a board or a contestant."""

    event: Event
    lines: list[Told]
    board: int | None
    who: str
    boards: list[int]
    contestants: list[tuple[str, list[str]]]


def told_history(request: ClubRequest, event: Event) -> HttpResponse:
    """Show every file that came and everything else that was done, newest first.

    For one board or one contestant it shows what each file changed.
    """
    tellings = list(Telling.objects.filter(event=event).order_by("number"))
    newest = told_by(tellings[-1])
    board = whole_number(request.GET.get("board"))
    who = request.GET.get("who", "")
    board = board if board in newest.boards else None
    who = who if who in newest.contestants else ""
    lines = _narrowed(tellings, board, who) if board or who else _all(event, tellings)
    context: HistoryPage = {
        "event": event,
        "lines": lines,
        "board": board,
        "who": who,
        "boards": sorted(newest.boards),
        "contestants": [(key, [*one.names]) for key, one in newest.contestants.items()],
    }
    return render(request, "events/told_history.html", context)


def _all(event: Event, tellings: list[Telling]) -> list[Told]:
    others = happenings_of(room_of(event), without=(KINDS.TOLD, KINDS.OPENED))
    lines = [*map(_line, tellings), *others]
    lines.sort(key=lambda line: (line.at, line.number), reverse=True)
    return [Told(line, []) for line in lines]


def _narrowed(tellings: list[Telling], board: int | None, who: str) -> list[Told]:
    found: list[Told] = []
    before: RankedEvent | None = None
    for telling in tellings:
        after = told_by(telling)
        changed = [
            each
            for each in differences(before, after)
            if (board and each.board == board) or (who and who in each.who)
        ]
        if changed:
            found.append(Told(_line(telling), changed[:MOST_SHOWN]))
        before = after
    return found[::-1]


def _line(telling: Telling) -> Line:
    text = _("imported from %(source)s") % {"source": telling.source}
    mark = f"t{telling.number}"
    return Line(telling.at, telling.author, telling.device, telling.reason, text, mark,
                number=telling.number)  # fmt: skip


def told_then(request: ClubRequest, event: Event, mark: str) -> HttpResponse:
    """Show an event as in one of its files, and what that changed."""
    number = whole_number(mark[1:]) if mark.startswith("t") else None
    around = [(number or 0) + step for step in (-1, 0, 1)]
    found = Telling.objects.filter(event=event, number__in=around)
    tellings = {each.number: each for each in found}
    if number is None or number not in tellings:
        raise Http404
    after = told_by(tellings[number])
    before = told_by(tellings[number - 1]) if number - 1 in tellings else None
    lists = Lists(room_of(event), told=after)
    board = whole_number(request.GET.get("board"))
    board = board if board in lists.travellers else None
    changed = differences(before, after) if before else []
    context: ThenPage = {
        "event": event,
        "entry": tellings[number],
        "mark": mark,
        "lists": lists,
        "shown": plain_lists(lists, request),
        "board": board,
        "traveller": plain_traveller(lists, board),
        "is_first": before is None,
        "is_now": number + 1 not in tellings,
        "changed": changed[:MOST_SHOWN],
        "more": max(0, len(changed) - MOST_SHOWN),
        "places": places_changed(before, after) if before else [],
    }
    return render(request, "events/told_then.html", context)
