"""Cut-throat: three columns, honours hand by hand, dummy with whoever declares."""

from typing import Any

import pytest

from tests.laws.tables import bid, points_of, refusal, revoked, settled, sheet_of

GAME = "cut-throat"
VALUES = {"C": 6, "D": 7, "H": 8, "S": 9}
# Auction Bridge Variations 1923, p. 145: one to five honours in one hand.
TABLE = {
    "C": (6, 12, 18, 48, 60),
    "D": (7, 14, 21, 56, 70),
    "H": (8, 16, 24, 64, 80),
    "S": (9, 18, 27, 72, 90),
}


@pytest.mark.parametrize("suit", TABLE)
def test_honours_severally_as_printed(suit: str) -> None:
    for number, worth in enumerate(TABLE[suit], 1):
        deal = bid(f"1{suit}", 7, "A", honours={"B": number})
        assert points_of(GAME, deal) == {"A": (VALUES[suit], 0), "B": (0, worth)}
        own = bid(f"1{suit}", 7, "A", honours={"A": number})
        assert points_of(GAME, own) == {"A": (VALUES[suit], worth)}


def test_aces_count_ten_each_and_four_a_hundred() -> None:
    for number, worth in ((1, 10), (2, 20), (3, 30), (4, 100)):
        assert points_of(GAME, bid("1NT", 7, "A", honours={"C": number}))["C"] == (0, worth)


def test_dummys_honours_are_a_hand_of_their_own() -> None:
    deal = bid("1H", 7, "A", honours={"A": 2, "dummy": 2, "B": 1})
    assert points_of(GAME, deal) == {"A": (8, 16 + 16), "B": (0, 8)}
    assert points_of(GAME, deal, skip_dummy_honours="none") == {"A": (8, 16), "B": (0, 8)}
    assert points_of(GAME, deal, skip_dummy_honours="combined") == {"A": (8, 64), "B": (0, 8)}


def test_four_aces_in_one_hand_only_where_it_is_one_hand() -> None:
    deal = bid("1NT", 7, "A", honours={"A": 3, "dummy": 1})
    assert points_of(GAME, deal) == {"A": (10, 40)}
    assert points_of(GAME, deal, skip_dummy_honours="combined") == {"A": (10, 100)}


def test_v3_a_rubber_among_three() -> None:
    deals = (
        bid("4S", 10, "A", honours={"A": 2, "dummy": 1, "B": 1, "C": 1}),
        bid("2NT", 7, "B", doubling=1, honours={"A": 1, "B": 1, "dummy": 2}),
        bid("3NT", 9, "A", honours={"A": 2, "dummy": 1, "B": 1}),
    )
    sheet = sheet_of(GAME, *deals)
    assert sheet.deals[0].points == {"A": (36, 127), "B": (0, 9), "C": (0, 9)}
    assert sheet.deals[1].points == {"A": (0, 110), "B": (0, 30), "C": (0, 100)}
    assert sheet.deals[2].points == {"A": (30, 380), "B": (0, 10), "C": (0, 0)}
    assert sheet.totals == {"A": 683, "B": 49, "C": 109}
    assert settled(GAME, *deals).points == {"A": 1208, "B": -694, "C": -514}


def test_undertricks_go_to_each_adversary() -> None:
    assert points_of(GAME, bid("3C", 7, "B")) == {"A": (0, 100), "C": (0, 100)}
    assert points_of(GAME, bid("3C", 7, "B", doubling=2)) == {"A": (0, 400), "C": (0, 400)}


def test_slams_of_declarer_and_of_each_adversary() -> None:
    assert points_of(GAME, bid("1C", 12, "B")) == {"B": (36, 50 + 100)}
    assert points_of(GAME, bid("1C", 0, "B")) == {"A": (0, 450), "C": (0, 450)}
    assert points_of(GAME, bid("1C", 0, "B"), slams="20/40") == {"A": (0, 390), "C": (0, 390)}


