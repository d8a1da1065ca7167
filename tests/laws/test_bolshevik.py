"""Bolshevik bridge: one against three, in a ledger of its own."""

from typing import Any

import pytest

from clubscore.files.score_file import explain, read_score_file
from clubscore.laws.deal_reading import read_deal
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import default_rules
from clubscore.laws.sentences import describe_deal
from tests.laws.tables import bid, points_of, refusal, settled, sheet_of


def called(tricks: int, *doubled_by: str, declarer: str = "N", **more: Any) -> dict[str, Any]:
    return bid("BOL", tricks, declarer, doubled_by=list(doubled_by), **more)


def test_v13_made_one_of_three_doubled() -> None:
    sheet = sheet_of("bolshevik", called(0, "E"))
    assert sheet.deals[0].points == {"NS": (0, 0), "EW": (0, 0)}
    assert sheet.deals[0].lines == ()
    assert sheet.ledgers == {"bolshevik": {"N": 2000, "E": -1000, "S": -500, "W": -500}}
    assert settled("bolshevik", called(0, "E")).points == sheet.ledgers["bolshevik"]


def test_s1_p54_failed_pays_each_for_every_trick() -> None:
    assert settled("bolshevik", called(2)).points == {"N": -3000, "E": 1000, "S": 1000, "W": 1000}
    doubled = settled("bolshevik", called(2, "S", "W")).points
    assert doubled == {"N": -5000, "E": 1000, "S": 2000, "W": 2000}
    assert settled("bolshevik", called(13)).points["N"] == -3 * 6500


def test_it_stands_beside_the_rubber_and_the_sitting_adds_them_up() -> None:
    deals = (bid("3NT", 9), called(0, declarer="E"), bid("3NT", 9))
    sheet = sheet_of("bolshevik", *deals)
    assert sheet.rubbers[0].totals == {"NS": 30 + 50 + 100 + 30 + 50 + 100 + 300, "EW": 0}
    assert settled("bolshevik", *deals).points == {
        "N": 660 - 500,
        "S": 660 - 500,
        "E": -660 + 1500,
        "W": -660 - 500,
    }


def test_other_bids_are_contract_s() -> None:
    assert points_of("bolshevik", bid("3H", 9)) == {"NS": (24, 50)}
    assert points_of("bolshevik", bid("4H", 9, doubling=1)) == {"EW": (0, 200)}
    assert points_of("bolshevik", bid("6S", 12), contract_slams="declared")["NS"] == (54, 400)
    over = bid("2S", 9, doubling=1)
    assert points_of("bolshevik", over, doubled_contract="unaffected")["NS"] == (36 + 0, 200)


def test_fines_stand_on_the_sheet_whatever_was_called() -> None:
    fined = called(0, fines=[{"player": "N", "points": 100, "to": "each"}])
    assert points_of("bolshevik", fined) == {"EW": (0, 100)}


@pytest.mark.parametrize(
    ("deal", "where"),
    [
        (called(0, "N"), "doubled_by"),
        (called(0, "X"), "doubled_by[0]"),
        (called(0, "E", "E"), "doubled_by[1]"),
        (bid("BOL", 0, doubled_by="E"), "doubled_by"),
        (bid("BOL", 0, doubled_by=[3]), "doubled_by[0]"),
        (bid("BOL", 0, doubling=1), "doubling"),
        (bid("BOL", 0, honours={"N": 4}), "honours"),
        (bid("BOL", 0, revokes=[{"by": "E", "penalty": "points"}]), "revokes[0]"),
        (bid("BOL", 14), "tricks"),
        (bid("4BOL", 0), "bid"),
        (bid("3H", 9, doubled_by=["E"]), "doubled_by"),
        (bid("3H", 9, chicane=["E"]), "chicane"),
        ({"passed_out": True, "doubled_by": ["E"]}, "doubled_by"),
    ],
)
def test_what_cannot_be_is_refused(deal: dict[str, Any], where: str) -> None:
    error = refusal("bolshevik", deal)
    assert error.where == where


def test_defaults_may_be_written_out() -> None:
    game = find_game("bolshevik")
    rules = default_rules(game)
    plain = read_deal(game, rules, bid("3H", 9, doubled_by=[], doubling=0))
    assert plain.facts() == bid("3H", 9)
    assert read_deal(game, rules, {"passed_out": True, "doubled_by": []}).passed_out


def test_in_one_sentence() -> None:
    game = find_game("bolshevik")
    names = {"N": "Ann", "E": "Bob", "S": "Cecil", "W": "Dora"}

    def said(*args: Any) -> str:
        deal = read_deal(game, default_rules(game), called(*args))
        return str(describe_deal(game, deal, names))

    assert said(0) == "Bolshevik by Ann. Tricks taken: 0."
    assert said(1, "E") == "Bolshevik by Ann, doubled by Bob. Tricks taken: 1."
    assert said(2, "W", "E") == "Bolshevik by Ann, doubled by Bob and Dora. Tricks taken: 2."
    by_all = "Bolshevik by Ann, doubled by Bob, Cecil and Dora. Tricks taken: 0."
    assert said(0, "E", "S", "W") == by_all


def test_explained_player_by_player() -> None:
    raw = {"format": "clubscore-table/1", "game": "bolshevik", "deals": [called(2, "E")]}
    told = explain(read_score_file(raw)).splitlines()
    assert told[told.index("Deal 1. Bolshevik by N, doubled by E. Tricks taken: 2.") + 1 :][:3] == [
        "  E wins 2000 from N, beside the sheet [Auction Bridge Variations 1923, p. 54]",
        "  S wins 1000 from N, beside the sheet [Auction Bridge Variations 1923, p. 54]",
        "  W wins 1000 from N, beside the sheet [Auction Bridge Variations 1923, p. 54]",
    ]
