"""A tiny Access 97 database (Jet 3), as Bridgemate files are: enough of one for tests to read.

Nothing free writes such files, so this makes the pages themselves: a header, the catalogue, and for
each table its definition and one page of rows. It is no file that Access itself was seen to open.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

PAGE = 2048
BOOLEAN, SHORT, LONG, DATE, TEXT, OLE = 1, 3, 4, 8, 10, 11
SIZES = {SHORT: ("<h", 2), LONG: ("<i", 4), DATE: ("<d", 8)}
Columns = Sequence[tuple[str, int]]
Rows = Sequence[Sequence[Any]]


def database(tables: dict[str, tuple[Columns, Rows]]) -> bytes:
    """The tables as a file; a table's rows must fit into one page."""
    head = b"\0\1\0\0Standard Jet DB\0" + struct.pack("<I", 0)
    pages = [head.ljust(PAGE, b"\0"), b"\0" * PAGE, b"", b""]
    catalogue: list[tuple[Any, ...]] = [(2, "MSysObjects", 1, 2, None)]
    for name, (columns, rows) in tables.items():
        number = len(pages)
        catalogue.append((number, name, 1, 0, None))
        pages += [_definition(columns, len(rows)), _data(number, columns, rows)]
    own: Columns = (("Id", LONG), ("Name", TEXT), ("Type", SHORT), ("Flags", LONG), ("LvProp", OLE))
    pages[2] = _definition(own, len(catalogue))
    pages[3] = _data(2, own, catalogue)
    return b"".join(pages)


def _definition(columns: Columns, rows: int) -> bytes:
    offset, changing, told, names = 0, 0, b"", b""
    for at, (name, kind) in enumerate(columns):
        fixed = kind in SIZES or kind == BOOLEAN
        told += struct.pack("<BHHH6sBHH", kind, at, changing, at, b"", 2 + fixed, offset, 0)
        names += bytes([len(name)]) + name.encode()
        if fixed:
            offset += SIZES.get(kind, ("", 0))[1]
        else:
            changing += 1
    head = struct.pack("<2sHIIIIBHHHIIII", b"\2\1", 0, 0, 0, rows, 0, 0x4E, len(columns), changing,
                       len(columns), 0, 0, 0, 0)  # fmt: skip
    return (head + told + names).ljust(PAGE, b"\0")


def _data(owner: int, columns: Columns, rows: Rows) -> bytes:
    if not rows:
        return b"\0" * PAGE
    body, offsets = b"", []
    for row in rows:
        body = _record(columns, row) + body
        offsets.append(PAGE - len(body))
    head = struct.pack("<2sHIH", b"\1\1", 0, owner, len(rows))
    head += struct.pack(f"<{len(rows)}H", *offsets)
    assert len(head) + len(body) <= PAGE, "too many rows for a page"
    return head + b"\0" * (PAGE - len(head) - len(body)) + body


def _record(columns: Columns, row: Sequence[Any]) -> bytes:
    fixed, changing, starts, mask = b"", b"", [], 0
    for at, ((_name, kind), value) in enumerate(zip(columns, row, strict=True)):
        there = bool(value) if kind == BOOLEAN else value is not None
        mask |= there << at
        if kind in SIZES:
            fixed += struct.pack(SIZES[kind][0], value if there else 0)
    before = 1 + len(fixed)
    for (_name, kind), value in zip(columns, row, strict=True):
        if kind in (TEXT, OLE):
            starts.append(before + len(changing))
            changing += (value or "").encode("latin-1")
    ends = bytes([before + len(changing), *reversed(starts), len(starts)])
    return bytes([len(columns)]) + fixed + changing + ends + mask.to_bytes((len(columns) + 7) // 8,
                                                                           "little")  # fmt: skip
