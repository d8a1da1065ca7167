"""An event's Bridgemates: its page, what was sent to the pads, and results read from them.

All results are asked for each time: each is taken in once, and one whose round has not begun yet
is not lost.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from bridgemate_dataconnector import validate_result_dto, validate_td_call_dto
from bridgemate_dataconnector.dto import ResultDTO, TdCallDTO
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import Refused
from clubscore.events.bulk_results import ComparedPadResult, PadResult, look_over, take_from_pads
from clubscore.events.directing import call_director
from clubscore.events.locks import is_noted, must_not_be_final, note, taken_event
from clubscore.events.models import Event, EventHappening
from clubscore.events.models.facts import PadRowKept, PadsSent
from clubscore.events.selectors import directed_by
from clubscore.events.state import EventState, room_of
from clubscore.extras.data_connector.connector import (
    Connector,
    Items,
    SectionTold,
    changed_from,
    init_of,
    name_from_pads,
    pad_sections,
    place_for,
    update_of,
)
from clubscore.files.foreign import contract_facts
from clubscore.ranking.result import ResultFacts
from clubscore.web.forms import PageForm, Problem, TextField

SEATS, STRAINS, SUITS, STAKES = "NESW", ("C", "D", "H", "S", "NT"), "CDHS", ("", "X", "XX")
RANKS = {10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"}
# By levels below nought, in percent: minus, average or plus for either side (Law 12 C 2).
ADJUSTED = {
    -3 * ns - ew - 1: (str(40 + 10 * ns), str(40 + 10 * ew)) for ns in range(3) for ew in range(3)
}
NOT_PLAYED = -10


class ReadPads(NamedTuple):
    """The results that stand at the pads, and in words what they told besides."""

    rows: list[PadResult]
    notes: list[str]


class PadCall(NamedTuple):
    """A table that calls the director."""

    section: str
    table: int


def pad_results(items: Items) -> ReadPads:
    """Return what stands at each place: the last word there, unless it was deleted."""
    found: dict[tuple[str, int, int, int], PadResult] = {}
    deleted: dict[tuple[str, int, int, int], str] = {}
    notes: list[str] = []
    for item in items:
        result = _result(item)
        if result is None:
            notes.append(_("A result of the pads cannot be read and was left out."))
            continue
        letter = (result.section_letters or "")[:1]
        spot = (letter, result.round_number, result.table_number, result.board_number)
        found.pop(spot, None)
        deleted.pop(spot, None)
        if result.is_deleted:
            deleted[spot] = _(
                "Table %(table)s, round %(round)s, board %(board)s: the result was deleted at the"
                " pads. What was read before stays here until you change it."
            ) % {"table": f"{letter}{spot[2]}", "round": spot[1], "board": spot[3]}
            continue
        pairs = result.pair_north_south, result.pair_east_west
        found[spot] = PadResult(*spot, *pairs, {**_facts(result)})
    return ReadPads([*found.values()], [*notes, *deleted.values()])


def _result(item: dict[str, object]) -> ResultDTO | None:
    try:
        result = ResultDTO.from_dict(item)
        if result.level < 1:
            # Nobody declared; the rules are those of contracts.
            result.declaring_pair = result.pair_north_south
        if not validate_result_dto(result):
            return None
        numbers = [value for name, value in vars(result).items() if name not in _NOT_NUMBERS]
    except (TypeError, ValueError, KeyError, AttributeError, IndexError):
        return None
    whole = all(type(each) is int for each in numbers) and type(result.is_deleted) is bool
    return result if whole and (result.is_deleted or _facts(result)) else None


_NOT_NUMBERS = {"session_guid", "section_letters", "validation_messages", "is_deleted"}


def _facts(result: ResultDTO) -> ResultFacts:
    """What a result says, as an event file does; nothing for what says nothing."""
    if result.level == 0:
        return {"passed_out": True}
    if result.level == NOT_PLAYED:
        return {"not_played": True}
    if result.level in ADJUSTED:
        ns, ew = ADJUSTED[result.level]
        return {"adjusted": {"ns": ns, "ew": ew}}
    contract = f"{result.level}{STRAINS[result.denomination - 1]}{STAKES[result.stake]}"
    rank = RANKS.get(result.lead_card_rank, str(result.lead_card_rank))
    lead = f"{SUITS[result.lead_card_suit - 1]}{rank}" if result.lead_card_rank else ""
    seat = SEATS[result.declarer_direction - 1]
    return contract_facts(contract, seat, str(result.total_tricks), lead)


def pad_calls(items: Items) -> list[PadCall]:
    """Return the tables whose call is still open, each once."""
    found: dict[PadCall, bool] = {}
    for item in items:
        try:
            call = TdCallDTO.from_dict(item)
            if not validate_td_call_dto(call) or type(call.table_number) is not int:
                continue
        except (TypeError, ValueError, KeyError, AttributeError):
            continue
        at = PadCall((call.section_letters or "")[:1], call.table_number)
        found[at] = call.status in (call.TdCallStatus_Launched, call.TdCallStatus_Deferred)
    return [each for each, is_open in found.items() if is_open]


# ---- Sending to the pads, and reading from them.

Kind = EventHappening.Kind
SOURCE = "Data Connector"


class SentToPads(NamedTuple):
    """What the pads were told last: the session there, its rows by section, when."""

    guid: str
    rows: Mapping[str, list[PadRowKept]]
    at: dt.datetime


class PadsChange(NamedTuple):
    """A section that the pads know otherwise: from which round, how many results go."""

    section: SectionTold
    round: int
    results: int


@dataclass(frozen=True)
class Sending:
    """What would be sent. ``kept`` is what the pads have, None where it cannot be fetched."""

    sections: list[SectionTold]
    changes: list[PadsChange]
    kept: Items | None
    why_not_kept: str
    digest: str

    @property
    def lost(self) -> int:
        """How many results the pads would delete, as far as it is known."""
        return sum(each.results for each in self.changes)


class Fetched(NamedTuple):
    """What came in: results by what they were here, named seats, calls, and notes in words."""

    counted: Counter[ComparedPadResult]
    names: int
    calls: int
    notes: list[str]


def last_sent(event: Event) -> SentToPads | None:
    """Return what the pads were told last, None before anything was."""
    happenings = EventHappening.objects.filter(event=event, kind=Kind.PADS).order_by("-pk")
    for happening in happenings:
        told = happening.told_as(PadsSent)
        if told.get("what") != "kept":
            return SentToPads(told["guid"], told["rows"], happening.at)
    return None


def prepared(event: Event, connector: Connector) -> Sending:
    """Return what would be sent now, and what it would cost. Refused where pads cannot play it."""
    room, sent = room_of(event), last_sent(event)
    sections = pad_sections(room)
    if sent is None:
        return Sending(sections, [], [], "", _digest(sections, [], []))
    kept, why = _fetched(connector, sent.guid)
    changes = [each for section in sections if (each := _change(section, sent, kept))]
    return Sending(sections, changes, kept, why, _digest(sections, changes, kept))


def _fetched(connector: Connector, guid: str) -> tuple[Items | None, str]:
    try:
        return connector.all_results(guid), ""
    except Refused as refused:
        return None, str(refused)


def _change(section: SectionTold, sent: SentToPads, kept: Items | None) -> PadsChange | None:
    first = changed_from(sent.rows.get(section.letter, []), section.rows)
    if not first:
        return None
    rows = pad_results(kept or []).rows
    gone = sum(row.section == section.letter and row.round >= first for row in rows)
    return PadsChange(section, first, gone)


def _digest(sections: list[SectionTold], changes: list[PadsChange], kept: Items | None) -> str:
    """Return a mark of what was shown, so that what is sent is that and nothing else."""
    told = [sections, [(each.section.letter, each.round) for each in changes], kept is None]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def send(*, event: Event, connector: Connector, seen: str, key: str, actor: Actor) -> None:
    """Send what was shown: the event at first, later the sections that changed.

    What the pads have is read in and a copy of it kept before anything goes. Refused where
    something else would be sent by now, and where the connector does not take it.
    """
    if is_noted(event, key):
        return
    must_not_be_final(event)
    sending = prepared(event, connector)
    if sending.digest != seen:
        raise Refused(_("The movement or the pads have changed. Look once more before sending."))
    sent = last_sent(event)
    if sent is None:
        # Of the form's key: sent twice it is one session there.
        guid = hashlib.sha256(f"{event.pk}:{key}".encode()).hexdigest()[:32].upper()
        connector.start(init_of(room_of(event), guid, sending.sections))
        _note(event, "sent", guid, sending.sections, key, actor)
        return
    if not sending.changes:
        raise Refused(_("The pads have this movement already. Nothing was sent."))
    _keep(event, sent, sending, key, actor)
    _send_changes(event, connector, sent, sending, key, actor)


def _send_changes(
    event: Event, connector: Connector, sent: SentToPads, sending: Sending, key: str, actor: Actor
) -> None:
    """Send each section that changed; what went is noted even if a later one fails."""
    room, rows = room_of(event), dict(sent.rows)
    for number, change in enumerate(sending.changes, 1):
        connector.update(update_of(room, sent.guid, change.section))
        rows[change.section.letter] = change.section.rows
        last = number == len(sending.changes)
        told = PadsSent(what="changed", guid=sent.guid, rows=dict(rows))
        with taken_event(event) as found:
            note(found, Kind.PADS, key if last else f"{key}:{number}", actor, told)


def _keep(event: Event, sent: SentToPads, sending: Sending, key: str, actor: Actor) -> None:
    """Read in what the pads have, and keep a copy of all of it as they told it."""
    if sending.kept is None:
        return
    _take(event, sending.kept, actor)
    digest = hashlib.sha256(json.dumps(sending.kept).encode()).hexdigest()[:16]
    told = PadsSent(what="kept", guid=sent.guid, results=sending.kept)
    with taken_event(event) as found:
        note(found, Kind.PADS, f"{key}:kept:{digest}"[:64], actor, told)


def _note(
    event: Event, what: str, guid: str, sections: list[SectionTold], key: str, actor: Actor
) -> None:
    rows = {each.letter: each.rows for each in sections}
    with taken_event(event) as found:
        note(found, Kind.PADS, key, actor, PadsSent(what=what, guid=guid, rows=rows))


def fetch(*, event: Event, connector: Connector, actor: Actor) -> Fetched:
    """Read in what the pads have: results, and calls for the director.

    Refused before anything was sent, and where the connector does not answer; then nothing came in.
    """
    sent = last_sent(event)
    if sent is None:
        raise Refused(_("Send the event to the pads first."))
    results = connector.all_results(sent.guid)
    names = connector.all_names(sent.guid)
    calls, last = connector.new_calls(sent.guid)
    counted, notes = _take(event, results, actor)
    named = name_from_pads(room_of(event), names, actor)
    came = _call(room_of(event), calls, actor)
    if last:
        connector.accept_calls(sent.guid, last)
    return Fetched(counted, named, came, notes)


def _take(
    event: Event, results: Items, actor: Actor
) -> tuple[Counter[ComparedPadResult], list[str]]:
    """Take results in as a file's; where nothing is new the event is not touched."""
    told = pad_results(results)
    looked = look_over(room_of(event), told.rows)
    if any(each.found in (ComparedPadResult.NEW, ComparedPadResult.CONTRARY) for each in looked):
        looked = take_from_pads(event=event, rows=told.rows, source=SOURCE, actor=actor)
    notes = [*told.notes]
    places = Counter(each.why for each in looked if each.found is ComparedPadResult.NOWHERE)
    for why, many in places.items():
        text = ngettext(
            "%(n)s result has no place here: %(why)s",
            "%(n)s results have no place here: %(why)s",
            many,
        )
        notes.append(text % {"n": many, "why": why})
    return Counter(each.found for each in looked), notes


