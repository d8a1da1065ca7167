"""What an organiser set for an event's boards, and their double dummy results."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from clubscore.deals.double_dummy import Tricks, read, with_nullos, written
from clubscore.deals.hands import Deal, read_deal
from clubscore.deals.nullo.solved import ducked_read, ducked_written
from clubscore.deals.par import BestPlay
from clubscore.events.models import Event, ParRevision
from clubscore.events.models.kept_facts import ParKept
from clubscore.events.state.double_dummy_tables import tables_of
from clubscore.events.state.nullo_tables import nullos_known
from clubscore.laws.errors import RuleError
from clubscore.ranking import Board, Options, Par, Valuation, read_board
from clubscore.ranking.par import has_nullos, par_of_deal
from clubscore.ranking.result import ResultFacts


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
    valuation: Valuation, options: Options, board: Board, deal: Deal, table: str, nullos: str
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
