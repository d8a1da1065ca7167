"""Deals, scores and penalties in the words of the table."""

from typing import Any

import pytest

from clubscore.laws.deal_reading import read_deal
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import default_rules, resolve_rules
from clubscore.laws.sentences import (
    correction_time,
    describe_deal,
    describe_points,
    offered_by,
    penalties_for,
)
from tests.laws.layered import EVERY
from tests.laws.tables import bid, possible, revoked, sheet_of

NAMES = {"N": "Ann", "E": "Cecil", "S": "Bob", "W": "Dora", "A": "Ann", "B": "Bob", "C": "Cecil"}
SIDES = {"NS": "Ann & Bob", "EW": "Cecil & Dora"}


@pytest.mark.parametrize(
    ("game", "facts", "said"),
    [
        ("auction", bid("4H", 10, "S"), "4 hearts by Bob, made."),
        ("auction", bid("1C", 7), "1 club by Ann, made."),
        ("auction", bid("1NT", 7), "1 no-trump by Ann, made."),
        ("auction", bid("3NT", 11, "E"), "3 no-trumps by Cecil, plus 2."),
        ("auction", bid("4S", 9, "E", doubling=1), "4 spades doubled by Cecil, down 1."),
        (
            "auction",
            bid("7S", 0, "E", doubling=2),
            "7 spades redoubled by Cecil, down 13.",
        ),
        ("auction", {"passed_out": True}, "Passed out."),
        ("pirate", bid("2H", 9, partner="W"), "2 hearts by Ann with Dora, plus 1."),
        (
            "pirate",
            bid("3NU", 3, partner="E"),
            "3 nullos by Ann with Cecil, plus 1. Tricks taken: 3.",
        ),
        (
            "pirate",
            bid("3NU", 5, partner="E"),
            "3 nullos by Ann with Cecil, down 1. Tricks taken: 5.",
        ),
        ("straight-bridge", bid("H", 9), "Hearts by Ann, 3 odd tricks."),
        ("straight-bridge", bid("NT", 6), "No-trumps by Ann, 1 odd trick to the other side."),
        (
            "straight-bridge",
            bid("S", 13, doubling=3),
            "Spades doubled 3 times by Ann, 7 odd tricks.",
        ),
        ("dummy-bridge", bid("D", 7, "dummy"), "Diamonds by dummy, 1 odd trick."),
    ],
)
def test_a_deal_in_one_sentence(game: str, facts: dict[str, Any], said: str) -> None:
    found = find_game(game)
    deal = read_deal(found, default_rules(found), facts)
    assert str(describe_deal(found, deal, NAMES)) == said


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_every_bid_and_result_can_be_said(game: Any) -> None:
    for text in game.bidding.bids:
        for tricks in range(game.play.least_tricks, game.play.tricks + 1):
            facts = possible(game, text, tricks, game.seats[0])
            deal = read_deal(game, default_rules(game), facts)
            said = str(describe_deal(game, deal, {}))
            assert said.endswith(".")
            assert "%" not in said


def test_what_a_deal_put_on_the_sheet() -> None:
    auction = find_game("auction")
    scored = sheet_of("auction", bid("4H", 10, "S", honours={"N": 3})).deals[0]
    assert [str(each) for each in describe_points(auction, scored, SIDES)] == [
        "Ann & Bob: 32 below, 16 above.",
        "Game to Ann & Bob.",
    ]
    down = sheet_of("auction", bid("4H", 9, "S")).deals[0]
    assert [str(each) for each in describe_points(auction, down, SIDES)] == [
        "Cecil & Dora: 50 above."
    ]
    made = sheet_of("auction", bid("1H", 7, "S")).deals[0]
    assert [str(each) for each in describe_points(auction, made, {})] == ["NS: 8 below."]
    passed = sheet_of("auction", {"passed_out": True}).deals[0]
    assert [str(each) for each in describe_points(auction, passed, {})] == ["No one scores."]
    game = bid("3NT", 9)
    rubber = sheet_of("auction", game, game).deals[1]
    assert str(describe_points(auction, rubber, SIDES)[-1]) == "Game and rubber to Ann & Bob."


def told(game: str, facts: dict[str, Any]) -> str:
    """A deal in its sentences, players by their seats."""
    found = find_game(game)
    return str(describe_deal(found, read_deal(found, default_rules(found), facts), {}))


def test_a_revoke_stands_in_the_sentence_of_the_deal() -> None:
    assert told("auction", bid("2H", 8, revokes=revoked(("E", "tricks")))) == (
        "2 hearts by N, made. E revoked: take three tricks."
    )
    assert told("auction", bid("2H", 8, revokes=revoked(("E", "points"), ("E", "points")))) == (
        "2 hearts by N, made. E revoked 2 times: score points above the line each time."
    )
    assert told("rubber-bridge", bid("2H", 7, revokes=revoked(("W", "one-trick")))) == (
        "2 hearts by N, down 1. W revoked: one trick changes hands. So it counts as made."
    )
    assert told("auction", bid("2H", 8)) == "2 hearts by N, made."