def _call(room: EventState, items: Items, actor: Actor) -> int:
    """Note the calls of tables that are here; they wait under “Needs you”."""
    came = 0
    for call in pad_calls(items):
        section = room.section(call.section)
        if section is None or section.pk not in room.plans:
            continue
        if 0 < call.table <= room.plan(section).tables:
            why = _("called from the Bridgemate")
            call_director(section=section, table=call.table, why=why, actor=actor)
            came += 1
    return came


# ---- The page of an event's Bridgemates.


class SendForm(PageForm):
    """What the page showed that would be sent, and that it is meant."""

    seen = TextField()
    sure = TextField()


class ShownFetch(NamedTuple):
    """What came in just now."""

    new: int
    contrary: int
    names: int
    calls: int
    notes: list[str]


@open_to(Level.DIRECTOR)
@require_safe
def event_pads(request: ClubRequest, event: int) -> HttpResponse:
    """Show whether the pads are reached, and what they were told when."""
    return _page(request, directed_by(request.actor, event))


def _page(
    request: ClubRequest, event: Event, fetched: ShownFetch | None = None, problem: str = ""
) -> HttpResponse:
    version, why_not, sent = "", "", last_sent(event)
    try:
        place = place_for(request.actor.home)
        version = Connector(place).version()
    except Refused as refused:
        why_not = str(refused)
    context: dict[str, Any] = {
        "event": event,
        "version": version,
        "sent": sent,
        "why_not": why_not,
        "fetched": fetched,
        "problems": [Problem("", problem)] if problem and problem != why_not else [],
    }
    return render(request, "exchange/connector.html", context, status=422 if problem else 200)


