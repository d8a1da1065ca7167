"""Double dummy: the tricks that each hand, lead or card wins if all four see every card.

DDS works it out in a process of its own, so whatever becomes of that process, we go on. A deal
takes about a tenth of a second: too long, for a whole evening's boards, on a page that is waited
for. A deal given up in the middle of its play is read here too.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from clubscore.deals.card_play import SIDE_OF, TRICKS, CardPlay
from clubscore.deals.dds import DENOMINATIONS, HANDS, MOST, NO_LIBRARY
from clubscore.deals.hands import (
    CARDS_IN_HAND,
    PACK,
    RANKS,
    SUIT_KEYS,
    Hand,
    Hands,
    TypedDeal,
    cards_of,
    named,
)
from clubscore.laws.cards import COMPASS, NULLOS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, ngettext_lazy, seat_name

NO_PROGRAM = gettext_noop(
    "Double-dummy analysis needs the program DDS. Install the package endplay"
    " (Python up to 3.13) or, on Debian, libdds0."
)
BROKE = ngettext_lazy(
    "The double-dummy program stopped (%(said)s) after %(count)s deal. That deal is kept:"
    " ask for the rest again.",
    "The double-dummy program stopped (%(said)s) after %(count)s deals. Those deals are"
    " kept: ask for the rest again.",
    "count",
)
# Tricks by denomination and declarer's hand.
Tricks = Mapping[str, Mapping[str, int]]
PROGRAM = Path(__file__).with_name("dds.py")
CELLS = len(DENOMINATIONS) * len(HANDS)
DIGITS = "0123456789abcd"
# As an answer writes a table.
ORDER = ("NT", "S", "H", "D", "C")
ALL_THREADS, ONE_THREAD = 0, 1
# Seconds: forty deals take some four, on a machine that is busy a minute. Longer is never.
PATIENCE = 600.0


def solved(
    deals: Sequence[Hands], batch: int = MOST, threads: int = ALL_THREADS
) -> Iterator[Tricks]:
    """The table of each deal, in order, as soon as its batch of at most forty is worked out.

    RuleError ``no-double-dummy`` where there is no DDS, ``double-dummy-broke`` where it broke off.
    """
    if not deals:
        return
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-P", str(PROGRAM), str(batch), str(threads)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        # Where it fails, DDS leaves a file about it in the folder that it was started in.
        cwd=tempfile.gettempdir(),
        text=True,
        encoding="ascii",
    ) as process:
        try:
            yield from _answers(process, deals)
        finally:
            let_go(process)


def let_go(process: subprocess.Popen[str]) -> None:
    """End a solver. One that stopped by itself never takes what it was still to be asked."""
    process.kill()
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()


def solve(deals: Sequence[Hands]) -> list[Tricks]:
    """The table of each deal, in order. RuleError as :func:`solved`."""
    return list(solved(deals))


def _answers(process: subprocess.Popen[str], deals: Sequence[Hands]) -> Iterator[Tricks]:
    assert process.stdin is not None and process.stdout is not None  # noqa: S101 - asked for above
    try:
        process.stdin.writelines(deal.pbn() + "\n" for deal in deals)
        process.stdin.close()
    except BrokenPipeError:
        pass  # It is gone already; why, its exit code says.
    for at, _deal in enumerate(deals):
        watch = threading.Timer(PATIENCE, process.kill)
        watch.start()
        tricks = table_of(process.stdout.readline().split())
        watch.cancel()
        if tricks is None:
            raise _broke(process, at)
        yield tricks


def _broke(process: subprocess.Popen[str], at: int) -> RuleError:
    """Why there is no answer for the deal at this place."""
    if process.wait() == NO_LIBRARY:
        return RuleError("no-double-dummy", NO_PROGRAM)
    return RuleError("double-dummy-broke", BROKE, said=process.returncode, count=at)


def table_of(numbers: Sequence[str]) -> Tricks | None:
    """A table from its twenty numbers, None where they are none."""
    if len(numbers) != CELLS or not all(
        each.isdigit() and int(each) < len(DIGITS) for each in numbers
    ):
        return None
    rows = [numbers[at : at + len(HANDS)] for at in range(0, CELLS, len(HANDS))]
    return MappingProxyType(
        {
            denomination: MappingProxyType(dict(zip(HANDS, map(int, row), strict=True)))
            for denomination, row in zip(DENOMINATIONS, rows, strict=True)
        }
    )


def written(tricks: Tricks) -> str:
    """A table as twenty letters, 0 to d: spades first, North first."""
    return "".join(DIGITS[tricks[each][hand]] for each in DENOMINATIONS for hand in HANDS)


def read(text: str) -> Tricks | None:
    """A table as :func:`written` writes it, None where it is none."""
    return table_of([str(DIGITS.find(letter)) for letter in text])


def facts_of(tricks: Tricks) -> dict[str, dict[str, int]]:
    """A table as answers write it: no trumps first, nullos last, North first."""
    return {each: dict(tricks[each]) for each in order_of(tricks)}


def order_of(tricks: Tricks) -> tuple[str, ...]:
    """What a table tells of, no trumps first; nullos last, where they were worked out."""
    return (*ORDER, NULLOS.key) if NULLOS.key in tricks else ORDER


def with_nullos(tricks: Tricks, ducked: Mapping[str, int] | None) -> Tricks:
    """A table with the tricks of each declarer's side at nullos, where they are known."""
    return tricks if ducked is None else MappingProxyType({**tricks, NULLOS.key: ducked})


