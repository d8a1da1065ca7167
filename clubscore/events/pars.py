"""The par of an event's boards: worked out as a job, set by the organiser, shown on a page.

Boards in play or just ended are worked out at once; years of older ones at night by the club's
clock, or while nobody plays. Nullos follow the tables, and give way as soon as another job waits.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, TypedDict

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.entry import Refused, authored
from clubscore.club.models import zone_of
from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording import MINUS, either, listed
from clubscore.deals.double_dummy import Declared, Tricks, order_of
from clubscore.deals.hands import DealtBoard, Hands, read_deal
from clubscore.deals.nullos import OPPOSITE
from clubscore.deals.par import BestPlay
from clubscore.events.board_state import BoardState, spot_key
from clubscore.events.boards import SeenBoards, Source, last_seen, set_boards
from clubscore.events.imported import told_of
from clubscore.events.locks import must_not_be_final, note, taken_event
from clubscore.events.models import (
    BoardRevision,
    BoardsWorkedOut,
    Event,
    EventHappening,
    NulloTable,
    ParRevision,
)
from clubscore.events.models.facts import ParKept, ParSet
from clubscore.events.par_tables import (
    EventPar,
    SolvingProgress,
    Worked,
    as_par,
    boards_of,
    declared_in,
    last_par,
    nullos_missing,
    pars_of,
    progress_of,
    want,
    work_off,
    work_off_leads,
    work_off_nullos,
    worked_out,
)
from clubscore.events.result_words import bid_in_words, in_words
from clubscore.events.scoring import Scorer, valuation_of
from clubscore.events.state import EventState, room_of
from clubscore.events.visibility import all_boards, boards_seen, played_anywhere
from clubscore.jobs import queue as asking
from clubscore.jobs.models import Job
from clubscore.jobs.worker import GivesWay, Work, others_wait
from clubscore.laws.cards import COMPASS, NULLOS
from clubscore.laws.errors import RuleError
from clubscore.laws.games import GAMES
from clubscore.laws.words import SEATS, gettext_noop
from clubscore.ranking import Board, Par, read_board, read_options
from clubscore.ranking import EventFile as RankedEvent
from clubscore.ranking.board import ParFacts
from clubscore.ranking.numbers import read_score
from clubscore.ranking.par import has_nullos, is_done, read_task_lines, task_line
from clubscore.ranking.result import ResultFacts
from clubscore.ranking.tasks import TaskFacts
from clubscore.web.forms import FileField, LineField, PageForm, TextField, WholeField, Wholes

# Of thirteen tricks a side that makes n nullos takes at most so many less n.
BOOK = 7
SIDES = {"NS": gettext_noop("NS"), "EW": gettext_noop("EW")}


def par_boards(room: EventState) -> list[Board]:
    """Return every board of an event with its cards and what was set for it."""
    cards = {
        each.number: Board(
            each.number, each.dealer, each.vulnerable, each.deal.pbn() if each.deal else None
        )
        for each in all_boards(room)
    }
    return boards_of(cards, room.pars)


def worked_of(room: EventState, boards: list[Board]) -> dict[int, Worked]:
    """Return the double dummy results of boards for the event's game. One query."""
    return worked_out(valuation_of(room.event), read_options(room.event.options), boards)


def signed(points: int) -> str:
    """Return points with their sign, as a score is written."""
    return f"+{points}" if points > 0 else str(points).replace("-", MINUS)


def best_in_words(best: BestPlay) -> str:
    """Return a par as one line: N-S +420, 4S by N-S."""
    said = either(
        _("%(contract)s by %(who)s")
        % {"contract": f"{each.bid}{'X' if each.doubled else ''}", "who": _who(each.hands)}
        for each in best.contracts
    )
    return f"{signed(best.score)}, {said}" if said else signed(best.score)


def _who(hands: tuple[str, ...]) -> str:
    both = {"N": _("North or South"), "E": _("East or West")}
    return both[hands[0]] if len(hands) > 1 else _(SEATS[hands[0]])