@open_to(Level.DIRECTOR)
@require_POST
def event_pads_fetch(request: ClubRequest, event: int) -> HttpResponse:
    """Read in what the pads have, and show what came."""
    found = directed_by(request.actor, event)
    try:
        place = place_for(request.actor.home)
        came = fetch(event=found, connector=Connector(place), actor=request.actor)
    except Refused as refused:
        return _page(request, found, problem=str(refused))
    new, contrary = came.counted[ComparedPadResult.NEW], came.counted[ComparedPadResult.CONTRARY]
    return _page(request, found, ShownFetch(new, contrary, came.names, came.calls, came.notes))


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def event_pads_send(request: ClubRequest, event: int) -> HttpResponse:
    """Show what would be sent and what it costs; a POST that is sure sends it."""
    found, form = directed_by(request.actor, event), SendForm(request.POST)
    place = place_for(request.actor.home)
    connector = Connector(place)
    if request.method != "POST":
        return _send_page(request, found, form)
    if not form.words_of("sure"):
        text = _("Tick that you have read what will be lost, then send.")
        return _send_page(request, found, form, Problem("sure", text))
    try:
        seen = form.words_of("seen")
        send(event=found, connector=connector, seen=seen, key=form.key, actor=request.actor)
    except Refused as refused:
        return _send_page(request, found, form, Problem("", str(refused)))
    return redirect("event-pads", event=event)


def _send_page(
    request: ClubRequest, event: Event, form: SendForm, problem: Problem | None = None
) -> HttpResponse:
    try:
        sending = prepared(event, Connector(place_for(request.actor.home)))
    except Refused as refused:
        return _page(request, event, problem=str(refused))
    context: dict[str, Any] = {
        "event": event,
        "sent": last_sent(event),
        "sending": sending,
        "problems": [problem] if problem else [],
        "key": form.key,
    }
    return render(request, "exchange/connector_send.html", context, status=422 if problem else 200)
