"""Files of boards of every kind, told apart by what stands in them and not by their name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from clubscore.deals.dealt_board import BoardsRead, DealtBoard
from clubscore.deals.double_dummy import Tricks
from clubscore.deals.file_size import check_size
from clubscore.deals.file_text import LARGEST_FILE
from clubscore.deals.files.duplimate import is_dup, read_dlm, read_dup, write_dlm, write_dup
from clubscore.deals.files.lin import read_lin, write_lin
from clubscore.deals.files.pbn import read_pbn
from clubscore.deals.files.pbn_boards import NO_TABLES, boards_of, pbn_of_boards
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

KINDS = ("pbn", "lin", "dlm", "dup")
DLM = re.compile(rb"(?im)^[ \t]*Board[ \t]*\d{1,2}[ \t]*=")
LIN = re.compile(rb"(?i)(^|[|\s])(md|qx|pn)\|")
# How far into a file one must look to know it.
HEAD = 20_000


def read_boards(content: bytes) -> BoardsRead:
    """Read the boards of a PBN, LIN, DLM or DUP file.

    Everything that is wrong is among the problems with its line; a file without any board is one.
    Raises RuleError ``too-large``, ``dup-form``.
    """
    check_size(content, LARGEST_FILE)
    found = _read(content)
    if not found.boards and not found.problems:
        raise RuleError(
            "no-boards",
            gettext_noop(
                "There are no boards in this file. Choose a PBN, LIN, DLM or DUP file with deals."
            ),
        )
    return found


def _read(content: bytes) -> BoardsRead:
    head = content[:HEAD]
    if is_dup(content):
        return read_dup(content)
    if DLM.search(head):
        return read_dlm(content)
    if LIN.search(head) and b"[Deal" not in head:
        return read_lin(content)
    return boards_of(read_pbn(content))


def write_boards(
    kind: str,
    boards: Sequence[DealtBoard],
    name: str = "",
    tables: Mapping[int, Tricks] = NO_TABLES,
) -> bytes:
    """Boards as a file of a kind; PBN alone has a place for double-dummy tables.

    RuleError where that kind cannot hold them.
    """
    if not boards:
        raise RuleError(
            "no-boards",
            gettext_noop("No board has cards yet. Deal the boards or import them first."),
        )
    if kind == "dup":
        return write_dup(boards)
    if kind == "dlm":
        return write_dlm(boards, name)
    return write_lin(boards) if kind == "lin" else pbn_of_boards(boards, name, tables)