def par_in_words(par: Par) -> str:
    """Return the par that was set as one line: +420, 4S by South; a nullo bid in words."""
    parts = [signed(par.score)]
    if par.contract and NULLOS.key in par.contract:
        parts.append(bid_in_words(par.contract, par.declarer or ""))
    elif par.contract and par.declarer:
        who = {"contract": par.contract, "who": _(SEATS[par.declarer])}
        parts.append(_("%(contract)s by %(who)s") % who)
    elif par.contract:
        parts.append(par.contract)
    return ", ".join(parts)


class ShownDenomination(NamedTuple):
    """A denomination: its sign, and its name for ears."""

    suit: str
    text: str


class SeatTricks(NamedTuple):
    """The tricks that a seat takes in each denomination."""

    seat: str
    tricks: list[int]


class TricksTable(NamedTuple):
    """A table of tricks as a page shows it, with par in words where there is one."""

    denominations: list[ShownDenomination]
    rows: list[SeatTricks]
    par: str
    nullos: str


class ParRow(NamedTuple):
    """A board of the list: what is worked out, what is set and where that came from."""

    number: int
    has_cards: bool
    best: str
    set: str
    source: str
    tasks: int
    has_commentary: bool


class ParSeen(TypedDict, total=False):
    """Double dummy and par of a board, as far as the reader may see them."""

    worked: TricksTable
    # What "to par" is counted from: what the contest set, else the double-dummy par.
    score: int
    par: str
    par_note: str
    tasks: list[str]
    commentary: str


def tricks_for_page(tricks: Tricks, best: BestPlay | None) -> TricksTable:
    """Return a table of tricks as a page shows it, with par in words where there is one."""
    order = order_of(tricks)
    return TricksTable(
        [ShownDenomination(sign(each), each) for each in order],
        [SeatTricks(_(SEATS[seat]), [tricks[each][seat] for each in order]) for seat in COMPASS],
        best_in_words(best) if best else "",
        nullos_in_words(tricks),
    )


def nullos_in_words(tricks: Tricks) -> str:
    """Return how many nullos each side could have made; empty where they are not worked out."""
    if NULLOS.key not in tricks:
        return ""
    least = {side: min(tricks[NULLOS.key][hand] for hand in side) for side in SIDES}
    made = {side: BOOK - tricks_of for side, tricks_of in least.items() if tricks_of < BOOK}
    if not made:
        return _("No nullo could have been made.")
    if len(made) == len(SIDES):
        both = {"ns": nullos_counted(made["NS"]), "ew": nullos_counted(made["EW"])}
        return _("NS could have made %(ns)s, EW %(ew)s.") % both
    (side, count), *_none = made.items()
    return _("%(side)s could have made %(nullos)s.") % {
        "side": _(SIDES[side]),
        "nullos": nullos_counted(count),
    }


def nullos_counted(count: int) -> str:
    """Return so many nullos in words: 2 nullos."""
    return ngettext("%(count)s nullo", "%(count)s nullos", count) % {"count": count}


def _best_of(worked: Worked) -> str:
    """Return what a board comes to, or why that is not known."""
    if worked.best:
        return best_in_words(worked.best)
    return _("nullos are not worked out") if worked.lacks_nullos else _("this game has no par")


def rows_of(
    boards: list[Board], pars: Mapping[int, EventPar], worked: Mapping[int, Worked]
) -> list[ParRow]:
    """Return the list of boards: what is worked out, what is set."""
    found = []
    for board in boards:
        each = worked.get(board.number)
        found.append(
            ParRow(
                number=board.number,
                has_cards=bool(board.deal),
                best=_best_of(each) if each else "",
                set=par_in_words(board.par) if board.par else "",
                source=pars[board.number].source if board.number in pars else "",
                tasks=len(board.tasks),
                has_commentary=bool(board.commentary),
            )
        )
    return found


