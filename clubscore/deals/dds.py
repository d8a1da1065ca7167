"""The process that asks DDS: ``python dds.py BATCH THREADS``, or ``python dds.py cards``.

No one else loads its library.

DDS (Bo Haglund and Soren Hein, Apache Licence 2.0) is written in C++ and dies where two threads
call it at once, or where a deal is not one; so it lives in a process of its own, which starts
quickly because this file needs nothing of the rest. It reads one deal in PBN a line and answers
each with a line of twenty numbers, in the order of :data:`DENOMINATIONS` and of :data:`HANDS`, as
soon as its batch is worked out.

With ``cards`` it reads positions instead, ``NT E D7,SK N:...``: denomination, who led to the trick,
the cards in it (``-`` for none), the cards still in the hands. It answers each at once with the
cards of the hand whose turn it is, and the tricks its side then still wins: ``C4=7 S3=7``.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path

DENOMINATIONS = ("S", "H", "D", "C", "NT")
HANDS = ("N", "E", "S", "W")
RANKS = "23456789TJQKA"
# The most deals that DDS takes in one call (MAXNOOFTABLES).
MOST = 40
PACKAGE, FOLDER = "endplay", "_dds"
SUFFIXES = (".so", ".dll", ".dylib")
# A system's own, like that of Debian's package libdds0.
SYSTEMS = ("libdds.so.0", "libdds.so.2", "libdds.so")
WORKED = 1
NO_LIBRARY, FAILED = 3, 4


class DealPBN(ctypes.Structure):
    """``ddTableDealPBN``."""

    cards: bytes
    _fields_ = [("cards", ctypes.c_char * 80)]


class DealsPBN(ctypes.Structure):
    """``ddTableDealsPBN``."""

    deals: ctypes.Array[DealPBN]
    _fields_ = [("count", ctypes.c_int), ("deals", DealPBN * (MOST * len(DENOMINATIONS)))]


class DdsTable(ctypes.Structure):
    """``ddTableResults``: tricks by denomination and hand."""

    tricks: ctypes.Array[ctypes.Array[ctypes.c_int]]
    _fields_ = [("tricks", (ctypes.c_int * len(HANDS)) * len(DENOMINATIONS))]


class Tables(ctypes.Structure):
    """``ddTablesRes``."""

    tables: ctypes.Array[DdsTable]
    _fields_ = [("solved", ctypes.c_int), ("tables", DdsTable * (MOST * len(DENOMINATIONS)))]


class PositionPBN(ctypes.Structure):
    """``dealPBN``: a position, whose trick has up to three cards."""

    trump: int
    first: int
    suits: ctypes.Array[ctypes.c_int]
    ranks: ctypes.Array[ctypes.c_int]
    cards: bytes
    _fields_ = [
        ("trump", ctypes.c_int),
        ("first", ctypes.c_int),
        ("suits", ctypes.c_int * 3),
        ("ranks", ctypes.c_int * 3),
        ("cards", ctypes.c_char * 80),
    ]


class DdsCards(ctypes.Structure):
    """``futureTricks``: each card that can be played, its equals, and what it still wins."""

    count: int
    suit: ctypes.Array[ctypes.c_int]
    rank: ctypes.Array[ctypes.c_int]
    equals: ctypes.Array[ctypes.c_int]
    score: ctypes.Array[ctypes.c_int]
    _fields_ = [
        ("nodes", ctypes.c_int),
        ("count", ctypes.c_int),
        ("suit", ctypes.c_int * 13),
        ("rank", ctypes.c_int * 13),
        ("equals", ctypes.c_int * 13),
        ("score", ctypes.c_int * 13),
    ]


class Pars(ctypes.Structure):
    """``allParResults``: room that DDS wants; par is ours to work out."""

    _fields_ = [("room", ctypes.c_char * (288 * MOST))]


def paths() -> list[str]:
    """Where DDS may be: in the package that brings it, else the system's own."""
    # Found, not imported: its own modules would load what draws pictures, for nothing.
    package = importlib.util.find_spec(PACKAGE)
    folders = [] if package is None else package.submodule_search_locations or []
    packaged = [
        str(file)
        for folder in folders
        for file in sorted((Path(folder) / FOLDER).glob("*dds*"))
        if file.suffix in SUFFIXES
    ]
    return [*packaged, *SYSTEMS]


