"""The line of best play of a board, and where a card decides on it: by the solver, all seen."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from clubscore.deals.card_play import SIDE_OF, CardPlay
from clubscore.deals.solved_cards import Outcome, best_card


class Solves(Protocol):
    """What answers positions."""

    def outcome(self, play: CardPlay) -> Outcome:
        """Declarer's tricks in the end by each card that may be played now."""


class Turn(NamedTuple):
    """A card of the line that mattered: the first cards played before it, who played it, and how
    many tricks the worst other card of that hand gave away.
    """

    after: int
    seat: str
    card: str
    costs: int


class BestLine(NamedTuple):
    """The cards in order, declarer's tricks, and the turns at which a card decided."""

    cards: tuple[str, ...]
    tricks: int
    turns: tuple[Turn, ...]


def best_line(solver: Solves, play: CardPlay) -> BestLine:
    """The play from here where everyone plays the best, lowest of alike cards first.

    It ends before its time where the solver does not know what a card comes to. RuleError where
    the solver is not there or stopped.
    """
    cards: list[str] = []
    turns: list[Turn] = []
    while not play.is_over:
        outcome = solver.outcome(play)
        if not outcome:
            break
        card = best_card(play, outcome)
        mine = SIDE_OF[play.turn] == play.side
        worst = min(outcome.values()) if mine != play.loses else max(outcome.values())
        if worst != outcome[card]:
            turns.append(Turn(len(cards), play.turn, card, abs(outcome[card] - worst)))
        cards.append(card)
        play = play.with_card(card)
    return BestLine(tuple(cards), play.taken[play.side], tuple(turns))
