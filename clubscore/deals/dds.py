"""The process that asks DDS: ``python dds.py BATCH THREADS``. No one else loads its library.

DDS (Bo Haglund and Soren Hein, Apache Licence 2.0) is written in C++ and dies where two threads
call it at once, or where a deal is not one; so it lives in a process of its own, which starts
quickly because this file needs nothing of the rest. It reads one deal in PBN a line and answers
each with a line of twenty numbers, in the order of :data:`DENOMINATIONS` and of :data:`HANDS`, as
soon as its batch is worked out.
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


class Table(ctypes.Structure):
    """``ddTableResults``: tricks by denomination and hand."""

    tricks: ctypes.Array[ctypes.Array[ctypes.c_int]]
    _fields_ = [("tricks", (ctypes.c_int * len(HANDS)) * len(DENOMINATIONS))]


class Tables(ctypes.Structure):
    """``ddTablesRes``."""

    tables: ctypes.Array[Table]
    _fields_ = [("solved", ctypes.c_int), ("tables", Table * (MOST * len(DENOMINATIONS)))]


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
    code = main(int(sys.argv[1]), int(sys.argv[2]))
    sys.stderr.flush()
    # DDS can crash while it is unloaded; what was asked of it is told by now.
    os._exit(code)
