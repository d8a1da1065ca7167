"""What the score command answers, as JSON has it."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from clubscore.laws.citing import WrittenLaw


class PointsOf(TypedDict):
    """What a deal brought a column."""

    below: int
    above: int


class LineAnswer(WrittenLaw):
    """One figure on the sheet: whose, where, how much, what for and by which law."""

    column: str
    line: str
    points: int
    item: str


class PointsAnswer(TypedDict):
    """A deal's points by column, and its lines."""

    points: dict[str, PointsOf]
    lines: list[LineAnswer]


class DealAnswer(PointsAnswer):
    """A deal, and where it stands on the sheet."""

    number: int
    rubber: int
    game: int


class GameAnswer(TypedDict):
    """A game: the deal that won it, and whose it is."""

    deal: int
    winner: str


class RubberAnswer(TypedDict):
    """A rubber: the deal that ended it, whose it is, all its points."""

    deal: int
    winner: str | None
    totals: dict[str, int]
    margin: NotRequired[int]


class UnfinishedAnswer(TypedDict):
    """A rubber that was broken off."""

    totals: dict[str, int]
    below: dict[str, int]
    games: dict[str, int]
    bonus: dict[str, int]


PaymentAnswer = TypedDict("PaymentAnswer", {"from": str, "to": str, "amount": str})


class SettlementAnswer(TypedDict):
    """Points, money and payments."""

    points: dict[str, int]
    money: dict[str, str] | None
    payments: list[PaymentAnswer]


class SittingAnswer(TypedDict):
    """What the score command answers for one sitting."""

    game: str
    columns: list[str]
    deals: list[DealAnswer]
    games: list[GameAnswer]
    rubbers: list[RubberAnswer]
    unfinished: UnfinishedAnswer | None
    totals: dict[str, int]
    ledgers: dict[str, dict[str, int]]
    settlement: SettlementAnswer
