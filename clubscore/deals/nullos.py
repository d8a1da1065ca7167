"""Double dummy at nullos, where tricks are to be lost, by a solver of our own.

DDS has no answer there. `nullo.c` is the solver, `nullo.wasm` what clang makes of it
(`tools/nullo.py`), which the package wasmtime runs in a process of its own. A deal takes some
seconds, a hard one minutes. So the search has a budget, and what needs more is not known. It also
knows partners who sit side by side.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from types import MappingProxyType
from typing import IO

from clubscore.deals.card_play import TRICKS, CardPlay
from clubscore.deals.double_dummy import Outcome, let_go, line_by
from clubscore.deals.hands import CARDS_IN_HAND, SUIT_KEYS, Hands
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.places import PACKAGE, extras

NULLO_NO_PROGRAM = gettext_noop(
    "Double dummy at nullos needs the package wasmtime: pip install wasmtime."
)
NULLO_BROKE = gettext_noop(
    "The program that solves nullos stopped (%(said)s). What was worked out is kept:"
    " ask for the rest again."
)
# Least tricks of declarer's side, by declarer's hand.
Ducked = Mapping[str, int]
# The solver is an extra: a program beside the others, asked for by its place.
PROGRAM = PACKAGE / "extras" / "nullos" / "program.py"
NO_WASMTIME = 3  # what it ends with where that package is missing
# The partner of North: East, South (opposite, as nearly always) or West.
DIGITS = "0123456789abcd"
OPPOSITE = 2
PARTNERS = (1, OPPOSITE, 3)
MOST = 50_000_000
LOOK = 1.0  # seconds between two looks whether to go on waiting
PATIENCE = 900.0  # seconds that MOST positions may take on a machine that is busy


def is_here() -> bool:
    """Whether the solver and what runs it are installed."""
    return "nullos" in extras() and find_spec("wasmtime") is not None


class NulloSolver:
    """Answers deals, one after the other, until it is closed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ducked(
        self,
        deal: Hands,
        partner: int = OPPOSITE,
        most: int = MOST,
        look: Callable[[], None] = lambda: None,
    ) -> Ducked | None:
        """The least tricks of each declarer's side; None where more positions would be needed.

        Every second until then `look` is called; what it raises ends the waiting. RuleError
        ``no-nullos`` where wasmtime is missing, ``nullos-broke`` where it stopped.
        """
        *tricks, _positions = self.ask(f"table {partner} 1 {most} {deal.pbn()}", look)
        if "-" in tricks:
            return None
        return by_declarer([int(each) for each in tricks], partner, CARDS_IN_HAND)

    def ask(self, question: str, look: Callable[[], None] = lambda: None) -> list[str]:
        """The words of the answer to a line. RuleError as :meth:`ducked`."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None  # noqa: S101 - asked for
        answers: list[str] = []
        watch = threading.Timer(PATIENCE, process.kill)
        watch.start()
        try:
            process.stdin.write(question + "\n")
            process.stdin.flush()
            reading = threading.Thread(
                target=_read_into, args=(process.stdout, answers), daemon=True
            )
            reading.start()
            while reading.is_alive():
                reading.join(LOOK)
                look()
        except BrokenPipeError:
            # It is gone already; why, its exit code says. What it was not told is let go, or it
            # would be missed once more at the end.
            with suppress(BrokenPipeError):
                process.stdin.close()
        finally:
            watch.cancel()
        if not answers or not answers[0]:
            raise self._broke()
        return answers[0].split()

    def _broke(self) -> RuleError:
        code = self._process.wait()
        if code == NO_WASMTIME:
            return RuleError("no-nullos", NULLO_NO_PROGRAM)
        return RuleError("nullos-broke", NULLO_BROKE, said=code)


def _read_into(stream: IO[str], answers: list[str]) -> None:
    # Whoever was told to stop waiting kills the process, and the pipe is closed under this thread.
    with suppress(ValueError, OSError):
        answers.append(stream.readline())


def by_declarer(norths: Sequence[int], partner: int, length: int) -> Ducked:
    """The tricks of each declarer's side, from those of North's side by who leads."""
    found = {}
    for at, declarer in enumerate(COMPASS):
        tricks = norths[(at + 1) % len(COMPASS)]
        found[declarer] = tricks if at in (0, partner) else length - tricks
    return MappingProxyType(found)


def ducked_written(ducked: Ducked) -> str:
    """The tricks as four letters, 0 to d, North first."""
    return "".join(DIGITS[ducked[hand]] for hand in COMPASS)


def ducked_read(text: str) -> Ducked | None:
    """What :func:`ducked_written` wrote, None where it is none."""
    tricks = [DIGITS.find(letter) for letter in text]
    if len(tricks) != len(COMPASS) or -1 in tricks:
        return None
    return MappingProxyType(dict(zip(COMPASS, tricks, strict=True)))


@contextmanager
def nullo_solver() -> Iterator[NulloSolver]:
    """Open a solver in a process of its own."""
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-P", str(PROGRAM)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=tempfile.gettempdir(),
        text=True,
        encoding="ascii",
    ) as process:
        try:
            yield NulloSolver(process)
        finally:
            let_go(process)
            process.wait()


# Positions looked at for the cards of one hand: some three seconds, on a machine with nothing else
# to do. The book's deal needs half of them for its first lead.
MOST_A_POSITION = 8_000_000


class NulloCards:
    """Answers positions at nullos, one after the other, as long as its solver is open."""

    def __init__(self, solver: NulloSolver, most: int = MOST_A_POSITION) -> None:
        self._solver, self._most = solver, most

    def outcome(self, play: CardPlay) -> Outcome:
        """Tricks of declarer's side in the end by each card that may be played now.

        Empty where all cards are played, and where the budget was too small for one of them.
        RuleError ``no-nullos`` where wasmtime is missing, ``nullos-broke`` where it stopped.
        """
        if play.is_over:
            return {}
        found = [each.partition("=") for each in self._solver.ask(_question(play, self._most))]
        if any(won == "-" for _card, _sign, won in found):
            return {}
        before, left = play.taken, TRICKS - sum(play.taken.values())
        norths = {card: int(won) for card, _sign, won in found}
        return {
            card: before[play.side] + (won if play.side == "NS" else left - won)
            for card, won in norths.items()
        }

    def best_line(self, play: CardPlay) -> tuple[str, ...]:
        """The cards from here where everyone plays the best, as far as they are known."""
        return line_by(self.outcome, play)


@contextmanager
def nullo_cards(most: int = MOST_A_POSITION) -> Iterator[NulloCards]:
    """Open a solver in a process of its own."""
    with nullo_solver() as asked:
        yield NulloCards(asked, most)


def _question(play: CardPlay, most: int) -> str:
    """A position as :mod:`clubscore.extras.nullos.program` reads it, its trick in hand."""
    on_table = play.now.by_seat()
    hands = []
    for seat in COMPASS:
        held = play.held(seat)
        laid = on_table.get(seat, "  ")
        hands.append(
            ".".join(held[suit] + (laid[1] if laid[0] == suit else "") for suit in SUIT_KEYS)
        )
    leader = COMPASS.index(play.now.leader)
    trick, cards = ",".join(play.now.cards) or "-", ",".join(play.allowed)
    position = f"N:{' '.join(hands)}"
    deal = play.deal.pbn()
    return f"cards {OPPOSITE} 1 {most} {leader} {trick} {cards} {deal} {position}"
