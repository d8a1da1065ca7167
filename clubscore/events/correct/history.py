"""What was done at an event, line by line, and the state of the event at any of these moments.

Nothing is written here and nothing is ever deleted: results are revisions, everything else
is a happening, and both have their author, device, time and reason.
"""

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Q
from django.utils.translation import gettext as _

from clubscore.events.correct.happening_words import told
from clubscore.events.models import (
    Call,
    Event,
    EventHappening,
    PlanChange,
    ResultRevision,
    Section,
)
from clubscore.events.models.kept_facts import BidReached, BoardFouled
from clubscore.events.results.result_form import ShownResult, shown
from clubscore.events.state.event_now import KINDS_READ, Room
from clubscore.events.state.spot_state import Spot, fold, folded, spot_of
from clubscore.events.state.veil import covered, tells_of

Kind = EventHappening.Kind
Result = ResultRevision.Kind
# What the keys at the head of the page choose from, and the kinds that belong there.
RESULTS = "results"
CORRECTIONS = "corrections"
CALLS = "calls"
BY_KIND = {
    "entries": (Kind.ENTRY, Kind.SEATED),
    "rounds": (Kind.ROUND, Kind.CLOCK, Kind.HERE, Kind.PHONE_IN, Kind.STOP, Kind.MOVEMENT),
    "announced": (Kind.ANNOUNCED, Kind.TAKEN_DOWN),
    "boards": (Kind.BOARDS, Kind.PAR, Kind.REACHED),
    "rulings": (
        Kind.FOULED,
        Kind.MENDED,
        Kind.PENALTY,
        Kind.LIFTED,
        Kind.LOOKED,
        Kind.PASSED_ON,
        Kind.RULING,
        Kind.APPEAL,
        Kind.ASKED,
    ),
    "ranking": (Kind.RANKING, Kind.FINISHED, Kind.PHONES, Kind.BY_SLIP, Kind.OPENED),
}
# A revision of a result or a happening, by its key.
MARK = re.compile(r"(?P<kind>[rh])(?P<pk>[0-9]{1,18})")
PUT_RIGHT = (Result.RULED, Result.TAKEN_BACK, Result.LATER, Result.CONTRARY)


@dataclass(frozen=True)
class Line:
    """One line of the history. `mark` names the moment, for the state of the event then.

    Of a result: what was `said`, and what counted before (`was`) and counts after it (`now`).
    """

    at: dt.datetime
    author: str
    device: str
    reason: str
    what: str
    mark: str = ""
    spot: Spot | None = None
    table: str = ""
    number: int = 0
    said: ShownResult | None = None
    was: ShownResult | None = None
    now: ShownResult | None = None
    seats: str = ""

    @property
    def changes(self) -> bool:
        """Whether this line changed what counts."""
        return self.was is not None and self.was != self.now


@dataclass(frozen=True)
class Asked:
    """Which lines are wanted: of one board, of one table, of one round, of one sort."""

    what: str = ""
    board: int | None = None
    table: str = ""
    round: int | None = None

    @property
    def of_results(self) -> bool:
        """Whether only results can answer."""
        return self.what in (RESULTS, CORRECTIONS) or bool(self.board or self.table or self.round)


def history_of(room: Room, asked: Asked) -> list[Line]:
    """Return the history of an event, a board, a table or a round, newest first. Three queries."""
    lines = list(_results(room, asked))
    if asked.board and not asked.table and asked.what in ("", "rulings"):
        of_board = Q(kind__in=(Kind.FOULED, Kind.MENDED), data__board=asked.board)
        of_board |= Q(kind=Kind.BOARDS, data__boards__has_key=str(asked.board))
        of_board |= Q(kind=Kind.PAR, data__boards__has_key=str(asked.board))
        lines += _happenings(room, of_board)
    elif not asked.of_results:
        if asked.what != CALLS:
            kinds = BY_KIND.get(asked.what, tuple(Kind))
            lines += _happenings(room, Q(kind__in=kinds))
        lines += _calls(room) if asked.what in ("", CALLS) else ()
    return sorted(lines, key=lambda line: (line.at, line.number), reverse=True)