class Tick(NamedTuple):
    """A task that the director judges: its number from 1, its line, whether it is done."""

    number: int
    text: str
    done: bool


class TableResult(NamedTuple):
    """What a table did on a board of a par contest, and what the director judges of it."""

    spot: str
    seen: int
    round: int
    table: str
    ns: list[str]
    ew: list[str]
    text: str
    points: str
    ticks: list[Tick]
    has_contract: bool
    reached: str


def results_of(room: EventState, board: Board) -> list[TableResult]:
    """Return the results of a par contest's board that has tasks: who won which points."""
    if not room.event.scored_by.needs_par or not board.tasks:
        return []
    scorer = Scorer(room)
    return [
        _result(room, scorer, board, standing)
        for spot, standing in room.standings.items()
        if spot.board == board.number and standing.result
    ]


def _result(room: EventState, scorer: Scorer, board: Board, standing: BoardState) -> TableResult:
    spot, facts = standing.spot, standing.facts
    last = standing.revisions[-1]
    result = scorer.read(spot, facts, last.ns, last.ew)
    won = dict.fromkeys(SIDES, 0)
    for number, task in enumerate(board.tasks, 1):
        won[task.side] += task.points if is_done(task, number, result) else 0
    return TableResult(
        spot_key(spot),
        standing.number,
        spot.round,
        f"{spot.table}",
        room.names(spot.section, last.ns),
        room.names(spot.section, last.ew),
        in_words(facts),
        listed(f"{_(SIDES[side])} {points}" for side, points in won.items()),
        [
            Tick(number, task_line(task), number in result.ticked)
            for number, task in enumerate(board.tasks, 1)
            if task.is_ticked
        ],
        "contract" in facts,
        result.reached or "",
    )


def with_par(room: EventState, event: RankedEvent) -> RankedEvent:
    """Return an event whose boards have the par that was set, else the one that was worked out."""
    if room.event.told:
        return event
    boards = {board.number: board for board in par_boards(room)}
    worked = worked_of(room, list(boards.values()))
    laid = {}
    for number, board in event.boards.items():
        each, known = boards.get(number, board), worked.get(number)
        best = as_par(known.best) if known and known.best else None
        laid[number] = board._replace(par=each.par or best, tasks=each.tasks)
    return replace(event, boards=laid)


def par_seen(actor: Actor, room: EventState, board: Board, cards: DealtBoard | None) -> ParSeen:
    """Return double dummy and par for a board's page, if the reader may see its cards.

    Of a board without cards par and commentary are seen when its cards would be.
    """
    found: ParSeen = {}
    if cards is not None:
        dealt = Board(cards.number, cards.dealer, cards.vulnerable, cards.deal.pbn())
        worked = worked_of(room, [dealt]).get(board.number)
        if worked is not None:
            found["worked"] = tricks_for_page(worked.tricks, worked.best)
            if worked.best is not None:
                found["score"] = worked.best.score
    finished = room.event.finished_at is not None
    if cards is None and not finished and board.number not in boards_seen(actor, room):
        return found
    if board.par is not None:
        found |= {"par": par_in_words(board.par), "par_note": board.par.note or ""}
        found["score"] = board.par.score
    found["tasks"] = [task_line(task) for task in board.tasks]
    found["commentary"] = board.commentary or ""
    return found


# ---- Setting the par.

Kind = EventHappening.Kind


