"""The files of card dealing machines: DUP, of DOS, and DLM, of Windows.

Both know neither dealer nor vulnerability: these follow the number of the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import xor

from clubscore.deals.file_text import (
    LARGEST_FILE,
    FileProblems,
    check_size,
    decoded,
    lines_of,
    place,
)
from clubscore.deals.hands import (
    PACK,
    BoardsRead,
    DealtBoard,
    Hands,
    gathered,
    hand_of,
    usual_board,
    whole_deal,
)
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, ngettext_lazy

# One board of a DUP file: the cards of North, East and South by number, all four hands once more
# in signs, and how the machine is to go about it.
NUMBERS, SIGNS, ORDERS = 78, 68, 10
RECORD = NUMBERS + SIGNS + ORDERS
# Spades to clubs, as signs of the first letters of a PC.
SUIT_SIGNS = {"S": 6, "H": 3, "D": 4, "C": 5}

MOST_BOARDS = 99
BOARD = re.compile(r"\s*Board\s*(\d{1,2})\s*=\s*([a-p]{26})(\d{3})\s*", re.IGNORECASE)
MEANT = re.compile(r"\s*Board\s*\d+\s*=\s*", re.IGNORECASE)
# As much of the cards and the check number as is right.
RIGHT = re.compile(r"[a-p]{26}\d{0,3}\s*|[a-p]{0,26}", re.IGNORECASE)
# A place without a board: the pack in its order, thirteen cards a hand.
EMPTY = "aaaaaabffffffkkkkkklpppppp"


def is_dup(content: bytes) -> bool:
    """Whether a file looks like a DUP file: it begins with the numbers of three hands."""
    return len(content) >= NUMBERS and content[:NUMBERS].isdigit()


def read_dup(content: bytes) -> BoardsRead:
    """Read a DUP file; its boards follow on from the lowest number that it names.

    A problem names the board as its place counted from 1. Raises RuleError ``too-large``, and
    ``dup-form`` where the file is not whole.
    """
    check_size(content, LARGEST_FILE)
    if not content or len(content) % RECORD:
        raise RuleError(
            "dup-form",
            ngettext_lazy(
                "The file is cut off: a DUP file has %(size)s byte for each board. Export it"
                " again.",
                "The file is cut off: a DUP file has %(size)s bytes for each board. Export it"
                " again.",
                "size",
            ),
            size=RECORD,
        )
    records = [content[at : at + RECORD] for at in range(0, len(content), RECORD)]
    lowest = records[0][NUMBERS + SIGNS + 2 :][:3].strip()
    first = int(lowest) if lowest.isdigit() and int(lowest) else 1
    problems = FileProblems()
    return gathered(_dup_boards(records, first, problems), problems)


def _dup_boards(
    records: Iterable[bytes], first: int, problems: FileProblems
) -> Iterator[DealtBoard]:
    for at, record in enumerate(records):
        where = place(1, at * RECORD + 1)
        try:
            yield usual_board(first + at, _dup_deal(record), where)
        except RuleError as problem:
            problems.at(problem, where)


def _dup_deal(record: bytes) -> Hands:
    pairs = [record[at : at + 2] for at in range(0, NUMBERS, 2)]
    if not all(pair.isdigit() and 0 < int(pair) <= len(PACK) for pair in pairs):
        raise RuleError(
            "dup-form", gettext_noop("The cards in a DUP file must be numbers from 01 to 52.")
        )
    cards = [PACK[int(pair) - 1] for pair in pairs]
    return whole_deal(
        {seat: hand_of(cards[13 * at : 13 * at + 13], seat) for at, seat in enumerate("NES")}
    )


def write_dup(boards: Sequence[DealtBoard]) -> bytes:
    """Boards of following numbers as a DUP file. Raises RuleError ``board-order`` for others."""
    first, last = boards[0].number, boards[-1].number
    if [board.number for board in boards] != list(range(first, last + 1)):
        raise RuleError(
            "board-order",
            gettext_noop("The boards in a DUP file must follow one another without a gap."),
        )
    # Cards left as they are, dealt backwards; one copy of each board, from the first to the last.
    orders = f"YN{first:<3}1 {last:<3}".encode()
    return b"".join(_record(board.deal) + orders for board in boards)


def _record(deal: Hands) -> bytes:
    numbers = "".join(
        f"{PACK.index(suit + rank) + 1:02}"
        for seat in "NES"
        for suit, held in zip("SHDC", deal.hand(seat), strict=True)
        for rank in held
    )
    signs = b"".join(
        bytes([SUIT_SIGNS[suit]]) + held.encode()
        for seat in COMPASS
        for suit, held in zip("SHDC", deal.hand(seat), strict=True)
    )
    return numbers.encode() + signs


def read_dlm(content: bytes) -> BoardsRead:
    """Read a DLM file; places without a board are passed over.

    What is wrong stands with its line and column. Raises RuleError ``too-large``.
    """
    problems = FileProblems()
    return gathered(_dlm_boards(lines_of(decoded(content)), problems), problems)


def _dlm_boards(lines: Iterable[str], problems: FileProblems) -> Iterator[DealtBoard]:
    for number, line in enumerate(lines, 1):
        meant = MEANT.match(line)
        if not meant:
            continue
        try:
            found = _dlm_line(line, meant.end())
            board, letters = int(found[1]), found[2].lower()
            if letters != EMPTY:
                _check_total(board, letters, found)
                yield usual_board(board, _dlm_deal(letters), place(number, found.start(2) + 1))
        except RuleError as problem:
            column = int(problem.where) if problem.where.isdigit() else meant.end() + 1
            problems.at(problem, place(number, column))


def _dlm_line(line: str, begins: int) -> re.Match[str]:
    """A board's line. RuleError at the column of the first letter that is wrong."""
    found = BOARD.fullmatch(line)
    if found is None:
        right = RIGHT.match(line, begins)
        raise RuleError(
            "dlm-form",
            gettext_noop("A board in a DLM file must be 26 letters from a to p and a number."),
            str((right.end() if right else begins) + 1),
        )
    return found