def load(threads: int = 0) -> ctypes.CDLL | None:
    """DDS for so many threads (0: as suits the machine), None where there is no DDS."""
    for path in paths():
        try:
            library = ctypes.CDLL(path)
        except OSError:
            continue
        # Nothing else may be asked before.
        library.SetMaxThreads(threads)
        return library
    return None


def tables_of(library: ctypes.CDLL, deals: Sequence[str]) -> list[list[int]]:
    """The tricks of up to forty deals, twenty numbers each. RuntimeError with DDS's own code."""
    asked = DealsPBN(count=len(deals))
    for at, deal in enumerate(deals):
        asked.deals[at].cards = deal.encode("ascii")
    found, room = Tables(), Pars()
    every = (ctypes.c_int * len(DENOMINATIONS))()
    no_par = -1
    code: int = library.CalcAllTablesPBN(
        ctypes.byref(asked), no_par, every, ctypes.byref(found), ctypes.byref(room)
    )
    if code != WORKED:
        raise RuntimeError(f"DDS says {code}")
    return [
        [tricks for row in found.tables[at].tricks for tricks in row] for at in range(len(deals))
    ]


def position_of(line: str) -> PositionPBN:
    """Read a position as :mod:`clubscore.deals.double_dummy` writes it."""
    trump, first, trick, deal = line.split(" ", 3)
    position = PositionPBN(trump=DENOMINATIONS.index(trump), first=HANDS.index(first))
    for at, card in enumerate(trick.split(",") if trick != "-" else ()):
        position.suits[at] = DENOMINATIONS.index(card[0])
        position.ranks[at] = 2 + RANKS.index(card[1])
    position.cards = deal.encode("ascii")
    return position


def cards_of(library: ctypes.CDLL, position: PositionPBN) -> dict[str, int]:
    """What each card wins that can be played. RuntimeError with DDS's own code."""
    found = DdsCards()
    any_number, every_card, search_always, thread = -1, 3, 1, 0
    code: int = library.SolveBoardPBN(
        position, any_number, every_card, search_always, ctypes.byref(found), thread
    )
    if code != WORKED:
        raise RuntimeError(f"DDS says {code}")
    tricks = {}
    for at in range(found.count):
        suit = DENOMINATIONS[found.suit[at]]
        alike = [rank for rank in range(2, 15) if found.equals[at] >> rank & 1]
        for rank in (found.rank[at], *alike):
            tricks[suit + RANKS[rank - 2]] = found.score[at]
    return tricks


def answer_positions() -> int:
    """Answer the positions of standard input, each as it comes."""
    library = load(1)
    if library is None:
        return NO_LIBRARY
    library.SolveBoardPBN.argtypes = [
        PositionPBN, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.POINTER(DdsCards),
        ctypes.c_int,
    ]  # fmt: skip
    for line in sys.stdin:
        try:
            tricks = cards_of(library, position_of(line.rstrip("\n")))
        except RuntimeError as error:
            print(error, file=sys.stderr)
            return FAILED
        print(*(f"{card}={won}" for card, won in tricks.items()), flush=True)
    return 0


def main(batch: int, threads: int) -> int:
    """Answer the deals of standard input, so many at a time."""
    deals = sys.stdin.read().split("\n")[:-1]
    library = load(threads)
    if library is None:
        return NO_LIBRARY
    for at in range(0, len(deals), batch):
        try:
            tables = tables_of(library, deals[at : at + batch])
        except RuntimeError as error:
            print(error, file=sys.stderr)
            return FAILED
        for table in tables:
            print(*table)
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    asks_cards = sys.argv[1] == "cards"
    code = answer_positions() if asks_cards else main(int(sys.argv[1]), int(sys.argv[2]))
    sys.stderr.flush()
    # DDS can crash while it is unloaded; what was asked of it is told by now.
    os._exit(code)
