"""What stands on the sheet of a sitting: words and figures, with no idea of paper.

The printed sheet and its plain-text twin are both made of this, and equal content makes equal
sheets: `fingerprint` is what a browser is asked with whether it has the sheet already.
"""

import hashlib
from typing import NamedTuple

from clubscore.laws.money import Currency


class Figure(NamedTuple):
    """A figure on the pad and the suit or word beside it."""

    points: int
    cause: str


class PadGame(NamedTuple):
    """The tricks of one game, column by column; `over` draws the rule that closes it."""

    number: int
    over: bool
    below: tuple[tuple[Figure, ...], ...]


class PrintedPad(NamedTuple):
    """One rubber as it stands on paper, column by column.

    `bonus` is (points, word) under the sum; `margin` is the winner's total, the other's and the
    difference where there are two columns; `outcome` says in a sentence how it ended. Without
    `has_line` it is one long sheet with a figure a deal.
    """

    number: int
    title: str
    names: tuple[str, ...]
    honours: tuple[tuple[Figure, ...], ...]
    games: tuple[PadGame, ...]
    sums: tuple[int, ...]
    bonus: tuple[tuple[Figure, ...], ...]
    totals: tuple[int, ...]
    margin: tuple[int, int, int] | None
    outcome: str
    broken_off: bool
    has_line: bool


class PrintedDeal(NamedTuple):
    """One deal in the table of deals.

    `points` is (below, above) by column; `won` is "", "game" or "rubber"; `revokes` and `notes` say
    what was irregular, `corrections` what was put right or is disputed; `sentence` and `said` are
    for those who hear the sheet, and `sentence` tells of the revokes too.
    """

    number: int
    rubber: int
    dealer: str
    contract: str
    by: str
    result: str
    honours: str
    points: tuple[tuple[int, int], ...]
    won: str
    revokes: tuple[str, ...]
    notes: tuple[str, ...]
    corrections: tuple[str, ...]
    sentence: str
    said: tuple[str, ...]


class PrintedPart(NamedTuple):
    """A stretch with one line-up: who sits where, its rubbers and its deals."""

    number: int
    seats: tuple[str, ...]
    names: tuple[str, ...]
    unit: str
    has_line: bool
    pads: tuple[PrintedPad, ...]
    deals: tuple[PrintedDeal, ...]


class Chapter(NamedTuple):
    """Parts that follow one another at one game, with the same laws and stake."""

    game: str
    laws: str
    stake: str
    parts: tuple[PrintedPart, ...]


class SlipRow(NamedTuple):
    """A rubber on the slip: what it is, and points by person, None for who sat out.

    `head` stands over its column of a table, `key` says what that is.
    """

    label: str
    points: tuple[int | None, ...]
    head: str = ""
    key: str = ""


class SlipMoney(NamedTuple):
    """What for, and coins by person, None where it does not concern them."""

    label: str
    currency: Currency
    coins: tuple[int | None, ...]


class Debt(NamedTuple):
    """Who pays whom how much, as a sentence too; `paid_at` is empty until it was paid."""

    payer: str
    payee: str
    coins: int
    currency: Currency
    said: str
    paid_at: str = ""


class PrintedSlip(NamedTuple):
    """The slip of the evening: rubbers, sums, who pays whom.

    `money` is what the rubbers come to, table money, bets. It is empty where it was all for love,
    and where the sheet is printed for whom it does not concern.
    """

    people: tuple[str, ...]
    rows: tuple[SlipRow, ...]
    totals: tuple[int, ...]
    money: tuple[SlipMoney, ...]
    owed: tuple[Debt, ...]
    paid: tuple[Debt, ...]
    for_love: bool


class SittingSheet(NamedTuple):
    """Everything that the sheet of a sitting says. `state` is empty once it is all settled.

    `address` is empty where phones cannot open any.
    """

    club: str
    table: str
    evening: str
    address: str
    players: tuple[str, ...]
    state: str
    is_void: bool
    chapters: tuple[Chapter, ...]
    slip: PrintedSlip

    def fingerprint(self, *more: str) -> str:
        """Return a text that is another as soon as anything on the sheet is another."""
        said = repr((tuple(self), more)).encode("utf-8", "backslashreplace")
        return hashlib.sha256(said).hexdigest()[:32]
