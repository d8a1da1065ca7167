"""How many tricks each hand wins as declarer if all four see every card and play their best.

DDS works it out, in a process of its own (:mod:`clubscore.deals.dds`): whatever becomes of it, we
go on. A process starts in a twentieth of a second; a deal takes about a tenth, so a whole evening's
boards take too long for a page that is waited for.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from clubscore.deals.dds import DENOMINATIONS, HANDS, MOST, NO_LIBRARY
from clubscore.deals.hands import Deal
from clubscore.laws.cards import NULLOS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, ngettext_lazy

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
    deals: Sequence[Deal], batch: int = MOST, threads: int = ALL_THREADS
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
            process.kill()


def solve(deals: Sequence[Deal]) -> list[Tricks]:
    """The table of each deal, in order. RuleError as :func:`solved`."""
    return list(solved(deals))


def _answers(process: subprocess.Popen[str], deals: Sequence[Deal]) -> Iterator[Tricks]:
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
