"""What was done at an event, line by line, and how the event stood at any earlier moment.

Nothing is ever deleted: results are revisions, everything else is a happening, and each has its
author, device, time and reason.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.db.models import Q
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.models import zone_of
from clubscore.club.record_words import words_of
from clubscore.club.templatetags.clubscore import day_and_time
from clubscore.club.wording import listed, named
from clubscore.events.board_state import Spot, fold, folded, spot_of
from clubscore.events.directing import numbering_in_words
from clubscore.events.formats import UNIT_WORDS, how_many, numbered
from clubscore.events.models import Call, Event, EventHappening, PlanChange, ResultRevision, Section
from clubscore.events.models.facts import (
    FOLLOWS,
    ROUND,
    AllHere,
    Announced,
    BidReached,
    BoardFouled,
    BoardsLookedAt,
    BoardsSet,
    CasePassedOn,
    ClockSet,
    EarlierAsked,
    EntryChanged,
    Finished,
    LineupSet,
    MovementSet,
    PadsSent,
    ParSet,
    PenaltyGiven,
    PhoneIn,
    PhonesSet,
    RankingShown,
    RoundStarted,
    SeatsNamed,
    SlipsSet,
    StopSaid,
    TakenDown,
)
from clubscore.events.reporting import final_contract_text
from clubscore.events.result_form import ShownResult, shown
from clubscore.events.rulings import appeal_in_words, ruling_in_words
from clubscore.events.seats import claim_of, people_named
from clubscore.events.state import KINDS_READ, EventState
from clubscore.events.visibility import covered, tells_of
from clubscore.movements.kinds import KIND_NAMES

Kind = EventHappening.Kind


def told(room: EventState, happening: EventHappening) -> str:
    """Return what happened, in words."""
    sentence = SENTENCES.get(happening.kind)
    text = sentence(room, happening) if sentence else ""
    return text or str(happening.get_kind_display())


def _entry(room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(EntryChanged)
    what = data.get("what", "")
    if what == "terms":
        return _("handicap, carry-over or stratum changed")
    if what == "counted":
        many = how_many(room.event.contestants_are, data["many"])
        return _("tables counted, without names: %(many)s") % {"many": many}
    if what == "numbers":
        return numbering_in_words(data)
    if what == "named":
        return _("now %(who)s, before that %(was)s") % data
    if what == "list":
        return _("list at the door opened") if data.get("now") else _("list at the door closed")
    texts = {
        "entered": _("entered: %(who)s"),
        "joined": _("partners: %(who)s"),
        "arrived": _("%(who)s: here") if data.get("now", True) else _("%(who)s: not here"),
        "paid": _("%(who)s: paid") if data.get("now", True) else _("%(who)s: not paid"),
        "stays": (
            _("%(who)s: stays North–South") if data.get("now", True) else _("%(who)s: may move")
        ),
        "withdrawn": _("withdrawn: %(who)s"),
    }
    return texts[what] % data if what in texts else ""


def _movement(room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(MovementSet)
    if "exchanged" in data:
        one, other = data["exchanged"]
        return _("pairs %(one)s and %(other)s swap numbers") % {"one": one, "other": other}
    if "plan" in data:
        plan = data["plan"]
        rounds = ngettext("%(n)s round", "%(n)s rounds", plan["rounds"]) % {"n": plan["rounds"]}
        boards = ngettext("%(n)s board", "%(n)s boards", plan["boards"]) % {"n": plan["boards"]}
        many = how_many(room.event.contestants_are, plan["pairs"])
        kind = _(KIND_NAMES.get(plan["kind"], plan["kind"]))
        what = " · ".join((kind, many, rounds, boards))
        return _("movement: %(what)s") % {"what": what}
    if "draw" in data and "round" in data:
        draw = data["draw"]
        three = [draw["trio"]["teams"]] if "trio" in draw else []
        said = listed("–".join(map(str, those)) for those in (*draw["meetings"], *three))
        return _("draw of round %(round)s: %(said)s") % {"round": data["round"], "said": said}
    what = words_of(data.get("what", ""))
    return _("movement: %(what)s") % {"what": what} if what else ""


def _clock(room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(ClockSet)
    texts = {
        "pause": _("clock paused"),
        "run": _("clock restarted"),
        "+1": pgettext("history", "one minute more"),
        "-1": pgettext("history", "one minute less"),
        ROUND: _("clock set for the round"),
        FOLLOWS: _("clock as in the other sections"),
    }
    what = texts.get(data.get("what", ""), "")
    section = next((s.letter for s in room.sections if s.pk == data.get("section")), "")
    if not section:
        return what
    return _("section %(section)s: %(what)s") % {"section": section, "what": what}


def _round(_room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(RoundStarted)
    if "section" in data:
        return _("round %(round)s started in section %(section)s") % data
    return _("round %(round)s started") % data


def _here(_room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(AllHere)
    return _("table %(table)s, round %(round)s: all four here") % data


def _phone_in(room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(PhoneIn)
    people = (person for entry in room.entries for person in entry.people)
    name = next((person.name for person in people if person.pk == data["person"]), "")
    return _("table %(table)s: the phone of %(name)s") % {"table": data["table"], "name": name}


def _stop(_room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(StopSaid)
    said = (
        _("table %(table)s, %(side)s: stop")
        if data["stops"]
        else _("table %(table)s, %(side)s: play on")
    )
    return said % {"table": data["table"], "side": data["side"].upper()}


def _fouled(_room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(BoardFouled)
    return _("board %(board)s fouled from round %(round)s on") % data


def _mended(_room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(BoardFouled)
    return _("board %(board)s no longer marked as fouled") % data


def _ranking(_room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(RankingShown)
    if "shared" in data:
        return _("link to share created") if data["shared"] else _("shared link turned off")
    return _("ranking shown to the players") if data.get("shown") else _("ranking hidden")


def _penalty(room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(PenaltyGiven)
    names = named(room.names(data["section"], data["pair"]))
    unit = UNIT_WORDS.get(data["unit"])
    values = {"who": names, "amount": data["amount"], "unit": _(unit) if unit else data["unit"]}
    return _("penalty for %(who)s: %(amount)s (%(unit)s)") % values


def _finished(room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(Finished)
    final_at = data.get("final_at")
    final = parse_datetime(final_at) if final_at else None
    if final is None:
        return _("reopened")
    moment = timezone.localtime(final, zone_of(room.event.club))
    return _("finished; final on %(at)s") % {"at": day_and_time(moment, room.event.club)}


def _phones(_room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(PhonesSet)
    if "asks_lead" in data:
        return (
            _("phones ask for the lead")
            if data["asks_lead"]
            else _("phones do not ask for the lead")
        )
    return _("phones connected") if data.get("let_in") else _("codes turned off")


def _lineup(room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(LineupSet)
    entry = room.by_number.get((data["section"], data["team"]))
    people = {person.pk: person.name for person in (entry.people if entry else [])}
    ns, ew = (named(people.get(pk, "?") for pk in way) for way in (data["ns"], data["ew"]))
    values = {"team": str(entry or data["team"]), "ns": ns, "ew": ew, "round": data["round"]}
    return _("%(team)s from round %(round)s: NS %(ns)s, EW %(ew)s") % values


def _seated(room: EventState, happening: EventHappening) -> str:
    claim = claim_of(happening)
    if claim is None:
        told_by = happening.told_as(SeatsNamed)
        return _("table %(table)s: names later") % {"table": told_by["table"]}
    entry = next((each for each in room.entries if each.pk == claim.entry), None)
    if entry is None:
        return ""
    people = people_named(room)
    names = [people[pk].name for pk in claim.people if pk and pk in people]
    names += [f"“{typed}”" for typed in claim.typed if typed]
    pair = numbered(room.event.contestants_are, entry.shown_number)
    if not names:
        return _("%(pair)s: no names") % {"pair": pair}
    values = {"pair": pair, "names": named(names), "table": claim.table}
    if not claim.table:
        return _("%(pair)s: %(names)s") % values
    return _("%(pair)s: %(names)s, from table %(table)s") % values


def _by_slip(_room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(SlipsSet)
    text = (
        _("table %(table)s by score slip")
        if data["by_slip"]
        else _("table %(table)s by phone again")
    )
    return text % data


def _announced(_room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(Announced)
    return _("announced: %(text)s") % data


def _taken_down(_room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(TakenDown)
    return _("announcement removed: %(text)s") % data


def _boards(_room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(BoardsSet)
    many = len(data["boards"])
    texts = {
        "typed": ngettext(
            "cards entered by hand, board %(boards)s",
            "cards entered by hand, boards %(boards)s",
            many,
        ),
        "made": ngettext(
            "cards dealt by the program, board %(boards)s",
            "cards dealt by the program, boards %(boards)s",
            many,
        ),
        "sorted": ngettext(
            "cards dealt from a sorted pack, board %(boards)s",
            "cards dealt from a sorted pack, boards %(boards)s",
            many,
        ),
        "file": ngettext(
            "cards imported from a file, board %(boards)s",
            "cards imported from a file, boards %(boards)s",
            many,
        ),
        "taken-away": ngettext(
            "cards removed, board %(boards)s", "cards removed, boards %(boards)s", many
        ),
    }
    text = texts.get(data.get("source", ""), "")
    return text % {"boards": listed(data["boards"])} if text else ""


def _par(_room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(ParSet)
    many = len(data["boards"])
    texts = {
        "given": ngettext(
            "par set by hand, board %(boards)s", "par set by hand, boards %(boards)s", many
        ),
        "approved": ngettext(
            "par worked out and approved, board %(boards)s",
            "par worked out and approved, boards %(boards)s",
            many,
        ),
        "file": ngettext(
            "par imported from a file, board %(boards)s",
            "par imported from a file, boards %(boards)s",
            many,
        ),
    }
    return texts[data["source"]] % {"boards": listed(data["boards"])}


def _reached(room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(BidReached)
    values = {**data, "bid": final_contract_text(data["reached"])}
    return (
        _("table %(table)s, round %(round)s, board %(board)s: the auction reached %(bid)s") % values
    )


def _looked(_room: EventState, happening: EventHappening) -> str:
    boards = happening.told_as(BoardsLookedAt)["boards"]
    text = ngettext(
        "looked at board %(boards)s before playing it",
        "looked at boards %(boards)s before playing them",
        len(boards),
    )
    return text % {"boards": listed(boards)}


def _passed_on(room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(CasePassedOn)
    sections = {section.pk: section for section in room.sections}
    table = room.table_name(sections[data["section"]], data["table"])
    text = _("board %(board)s, table %(table)s, round %(round)s: %(who)s asks someone else to"
             " settle it")  # fmt: skip
    values = {"board": data["board"], "table": table, "round": data["round"]}
    return text % {**values, "who": happening.author}


def _asked(room: EventState, happening: EventHappening) -> str:
    said = happening.told_as(EarlierAsked)
    sections = {section.pk: section for section in room.sections}
    table = room.table_name(sections[said["section"]], said["table"])
    text = _("board %(board)s, table %(table)s, round %(round)s: the director is asked: %(text)s")
    return text % {**said, "table": table}


def _appeal(_room: EventState, happening: EventHappening) -> str:
    return appeal_in_words(happening)


def _pads(_room: EventState, happening: EventHappening) -> str:
    data = happening.told_as(PadsSent)
    if data.get("what") == "kept":
        many = len(data.get("results", ()))
        text = ngettext(
            "Bridgemates: a copy of %(n)s result was kept before the movement was sent once more",
            "Bridgemates: a copy of %(n)s results was kept before the movement was sent once more",
            many,
        )
        return text % {"n": many}
    if data.get("what") == "changed":
        return _("Bridgemates: the changed movement was sent")
    return _("Bridgemates: the event was sent")


SENTENCES: dict[str, Callable[[EventState, EventHappening], str]] = {
    Kind.ENTRY: _entry,
    Kind.MOVEMENT: _movement,
    Kind.CLOCK: _clock,
    Kind.ROUND: _round,
    Kind.HERE: _here,
    Kind.PHONE_IN: _phone_in,
    Kind.STOP: _stop,
    Kind.FOULED: _fouled,
    Kind.MENDED: _mended,
    Kind.RANKING: _ranking,
    Kind.PENALTY: _penalty,
    Kind.FINISHED: _finished,
    Kind.PHONES: _phones,
    Kind.LINEUP: _lineup,
    Kind.SEATED: _seated,
    Kind.BY_SLIP: _by_slip,
    Kind.ANNOUNCED: _announced,
    Kind.TAKEN_DOWN: _taken_down,
    Kind.BOARDS: _boards,
    Kind.PAR: _par,
    Kind.REACHED: _reached,
    Kind.LOOKED: _looked,
    Kind.PASSED_ON: _passed_on,
    Kind.RULING: ruling_in_words,
    Kind.APPEAL: _appeal,
    Kind.ASKED: _asked,
    Kind.PADS: _pads,
}


# ---- The lines of the history.

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
class EventHistoryLine:
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
class HistoryFilter:
    """Which lines are wanted: of one board, of one table, of one round, of one sort."""

    what: str = ""
    board: int | None = None
    table: str = ""
    round: int | None = None

    @property
    def of_results(self) -> bool:
        """Whether only results can answer."""
        return self.what in (RESULTS, CORRECTIONS) or bool(self.board or self.table or self.round)


def history_of(room: EventState, asked: HistoryFilter) -> list[EventHistoryLine]:
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


def _results(room: EventState, asked: HistoryFilter) -> Iterable[EventHistoryLine]:
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
            yield EventHistoryLine(
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


def _happenings(room: EventState, which: Q) -> list[EventHistoryLine]:
    found = EventHappening.objects.filter(which, event=room.event).order_by("pk")
    return [
        EventHistoryLine(
            each.at, each.author, each.device, each.reason, told(room, each), f"h{each.pk}"
        )
        for each in found
        if not tells_of(each, room.hidden)
    ]


def happenings_of(room: EventState, *, without: Iterable[str]) -> list[EventHistoryLine]:
    """Return all that happened except these kinds, without the state at the time. One query."""
    return [replace(each, mark="") for each in _happenings(room, ~Q(kind__in=list(without)))]


def _calls(room: EventState) -> list[EventHistoryLine]:
    """Who asked for the director, and when the director went there."""
    lines = []
    sections = {section.pk: section for section in room.sections}
    for call in Call.objects.filter(section__event=room.event).order_by("pk"):
        table = room.table_name(sections[call.section_id], call.table)
        text = _("table %(table)s asks for the director") % {"table": table}
        lines.append(EventHistoryLine(call.at, call.author, "", call.why, text))
        if call.answered_at is not None:
            text = (
                _("the director goes to table %(table)s")
                if call.answered_by
                else _("the session ends while table %(table)s waits for the director")
            ) % {"table": table}
            lines.append(EventHistoryLine(call.answered_at, call.answered_by, "", "", text))
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


def room_then(room: EventState, entry: ResultRevision | EventHappening) -> EventState:
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
