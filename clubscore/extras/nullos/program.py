"""The process that asks the solver of nullos: ``python program.py [WASM]``.

It needs nothing of the rest, as :mod:`clubscore.deals.dds`, and the package wasmtime. It reads one
question a line and answers each at once. ``table PARTNER LOSING MOST N:...`` asks for the tricks
of North's side when North, East, South, West lead: PARTNER is North's (1 East, 2 South, 3 West),
LOSING is 1 where tricks are to be lost, 0 where they are to be won at no-trumps, and more than MOST
positions are not looked at. The answer is four numbers and how many positions were visited,
``10 10 10 10 20000000``; ``-`` stands for tricks that were not found within MOST.

``cards PARTNER LOSING MOST LEADER TRICK CARDS DEAL POSITION`` asks what each card comes to: of the
whole deal, the cards that are still held, after LEADER (a number, North 0) led to TRICK (``D7,SK``,
or ``-``), and the CARDS of which one is played now. The answer is the tricks of North's side from
this trick on, ``D9=4 D2=-``. What was found out stays while the deal is the same.
"""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path
from typing import Literal, NamedTuple

BUILT = Path(__file__).with_name("nullo.wasm")
HANDS, SUITS = 4, 4
SUIT_KEYS, RANKS = "SHDC", "23456789TJQKA"
LANE_BITS = 16
NOT_FOUND = -1
NO_WASMTIME = 3


class NulloPosition(NamedTuple):
    """A position before its trick: what is held, who led, the cards on the table, those to try."""

    position: str
    leader: int
    trick: tuple[str, ...]
    cards: tuple[str, ...]


class NulloProcess:
    """The solver in its own memory, for one deal after the other."""

    def __init__(self, built: Path) -> None:
        """Load it. ImportError where wasmtime is missing."""
        import wasmtime

        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        module = wasmtime.Module.from_file(engine, str(built))
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._exports = exports
        start = self._ask("hands")
        length = HANDS * SUITS * ctypes.sizeof(ctypes.c_uint16)
        base = ctypes.addressof(exports["memory"].data_ptr(self._store).contents)
        self._begun = ("", 0, 0)
        self._hands = (ctypes.c_uint16 * (HANDS * SUITS)).from_address(base + start)
        assert ctypes.sizeof(self._hands) == length  # noqa: S101 - as the solver reads them

    def _tell(self, name: Literal["begin", "lay", "show"], *given: int) -> None:
        self._exports[name](self._store, *given)

    def _ask(self, name: Literal["hands", "positions"]) -> int:
        return int(self._exports[name](self._store) or 0)

    def _tricks(self, guess: int, left: float) -> int | None:
        """The tricks of North's side in what was laid, None if not found in so many positions."""
        tricks = int(self._exports["value"](self._store, guess, left) or 0)
        return None if tricks == NOT_FOUND else tricks

    def write(self, deal: str) -> int:
        """Hand a deal or an ending over, in PBN from North. Returns the cards of a hand."""
        hands = deal.removeprefix("N:").split(" ")
        for at, holding in enumerate(suit for hand in hands for suit in hand.split(".")):
            self._hands[at] = sum(1 << RANKS.index(rank) for rank in holding)
        return len(hands[0].replace(".", ""))

    def _begin(self, deal: str, partner: int, losing: int) -> int:
        length = self.write(deal)
        self._tell("begin", partner, losing)
        self._begun = (deal, partner, losing)
        return length

    def table(self, deal: str, partner: int, losing: int, most: int) -> list[int | None]:
        """The tricks of North's side by who leads, None for those not found; and the positions."""
        length = self._begin(deal, partner, losing)
        found: list[int | None] = []
        guess = length // 2
        for leader in range(HANDS):
            self._tell("lay", leader)
            tricks = self._tricks(guess, float(most) - self._ask("positions"))
            guess = guess if tricks is None else tricks
            found.append(tricks)
        return [*found, self._ask("positions")]

    def cards(
        self, begun: tuple[str, int, int], asked: NulloPosition, most: int
    ) -> list[int | None]:
        """The tricks of North's side after each card, from this trick on; None if not found."""
        if self._begun != begun:
            self._begin(*begun)
        spent = self._ask("positions")
        self.write(asked.position)
        found: list[int | None] = []
        guess = len(asked.position.removeprefix("N:").split(" ")[0].replace(".", "")) // 2
        for card in asked.cards:
            self._tell("lay", asked.leader)
            for each in (*asked.trick, card):
                self._tell("show", LANE_BITS * SUIT_KEYS.index(each[0]) + RANKS.index(each[1]))
            left = float(most) - (self._ask("positions") - spent)
            tricks = self._tricks(guess, left) if left > 0 else None
            guess = guess if tricks is None else tricks
            found.append(tricks)
        return found


def answer(solver: NulloProcess, line: str) -> str:
    if line.startswith("cards "):
        return _answer_cards(solver, line)
    _table, partner, losing, most, deal = line.split(" ", 4)
    found = solver.table(deal, int(partner), int(losing), int(most))
    return " ".join("-" if each is None else str(each) for each in found)


def _answer_cards(solver: NulloProcess, line: str) -> str:
    """What each card comes to."""
    words = line.removeprefix("cards ").split(" ")
    partner, losing, most, leader, trick, cards = words[:6]
    deal, position = " ".join(words[6 : 6 + HANDS]), " ".join(words[6 + HANDS :])
    on_table = () if trick == "-" else tuple(trick.split(","))
    asked = NulloPosition(position, int(leader), on_table, tuple(cards.split(",")))
    found = solver.cards((deal, int(partner), int(losing)), asked, int(most))
    return " ".join(
        f"{card}={'-' if tricks is None else tricks}"
        for card, tricks in zip(asked.cards, found, strict=True)
    )


def main(built: Path = BUILT) -> int:
    """Answer the lines of standard input."""
    try:
        solver = NulloProcess(built)
    except ImportError:
        return NO_WASMTIME
    for line in sys.stdin:
        print(answer(solver, line.rstrip("\n")), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
