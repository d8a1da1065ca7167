"""Dummy bridge: straight bridge for three, A with dummy against B and C."""

from clubscore.laws.games import find_game
from tests.laws.tables import bid, points_of, refusal, revoked, settled, sheet_of

GAME = "dummy-bridge"


def test_a_and_dummy_are_one_side() -> None:
    for declarer in ("A", "dummy"):
        assert points_of(GAME, bid("H", 8, declarer)) == {"A": (16, 0)}
    for declarer in ("B", "C"):
        assert points_of(GAME, bid("H", 8, declarer)) == {"BC": (16, 0)}


def test_honours_of_a_and_dummy_are_between_partners() -> None:
    deal = bid("H", 8, "B", honours={"A": 4, "dummy": 1})
    assert points_of(GAME, deal) == {"BC": (16, 0), "A": (0, 72)}
    assert points_of(GAME, bid("H", 8, "A", honours={"B": 2, "C": 1}))["BC"] == (0, 16)


def test_honours_by_side_are_told_from_honours_by_hand() -> None:
    assert points_of(GAME, bid("H", 8, "A", honours={"A": "4+1"})) == {"A": (16, 72)}
    assert points_of(GAME, bid("H", 8, "A", honours={"A": 3})) == {"A": (16, 16)}
    assert refusal(GAME, bid("H", 8, "A", honours={"A": "3", "B": 2})).where == "honours"
    assert refusal(GAME, bid("H", 8, "A", honours={"dummy": "3"})).where == "honours.dummy"


def test_chicane_in_dummy_counts_for_a() -> None:
    assert points_of(GAME, bid("S", 7, "B", chicane=["dummy"])) == {"BC": (2, 0), "A": (0, 4)}


def test_dummy_never_revokes_but_all_three_players_may() -> None:
    error = refusal(GAME, bid("H", 8, "A", revokes=revoked(("dummy", "tricks"))))
    assert error.where == "revokes[0].by"
    for seat in "ABC":
        assert points_of(GAME, bid("H", 8, "A", revokes=revoked((seat, "tricks"))))


def test_the_dummy_player_settles_with_each_adversary() -> None:
    result = settled(GAME, bid("NT", 9, "A"), bid("NT", 9, "A"))
    assert result.points == {"A": 344, "B": -172, "C": -172}


def test_a_single_stake_is_halved_between_the_adversaries() -> None:
    result = settled(GAME, bid("NT", 9, "A"), bid("NT", 9, "A"), dummy_stake="single")
    assert result.points == {"A": 172, "B": -86, "C": -86}


def test_half_of_an_odd_difference_is_exact_in_money() -> None:
    fine = [{"player": "B", "points": 1, "to": "each"}]
    stakes = {"amount": "2", "currency": "JPY", "per": 1}
    result = settled(GAME, {"passed_out": True, "fines": fine}, stakes=stakes, dummy_stake="single")
    assert result.points == {"A": 1, "B": -1, "C": 0}
    assert result.money == {"A": 2, "B": -1, "C": -1}


def test_a_rounded_single_stake_is_rounded_before_it_is_halved() -> None:
    stakes = {"amount": "1", "currency": "GBP", "round": "ten"}
    result = settled(GAME, bid("NT", 9, "A"), stakes=stakes, dummy_stake="single")
    assert result.points == {"A": 40, "B": -20, "C": -20}


def test_a_fine_of_an_adversary_goes_to_the_other_side_once() -> None:
    fine = [{"player": "C", "points": 100, "to": "each"}]
    assert points_of(GAME, {"passed_out": True, "fines": fine}) == {"A": (0, 100)}


def test_a_game_and_a_rubber() -> None:
    sheet = sheet_of(GAME, bid("NT", 9, "A"), bid("NT", 9, "B"), bid("NT", 9, "dummy"))
    assert [won.winner for won in sheet.games] == ["A", "BC", "A"]
    assert sheet.rubbers[0].totals == {"A": 172, "BC": 36}
    assert sheet.rubbers[0].margin == 136


def test_all_three_deal_and_dummy_in_his_place() -> None:
    assert sorted(find_game(GAME).deal_order) == ["A", "B", "C", "dummy"]
