"""The lines of a score: whose, where, how much, what for and by which law."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from clubscore.laws.citing import Citation
from clubscore.laws.counting.tariff import Tariff
from clubscore.laws.words import english

BELOW, ABOVE = "below", "above"


class Line(NamedTuple):
    """One figure on the sheet: whose, where, how much, what for and by which law.

    ``item`` is the English text; ``phrase`` and ``params`` let it be said in another tongue.
    ``kind`` is the sort of line ("tricks", "honours", "slam"), for a sheet that marks causes.
    """

    column: str
    line: str
    points: int
    item: str
    law: Citation
    phrase: str
    params: Mapping[str, object]
    kind: str


class Piece(NamedTuple):
    """Lines with their sums by column, in the order of the sheet."""

    lines: tuple[Line, ...]
    below: tuple[int, ...]
    above: tuple[int, ...]


class LedgerEntry(NamedTuple):
    """Points that one seat wins from another outside the sheet, in a ledger of this name."""

    ledger: str
    winner: str
    loser: str
    points: int
    law: Citation


class Score(NamedTuple):
    """What a deal brings before games and rubbers are counted.

    ``columns`` are those of the declaring side, declarer's first. ``caps`` are columns whose
    standing towards the game may not pass a limit by this deal. ``ledger`` is what stands outside
    the sheet. ``vulnerable`` is whether the declaring side was.
    """

    lines: tuple[Line, ...]
    below: tuple[int, ...]
    above: tuple[int, ...]
    columns: tuple[str, ...] = ()
    caps: tuple[tuple[int, int], ...] = ()
    ledger: tuple[LedgerEntry, ...] | None = None
    vulnerable: bool = False


class Writer:
    """Collects the lines of one deal."""

    __slots__ = ("_laws", "lines")

    def __init__(self, tariff: Tariff) -> None:
        self._laws = tariff.laws
        self.lines: list[Line] = []

    def write(
        self,
        columns: Sequence[str],
        line: str,
        points: int,
        kind: str,
        phrase: str,
        cases: tuple[str, ...] = (),
        /,
        **params: object,
    ) -> None:
        """A line of this many points in each of these columns; none where there are no points.

        Of its ``cases`` ("doubled", "5-in-one") the first that the game has a law of its own for
        is cited.
        """
        if not points or not columns:
            return
        item = english(phrase, params)
        law = self.law(kind, cases)
        for column in columns:
            self.lines.append(Line(column, line, points, item, law, phrase, params, kind))

    def law(self, kind: str, cases: tuple[str, ...] = ()) -> Citation:
        """What a line of this kind cites in the first of these cases that has its own law."""
        for case in cases:
            own = self._laws.get(f"{kind} {case}")
            if own is not None:
                return own
        return self._laws[kind]
