"""What each card comes to in a position, if from then on all four see every card: asked of DDS.

It runs in a process of its own (:mod:`clubscore.deals.dds`), one for all positions that are asked
together: those that follow from each other take a thousandth of a second each, the first a tenth.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from clubscore.deals.card_play import SIDE_OF, TRICKS, CardPlay
from clubscore.deals.dds import NO_LIBRARY
from clubscore.deals.double_dummy import NO_PROGRAM, PROGRAM
from clubscore.deals.hands import RANKS, SUIT_KEYS
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

STOPPED = gettext_noop("The double-dummy program stopped (%(said)s).")
# Tricks of declarer's side in the end, by the card played now.
Outcome = Mapping[str, int]
PATIENCE = 60.0  # seconds for one position; a busy machine takes one or two


class Solver:
    """Answers positions, one after the other, until it is closed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def outcome(self, play: CardPlay) -> Outcome:
        """Tricks of declarer's side in the end by each card that may be played now.

        Empty where all cards are played. RuleError ``no-double-dummy`` where there is no DDS,
        ``double-dummy-broke`` where it stopped.
        """
        if play.is_over:
            return {}
        answer = self.ask(written(play))
        before, mine = play.taken[play.side], SIDE_OF[play.turn] == play.side
        left = TRICKS - sum(play.taken.values())
        return {
            card: before + (answer[card] if mine else left - answer[card]) for card in play.allowed
        }

    def best_line(self, play: CardPlay) -> tuple[str, ...]:
        """The cards from here to the end where everyone plays the best, lowest of alike ones."""
        return line_by(self.outcome, play)

    def ask(self, position: str) -> dict[str, int]:
        """Tricks that the side whose turn it is still takes, by each card that it may play.

        RuleError ``no-double-dummy`` where there is no DDS, ``double-dummy-broke`` where it
        stopped. A position is written as :mod:`clubscore.deals.dds` reads it.
        """
        process = self._process
        assert process.stdin is not None and process.stdout is not None  # noqa: S101 - asked for
        watch = threading.Timer(PATIENCE, process.kill)
        watch.start()
        try:
            process.stdin.write(position + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        finally:
            watch.cancel()
        if not answer:
            raise self._broke()
        pairs = (each.partition("=") for each in answer.split())
        return {card: int(won) for card, _sign, won in pairs}

    def _broke(self) -> RuleError:
        code = self._process.wait()
        if code == NO_LIBRARY:
            return RuleError("no-double-dummy", NO_PROGRAM)
        return RuleError("double-dummy-broke", STOPPED, said=code)


@contextmanager
def solver() -> Iterator[Solver]:
    """Open a solver in a process of its own."""
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-P", str(PROGRAM), "cards"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=tempfile.gettempdir(),
        text=True,
        encoding="ascii",
    ) as process:
        try:
            yield Solver(process)
        finally:
            process.kill()


def best_card(play: CardPlay, outcome: Outcome) -> str:
    """The card that is best for whoever plays it; of alike ones the lowest, spades last.

    Where tricks are to be lost it is the highest of them.
    """
    mine = SIDE_OF[play.turn] == play.side
    best = max(outcome.values()) if mine != play.loses else min(outcome.values())
    alike = [card for card, tricks in outcome.items() if tricks == best]
    low = -1 if play.loses else 1
    return max(alike, key=lambda card: (low * RANKS.index(card[1]), SUIT_KEYS.index(card[0])))


def line_by(outcome_of: Callable[[CardPlay], Outcome], play: CardPlay) -> tuple[str, ...]:
    """The cards from here where everyone plays the best, as far as what they come to is known."""
    line: list[str] = []
    while not play.is_over:
        outcome = outcome_of(play)
        if not outcome:
            break
        card = best_card(play, outcome)
        line.append(card)
        play = play.with_card(card)
    return tuple(line)


def written(play: CardPlay) -> str:
    """A position as :mod:`clubscore.deals.dds` reads it."""
    hands = (play.held(seat) for seat in COMPASS)
    held = " ".join(".".join(hand[suit] for suit in SUIT_KEYS) for hand in hands)
    trick = ",".join(play.now.cards) or "-"
    return f"{play.denomination} {play.now.leader} {trick} {COMPASS[0]}:{held}"