def set_pars(
    *, event: Event, pars: Mapping[int, ParKept], source: str, seen: SeenBoards, actor: Actor
) -> int:
    """Set par, tasks and commentary of boards, all or none; return how many changed.

    RuleError for impossible facts. Refuses if a par has changed since, after the
    correction period, and without a reason if the par of a board that was played would change.
    """
    for number, facts in pars.items():
        read_board({"number": number, **facts})
    with taken_event(event) as found:
        if _is_done(found, seen):
            return 0
        must_not_be_final(found)
        now = pars_of(found)
        if last_par(now.values()) != seen.last:
            text = _("The par was changed by someone else. Check again; nothing was recorded.")
            raise Refused(text)
        changed = {
            number: facts
            for number, facts in pars.items()
            if facts != (now[number].facts if number in now else {})
        }
        _must_have_reason(found, now, changed, seen)
        if changed:
            scores = {str(number): _score(facts) for number, facts in changed.items()}
            key, data = f"{seen.key}:par", ParSet(boards=scores, source=source)
            note(found, Kind.PAR, key, actor, data, reason=seen.reason)
        for number, facts in changed.items():
            ParRevision.objects.create(
                event=found,
                board=number,
                number=(now[number].revision if number in now else 0) + 1,
                source=source,
                facts=facts,
                **authored(actor, found.club_id, f"{seen.key}:{number}", seen.reason),
            )
        return len(changed)


def approve_pars(*, event: Event, boards: Iterable[int], seen: SeenBoards, actor: Actor) -> int:
    """Use the double dummy result as the par of these boards; return how many changed.

    Their tasks and commentary stay. Boards of which the table is not known are left alone.
    """
    with taken_event(event) as found:
        room = room_of(found)
        wanted = {*boards}
        now = room.pars
        chosen = [board for board in par_boards(room) if board.number in wanted]
        options = read_options(found.options)
        worked = worked_out(valuation_of(found), options, chosen)
        pars: dict[int, ParKept] = {}
        for number, each in worked.items():
            if each.best is not None:
                facts = now[number].facts if number in now else ParKept()
                pars[number] = {**facts, "par": as_par(each.best).facts()}
        return set_pars(
            event=found, pars=pars, source=ParRevision.Source.APPROVED, seen=seen, actor=actor
        )


def bring_par_set(
    *, event: Event, boards: Iterable[Board], name: str, seen: SeenBoards, actor: Actor
) -> int:
    """Set the cards of prepared boards in an event, and what was prepared for each.

    All or nothing; return how many boards changed. Refuses as setting cards and pars does.
    """
    with taken_event(event) as found:
        chosen = list(boards)
        room = room_of(found)
        dealt = [
            DealtBoard(board.number, read_deal(board.deal), board.dealer, board.vulnerable)
            for board in chosen
            if board.deal
        ]
        laid = set_boards(
            event=found,
            boards=dealt,
            source=Source.FILE,
            file=name,
            seen=SeenBoards(last_seen(room.boards.values()), seen.key, seen.reason),
            actor=actor,
        )
        pars = {board.number: set_facts(board) for board in chosen if set_facts(board)}
        done = set_pars(
            event=found, pars=pars, source=ParRevision.Source.FILE, seen=seen, actor=actor
        )
        return max(laid, done)


def set_facts(board: Board) -> ParKept:
    """Return what a board has besides its cards, as an event file writes it."""
    told, found = board.facts(), ParKept()
    if "par" in told:
        found["par"] = told["par"]
    if "tasks" in told:
        found["tasks"] = told["tasks"]
    if "commentary" in told:
        found["commentary"] = told["commentary"]
    return found


def _is_done(event: Event, seen: SeenBoards) -> bool:
    """Whether this form was sent before."""
    return ParRevision.objects.filter(
        club_id=event.club_id, event=event, key__startswith=f"{seen.key}:"
    ).exists()


def _must_have_reason(
    event: Event, now: Mapping[int, EventPar], changed: Mapping[int, ParKept], seen: SeenBoards
) -> None:
    """A new par for a board that was played is a correction, and a correction needs a reason."""
    if seen.reason:
        return
    others = {
        number
        for number, facts in changed.items()
        if number in now and _scored(facts) != _scored(now[number].facts)
    }
    played = sorted(played_anywhere(room_of(event)) & others)
    if played:
        text = ngettext(
            "Board %(boards)s has already been played. Give a reason for changing its par.",
            "Boards %(boards)s have already been played. Give a reason for changing their par.",
            len(played),
        )
        raise Refused(text % {"boards": listed(played)})


