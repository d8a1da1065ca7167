"""What waited on a phone: sent when it is online again, or handed in by a code."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db import transaction
from django.http import Http404, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import Refused, key_of, whole_number
from clubscore.club.record_words import OwnWords
from clubscore.club.wording import said
from clubscore.events.board_state import Spot
from clubscore.events.models import Event
from clubscore.events.offline import LateOutcome, TooEarly, hand_in
from clubscore.events.pages.names_from_seats import are_names, read_names, take_names
from clubscore.events.pages.table import LastingTexts
from clubscore.events.pages.table import TableRequest as At
from clubscore.events.phones import good_links
from clubscore.events.reporting import WRONG, Report
from clubscore.events.result_form import ShownResult, shown
from clubscore.events.scoring import Scorer, check_honours
from clubscore.events.seats import named_speaker, voice_at
from clubscore.events.selectors import event_for, section_and_table
from clubscore.events.set_table import after_report
from clubscore.events.state import EventState, room_of
from clubscore.events.table_page import TablePage
from clubscore.laws.errors import RuleError
from clubscore.ranking.result import ResultFacts
from clubscore.web.caching import phones_keep
from clubscore.web.forms import Problems
from clubscore.web.hand_codes import NoCode, actor_of_pass, read_entries


class Late(NamedTuple):
    """One result that waited: its spot, its facts, and its side."""

    spot: Spot
    table: str
    side: str
    facts: ResultFacts
    key: str
    by: str


def read_late(room: EventState, actor: Actor, given: QueryDict) -> Late:
    """Read a result that waited. Refused, Problems or RuleError say what would be right."""
    name = given.get("table", "")
    try:
        section, table = section_and_table(room, name)
    except Http404:
        raise Refused(_("There is no such table. Choose another.")) from None
    numbers = whole_number(given.get("round")), whole_number(given.get("board"))
    place = room.plan(section).places.get((numbers[0] or 0, table))
    if place is None or numbers[1] is None:
        raise Refused(_("No one plays at this table in this round."))
    side = given.get("side", "")
    if not voice_at(actor, room, section, place).may_speak_for(side):
        raise Refused(_("This phone is not for that side. Ask the players at the table."))
    spot = Spot(section.pk, place.round, table, numbers[1])
    scorer = Scorer(room)
    facts = scorer.form(given, spot)
    if numbers[1] in place.boards:
        scorer.score(spot, facts)
        if place.round <= room.now(section.pk):
            check_honours(scorer, spot, facts)
    return Late(spot, name, side, facts, key_of(given), given.get("by", ""))


def take(room: EventState, actor: Actor, given: QueryDict, reason: str) -> LateOutcome:
    """Record a result that waited. Refused, Problems or RuleError say why it cannot be."""
    late = read_late(room, actor, given)
    section = next(each for each in room.sections if each.pk == late.spot.section)
    place = room.plan(section).places[late.spot.round, late.spot.table]
    spot, wrong = late.spot, WRONG in given
    report = Report(spot.round, spot.table, spot.board, late.facts, late.key, wrong)
    speaker = named_speaker(actor, room, (section, place), late.side, late.by)
    with transaction.atomic():
        outcome = hand_in(
            section=section,
            report=report,
            side=late.side,
            reason=reason,
            actor=speaker,
            reached=given.get("reached", ""),
        )
        if room.event.contest_set_id is not None:
            after_report(event=room.event, key=late.key, actor=actor)
    return outcome


def why_not(error: Exception) -> str:
    """Return what a refused result lacks, in words."""
    if isinstance(error, Problems):
        return error.problems[0].text
    return said(error) if isinstance(error, RuleError) else str(error)


@open_to(Level.TABLE)
@require_POST
def waiting(request: ClubRequest, event: int) -> HttpResponse:
    """Take one result, or names of a table, from the phone on which it waited.

    200: it is in, or was. 409: not yet, keep it. 422: never like this, with the reason.
    """
    found = event_for(request.actor, event)
    try:
        if are_names(request.POST):
            take_names(room_of(found), request.actor, request.POST)
            return JsonResponse({"what": LateOutcome.RECORDED})
        what = take(room_of(found), request.actor, request.POST, OwnWords("waited"))
    except TooEarly as error:
        return JsonResponse({"text": str(error)}, status=409)
    except (Refused, Problems, RuleError) as error:
        return JsonResponse({"text": why_not(error)}, status=422)
    return JsonResponse({"what": what})


@dataclass(frozen=True)
class HandInRow:
    """What an entry of a code says, and what became of it; `wrong` says why it cannot be.

    One that says who sits where has `names`, and no board.
    """

    board: str
    late: Late | None = None
    names: str = ""
    table: str | int = ""
    result: ShownResult | None = None
    what: str = ""
    wrong: str = ""


@open_to(Level.VISITOR)
def by_code(request: ClubRequest, event: int) -> HttpResponse:
    """Show what a code hands in; a POST hands it in, for the phone on which it waited."""
    given = request.POST if request.method == "POST" else request.GET
    try:
        found = Event.objects.select_related("club").filter(pk=event).first()
        if found is None:
            raise NoCode
        actor = actor_of_pass(given.get("p", ""), f"event-{event}", found.club, good_links())
        entries = read_entries(given)
    except NoCode:
        return render(request, "components/no_code.html", status=404)
    done = request.method == "POST"
    rows = [_row(found, actor, entry, hands_in=done) for entry in entries]
    context: dict[str, Any] = {
        "event": found,
        "title": found.name,
        "rows": rows,
        "done": done,
        "good": sum(not row.wrong for row in rows),
        "given": given,
        "entries": given.getlist("i"),
    }
    return render(request, "events/hand_in.html", context)


def _row(event: Event, actor: Actor, given: QueryDict, *, hands_in: bool) -> HandInRow:
    """Return what one entry of a code says; with `hands_in` hand it in, and what became of it."""
    room, row = room_of(event), HandInRow(given.get("board", ""))
    try:
        if are_names(given):
            row = replace(row, names=read_names(room, actor, given).words)
            if hands_in:
                take_names(room, actor, given)
            return row
        late = read_late(room, actor, given)
        table = late.table if len(room.sections) > 1 else late.spot.table
        row = replace(row, late=late, table=table, result=shown(late.facts))
        if hands_in:
            row = replace(row, what=take(room, actor, given, OwnWords("by-code")).value)
    except (Refused, Problems, RuleError) as error:
        row = replace(row, wrong=why_not(error))
    return row


@open_to(Level.TABLE)
@require_safe
@phones_keep
def frame(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Show what a table's phone fills in while it is out of touch."""
    at = At(request, event, spot)
    at.must_speak()
    page = TablePage(at.room, at.section, at.table, at.voice, QueryDict())
    return HttpResponse(LastingTexts(page).away)
