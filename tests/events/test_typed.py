"""Lines of slips and travellers as people type them."""

from itertools import product
from typing import Any

import pytest

from clubscore.deals.hands import usual_vulnerable
from clubscore.events.bulk_results import read_line
from clubscore.events.help_text import typed_lines
from clubscore.events.result_form import given_of, read_result
from clubscore.events.scoring import impossible_typed
from clubscore.ranking import Board, find_valuation
from clubscore.web.forms import Problems


def played(contract: str, declarer: str, tricks: int) -> dict[str, Any]:
    """Return a result as facts."""
    return {"contract": contract, "declarer": declarer, "tricks": tricks}


@pytest.mark.parametrize(
    ("line", "board", "facts"),
    [
        ("14 4SX-2 E", 14, played("4SX", "E", 8)),
        ("1 3n= w", 1, played("3NT", "W", 9)),
        ("  7 1NTXX+1 n ", 7, played("1NTXX", "N", 8)),
        ("7 2h S +2", 7, played("2H", "S", 10)),
        ("7 5C** N =", 7, played("5CXX", "N", 11)),
        ("14 4S\N{MINUS SIGN}1 S", 14, played("4S", "S", 9)),
        ("3 pass", 3, {"passed_out": True}),
        ("3 NP", 3, {"not_played": True}),
        ("3 A+/A-", 3, {"adjusted": {"ns": "A+", "ew": "A-"}}),
        ("14 420", 14, {"score": 420}),
        ("14 -50", 14, {"score": -50}),
        ("14 \N{MINUS SIGN}1400", 14, {"score": -1400}),
        ("14 60/40", 14, {"adjusted": {"ns": "60", "ew": "40"}}),
        ("14 a6040", 14, {"adjusted": {"ns": "60", "ew": "40"}}),
        ("14 4S= E hq", 14, played("4S", "E", 10) | {"lead": "HQ"}),
        ("14 4S W = D10", 14, played("4S", "W", 10) | {"lead": "DT"}),
        ("3 a= / a+", 3, {"adjusted": {"ns": "A", "ew": "A+"}}),
    ],
)
def test_a_line_is_understood(line: str, board: int, facts: dict[str, Any]) -> None:
    read = read_line(line)
    assert (read.board, read.facts) == (board, facts)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "type a line like"),
        ("4S= S", "type a line like"),
        ("14 8S= S", "type a line like"),
        ("14 4SXXX= S", "type a line like"),
        ("14 4S= Q", "type a line like"),
        ("14 7S+1 S", "from -13 to ="),
        ("14 1C-8 S", r"from -7 to \+6"),
    ],
)
def test_a_line_that_cannot_be_says_what_would_be_right(line: str, said: str) -> None:
    with pytest.raises(Problems, match=said):
        read_line(line)


@pytest.mark.parametrize(
    ("board", "score", "given"),
    [
        (1, 420, True), (1, -430, True), (1, 0, True), (1, 7600, False), (1, 1520, True),
        (1, 455, False), (1, 36000, False), (2, 420, False), (2, 620, True), (2, -420, True),
        (2, -620, False), (4, -420, False), (4, 7600, True), (1, -7600, False), (1, 10, False),
    ],
)  # fmt: skip
def test_a_score_that_no_contract_gives_is_asked_about(board: int, score: int, given: bool) -> None:
    """On board 1 none is vulnerable, on board 2 North-South, on board 4 all."""
    valuation = find_valuation("duplicate")
    said = impossible_typed(valuation, Board(board, "N", usual_vulnerable(board)), {"score": score})
    assert (not said) is given
    assert given or f"Board {board}: no contract gives" in said
    other = find_valuation("auction")
    assert not impossible_typed(other, Board(board), {"score": score})


def test_every_score_that_a_contract_gives_may_be() -> None:
    valuation = find_valuation("duplicate")
    for vulnerable in ("none", "NS", "EW", "both"):
        for contract in ("1C", "3NTX", "7SXX"):
            for declarer, tricks in product("NE", range(14)):
                deal = valuation.read_deal(played(contract, declarer, tricks))
                assert valuation.may_be(valuation.points(deal, vulnerable), vulnerable)


@pytest.mark.parametrize("line", [line for line, _means in typed_lines()])
def test_every_line_of_the_help_page_is_understood(line: str) -> None:
    assert read_line(line.rpartition(":")[2]).board == 14


@pytest.mark.parametrize("tricks", range(14))
def test_a_result_is_read_back_from_the_form_that_would_say_it(tricks: int) -> None:
    facts = played("3NTX", "W", tricks)
    valuation = find_valuation("duplicate")
    assert read_result(given_of(facts, valuation), valuation, Board(1)) == facts