def _score(facts: ParKept) -> int | None:
    return facts["par"]["score"] if "par" in facts else None


def _scored(facts: ParKept) -> tuple[int | None, list[TaskFacts]]:
    """What the ranking depends on."""
    return _score(facts), facts.get("tasks", [])


# ---- Double dummy as a job.

KIND = "double-dummy"


def dealt(room: EventState) -> Mapping[int, Hands]:
    """Return the cards of an event's boards by their numbers, as far as they are known."""
    boards = told_of(room.event).boards.values() if room.event.told else par_boards(room)
    return {board.number: read_deal(board.deal) for board in boards if board.deal}


def deals_of(room: EventState) -> list[Hands]:
    """Return the cards of an event's boards, as far as they are known."""
    return list(dealt(room).values())


def declared_at(room: EventState, deals: Mapping[int, Hands]) -> list[Declared]:
    """Return everything that was declared on these boards, each once, boards in order."""
    found = {
        declared: None
        for board, facts in sorted(_results(room), key=lambda each: each[0])
        if board in deals and (declared := declared_in(facts, deals[board])) is not None
    }
    return list(found)


def _results(room: EventState) -> Iterator[tuple[int, ResultFacts]]:
    if room.event.told:
        told = told_of(room.event)
        yield from ((each.board, each.facts(told.contract(each))) for each in told.results)
        return
    for spot, standing in room.standings.items():
        yield spot.board, standing.facts


def ask_for(room: EventState) -> Job:
    """Ask for the tables of all boards that have cards."""
    want(deals_of(room))
    return asking.ask(kind=KIND, key=str(room.event.pk), club=room.event.club)


def how_far(room: EventState) -> tuple[SolvingProgress | None, Job | None]:
    """Return how far an event's tables are, None where not all were asked for; and their job.

    What was asked for by a program that knew no jobs, or whose job is long over, gets one.
    """
    deals = deals_of(room)
    far = progress_of(deals) if deals else None
    if far is None or not far.waits:
        return far, None
    last = asking.last_of(KIND, str(room.event.pk))
    if last is None or last.state == Job.State.DONE:
        last = ask_for(room)
    return far, last


def work_out(work: Work) -> None:
    """Work out what an event's boards still lack; what is worked out already stays.

    RuleError where double dummy broke off at the leads. What cannot be worked out is not due again
    until the event is another.
    """
    event = Event.objects.filter(pk=int(work.key)).first()
    if event is None:
        return
    room = room_of(event)
    deals = dealt(room)
    want(deals.values(), again=False)
    declared = declared_at(room, deals)
    tables = len({deal.pbn() for deal in deals.values()})
    everything = tables + len(declared)
    try:
        work_off(deals.values(), lambda done, _total: work.say(done, everything))
        if _are_there(deals):
            work_off_leads(declared, lambda done, _total: work.say(tables + done, everything))
    except RuleError:
        _note(event)
        raise
    _note(event)


def _are_there(deals: Mapping[int, Hands]) -> bool:
    """Whether all tables could be worked out: without them no lead can."""
    far = progress_of(deals.values()) if deals else None
    return far is not None and far.done == far.all


def _note(event: Event) -> None:
    BoardsWorkedOut.objects.update_or_create(
        club_id=event.club_id, event=event, defaults={"revision": event.revision}
    )


# ---- Nullos as a job.

NULLO_KIND = "nullos"
LOOKED_AT = 24


# How many of the older events were looked at by this process, so that it comes to all of them.
_older = {"looked_at": 0}


def events_due() -> Iterator[Event]:
    """Yield events whose boards were worked out, and their nullos not.

    Each time the newest are looked at, and as many older ones, from where it stopped the last
    time: so all of them have their turn, however many there are.
    """
    found = _may_lack_nullos()
    newest = list(found[:LOOKED_AT])
    begin = LOOKED_AT + _older["looked_at"]
    older = list(found[begin : begin + LOOKED_AT])
    _older["looked_at"] = begin if len(older) == LOOKED_AT else 0
    for event in (*newest, *older):
        last = asking.last_of(NULLO_KIND, str(event.pk))
        is_done = last is not None and (last.ended_at or last.asked_at) > event.worked_out.at
        if not is_done and are_due(room_of(event)):
            yield event