def test_a_deduction_from_nothing_is_told() -> None:
    deduct = revoked(("E", "deduct"))
    assert told("straight-bridge", bid("H", 8, revokes=deduct)) == (
        "Hearts by N, 2 odd tricks. E revoked: deduct the value of three tricks."
        " There was nothing to deduct it from."
    )
    # Five tricks leave eight to the other side, so there is something.
    assert "nothing" not in told("straight-bridge", bid("H", 5, revokes=deduct))
    added = [*deduct, *revoked(("N", "add"))]
    assert "nothing" not in told("straight-bridge", bid("H", 8, revokes=added))


@pytest.mark.parametrize(
    ("game", "facts", "end"),
    [
        (
            "straight-bridge",
            bid("H", 8, revokes=revoked(("E", "add"), ("N", "tricks"))),
            "Both sides revoked: neither can win the game by this deal.",
        ),
        (
            "auction",
            bid("2H", 8, revokes=revoked(("E", "points"), ("N", "points"))),
            "Both sides revoked: only honours and chicane count.",
        ),
        (
            "chicago",
            bid("2H", 8, revokes=revoked(("E", "one-trick"), ("N", "one-trick"))),
            "Both sides revoked: no trick changes hands.",
        ),
    ],
)
def test_a_revoke_by_both_sides_is_told(game: str, facts: dict[str, Any], end: str) -> None:
    assert told(game, facts).endswith(end)


def test_foster_offers_the_american_penalty_and_files_may_have_the_others() -> None:
    straight = find_game("straight-bridge")
    american = resolve_rules(straight, {"preset": "foster-hoyle"})
    deal = read_deal(straight, american, bid("H", 8))
    assert [each.key for each in penalties_for(straight, american, deal, "E")] == ["tricks"]
    every = straight.penalties(deal, "E")
    assert [each.key for each in offered_by(american, every, kept="add")] == ["tricks", "add"]
    claimed = bid("H", 8, revokes=revoked(("E", "add")))
    assert read_deal(straight, american, claimed).revokes == (("E", "add"),)


def choices(game: str, facts: dict[str, Any], by: str) -> list[str]:
    found = find_game(game)
    rules = default_rules(found)
    deal = read_deal(found, rules, facts)
    penalties = penalties_for(found, rules, deal, by)
    assert all(each.label and each.effect and each.until and each.law for each in penalties)
    return [penalty.key for penalty in penalties]


def test_penalties_open_for_a_revoke() -> None:
    assert choices("auction", bid("2H", 8), "N") == ["points"]
    assert choices("auction", bid("2H", 8), "E") == ["points", "tricks"]
    assert choices("auction", bid("2H", 8), "S") == []
    assert choices("pirate", bid("2NU", 8, partner="W"), "E") == ["points"]
    assert choices("pirate", bid("2H", 8, partner="W"), "W") == []
    assert choices("cut-throat", bid("2H", 8, "A"), "B") == ["points", "tricks"]
    assert choices("straight-bridge", bid("H", 8), "S") == ["tricks", "deduct", "add"]
    assert choices("dummy-bridge", bid("H", 8, "A"), "dummy") == []
    assert choices("auction", {"passed_out": True}, "N") == []


def test_every_penalty_offered_is_taken_and_no_other() -> None:
    for game in EVERY:
        rules = default_rules(game)
        facts = possible(game, next(iter(game.bidding.bids)), 8, game.seats[0])
        deal = read_deal(game, rules, facts)
        for seat in game.seats:
            for penalty in penalties_for(game, rules, deal, seat):
                revoke = [{"by": seat, "penalty": penalty.key}]
                assert read_deal(game, rules, facts | {"revokes": revoke}).revokes == (
                    (seat, penalty.key),
                )


def test_time_of_a_correction() -> None:
    straight = find_game("straight-bridge")
    tricks, honours = correction_time(straight, "tricks"), correction_time(straight, "honours")
    assert str(tricks.law) == "Laws of Bridge 1899, law 12, p. 3"
    assert "last card" in tricks.phrase
    assert str(honours.law) == "Laws of Bridge 1899, law 13, p. 4"
    assert "made up and agreed" in honours.phrase
    assert correction_time(straight, "bid").law == tricks.law
    kept = correction_time(find_game("pirate"), "chicane").law
    assert str(kept) == "our reading: Laws of Bridge 1899, law 13, p. 4"