def test_a_rubber_can_take_four_games() -> None:
    # p. 144: three players, one game each, then a second.
    deals = [bid("3NT", 9, seat) for seat in "ABCB"]
    sheet = sheet_of(GAME, *deals)
    assert [won.winner for won in sheet.games] == ["A", "B", "C", "B"]
    assert sheet.rubbers[0].winner == "B"
    assert sheet.rubbers[0].margin is None
    assert sheet.rubbers[0].totals == {"A": 130, "B": 130 + 130 + 250, "C": 130}


def test_game_and_rubber_as_the_club_says() -> None:
    game = bid("3NT", 9, "A")
    assert points_of(GAME, game, game, game_bonus=125, rubber_bonus=100) == {"A": (30, 225)}


def test_declarer_revokes_each_adversary_scores() -> None:
    deal = bid("2H", 9, "A", revokes=revoked(("A", "points")))
    assert points_of(GAME, deal) == {"B": (0, 150), "C": (0, 150)}
    assert points_of(GAME, deal, revoke_points=50) == {"B": (0, 50), "C": (0, 50)}


def test_an_adversary_revokes_declarer_alone_scores_and_both_are_barred() -> None:
    deal = bid("2H", 7, "A", honours={"C": 2}, revokes=revoked(("B", "points")))
    assert points_of(GAME, deal) == {"A": (0, 150), "C": (0, 16)}
    tricks = bid("2H", 7, "A", revokes=revoked(("C", "tricks")))
    assert points_of(GAME, tricks) == {"A": (32, 100)}
    slam = bid("2H", 0, "A", revokes=revoked(("C", "points")))
    assert points_of(GAME, slam) == {"A": (0, 150)}


def test_dummy_never_revokes() -> None:
    assert refusal(GAME, bid("2H", 7, "A", revokes=revoked(("dummy", "points")))).where == (
        "revokes[0].by"
    )


def test_dummy_does_not_declare_and_has_no_column() -> None:
    assert refusal(GAME, bid("2H", 7, "dummy")).where == "declarer"
    assert refusal(GAME, bid("2H", 7, "A", honours={"A": "3"})).where == "honours.A"
    assert refusal(GAME, bid("2H", 7, "A", chicane=["B"])).where == "chicane"


def test_fines_go_to_each_of_the_two_others() -> None:
    fine = [{"player": "B", "points": 100, "to": "each"}]
    assert points_of(GAME, {"passed_out": True, "fines": fine}) == {"A": (0, 100), "C": (0, 100)}


def test_the_fine_for_two_no_trumps_is_only_offered_at_the_table() -> None:
    deal = bid("2NT", 7, "A")
    assert points_of(GAME, deal, two_no_trump_fine=100) == points_of(GAME, deal)


def test_fines_of_the_law_cite_it_and_others_were_agreed() -> None:
    def cited(points: int, deal: dict[str, Any] | None = None, **more: str) -> tuple[str, str]:
        fine = {"player": "A", "points": points, "to": "each", **more}
        sheet = sheet_of(
            GAME, (deal or bid("2H", 8, "A")) | {"fines": [fine]}, two_no_trump_fine=100
        )
        return sheet.deals[0].lines[-1].item, str(sheet.deals[0].lines[-1].law)

    book = "Auction Bridge Variations 1923"
    assert cited(100, reason="exposed-card") == (
        "fine for A, a card exposed before the lead", f"{book}, p. 143, law 4"
    )  # fmt: skip
    assert cited(100, reason="double-out-of-turn") == (
        "fine for A, a double out of turn", f"{book}, pp. 143-144, law 5"
    )  # fmt: skip
    assert cited(100) == ("fine for A", f"{book}, p. 143, laws 4 and 5")
    assert cited(40) == ("fine for A", "agreed at the table")
    first = "house rule (fine for a failed first bid of two no-trumps: 100)"
    assert cited(100, bid("2NT", 6, "A")) == ("fine for A", first)


def test_a_fine_of_no_law_is_refused_and_other_games_name_none() -> None:
    fine = {"player": "A", "points": 100, "to": "each"}
    refused = refusal(GAME, bid("2H", 8, "A", fines=[fine | {"reason": "revoke"}]))
    assert refused.where == "fines[0].reason"
    elsewhere = refusal("stop-gap", bid("2H", 8, "A", fines=[fine | {"reason": "exposed-card"}]))
    assert elsewhere.where == "fines[0].reason"