def _check_total(board: int, letters: str, found: re.Match[str]) -> None:
    """The check number, with the board's own number in it or, as some programs write, without.

    RuleError at its column.
    """
    if int(found[3]) not in (_total(board, letters), _total(0, letters)):
        raise RuleError(
            "dlm-total",
            gettext_noop(
                "The check number of board %(board)s does not match its cards. Export"
                " the file again."
            ),
            str(found.start(3) + 1),
            board=board,
        )


def _total(board: int, letters: str) -> int:
    return reduce(xor, letters.encode(), board)


def _dlm_deal(letters: str) -> Hands:
    owners = [owner for letter in letters for owner in divmod(ord(letter) - ord("a"), 4)]
    return whole_deal(
        {
            seat: hand_of(
                (card for card, owner in zip(PACK, owners, strict=True) if owner == at), seat
            )
            for at, seat in enumerate(COMPASS)
        }
    )


def write_dlm(boards: Sequence[DealtBoard], name: str = "") -> bytes:
    """Boards as a DLM file. Raises RuleError ``board-order`` for numbers over 99."""
    found = {board.number: _letters(board.deal) for board in boards}
    first, last = min(found), max(found)
    if last > MOST_BOARDS:
        raise RuleError(
            "board-order",
            gettext_noop("A DLM file can only hold boards up to %(most)s."),
            most=MOST_BOARDS,
        )
    lines = [
        "[Document]",
        f"Headline={''.join(sign for sign in name if sign.isprintable())}",
        "Status=Show",
        "Duplicates=1",
        f"From board={first}",
        f"To board={last}",
        f"Checksum={1 ^ first ^ last ^ 1}",
    ]
    for number in range(1, MOST_BOARDS + 1):
        letters = found.get(number, EMPTY)
        lines.append(f"Board {number:02}={letters}{_total(number, letters):03}")
    return "".join(f"{line}\r\n" for line in lines).encode()


def _letters(deal: Hands) -> str:
    owners = [COMPASS.index(deal.owner(card)) for card in PACK]
    return "".join(
        chr(ord("a") + 4 * owners[at] + owners[at + 1]) for at in range(0, len(owners), 2)
    )