def _may_lack_nullos() -> QuerySet[Event]:
    """The events at games with nullos that were worked out, without those that lack none.

    What boards an event from a file has is not known without reading it.
    """
    tried = NulloTable.objects.filter(deal=OuterRef("deal"), partner=OPPOSITE)
    newer = BoardRevision.objects.filter(
        event=OuterRef("event"), board=OuterRef("board"), number__gt=OuterRef("number")
    )
    cards = BoardRevision.objects.filter(event=OuterRef("pk")).exclude(deal="")
    lacks = cards.filter(~Exists(newer), ~Exists(tried))
    return (
        Event.objects.filter(
            Q(told=True) | Exists(lacks),
            game__in=[game.key for game in GAMES if NULLOS in game.bidding.denominations],
            worked_out__revision=F("revision"),
            club__closed_at=None,
            called_off_at=None,
        )
        .order_by("-evening", "-pk")
        .select_related("club", "worked_out")
    )


def are_due(room: EventState) -> bool:
    """Whether the event's game has nullos, and boards whose nullos were not tried."""
    return has_nullos(valuation_of(room.event)) and bool(nullos_missing(deals_of(room)))


def ask_for_nullos(room: EventState) -> Job | None:
    """Ask for the nullos of all boards that have cards; None where there are none to work out."""
    if not are_due(room):
        return None
    return asking.ask(kind=NULLO_KIND, key=str(room.event.pk), club=room.event.club)


def work_out_nullos(work: Work) -> None:
    """Work out what is missing; where another job waits, let it go first.

    A hard deal takes a minute, so it is asked every second; the job is taken up again afterwards.
    What was worked out stays, and a deal that was too hard is not tried again. RuleError where the
    solver is not here or broke off.
    """
    event = Event.objects.filter(pk=int(work.key)).select_related("club").first()
    if event is None or not has_nullos(valuation_of(event)):
        return
    deals = deals_of(room_of(event))
    total = len({deal.pbn() for deal in deals})
    there = total - len(nullos_missing(deals))

    def look(count: int = 0) -> None:
        work.say(there + count, total)
        if others_wait(work):
            raise GivesWay

    work_off_nullos(deals, look, look)


# ---- Which events are due.

AT_A_TIME = 12
OF_LATE = dt.timedelta(days=2)
PLAYED_WITHIN = dt.timedelta(hours=12)
# A club's laptop sleeps at night: older boards are worked out while nobody plays, too.
NIGHT = (dt.time(1), dt.time(6))
AFTER_A_FAULT = dt.timedelta(hours=1)


def ask_for_due_boards() -> int:
    """Ask for the boards that are due; return of how many events."""
    found = due_events()
    for event in found:
        asking.ask(kind=KIND, key=str(event.pk), club=event.club)
    return len(found)


def ask_for_due_nullos() -> int:
    """Ask for nullos that are due, at night or while nobody plays; return of how many events.

    They take long, so those of tonight wait as well.
    """
    now = clock.now()
    nobody_plays = not _is_played(now)
    found = [event for event in events_due() if nobody_plays or _is_night(event, now)]
    for event in found:
        asking.ask(kind=NULLO_KIND, key=str(event.pk), club=event.club)
    return len(found)


def due_events() -> list[Event]:
    """Return the events whose boards are due, those of tonight first, then the newest."""
    now = clock.now()
    tonight = list(_not_worked_out().filter(_of_tonight(now))[:AT_A_TIME])
    others: list[Event] = []
    if len(tonight) < AT_A_TIME:
        older = _not_worked_out().exclude(_of_tonight(now))
        nobody_plays = not _is_played(now)
        others = [
            event for event in older[: 4 * AT_A_TIME] if nobody_plays or _is_night(event, now)
        ]
    due = [event for event in (*tonight, *others) if _may_be_asked(event, now)]
    return due[:AT_A_TIME]


