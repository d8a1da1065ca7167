"""Standard and Compound bridge: undertricks below the line."""

from tests.laws.tables import bid, lines_of, points_of, revoked, settled, sheet_of

RULE_1 = "Auction Bridge Variations 1923, p. 70, rule 1"


def test_standard_s1_p68_three_down_at_no_trumps_is_the_adversaries_game() -> None:
    sheet = sheet_of("standard", bid("3NT", 6))
    assert sheet.deals[0].points == {"NS": (0, 0), "EW": (30, 100)}
    assert [(won.deal, won.winner) for won in sheet.games] == [(1, "EW")]


def test_standard_s1_p69_doubling_doubles_below_and_not_the_hundred() -> None:
    assert points_of("standard", bid("3H", 7, doubling=1)) == {"EW": (32, 100)}
    assert points_of("standard", bid("3H", 7, doubling=2)) == {"EW": (64, 100)}
    assert points_of("standard", bid("1H", 6)) == {"EW": (8, 100)}


def test_standard_a_rubber_may_be_won_by_undertricks() -> None:
    sheet = sheet_of("standard", bid("3NT", 6), bid("3NT", 6))
    assert sheet.rubbers[0].totals == {"NS": 0, "EW": 30 + 100 + 30 + 100 + 250}


def test_standard_v9_four_spades_redoubled_made() -> None:
    assert points_of("standard", bid("4S", 10, doubling=2)) == {"NS": (144, 100)}


def test_standard_redoubled_may_count_two_hundred() -> None:
    made = bid("4S", 10, doubling=2)
    assert points_of("standard", made, standard_redoubled=200) == {"NS": (144, 200)}
    doubled = bid("4S", 10, doubling=1)
    assert points_of("standard", doubled, standard_redoubled=200) == {"NS": (72, 100)}


def test_standard_no_bonus_for_overtricks() -> None:
    assert points_of("standard", bid("2S", 10)) == {"NS": (36, 0)}
    assert points_of("standard", bid("2S", 10, doubling=1)) == {"NS": (72, 100)}


def test_standard_cites_its_pages() -> None:
    lines = sheet_of("standard", bid("3NT", 6)).deals[0].lines
    assert [str(line.law) for line in lines] == [RULE_1, RULE_1]
    assert lines_of("standard", bid("3NT", 6)) == [
        ("EW", "below", 30, "3 tricks down"),
        ("EW", "above", 100, "3 tricks down"),
    ]


def test_standard_honours_slams_chicane_and_rubber_are_auction_s() -> None:
    won = bid("6S", 12, honours={"NS": "4"}, chicane=["E"])
    assert points_of("standard", won) == {"NS": (54, 36 + 50), "EW": (0, 18)}
    assert points_of("standard", won, slams="20/40") == {"NS": (54, 36 + 20), "EW": (0, 18)}
    assert points_of("standard", won, chicane="off") == {"NS": (54, 86)}
    twice = (bid("3NT", 9), bid("3NT", 9))
    assert settled("standard", *twice).points["N"] == 310
    assert settled("standard", *twice, rubber_bonus=100).points["N"] == 160


def test_standard_penalty_tricks_earn_nothing_above() -> None:
    saved = bid("3H", 7, doubling=1, revokes=revoked(("E", "tricks")))
    assert points_of("standard", saved) == {"NS": (64, 0)}
    own = bid("3H", 7, revokes=revoked(("N", "points")))
    assert points_of("standard", own) == {"EW": (16, 250)}
    assert points_of("standard", own, revoke_points=50) == {"EW": (16, 150)}


def test_standard_declarer_s_revoke_bars_both_where_the_club_says_so() -> None:
    own = bid("3H", 7, revokes=revoked(("N", "points")))
    assert points_of("standard", own, revoke_bars="both") == {"EW": (0, 150)}


def test_compound_s1_p72_two_no_trumps_three_made() -> None:
    assert points_of("compound", bid("2NT", 9)) == {"NS": (20, 10)}


def test_compound_v11_three_spades_doubled_two_down_four_hearts_doubled_five_made() -> None:
    assert points_of("compound", bid("3S", 7, doubling=1)) == {"EW": (36, 100)}
    assert points_of("compound", bid("4H", 11, doubling=1)) == {"NS": (64, 200)}


def test_compound_v10_two_no_trumps_redoubled_four_down() -> None:
    assert points_of("compound", bid("2NT", 4, doubling=2)) == {"EW": (160, 1000)}


def test_compound_undertricks_one_to_seven_and_more() -> None:
    above = [points_of("compound", bid("7C", 13 - down))["EW"] for down in range(1, 12)]
    assert [points for points, _ in above] == [6 * down for down in range(1, 12)]
    assert [points for _, points in above] == [0, 50, *range(150, 951, 100)]


def test_compound_every_overtrick_is_ten_whatever_the_suit() -> None:
    for text, below in (("1C", 6), ("1S", 9), ("1NT", 10)):
        assert points_of("compound", bid(text, 10)) == {"NS": (below, 30)}


def test_compound_redoubled_made() -> None:
    made = bid("4H", 11, doubling=2)
    assert points_of("compound", made) == {"NS": (128, 400)}
    assert points_of("compound", made, compound_redoubled=100) == {"NS": (128, 200)}
    doubled = bid("4H", 11, doubling=1)
    assert points_of("compound", doubled, compound_redoubled=100) == {"NS": (64, 200)}


def test_compound_honours_and_slams_are_auction_s() -> None:
    won = bid("5H", 12, honours={"NS": "5-in-one"})
    assert points_of("compound", won) == {"NS": (40, 10 + 50 + 80)}
    assert points_of("compound", won, slams="20/40") == {"NS": (40, 10 + 20 + 80)}


def test_compound_penalty_tricks_earn_nothing_above() -> None:
    saved = bid("3H", 8, revokes=revoked(("E", "tricks")))
    assert points_of("compound", saved) == {"NS": (24, 0)}
    over = bid("3H", 10, revokes=revoked(("E", "tricks")))
    assert points_of("compound", over) == {"NS": (24, 10)}


def test_both_know_the_whist_club_s_revoke() -> None:
    own = bid("1C", 7, revokes=revoked(("N", "points")))
    for game in ("standard", "compound"):
        assert points_of(game, own)["EW"] == (0, 150)
        assert points_of(game, own, preset="whistclub-1917")["EW"] == (0, 100)
