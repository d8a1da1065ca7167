"""LIN, the files of Bridge Base Online: pairs of a key and a value, each ended by a bar.

There is no published standard; keys and their meaning are those that its own files show.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import unquote, unquote_plus

from clubscore.deals.file_text import FileProblems, decoded, lines_of, place
from clubscore.deals.hands import (
    SUIT_KEYS,
    BoardsRead,
    DealtBoard,
    Hand,
    Hands,
    gathered,
    hand_of,
    usual_dealer,
    usual_vulnerable,
    whole_deal,
)
from clubscore.deals.pbn import board_number
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop

# South is written first, and the dealer is a number in that order.
SEATS = ("S", "W", "N", "E")
VULNERABLE = {
    "o": "none", "0": "none", "-": "none", "n": "NS", "e": "EW", "b": "both", "z": "",
}  # fmt: skip
SIGNS = {"none": "o", "NS": "n", "EW": "e", "both": "b"}
NUMBER = re.compile(r"\d+")
# The LIN of an address, and the signs that stand in one for letters.
ADDRESS = re.compile(r"^\s*https?://\S*[?&]lin=([^&#\s]*)", re.IGNORECASE)
CODED = re.compile(r"%[0-9A-Fa-f]{2}")
SUIT = re.compile(r"[SHDC][^SHDC]*")


@dataclass
class _LinEntry:
    """What stands about one board, and after how many letters of the file each value begins."""

    values: dict[str, str] = field(default_factory=dict)
    begins: dict[str, int] = field(default_factory=dict)


class _Places:
    """Lines and columns of a text, by how many letters stand before them."""

    def __init__(self, text: str) -> None:
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]

    def place(self, letters: int) -> str:
        """Where the letter stands that comes after so many others."""
        line = bisect_right(self._lines, letters)
        return place(line, letters - self._lines[line - 1] + 1)


def read_lin(content: bytes) -> BoardsRead:
    """Read the boards of a file; both rooms of a match play the same ones.

    What is wrong stands with its line and column. Raises RuleError ``too-large``.
    """
    text = "\n".join(map(_plain, lines_of(decoded(content))))
    problems, places = FileProblems(), _Places(text)
    return gathered(_boards(_entries(text, places, problems), places, problems), problems)


def _plain(line: str) -> str:
    """A line as it is meant: what people share is the address of a hand viewer, or a part of one.

    An address has no spaces, but signs for them and for bars ("Board%203", "pn%7C").
    """
    address = ADDRESS.search(line)
    if address is not None:
        return unquote_plus(address[1])
    return unquote(line) if CODED.search(line) and not re.search(r"\s", line.strip()) else line


def _entries(text: str, places: _Places, problems: FileProblems) -> Iterator[_LinEntry]:
    parts = text.split("|")
    entry, before = _LinEntry(), 0
    for at in range(0, len(parts) - 1, 2):
        key, value = parts[at].strip().lower(), parts[at + 1]
        begins = before + len(parts[at]) + 1
        if key == "qx" or (key == "md" and "md" in entry.values):
            yield entry
            entry = _LinEntry()
        entry.values.setdefault(key, value.strip())
        entry.begins.setdefault(key, begins + len(value) - len(value.lstrip()))
        before = begins + len(value) + 1
    yield entry
    if len(parts) % 2 == 0 or parts[-1].strip():
        problems.add(
            "lin-form",
            gettext_noop(
                "The LIN file is cut off: every key and value must end with |. Export it again."
            ),
            places.place(len(text.rstrip())),
        )


def _boards(
    entries: Iterable[_LinEntry], places: _Places, problems: FileProblems
) -> Iterator[DealtBoard]:
    last = 0
    for entry in entries:
        written = entry.values.get("md", "")
        if len(written) < 2:
            # A vugraph file names boards that were not played.
            continue
        try:
            board = _board(entry, places, last)
        except RuleError as problem:
            problems.take(problem)
            continue
        last = board.number
        yield board


def _board(entry: _LinEntry, places: _Places, last: int) -> DealtBoard:
    """One board. RuleError at line and column of what is wrong."""
    written, begins = entry.values["md"], entry.begins["md"]
    number = _number(entry, places, last)
    with _standing(places.place(begins)):
        dealer = _dealer(written[0]) or usual_dealer(number)
    with _standing(places.place(entry.begins.get("sv", begins))):
        vulnerable = _vulnerable(entry.values.get("sv", "")) or usual_vulnerable(number)
    try:
        deal = _deal(written[1:])
    except RuleError as problem:
        where = places.place(begins + 1 + _hand_begins(written[1:], problem.where))
        raise problem.standing(where) from None
    return DealtBoard(number, deal, dealer, vulnerable, places.place(begins))


@contextmanager
def _standing(where: str) -> Iterator[None]:
    """Whatever is wrong in here stands at this place."""
    try:
        yield
    except RuleError as problem:
        raise problem.standing(where) from None


def _hand_begins(written: str, seat: str) -> int:
    """After how many letters of a deal the hand of a seat begins; 0 where it is not written."""
    hands = written.split(",")
    at = SEATS.index(seat) if seat in SEATS else 0
    return sum(len(hand) + 1 for hand in hands[:at]) if at < len(hands) else 0


def _number(entry: _LinEntry, places: _Places, last: int) -> int:
    """The number of a board: as it is called, else of its place in the match, else the next."""
    for key in ("ah", "qx"):
        found = NUMBER.search(entry.values.get(key, ""))
        if found:
            with _standing(places.place(entry.begins[key] + found.start())):
                return board_number(found[0])
    return last + 1


def _dealer(sign: str) -> str:
    """The dealer, empty where it is 0 for no one. RuleError for anything else."""
    if sign not in "01234":
        raise RuleError(
            "dealer",
            gettext_noop(
                "The dealer of a LIN deal must be 1 to 4, counted from South, not %(given)s."
            ),
            given=shown(sign),
        )
    return "" if sign == "0" else SEATS[int(sign) - 1]


def _vulnerable(sign: str) -> str:
    found = VULNERABLE.get(sign.lower(), None if sign else "")
    if found is None:
        raise RuleError(
            "vulnerable",
            gettext_noop("Vulnerability in a LIN file must be o, n, e or b, not %(given)s."),
            given=shown(sign),
        )
    return found


def _deal(text: str) -> Hands:
    """South, West, North and East, of whom the last may be left out."""
    hands: dict[str, Hand] = {}
    written = text.upper().replace("10", "T").split(",")
    for seat, hand in zip(SEATS, written, strict=False):
        suits: list[str] = SUIT.findall(hand)
        if "".join(suits) != hand.strip() or len(written) > len(SEATS):
            raise RuleError(
                "hand-form",
                gettext_noop("A hand in a LIN deal must list S, H, D and C, each with its cards."),
                seat,
            )
        if suits:
            hands[seat] = hand_of((suit[0] + rank for suit in suits for rank in suit[1:]), seat)
    return whole_deal(hands)


def write_lin(boards: Iterable[DealtBoard]) -> bytes:
    """Boards as a LIN file, one a line, without names and bids."""
    return "".join(f"{_line(board)}\n" for board in boards).encode()


def _line(board: DealtBoard) -> str:
    hands = ",".join(
        "".join(suit + held for suit, held in zip(SUIT_KEYS, board.deal.hand(seat), strict=True))
        for seat in SEATS
    )
    dealer, vulnerable = SEATS.index(board.dealer) + 1, SIGNS[board.vulnerable]
    head = f"qx|o{board.number}|pn|,,,|md|{dealer}{hands}|"
    return f"{head}sv|{vulnerable}|rh||ah|Board {board.number}|pg||"