def _not_worked_out() -> QuerySet[Event]:
    """The events that may have cards and were not worked out as they are."""
    done = BoardsWorkedOut.objects.filter(event=OuterRef("pk"), revision=OuterRef("revision"))
    cards = BoardRevision.objects.filter(event=OuterRef("pk")).exclude(deal="")
    return (
        Event.objects.filter(~Exists(done), club__closed_at=None, called_off_at=None)
        .filter(Q(told=True) | Exists(cards))
        .select_related("club")
        .order_by("-evening", "-pk")
    )


def _of_tonight(now: dt.datetime) -> Q:
    """Those that are played, or ended or came of late."""
    return (
        Q(told=False, finished_at=None)
        | Q(finished_at__gt=now - OF_LATE)
        | Q(told=True, opened_at__gt=now - OF_LATE)
    )


def _is_played(now: dt.datetime) -> bool:
    """Whether any event on this server is being played."""
    return Event.objects.filter(
        told=False, finished_at=None, round__gt=0, opened_at__gt=now - PLAYED_WITHIN
    ).exists()


def _is_night(event: Event, now: dt.datetime) -> bool:
    begins, ends = NIGHT
    return begins <= now.astimezone(zone_of(event.club)).time() < ends


def _may_be_asked(event: Event, now: dt.datetime) -> bool:
    """Whether nobody stopped its job, and none failed within the hour."""
    last = asking.last_of(KIND, str(event.pk))
    if last is None or last.state in (Job.State.DONE, *asking.OPEN):
        return True
    if last.state == Job.State.STOPPED:
        return False
    return last.ended_at is None or now - last.ended_at > AFTER_A_FAULT


# ---- Forms.


class SeenParForm(PageForm):
    """The newest revision that the page showed, and why something changes."""

    seen = WholeField()
    reason = LineField(most=200)

    @property
    def as_seen(self) -> SeenBoards:
        """What the page had seen, its key and its reason."""
        return SeenBoards(self.number_of("seen") or 0, self.key, self.words_of("reason"))


class SetFileForm(PageForm):
    """The file of a prepared set."""

    file = FileField()


class SetForm(SeenParForm):
    """A prepared set as its preview carried it, and the name of its file."""

    source = TextField(most=80)
    boards = TextField()


class ParForm(SeenParForm):
    """What is set for a board."""

    score = TextField(strip=True)
    contract = TextField(strip=True)
    declarer = TextField(strip=True)
    note = TextField(strip=True)
    tasks = TextField()
    commentary = TextField()

    @property
    def facts(self) -> ParKept:
        """The form as a board of an event file. RuleError at the field."""
        facts: ParKept = {}
        score = self.words_of("score").replace("\N{MINUS SIGN}", "-").removeprefix("+")
        contract, declarer, note = map(self.words_of, ("contract", "declarer", "note"))
        if score or contract or declarer or note:
            par: ParFacts = {"score": read_score(_whole(score), "score")}
            if note:
                par = {"note": note, **par}
            if declarer:
                par = {"declarer": declarer, **par}
            if contract:
                par = {"contract": contract.upper(), **par}
            facts["par"] = par
        tasks = read_task_lines(self.words_of("tasks"))
        if tasks:
            facts["tasks"] = tasks
        commentary = self.words_of("commentary").replace("\r\n", "\n").strip()
        if commentary:
            facts["commentary"] = commentary
        return facts


def _whole(text: str) -> int | str:
    """Return a whole number, the text itself where it is none and must be refused."""
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) <= 8 else text


class TicksForm(SeenParForm):
    """Which tasks the director found done at a table, and what the auction reached there."""

    spot = TextField()
    ticked = Wholes()
    reached = TextField()
