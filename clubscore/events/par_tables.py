"""Double-dummy tables, nullos and opening leads of an event's boards: asked for, kept and read.

What is asked for stands as rows in the database, by the deal and once for all clubs. A job works
the rows off, in a process of its own for each few deals, since what was written in C can take its
process with it. What is not worked out yet, or cannot be, has no row.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from clubscore.club import clock
from clubscore.club.record_words import cut_to, own
from clubscore.deals.card_play import DENOMINATIONS
from clubscore.deals.double_dummy import (
    ONE_THREAD,
    Declared,
    Outcome,
    Tricks,
    led,
    read,
    read_of_solved_leads,
    solved,
    with_nullos,
    written,
    written_of_solved_leads,
)
from clubscore.deals.hands import Hands, read_deal
from clubscore.deals.nullos import OPPOSITE, Ducked, ducked_read, ducked_written, nullo_solver
from clubscore.deals.par import BestPlay
from clubscore.events.models import DoubleDummy, Event, NulloTable, OpeningLeads, ParRevision
from clubscore.events.models.facts import ParKept
from clubscore.events.result_words import CONTRACT
from clubscore.laws.errors import RuleError
from clubscore.ranking import Board, Options, Par, Valuation, read_board
from clubscore.ranking.par import has_nullos, par_of_deal
from clubscore.ranking.result import ResultFacts

# A table takes about a tenth of a second, those of a session some seconds: too long for a page.
# So many deals are taken at a time: progress is seen, and starting a process weighs little.
AT_A_TIME = 4
LONGEST_TROUBLE = 300


class SolvingProgress(NamedTuple):
    """How far the tables of some deals are."""

    done: int
    all: int
    trouble: str = ""

    @property
    def waits(self) -> bool:
        """Whether some are still to be worked out."""
        return not self.trouble and self.done < self.all


def want(deals: Iterable[Hands], *, again: bool = True) -> None:
    """Ask for the tables of deals; those that are there or asked for already are left alone.

    What was given up before is tried `again`.
    """
    wanted = {deal.pbn() for deal in deals}
    DoubleDummy.objects.bulk_create(
        [DoubleDummy(deal=deal) for deal in sorted(wanted)], ignore_conflicts=True
    )
    if again:
        DoubleDummy.objects.filter(deal__in=wanted, tricks="").exclude(trouble="").update(
            trouble="", asked_at=clock.now()
        )


def tables_of(deals: Iterable[Hands]) -> dict[str, Tricks]:
    """Return the tables that are known, by the deal as PBN has it. One query."""
    rows = DoubleDummy.objects.filter(deal__in={deal.pbn() for deal in deals}).exclude(tricks="")
    found = {row.deal: read(row.tricks) for row in rows}
    return {deal: tricks for deal, tricks in found.items() if tricks is not None}


def progress_of(deals: Iterable[Hands]) -> SolvingProgress | None:
    """Return how far these deals are, None where not all were asked for. One query."""
    wanted = {deal.pbn() for deal in deals}
    rows = list(DoubleDummy.objects.filter(deal__in=wanted))
    if len(rows) < len(wanted):
        return None
    trouble = next((row.trouble for row in rows if row.trouble), "")
    return SolvingProgress(sum(bool(row.tricks) for row in rows), len(rows), trouble)


def work_off(deals: Iterable[Hands], say: Callable[[int, int], None] | None = None) -> int:
    """Work out the tables of these deals that wait; return how many were.

    After each, `say` is told how many of all are done. What cannot be worked out keeps the reason.
    """
    wanted = {deal.pbn() for deal in deals}
    rows = list(DoubleDummy.objects.filter(deal__in=wanted).order_by("asked_at", "pk"))
    waiting = [row for row in rows if not row.tricks and not row.trouble]
    count, there = 0, len(rows) - len(waiting)
    for at in range(0, len(waiting), AT_A_TIME):
        for _row in _work_out(waiting[at : at + AT_A_TIME]):
            count += 1
            if say is not None:
                say(there + count, len(rows))
    return count


def _work_out(rows: list[DoubleDummy]) -> Iterator[DoubleDummy]:
    """Work out these tables, each written as it comes; yield them."""
    done = 0
    try:
        deals = [read_deal(row.deal) for row in rows]
        for row, tricks in zip(rows, solved(deals, batch=1, threads=ONE_THREAD), strict=True):
            DoubleDummy.objects.filter(pk=row.pk).update(tricks=written(tricks))
            done += 1
            yield row
    except RuleError as error:
        left = [row.pk for row in rows[done:]]
        trouble = cut_to(own(error), LONGEST_TROUBLE)
        DoubleDummy.objects.filter(pk__in=left).update(trouble=trouble)


# ---- Nullos: a deal takes seconds.


def nullos_known(deals: Iterable[Hands]) -> dict[str, Ducked]:
    """Return the tricks at nullos that are known, by the deal as PBN has it. One query."""
    rows = NulloTable.objects.filter(deal__in={deal.pbn() for deal in deals}, partner=OPPOSITE)
    found = {row.deal: ducked_read(row.tricks) for row in rows}
    return {deal: ducked for deal, ducked in found.items() if ducked is not None}


def nullos_missing(deals: Iterable[Hands]) -> list[Hands]:
    """Return the deals that were not tried yet, each once. One query."""
    wanted = {deal.pbn(): deal for deal in deals}
    tried = NulloTable.objects.filter(deal__in=wanted, partner=OPPOSITE)
    there = set(tried.values_list("deal", flat=True))
    return [deal for text, deal in wanted.items() if text not in there]


def work_off_nullos(
    deals: Iterable[Hands], say: Callable[[int], None], look: Callable[[], None] = lambda: None
) -> int:
    """Work out nullos of these deals where they were not tried; return of how many.

    After each, `say` is told how many were; while one is worked out `look` is called every second.
    What they raise ends it, and what was worked out until then is kept, as where the solver broke
    off or is not there (RuleError).
    """
    missing = nullos_missing(deals)
    if not missing:
        return 0
    with nullo_solver() as asked:
        for count, deal in enumerate(missing, start=1):
            ducked = asked.ducked(deal, look=look)
            row = NulloTable(deal=deal.pbn(), tricks=ducked_written(ducked) if ducked else "")
            NulloTable.objects.bulk_create([row], ignore_conflicts=True)
            say(count)
    return len(missing)


# ---- What an organiser set.


@dataclass(frozen=True)
class EventPar:
    """What was set for a board: its revisions, the last of which counts."""

    number: int
    revisions: tuple[ParRevision, ...] = ()

    @property
    def revision(self) -> int:
        """The number of the revision that counts; 0 where there is none."""
        return self.revisions[-1].number if self.revisions else 0

    @property
    def facts(self) -> ParKept:
        """Par, tasks and commentary as an event file writes them."""
        return self.revisions[-1].facts if self.revisions else {}

    @property
    def source(self) -> str:
        """Where it came from, in words."""
        return str(self.revisions[-1].get_source_display()) if self.revisions else ""

    @property
    def board(self) -> Board:
        """A board with what was set, and nothing of its cards."""
        return read_board({"number": self.number, **self.facts})

    def laid_on(self, board: Board) -> Board:
        """The board with what was set for it."""
        own = self.board
        return board._replace(par=own.par, tasks=own.tasks, commentary=own.commentary)


def pars_of(event: Event) -> dict[int, EventPar]:
    """Return what was set for the boards of an event, by number. One query."""
    found: dict[int, list[ParRevision]] = {}
    for revision in ParRevision.objects.filter(event=event).order_by("pk"):
        found.setdefault(revision.board, []).append(revision)
    return {number: EventPar(number, tuple(found[number])) for number in sorted(found)}


def boards_of(room_boards: Mapping[int, Board], pars: Mapping[int, EventPar]) -> list[Board]:
    """Return boards with what was set for them, those of which only a par is known among them."""
    numbers = sorted({*room_boards, *pars})
    boards = {number: room_boards.get(number) or Board(number) for number in numbers}
    return [
        pars[number].laid_on(board) if number in pars else board for number, board in boards.items()
    ]


def last_par(pars: Iterable[EventPar]) -> int:
    """Return the newest revision of all, 0 where nothing was set."""
    return max((each.revisions[-1].pk for each in pars if each.revisions), default=0)


@dataclass(frozen=True)
class Worked:
    """The double dummy result of a board: its table, and its par if the game has one."""

    tricks: Tricks
    best: BestPlay | None
    # The game has nullos, and those of this deal are not worked out.
    lacks_nullos: bool = False


def worked_out(
    valuation: Valuation, options: Options, boards: Iterable[Board]
) -> dict[int, Worked]:
    """Return the double dummy results of the boards whose table is known, by number.

    One query, and one more at a game that has nullos.
    """
    dealt = [(board, read_deal(board.deal)) for board in boards if board.deal]
    tables = tables_of(deal for _board, deal in dealt)
    nullos = nullos_known(deal for _board, deal in dealt) if has_nullos(valuation) else {}
    found = {}
    for board, deal in dealt:
        tricks = tables.get(deal.pbn())
        if tricks is not None:
            plain = board._replace(par=None, tasks=(), commentary=None)
            ducked = nullos.get(deal.pbn())
            lost = ducked_written(ducked) if ducked else ""
            best = _best(valuation, options, plain, deal, written(tricks), lost)
            lacks = ducked is None and has_nullos(valuation)
            found[board.number] = Worked(with_nullos(tricks, ducked), best, lacks)
    return found


@lru_cache(maxsize=2000)
def _best(
    valuation: Valuation, options: Options, board: Board, deal: Hands, table: str, nullos: str
) -> BestPlay | None:
    """Par of one board, kept because it is asked for at every look; None where there is none."""
    tricks = read(table)
    if tricks is None:
        return None
    try:
        known = with_nullos(tricks, ducked_read(nullos))
        return par_of_deal(valuation, options, board, deal, known)
    except RuleError:
        # A game that double dummy does not know, or a deal that is none of this game.
        return None


def as_par(best: BestPlay) -> Par:
    """Par as a board keeps it: the first of the contracts that bring it."""
    if not best.contracts:
        return Par(best.score)
    first = best.contracts[0]
    return Par(best.score, f"{first.bid}{'X' if first.doubled else ''}", first.hands[0])


def kept_notes(facts: ResultFacts, before: ResultFacts) -> ResultFacts:
    """Return facts with what the director noted of tasks before, where a contract stands still."""
    if "contract" not in facts:
        return facts
    noted: ResultFacts = {}
    if "reached" in before:
        noted["reached"] = before["reached"]
    if "ticked" in before:
        noted["ticked"] = before["ticked"]
    return {**noted, **facts}


# ---- Opening leads.

Leads = Mapping[Declared, Outcome]


def declared_in(facts: ResultFacts, deal: Hands) -> Declared | None:
    """Return what a result says was declared; None of one that names no denomination of trumps."""
    match = CONTRACT.fullmatch(facts.get("contract", ""))
    if match is None or match[2] not in DENOMINATIONS or "declarer" not in facts:
        return None
    return Declared(deal, match[2], facts["declarer"])


def leads_known(all_declared: Iterable[Declared]) -> Leads:
    """Return what leads come to, of what was worked out. One query, none where nothing is asked."""
    wanted = {(each.deal.pbn(), each.denomination, each.declarer): each for each in all_declared}
    if not wanted:
        return {}
    found: dict[Declared, Outcome] = {}
    for row in OpeningLeads.objects.filter(deal__in={deal for deal, _in, _by in wanted}):
        declared = wanted.get((row.deal, row.denomination, row.declarer))
        outcome = read_of_solved_leads(declared, row.tricks) if declared else None
        if declared is not None and outcome is not None:
            found[declared] = outcome
    return found


def work_off_leads(
    all_declared: Iterable[Declared], say: Callable[[int, int], None] = lambda done, total: None
) -> int:
    """Work out what leads come to where it is not known; return of how many contracts.

    After each, `say` is told how many of all are done. RuleError where double dummy broke off or is
    not there; what was worked out until then is kept.
    """
    wanted = list(dict.fromkeys(all_declared))
    known = leads_known(wanted)
    missing = [each for each in wanted if each not in known]
    if not missing:
        return 0
    for count, (declared, outcome) in enumerate(led(missing), start=1):
        OpeningLeads.objects.bulk_create(
            [
                OpeningLeads(
                    deal=declared.deal.pbn(),
                    denomination=declared.denomination,
                    declarer=declared.declarer,
                    tricks=written_of_solved_leads(declared, outcome),
                )
            ],
            ignore_conflicts=True,
        )
        say(len(known) + count, len(wanted))
    return len(missing)
