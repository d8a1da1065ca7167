"""Send an event to the pads, send a changed movement, and read in what the pads have.

All results are asked for each time: each is taken in once (`events/correct/from_pads.py`), and
one that has no place yet, because its round has not begun, is not lost.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import Actor
from clubscore.club.refused import Refused
from clubscore.events.correct.from_pads import Found, look_over, take_from_pads
from clubscore.events.locks import is_noted, must_not_be_final, note, taken_event
from clubscore.events.models import Event, EventHappening
from clubscore.events.models.pads_facts import PadRowKept, PadsSent
from clubscore.events.play.directing import call_director
from clubscore.events.state.event_now import Room, room_of
from clubscore.exchange.bridgemate.connector_client import Connector, Items
from clubscore.exchange.bridgemate.connector_event import (
    SectionTold,
    changed_from,
    init_of,
    sections_told,
    update_of,
)
from clubscore.exchange.bridgemate.connector_names import name_from_pads
from clubscore.exchange.bridgemate.connector_results import calls_told, results_told

Kind = EventHappening.Kind
SOURCE = "Data Connector"


class Sent(NamedTuple):
    """What the pads were told last: the session there, its rows by section, when."""

    guid: str
    rows: Mapping[str, list[PadRowKept]]
    at: dt.datetime


class Change(NamedTuple):
    """A section that the pads know otherwise: from which round, how many results go."""

    section: SectionTold
    round: int
    results: int


class Sending(NamedTuple):
    """What would be sent. ``kept`` is what the pads have, None where it cannot be fetched."""

    sections: list[SectionTold]
    changes: list[Change]
    kept: Items | None
    why_not_kept: str
    digest: str

    @property
    def lost(self) -> int:
        """How many results the pads would delete, as far as it is known."""
        return sum(each.results for each in self.changes)


class Fetched(NamedTuple):
    """What came in: results by what they were here, named seats, calls, and notes in words."""

    counted: Counter[Found]
    names: int
    calls: int
    notes: list[str]


def last_sent(event: Event) -> Sent | None:
    """Return what the pads were told last, None before anything was."""
    happenings = EventHappening.objects.filter(event=event, kind=Kind.PADS).order_by("-pk")
    for happening in happenings:
        told = happening.told_as(PadsSent)
        if told.get("what") != "kept":
            return Sent(told["guid"], told["rows"], happening.at)
    return None


def prepared(event: Event, connector: Connector) -> Sending:
    """Return what would be sent now, and what it would cost. Refused where pads cannot play it."""
    room, sent = room_of(event), last_sent(event)
    sections = sections_told(room)
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


def _change(section: SectionTold, sent: Sent, kept: Items | None) -> Change | None:
    first = changed_from(sent.rows.get(section.letter, []), section.rows)
    if not first:
        return None
    rows = results_told(kept or []).rows
    gone = sum(row.section == section.letter and row.round >= first for row in rows)
    return Change(section, first, gone)


def _digest(sections: list[SectionTold], changes: list[Change], kept: Items | None) -> str:
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
    event: Event, connector: Connector, sent: Sent, sending: Sending, key: str, actor: Actor
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


def _keep(event: Event, sent: Sent, sending: Sending, key: str, actor: Actor) -> None:
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


def _take(event: Event, results: Items, actor: Actor) -> tuple[Counter[Found], list[str]]:
    """Take results in as a file's; where nothing is new the event is not touched."""
    told = results_told(results)
    looked = look_over(room_of(event), told.rows)
    if any(each.found in (Found.NEW, Found.CONTRARY) for each in looked):
        looked = take_from_pads(event=event, rows=told.rows, source=SOURCE, actor=actor)
    notes = [*told.notes]
    places = Counter(each.why for each in looked if each.found is Found.NOWHERE)
    for why, many in places.items():
        text = ngettext(
            "%(n)s result has no place here: %(why)s",
            "%(n)s results have no place here: %(why)s",
            many,
        )
        notes.append(text % {"n": many, "why": why})
    return Counter(each.found for each in looked), notes


def _call(room: Room, items: Items, actor: Actor) -> int:
    """Note the calls of tables that are here; they wait under “Needs you”."""
    came = 0
    for call in calls_told(items):
        section = room.section(call.section)
        if section is None or section.pk not in room.plans:
            continue
        if 0 < call.table <= room.plan(section).tables:
            why = _("called from the Bridgemate")
            call_director(section=section, table=call.table, why=why, actor=actor)
            came += 1
    return came
