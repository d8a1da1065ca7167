"""A table to try the laws at: short words for what tests ask again and again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from clubscore.laws.deal_reading import read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.laws.score_sheet import ScoreSheet, score_sitting
from clubscore.laws.settlement import PointsSettlement, read_stakes, settle
from clubscore.laws.words import Phrase

Facts = Mapping[str, Any]


def sheet_of(game: str, *deals: Facts, **rules: Any) -> ScoreSheet:
    """The sheet of some deals under some house rules."""
    found = find_game(game)
    known = resolve_rules(found, rules)
    return score_sitting(found, known, [read_deal(found, known, deal) for deal in deals])


def points_of(game: str, *deals: Facts, **rules: Any) -> dict[str, tuple[int, int]]:
    """What the last of these deals puts on the sheet, columns without points left out."""
    scored = sheet_of(game, *deals, **rules).deals[-1]
    return {column: points for column, points in scored.points.items() if points != (0, 0)}


def lines_of(game: str, *deals: Facts, **rules: Any) -> list[tuple[str, str, int, str]]:
    """The lines of the last of these deals: column, place, points, item."""
    scored = sheet_of(game, *deals, **rules).deals[-1]
    return [tuple(line[:4]) for line in scored.lines]


def settled(game: str, *deals: Facts, stakes: Any = None, **rules: Any) -> PointsSettlement:
    """The settlement of some deals."""
    found = find_game(game)
    sheet = sheet_of(game, *deals, **rules)
    return settle(found, resolve_rules(found, rules), sheet, read_stakes(stakes))


def refusal(game: str, deal: Any, **rules: Any) -> RuleError:
    """The mistake for which a deal is refused; a test that sees it accepted fails."""
    found = find_game(game)
    known = resolve_rules(found, rules)
    with pytest.raises(RuleError) as caught:
        read_deal(found, known, deal)
    assert str(Phrase(caught.value.phrase, caught.value.params)) == str(caught.value)
    return caught.value


def bid(text: str, tricks: int, declarer: str = "N", **more: Any) -> dict[str, Any]:
    """A deal in one line: contract, tricks won by the declaring side, who declared."""
    return {"bid": text, "tricks": tricks, "declarer": declarer, **more}


def possible(game: Game, text: str, tricks: int, declarer: str) -> dict[str, Any]:
    """A deal that this game takes as it is: with a partner or the others' tricks where needed."""
    facts = bid(text, tricks, declarer)
    if game.names_partner:
        facts["partner"] = next(seat for seat in game.seats if seat != declarer)
    if "defenders" in game.questions.own_fields:
        other = next(seat for seat in game.seats if seat != declarer)
        facts["defenders"] = {other: game.play.tricks - tricks}
    return facts


def revoked(*pairs: tuple[str, str]) -> list[dict[str, str]]:
    """Revokes as the score file writes them, from pairs of seat and penalty."""
    return [{"by": seat, "penalty": penalty} for seat, penalty in pairs]


# Eight deals of the seven, W. O. Preston's game with the scoring of a rubber of auction.
WORKED_EVENING: tuple[dict[str, Any], ...] = (
    {"bid": "2S", "declarer": "W", "tricks": 9, "honours": {"W": 2, "E": 1}},
    {"bid": "3NT", "declarer": "N", "tricks": 9, "honours": {"N": 2, "S": 1}},
    {"bid": "4H", "declarer": "N", "tricks": 10, "honours": {"N": 2, "S": 1}},
    {"bid": "1NT", "declarer": "E", "tricks": 8, "honours": {"E": 2, "N": 2}},
    {"bid": "3NT", "declarer": "N", "tricks": 10, "honours": {"E": 2, "W": 1}},
    {"bid": "4S", "declarer": "W", "doubling": 1, "tricks": 8, "honours": {"W": 2, "E": 2}},
    {"bid": "2D", "declarer": "S", "tricks": 9, "honours": {"S": 2, "N": 1}},
    {"bid": "5C", "declarer": "S", "tricks": 11, "honours": {"S": 2, "N": 1}},
)
