"""One board as one of its four players has it, and how it is kept.

What a field does is told of the results that were compared with each other: those of a board, of
one section where sections are compared apart, with the same cards where they were fouled.
"""

import json
import zlib
from base64 import b85decode, b85encode
from collections.abc import Iterable
from typing import NamedTuple

from clubscore.events.models.over_years import BoardKept, Ratio
from clubscore.laws.cards import PARTNERSHIPS

SIDE_OF = {hand: column.key for column in PARTNERSHIPS for hand in column.hands}
PASSED = "pass"


class PlayedBoard(NamedTuple):
    """A board of somebody's; people by their keys, 0 for one who is not known.

    `seat` is empty where it is not known which of a side's two sat where. `contract` has its level
    and denomination, and an X for each doubling; it is `pass`, or empty where only the score is
    known. `won` is what the side won: a part of the top or IMPs; `mean` and `spread` are mean and
    variance of what the compared results won on the same side. All three are None where the board
    was not compared. `others` are tricks in the same denomination by the same side elsewhere: their
    sum, and at how many tables.
    """

    board: int
    round: int
    side: str
    seat: str
    partner: int
    opponents: tuple[int, ...]
    contract: str
    declarer: str
    tricks: int
    over: int
    score: int | None
    won: Ratio | None
    mean: Ratio | None
    spread: Ratio | None
    others: Ratio
    lead: str

    @property
    def declared_by(self) -> str:
        """Whose contract it was: own, partner, ours, theirs; empty where nobody declared."""
        if not self.declarer:
            return ""
        if SIDE_OF[self.declarer] != self.side:
            return "theirs"
        if not self.seat:
            return "ours"
        return "own" if self.declarer == self.seat else "partner"

    @property
    def level(self) -> int:
        """The level of the contract, 0 where it has none."""
        return int(self.contract[0]) if self.contract[:1].isdigit() else 0

    @property
    def denomination(self) -> str:
        """The denomination of the contract, empty where there is none."""
        return "" if self.contract == PASSED else self.contract.rstrip("X").lstrip("1234567")

    @property
    def led(self) -> bool:
        """Whether it was this player who led, and the card is known."""
        return bool(self.lead and self.seat and leader_of(self.declarer) == self.seat)

    @property
    def to_field(self) -> Ratio | None:
        """Tricks more than the others took on average; None where nobody else played it there.

        Of a contract of the opponents tricks that they lacked count for this side.
        """
        total, tables = self.others
        if not tables:
            return None
        more = self.tricks * tables - total
        return more if SIDE_OF[self.declarer] == self.side else -more, tables


def leader_of(declarer: str) -> str:
    """Return who leads against a declarer, nobody where there is none."""
    return "NESW"[("NESW".index(declarer) + 1) % 4] if declarer else ""


def kept(boards: Iterable[PlayedBoard]) -> str:
    """Return boards as the database keeps them: packed, for they are most of what a club has."""
    told: list[BoardKept] = [(*board[:5], [*board.opponents], *board[6:]) for board in boards]
    text = json.dumps(told, separators=(",", ":"))
    return b85encode(zlib.compress(text.encode(), 9)).decode()


def read(packed: str) -> list[PlayedBoard]:
    """Return boards that were kept."""
    told: list[BoardKept] = json.loads(zlib.decompress(b85decode(packed)))
    return [PlayedBoard._make((*each[:5], tuple(each[5]), *each[6:])) for each in told]