# One process is for all positions that are asked together: those that follow from each other take a
# thousandth of a second each, the first a tenth.

STOPPED = gettext_noop("The double-dummy program stopped (%(said)s).")
# Tricks of declarer's side in the end, by the card played now.
Outcome = Mapping[str, int]
PATIENCE_OF_SOLVED_CARDS = 60.0  # seconds for one position; a busy machine takes one or two


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
        answer = self.ask(written_of_solved_cards(play))
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
        watch = threading.Timer(PATIENCE_OF_SOLVED_CARDS, process.kill)
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
            let_go(process)


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


def written_of_solved_cards(play: CardPlay) -> str:
    """A position as :mod:`clubscore.deals.dds` reads it."""
    hands = (play.held(seat) for seat in COMPASS)
    held = " ".join(".".join(hand[suit] for suit in SUIT_KEYS) for hand in hands)
    trick = ",".join(play.now.cards) or "-"
    return f"{play.denomination} {play.now.leader} {trick} {COMPASS[0]}:{held}"


class Ending(NamedTuple):
    """Equally many cards in each hand, what they are played in, and who leads the next trick."""

    hands: tuple[Hand, Hand, Hand, Hand]
    denomination: str
    leader: str

    @property
    def left(self) -> int:
        """How many tricks are still to be played."""
        return sum(map(len, self.hands[0]))

    @property
    def over(self) -> int:
        """How many tricks were played before."""
        return TRICKS - self.left

    def written(self) -> str:
        """The position as :mod:`clubscore.deals.dds` reads it, no card being on the table."""
        held = " ".join(".".join(hand) for hand in self.hands)
        return f"{self.denomination} {self.leader} - {COMPASS[0]}:{held}"

    def tricks_of(self, side: str, solver: Solver) -> int:
        """The tricks that a side ("NS", "EW") still takes if all play their best.

        RuleError ``no-double-dummy`` where there is no solver, ``double-dummy-broke`` where it
        stopped.
        """
        leads = max(solver.ask(self.written()).values())
        return leads if SIDE_OF[self.leader] == side else self.left - leads


def is_begun(typed: TypedDeal) -> bool:
    """Whether hands were typed of a deal whose play has begun: none holds all its cards."""
    sizes = [each.size for each in typed.hands if each.text]
    return bool(sizes) and max(sizes) < CARDS_IN_HAND


def hands_left(held: Mapping[str, Hand]) -> tuple[Hand, Hand, Hand, Hand]:
    """The four hands at the end of a trick.

    RuleError at the seat's letter: ``hand-open`` where one was not typed, ``hand-left`` where it
    has more or fewer cards than the others; ``card-twice``.
    """
    for seat in COMPASS:
        if not cards_of({seat: held[seat]} if seat in held else {}):
            raise RuleError(
                "hand-open",
                gettext_noop("Enter the cards that %(seat)s still holds."),
                seat,
                seat=seat_name(seat),
            )
    sizes = {seat: sum(map(len, held[seat])) for seat in COMPASS}
    usual = Counter(sizes.values()).most_common(1)[0][0]
    for seat, size in sizes.items():
        if size != usual:
            raise RuleError(
                "hand-left",
                gettext_noop(
                    "%(seat)s has %(size)s of %(usual)s cards. At the end of a trick all four hands"
                    " hold equally many."
                ),
                seat,
                seat=seat_name(seat),
                size=size,
                usual=usual,
            )
    counted = Counter(cards_of(held))
    twice = [card for card in PACK if counted[card] > 1]
    if twice:
        raise RuleError(
            "card-twice",
            gettext_noop("Each card can appear only once. Entered twice: %(cards)s."),
            cards=named(twice),
        )
    return held["N"], held["E"], held["S"], held["W"]


# The thirteen leads of a contract are one question to DDS, and all contracts that are asked
# together go to one process.


class Declared(NamedTuple):
    """A deal, what it is played in, and by whom: what opening leads follow from."""

    deal: Hands
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


def written_of_solved_leads(declared: Declared, outcome: Outcome) -> str:
    """The tricks after each lead as thirteen letters, 0 to d, in the order of the leads."""
    return "".join(DIGITS[outcome[card]] for card in declared.leads)


def read_of_solved_leads(declared: Declared, text: str) -> Outcome | None:
    """What :func:`written` wrote, None where it is none."""
    tricks, leads = [DIGITS.find(letter) for letter in text], declared.leads
    if len(tricks) != len(leads) or -1 in tricks:
        return None
    return dict(zip(leads, tricks, strict=True))
