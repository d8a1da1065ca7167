"""``python manage.py seven``: an evening of the seven, ``clubscore-seven/1``, read and answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from clubscore.files.commands.score import Command
from clubscore.files.commands.score import main as answer_files
from clubscore.files.json_text import is_object
from clubscore.files.score_file import (
    PointsAnswer,
    SettlementAnswer,
    UnfinishedAnswer,
    check_fields,
    read_deals,
    read_text,
    written_points,
    written_settlement,
    written_unfinished,
)
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.settlement import Stakes, read_stakes
from clubscore.laws.seven import (
    GAME,
    PLAYERS,
    SevenDeal,
    SevenRubber,
    SevenScore,
    play_evening,
    read_seven_rules,
)
from clubscore.laws.words import gettext_noop

FORMAT = "clubscore-seven/1"
FIELDS = ("format", "players", "rules", "stakes", "deals")


class PlaceAnswer(TypedDict):
    """A seat at one of the two tables."""

    table: int
    seat: str


class MoveAnswer(PlaceAnswer):
    """Who else moves, and where to."""

    player: str


class SevenDealAnswer(PointsAnswer):
    """A deal: at which table, who sat there, whose rubber it was, and who crossed after it."""

    number: int
    table: int
    dealer: str
    seats: Mapping[str, str]
    originals: Mapping[str, str]
    dummy: str | None
    crosses_to: PlaceAnswer | None
    also_moves: MoveAnswer | None


class SevenRubberAnswer(TypedDict):
    """A rubber of one table."""

    table: int
    deal: int
    originals: Mapping[str, str]
    winner: str | None
    totals: Mapping[str, int]
    margin: int | None


class SevenUnfinishedAnswer(UnfinishedAnswer):
    """A rubber that was broken off, at which table and whose."""

    table: int
    originals: Mapping[str, str]


class SevenAnswer(TypedDict):
    """What the command answers for one evening."""

    deals: list[SevenDealAnswer]
    rubbers: list[SevenRubberAnswer]
    unfinished: list[SevenUnfinishedAnswer]
    settlement: SettlementAnswer


def main(argv: Sequence[str]) -> int:
    """Answer every evening of the files named; exit codes as those of ``score``."""
    return answer_files(argv, SEVEN)


def read_seven_file(raw: object) -> tuple[SevenScore, Stakes | None]:
    """Verify and score one evening. RuleError names the field, like ``deals[3].tricks``."""
    if not is_object(raw):
        raise RuleError(
            "type", gettext_noop("An evening must be one object, not %(given)s."), given=shown(raw)
        )
    check_fields(raw, FIELDS, ("format", "players", "deals"), FORMAT)
    players = _players(raw["players"])
    rules = read_seven_rules(raw.get("rules", {}))
    stakes = read_stakes(raw.get("stakes"))
    deals = read_deals(GAME, rules.game, raw["deals"])
    return play_evening(players, rules, deals), stakes


def _players(raw: object) -> tuple[str, ...]:
    """Seven different names, in the order of the book."""
    if not isinstance(raw, list) or len(raw) != PLAYERS:
        raise RuleError(
            "players",
            gettext_noop("players must be a list of seven names, not %(given)s."),
            "players",
            given=len(raw) if isinstance(raw, list) else shown(raw),
        )
    told: list[object] = raw
    players: list[str] = []
    for number, each in enumerate(told):
        where = f"players[{number}]"
        name = read_text(each, where)
        if not name.strip():
            raise RuleError("name", gettext_noop("Every player needs a name."), where)
        if name in players:
            phrase = gettext_noop("%(name)s is listed twice; the seven must have different names.")
            raise RuleError("name", phrase, where, name=shown(name))
        players.append(name)
    return tuple(players)


def answer_evening(raw: object) -> SevenAnswer:
    """What the command answers for one evening."""
    evening, stakes = read_seven_file(raw)
    return {
        "deals": [_deal(deal) for deal in evening.deals],
        "rubbers": [_rubber(rubber) for rubber in evening.rubbers],
        "unfinished": [_unfinished(evening, rubber) for rubber in evening.unfinished],
        "settlement": written_settlement(evening.settlement(stakes), stakes),
    }


def _deal(deal: SevenDeal) -> SevenDealAnswer:
    to: PlaceAnswer | None = None
    moves: MoveAnswer | None = None
    if deal.crossing is not None and deal.crossing.seat is not None:
        to = {"table": deal.crossing.to, "seat": deal.crossing.seat}
        if deal.crossing.moved is not None:
            who, seat = deal.crossing.moved
            moves = {"player": who, "table": deal.crossing.to, "seat": seat}
    return {
        "number": deal.number,
        "table": deal.table,
        "dealer": deal.dealer,
        "seats": dict(deal.seats),
        "originals": dict(deal.originals),
        "dummy": deal.dummy,
        "crosses_to": to,
        "also_moves": moves,
        **written_points(deal.scored),
    }


def _rubber(rubber: SevenRubber) -> SevenRubberAnswer:
    return {
        "table": rubber.table,
        "deal": rubber.deal,
        "originals": dict(rubber.originals),
        "winner": rubber.winner,
        "totals": dict(rubber.totals),
        "margin": rubber.margin,
    }


def _unfinished(evening: SevenScore, rubber: SevenRubber) -> SevenUnfinishedAnswer:
    standing = evening.sheets[rubber.table].unfinished
    assert standing is not None  # noqa: S101 - that is why it stands among the unfinished
    return {
        "table": rubber.table,
        "originals": dict(rubber.originals),
        **written_unfinished(standing),
    }


SEVEN = Command("seven", "Score evenings of the seven: one JSON answer a line.", answer_evening)
