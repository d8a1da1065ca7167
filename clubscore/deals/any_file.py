"""Files of boards of every format, told apart by what stands in them and not by their name.

A format is added by its reader and writer and one value in the list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from clubscore.deals.double_dummy import Tricks
from clubscore.deals.duplimate import is_dup, read_dlm, read_dup, write_dlm, write_dup
from clubscore.deals.file_text import LARGEST_FILE, check_size
from clubscore.deals.hands import BoardsRead, DealtBoard
from clubscore.deals.lin import read_lin, write_lin
from clubscore.deals.pbn import NO_TABLES, boards_of, pbn_of_boards, read_pbn
from clubscore.laws.errors import RuleError
from clubscore.laws.words import Either, gettext_noop

Tables = Mapping[int, Tricks]

DLM = re.compile(rb"(?im)^[ \t]*Board[ \t]*\d{1,2}[ \t]*=")
LIN = re.compile(rb"(?i)(^|[|\s=]|%7c)(md|qx|pn)(\||%7c)")
# How far into a file one must look to know it.
HEAD = 20_000


@dataclass(frozen=True)
class BoardsFormat:
    """A format of boards: its name, which in small letters is its ending, and how it is known.

    ``write`` takes the boards, the event's name and double-dummy tables; a format without a place
    for them leaves them out. RuleError where it cannot hold the boards.
    """

    name: str
    is_one: Callable[[bytes], bool]
    read: Callable[[bytes], BoardsRead]
    write: Callable[[Sequence[DealtBoard], str, Tables], bytes]

    @property
    def key(self) -> str:
        """Its ending, and its word in addresses."""
        return self.name.lower()


# In the order in which pages offer them. What is told apart more surely stands further down, and
# what is none of the others is read as the first.
BOARDS_FORMATS: tuple[BoardsFormat, ...] = (
    BoardsFormat("PBN", lambda content: True, lambda c: boards_of(read_pbn(c)), pbn_of_boards),
    BoardsFormat(
        "LIN",
        lambda content: bool(LIN.search(content[:HEAD])) and b"[Deal" not in content[:HEAD],
        read_lin,
        lambda boards, _name, _tables: write_lin(boards),
    ),
    BoardsFormat(
        "DLM",
        lambda content: bool(DLM.search(content[:HEAD])),
        read_dlm,
        lambda boards, name, _tables: write_dlm(boards, name),
    ),
    BoardsFormat("DUP", is_dup, read_dup, lambda boards, _name, _tables: write_dup(boards)),
)


def boards_formats() -> dict[str, BoardsFormat]:
    """Return every format of boards, by the words of addresses."""
    return {each.key: each for each in BOARDS_FORMATS}


def read_boards(content: bytes) -> BoardsRead:
    """Read the boards of a file of any of the formats.

    Everything that is wrong is among the problems with its line; a file without any board is one.
    Raises RuleError ``too-large``, ``dup-form``.
    """
    check_size(content, LARGEST_FILE)
    found = next(each for each in reversed(BOARDS_FORMATS) if each.is_one(content)).read(content)
    if not found.boards and not found.problems:
        raise RuleError(
            "no-boards",
            gettext_noop("There are no boards in this file. Choose a %(kinds)s file with deals."),
            kinds=Either(each.name for each in BOARDS_FORMATS),
        )
    return found


def write_boards(
    kind: str, boards: Sequence[DealtBoard], name: str = "", tables: Tables = NO_TABLES
) -> bytes:
    """Boards as a file of a format; PBN alone has a place for double-dummy tables.

    RuleError where that format cannot hold them.
    """
    if not boards:
        raise RuleError(
            "no-boards",
            gettext_noop("No board has cards yet. Deal the boards or import them first."),
        )
    return boards_formats()[kind].write(boards, name, tables)
