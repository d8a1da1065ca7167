"""A Bridgemate file read into an event that is being played: looked at, then taken in."""

import json
from collections import Counter
from typing import NamedTuple, TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.club.refused import Refused
from clubscore.club.uploads import why_no_file
from clubscore.club.wording.phrases import said
from clubscore.deals.file_size import LARGEST_UPLOAD, check_size
from clubscore.events.correct.from_pads import (
    Found,
    Looked,
    PadRow,
    look_over,
    said_there,
    take_from_pads,
)
from clubscore.events.models import Event
from clubscore.events.results.result_form import ShownResult, not_shown_yet, shown
from clubscore.events.selectors import as_seen_by, directed_by
from clubscore.events.state.event_now import Room, room_of
from clubscore.exchange.bridgemate.bws import pad_rows
from clubscore.exchange.bridgemate.bws_format import BRIDGEMATE
from clubscore.exchange.bridgemate.bws_tables import read_tables
from clubscore.exchange.event_formats import kind_of
from clubscore.exchange.forms import CarriedForm
from clubscore.exchange.reading.printable import file_name
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, ngettext_lazy
from clubscore.tableside.problems import Problem

MOST_ROWS = 5_000
# What a Bridgemate can say of a board.
FACTS = {"contract", "declarer", "tricks", "lead", "passed_out", "not_played", "adjusted"}


class Line(NamedTuple):
    """A result of the file as a page shows it, with what is in already where that differs."""

    row: PadRow
    table: str
    told: ShownResult
    there: list[ShownResult]
    why: str


class AskPage(TypedDict):
    """What is asked of whoever brings a file in, and what the last one brought."""

    event: Event
    problems: list[Problem]
    done: dict[Found, int | None]


class PreviewPage(TypedDict):
    """What a file would bring, by what it is here; ``carried`` is taken back, as JSON."""

    event: Event
    source: str
    lines: dict[str, list[Line]]
    notes: list[str]
    takes: int
    carried: str


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def bridgemate(request: ClubRequest, event: int) -> HttpResponse:
    """Ask for a Bridgemate file, and show what it would bring; nothing is recorded yet."""
    found = directed_by(request.actor, event)
    if request.method != "POST":
        return _ask(request, found)
    file = request.FILES.get("file")
    if file is None:
        return _ask(request, found, why_no_file(request, LARGEST_UPLOAD))
    try:
        rows, notes = _read(file.read())
        room = room_of(found)
        looked = look_over(room, rows)
    except RuleError as error:
        return _ask(request, found, said(error))
    except Refused as refused:
        return _ask(request, found, str(refused))
    return _preview(
        request, as_seen_by(request.actor, room), looked, notes, file_name(file.name or "")
    )


def _read(content: bytes) -> tuple[list[PadRow], list[str]]:
    """Return what a file tells. RuleError for one that is none, or too much."""
    if kind_of(content) != BRIDGEMATE.key:
        raise RuleError(
            BRIDGEMATE.key,
            gettext_noop("This is not a Bridgemate file. Choose one that ends in .bws."),
        )
    check_size(content, LARGEST_UPLOAD)
    rows, notes = pad_rows(read_tables(content))
    if len(rows) > MOST_ROWS:
        raise RuleError(
            "too-many",
            ngettext_lazy(
                "The file has more than %(most)s result. Check that it is the right one.",
                "The file has more than %(most)s results. Check that it is the right one.",
                "most",
            ),
            most=MOST_ROWS,
        )
    return rows, notes


def _ask(request: ClubRequest, event: Event, problem: str = "") -> HttpResponse:
    problems = [Problem("id_file", problem)] if problem else []
    done = {key: whole_number(request.GET.get(key)) for key in (Found.NEW, Found.CONTRARY)}
    context: AskPage = {"event": event, "problems": problems, "done": done}
    status = 422 if problem else 200
    return render(request, "exchange/bridgemate.html", context, status=status)


def _preview(
    request: ClubRequest, room: Room, looked: list[Looked], notes: list[str], source: str
) -> HttpResponse:
    lines: dict[str, list[Line]] = {each.value: [] for each in Found}
    for each in looked:
        lines[each.found].append(_line(room, each))
    takes = len(lines[Found.NEW]) + len(lines[Found.CONTRARY])
    context: PreviewPage = {
        "event": room.event,
        "source": source,
        "lines": lines,
        "notes": notes,
        "takes": takes,
        "carried": json.dumps([each.row for each in looked]),
    }
    return render(request, "exchange/bridgemate_preview.html", context)


def _line(room: Room, each: Looked) -> Line:
    row, standing = each.row, each.standing
    table = f"{row.section}{row.table}" if len(room.sections) > 1 else str(row.table)
    if row.board in room.hidden:
        return Line(row, table, not_shown_yet(), [], each.why)
    there = said_there(standing) if standing and each.found is not Found.NEW else []
    return Line(row, table, shown(row.facts), [shown(facts) for facts in there], each.why)


@open_to(Level.DIRECTOR)
@require_POST
def bridgemate_bring(request: ClubRequest, event: int) -> HttpResponse:
    """Record what was shown, all of it or nothing; what came in meanwhile is seen and kept."""
    found, given = directed_by(request.actor, event), request.POST
    try:
        rows = _carried(given)
        source = CarriedForm(given).file
        looked = take_from_pads(event=found, rows=rows, source=source, actor=request.actor)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return _ask(request, found, _("The file was not kept. Choose it again."))
    except Refused as refused:
        return _ask(request, found, str(refused))
    counted = Counter(each.found for each in looked)
    answer = redirect("event-bridgemate", event=event)
    answer["Location"] += f"?new={counted[Found.NEW]}&contrary={counted[Found.CONTRARY]}"
    return answer


def _carried(given: QueryDict) -> list[PadRow]:
    """Return the rows that a preview carried. ValueError and its kin for anything else."""
    rows = [PadRow(*each) for each in json.loads(given.get("rows", ""))[:MOST_ROWS]]
    for row in rows:
        numbers = (row.round, row.table, row.board, row.ns, row.ew)
        if type(row.section) is not str or any(type(each) is not int for each in numbers):
            raise ValueError
        if type(row.turned) is not bool or not row.facts.keys() <= FACTS:
            raise ValueError
    return rows
