"""A board with its cards: number, dealer, vulnerability, deal; and what a file of them holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from clubscore.deals.file_text import Problems
from clubscore.deals.hands import Deal
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

VULNERABILITIES = ("none", "NS", "EW", "both")
# Laws of Duplicate Bridge 2017, law 2: sixteen boards, then the same again.
_BY_NUMBER = tuple(VULNERABILITIES[(row + row // 4) % 4] for row in range(16))
HIGHEST_BOARD = 9999


def usual_dealer(number: int) -> str:
    """The dealer of the board of this number."""
    return COMPASS[(number - 1) % 4]


def usual_vulnerable(number: int) -> str:
    """Who is vulnerable on the board of this number."""
    return _BY_NUMBER[(number - 1) % 16]


class DealtBoard(NamedTuple):
    """A board and its cards; ``where`` in its file it stands, empty where it was in none."""

    number: int
    deal: Deal
    dealer: str
    vulnerable: str
    where: str = ""


def usual_board(number: int, deal: Deal, where: str = "") -> DealtBoard:
    """A board whose dealer and vulnerability follow its number."""
    return DealtBoard(number, deal, usual_dealer(number), usual_vulnerable(number), where)


# With these nobody can say which boards are meant; all else concerns what was left out.
BLOCKING = frozenset(("board-twice", "more"))


class BoardsRead(NamedTuple):
    """What a file holds: its boards by number, and what is wrong with it or odd in it."""

    boards: tuple[DealtBoard, ...]
    problems: tuple[RuleError, ...] = ()

    @property
    def is_blocked(self) -> bool:
        """Whether none of it may come in; else what is sound does, and the rest is told."""
        return not self.boards or any(each.code in BLOCKING for each in self.problems)


def gathered(boards: Iterable[DealtBoard], problems: Problems) -> BoardsRead:
    """The boards in order. One that stands there again with other cards is a problem."""
    found: dict[int, DealtBoard] = {}
    for board in boards:
        first = found.setdefault(board.number, board)
        if first[1:4] != board[1:4]:
            problems.add(
                "board-twice",
                gettext_noop(
                    "Board %(number)s appears twice, with different cards or dealer."
                    " Remove one of the two."
                ),
                board.where,
                number=board.number,
            )
    return BoardsRead(tuple(found[number] for number in sorted(found)), tuple(problems))
