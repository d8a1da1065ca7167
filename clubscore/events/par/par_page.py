"""Double dummy and par as pages show them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import Actor
from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording.figures import MINUS
from clubscore.club.wording.names import either, listed
from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.double_dummy import Tricks, order_of
from clubscore.deals.par import BestPlay
from clubscore.events.boards.who_may_see import all_boards, boards_seen
from clubscore.events.results.result_words import bid_in_words, in_words
from clubscore.events.state.event_now import Room
from clubscore.events.state.pars import EventPar, Worked, as_par, boards_of, worked_out
from clubscore.events.state.scoring import Scorer, valuation_of
from clubscore.events.state.spot_state import Standing, spot_key
from clubscore.laws.cards import COMPASS, NULLOS
from clubscore.laws.words import SEATS, gettext_noop
from clubscore.ranking import Board, Par, read_options
from clubscore.ranking import Event as RankedEvent
from clubscore.ranking.par import is_done, task_line

# Of thirteen tricks a side that makes n nullos takes at most so many less n.
BOOK = 7
SIDES = {"NS": gettext_noop("NS"), "EW": gettext_noop("EW")}


def par_boards(room: Room) -> list[Board]:
    """Return every board of an event with its cards and what was set for it."""
    cards = {
        each.number: Board(
            each.number, each.dealer, each.vulnerable, each.deal.pbn() if each.deal else None
        )
        for each in all_boards(room)
    }
    return boards_of(cards, room.pars)


def worked_of(room: Room, boards: list[Board]) -> dict[int, Worked]:
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


class ShownTable(NamedTuple):
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

    worked: ShownTable
    # What "to par" is counted from: what the contest set, else the double-dummy par.
    score: int
    par: str
    par_note: str
    tasks: list[str]
    commentary: str


def table_shown(tricks: Tricks, best: BestPlay | None) -> ShownTable:
    """Return a table of tricks as a page shows it, with par in words where there is one."""
    order = order_of(tricks)
    return ShownTable(
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


def results_of(room: Room, board: Board) -> list[TableResult]:
    """Return the results of a par contest's board that has tasks: who won which points."""
    if not room.event.scored_by.needs_par or not board.tasks:
        return []
    scorer = Scorer(room)
    return [
        _result(room, scorer, board, standing)
        for spot, standing in room.standings.items()
        if spot.board == board.number and standing.result
    ]


def _result(room: Room, scorer: Scorer, board: Board, standing: Standing) -> TableResult:
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


def with_par(room: Room, event: RankedEvent) -> RankedEvent:
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


def par_seen(actor: Actor, room: Room, board: Board, cards: DealtBoard | None) -> ParSeen:
    """Return double dummy and par for a board's page, if the reader may see its cards.

    Of a board without cards par and commentary are seen when its cards would be.
    """
    found: ParSeen = {}
    if cards is not None:
        dealt = Board(cards.number, cards.dealer, cards.vulnerable, cards.deal.pbn())
        worked = worked_of(room, [dealt]).get(board.number)
        if worked is not None:
            found["worked"] = table_shown(worked.tricks, worked.best)
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