def _results(room: Room, asked: Asked) -> Iterable[Line]:
    """The revisions of results that are asked for, each with what counted before and after."""
    if asked.what not in ("", RESULTS, CORRECTIONS):
        return
    sections = {section.pk: section for section in room.sections}
    for spot, standing in room.standings.items():
        section = sections[spot.section]
        if asked.board not in (None, spot.board) or asked.round not in (None, spot.round):
            continue
        if asked.table not in ("", f"{section.letter}{spot.table}"):
            continue
        for at, revision in enumerate(standing.revisions):
            if asked.what == CORRECTIONS and revision.kind not in PUT_RIGHT:
                continue
            before = fold(spot, standing.revisions[:at])
            after = fold(spot, standing.revisions[: at + 1])
            yield Line(
                at=revision.at, author=revision.author, device=revision.device,
                reason=revision.reason, what=revision.get_kind_display(), mark=f"r{revision.pk}",
                spot=spot, table=room.table_name(section, spot.table), number=revision.number,
                said=shown(revision.facts) if revision.facts else None,
                was=shown(before.facts) if before.result and not standing.is_hidden else None,
                now=shown(after.facts) if after.result and not standing.is_hidden else None,
                seats=_seats(revision),
            )  # fmt: skip


def _seats(revision: ResultRevision) -> str:
    text = _("North–South %(ns)s, East–West %(ew)s")
    ns, ew = revision.shown_sides
    return text % {"ns": ns, "ew": ew}


def _happenings(room: Room, which: Q) -> list[Line]:
    found = EventHappening.objects.filter(which, event=room.event).order_by("pk")
    return [
        Line(each.at, each.author, each.device, each.reason, told(room, each), f"h{each.pk}")
        for each in found
        if not tells_of(each, room.hidden)
    ]


def happenings_of(room: Room, *, without: Iterable[str]) -> list[Line]:
    """Return all that happened except these kinds, without the state at the time. One query."""
    return [replace(each, mark="") for each in _happenings(room, ~Q(kind__in=list(without)))]


def _calls(room: Room) -> list[Line]:
    """Who asked for the director, and when the director went there."""
    lines = []
    sections = {section.pk: section for section in room.sections}
    for call in Call.objects.filter(section__event=room.event).order_by("pk"):
        table = room.table_name(sections[call.section_id], call.table)
        text = _("table %(table)s asks for the director") % {"table": table}
        lines.append(Line(call.at, call.author, "", call.why, text))
        if call.answered_at is not None:
            text = (
                _("the director goes to table %(table)s")
                if call.answered_by
                else _("the session ends while table %(table)s waits for the director")
            ) % {"table": table}
            lines.append(Line(call.answered_at, call.answered_by, "", "", text))
    return lines


def moment_of(event: Event, mark: str) -> ResultRevision | EventHappening | None:
    """Return the entry that a mark names, if this event has it."""
    match = MARK.fullmatch(mark)
    if match is None:
        return None
    pk = int(match["pk"])
    if match["kind"] == "r":
        return ResultRevision.objects.filter(section__event=event, pk=pk).first()
    return EventHappening.objects.filter(event=event, pk=pk).first()


def room_then(room: Room, entry: ResultRevision | EventHappening) -> Room:
    """Return the event as it stood just after an entry: results, rulings, and the movement.

    Three queries. Names and numbers of pairs are today's.
    """
    by_result = isinstance(entry, ResultRevision)
    until = Q(pk__lte=entry.pk) if by_result else Q(at__lte=entry.at)
    results = ResultRevision.objects.filter(until, section__event=room.event).order_by("pk")
    until = Q(at__lte=entry.at) if by_result else Q(pk__lte=entry.pk)
    happenings = EventHappening.objects.filter(until, event=room.event, kind__in=KINDS_READ)
    changes = PlanChange.objects.filter(section__event=room.event, at__gt=entry.at)
    before = {change.section_id: change.was for change in changes.order_by("-number")}
    sections = []
    for section in room.sections:
        plan = before.get(section.pk, section.plan)
        earlier = Section(pk=section.pk, club_id=section.club_id, letter=section.letter, plan=plan)
        earlier.event = room.event
        sections.append(earlier)
    then = replace(
        room,
        sections=tuple(sections),
        standings=folded(results),
        happenings=tuple(happenings),
    )
    return covered(then, room.hidden)


def board_of(entry: ResultRevision | EventHappening) -> int | None:
    """Return the board that an entry is about."""
    if isinstance(entry, ResultRevision):
        return spot_of(entry).board
    if entry.kind == Kind.REACHED:
        return entry.told_as(BidReached)["board"]
    if entry.kind in (Kind.FOULED, Kind.MENDED, Kind.RULING, Kind.APPEAL):
        return entry.told_as(BoardFouled)["board"]
    return None
