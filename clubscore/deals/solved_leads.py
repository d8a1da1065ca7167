"""What each opening lead comes to if from then on all four see every card.

The tricks are declarer's, in the end. The thirteen leads of a contract are one question to DDS, and
all contracts that are asked together go to one process (:mod:`clubscore.deals.solved_cards`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from clubscore.deals.card_play import CardPlay
from clubscore.deals.double_dummy import DIGITS
from clubscore.deals.hands import Deal
from clubscore.deals.solved_cards import Outcome, solver


class Declared(NamedTuple):
    """A deal, what it is played in, and by whom: what opening leads follow from."""

    deal: Deal
    denomination: str
    declarer: str

    @property
    def leads(self) -> tuple[str, ...]:
        """The cards of the hand that leads, spades first, each suit from the ace down."""
        return CardPlay(*self).allowed


def led(all_declared: Iterable[Declared]) -> Iterator[tuple[Declared, Outcome]]:
    """Yield what each lead comes to, as soon as it is known.

    RuleError ``no-double-dummy`` where there is no DDS, ``double-dummy-broke`` where it stopped.
    """
    with solver() as asked:
        for declared in all_declared:
            yield declared, asked.outcome(CardPlay(*declared))


def gave(outcome: Outcome, card: str) -> int | None:
    """How many tricks a lead gave: declarer's after it, less those after the best lead.

    None where that hand does not hold the card.
    """
    return outcome[card] - min(outcome.values()) if card in outcome else None


def written(declared: Declared, outcome: Outcome) -> str:
    """The tricks after each lead as thirteen letters, 0 to d, in the order of the leads."""
    return "".join(DIGITS[outcome[card]] for card in declared.leads)


def read(declared: Declared, text: str) -> Outcome | None:
    """What :func:`written` wrote, None where it is none."""
    tricks, leads = [DIGITS.find(letter) for letter in text], declared.leads
    if len(tricks) != len(leads) or -1 in tricks:
        return None
    return dict(zip(leads, tricks, strict=True))
