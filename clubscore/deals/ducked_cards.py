"""What each card comes to at nullos, where tricks are to be lost: asked of our own solver.

It answers as :mod:`clubscore.deals.solved_cards` does for all else. The first card of a deal takes
a second or two, some deals minutes; so a position has a budget, and what needs more is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from clubscore.deals.card_play import TRICKS, CardPlay
from clubscore.deals.hands import SUIT_KEYS
from clubscore.deals.nullo.solved import OPPOSITE, NulloSolver, nullo_solver
from clubscore.deals.solved_cards import Outcome, line_by
from clubscore.laws.cards import COMPASS

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
    """A position as :mod:`clubscore.deals.nullo.program` reads it, its trick in hand."""
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
