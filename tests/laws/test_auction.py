"""Royal auction of 1914: the printed examples, the table of honours, revokes and house rules."""

import pytest

from tests.laws.tables import bid, lines_of, points_of, refusal, revoked, settled, sheet_of

GAME = "auction"
VALUES = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10}


def test_four_spades_with_four_honours_between_partners() -> None:
    # Auction Bridge Variations 1923, p. 83.
    deal = bid("4S", 10, honours={"N": 2, "S": 2})
    assert points_of(GAME, deal) == {"NS": (36, 36)}


def test_three_hearts_bid_and_one_made_with_simple_honours() -> None:
    # Foster's Complete Hoyle: declarer 16, adversaries 100.
    assert points_of(GAME, bid("3H", 7, honours={"NS": "3"})) == {"NS": (0, 16), "EW": (0, 100)}


def test_three_no_trumps_three_down() -> None:
    # Auction Bridge Variations 1923, p. 68.
    assert points_of(GAME, bid("3NT", 6)) == {"EW": (0, 150)}


def test_four_spades_doubled_one_down_with_four_honours() -> None:
    # Auction Bridge Variations 1923, p. 151.
    deal = bid("4S", 9, doubling=1, honours={"N": 2, "S": 2})
    assert points_of(GAME, deal) == {"NS": (0, 36), "EW": (0, 100)}


def test_three_hearts_doubled_completed_by_revoke_tricks_has_no_bonus() -> None:
    # Foster's Complete Hoyle: 64 towards game and nothing above.
    deal = bid("3H", 7, doubling=1, revokes=revoked(("E", "tricks")))
    assert points_of(GAME, deal) == {"NS": (64, 0)}


def test_v1_a_rubber_of_650() -> None:
    deals = (
        bid("3H", 10, "N", honours={"N": 2, "S": 1}),
        bid("4S", 8, "E", doubling=1, honours={"E": 2, "W": 2}),
        bid("2NT", 9, "E", honours={"E": 2, "W": 1}),
        bid("1C", 8, "N", doubling=2),
    )
    sheet = sheet_of(GAME, *deals)
    assert [deal.points for deal in sheet.deals] == [
        {"NS": (32, 16), "EW": (0, 0)},
        {"NS": (0, 200), "EW": (0, 36)},
        {"NS": (0, 0), "EW": (30, 30)},
        {"NS": (48, 450), "EW": (0, 0)},
    ]
    assert sheet.totals == {"NS": 746, "EW": 96}
    assert sheet.rubbers[0].margin == 650
    assert settled(GAME, *deals).points == {"N": 650, "S": 650, "E": -650, "W": -650}


# Milton Work, Auction of To-day, 1913, ch. X: a rubber of thirteen deals with the net after each.
# The book prints figures alone; these are the contracts that give them.
SAMPLE = (
    (bid("2H", 8, "N", honours={"NS": "4"}), (16, 32), (0, 0), 48),
    (bid("2S", 8, "E", honours={"EW": "4-in-one"}), (0, 0), (18, 72), -42),
    (bid("3NT", 7, "E", honours={"EW": "3"}), (0, 100), (0, 30), 28),
    (bid("4NT", 12, "N", honours={"NS": "4"}), (60, 60), (0, 0), 148),
    (bid("2S", 9, "E", honours={"EW": "3"}), (0, 0), (27, 18), 103),
    (bid("3H", 7, "E", doubling=1, honours={"NS": "3"}), (0, 216), (0, 0), 319),
    (bid("1NT", 8, "N", honours={"NS": "3"}), (20, 30), (0, 0), 369),
    (bid("3H", 12, "E", honours={"EW": "4"}), (0, 0), (48, 52), 269),
    (bid("3H", 7, "N", doubling=1, honours={"NS": "4-in-one"}), (0, 64), (0, 200), 133),
    (bid("4S", 8, "N", honours={"NS": "4"}), (0, 36), (0, 100), 69),
    (bid("3H", 9, "E", honours={"EW": "4"}), (0, 0), (24, 32), 13),
    (bid("3D", 9, "N", honours={"NS": "4-in-one"}), (21, 56), (0, 0), 90),
    (bid("4S", 10, "N", honours={"NS": "4"}), (36, 36 + 250), (0, 0), 162 + 250),
)


def test_the_sample_rubber_of_1913_deal_by_deal() -> None:
    deals = [deal for deal, _, _, _ in SAMPLE]
    sheet = sheet_of(GAME, *deals, slams="20/40")
    net = 0
    for scored, (_, ours, theirs, printed) in zip(sheet.deals, SAMPLE, strict=True):
        assert (scored.points["NS"], scored.points["EW"]) == (ours, theirs)
        net += sum(ours) - sum(theirs)
        assert net == printed
    assert [won.deal for won in sheet.games] == [4, 8, 13]
    assert sheet.rubbers[0].totals == {"NS": 1033, "EW": 621}
    assert sheet.rubbers[0].margin == 412


@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize("trump", VALUES)
def test_every_odd_trick_counts_below_as_doubled(level: int, trump: str) -> None:
    for tricks in range(6 + level, 14):
        odd, over = tricks - 6, tricks - 6 - level
        slam = {12: 50, 13: 100}.get(tricks, 0)
        for doubling, bonus in ((0, 0), (1, 50 + 50 * over), (2, 100 + 100 * over)):
            deal = bid(f"{level}{trump}", tricks, doubling=doubling)
            below = VALUES[trump] * odd * 2**doubling
            points = {"NS": (below, bonus + slam)}
            assert points_of(GAME, deal) == points


@pytest.mark.parametrize("level", range(1, 8))
def test_undertricks_cost_50_100_200_each(level: int) -> None:
    for tricks in range(6 + level):
        down = 6 + level - tricks
        own_slam = 50 if tricks == 12 else 0
        slam = {1: 50, 0: 100}.get(tricks, 0)
        for doubling, each in ((0, 50), (1, 100), (2, 200)):
            points = {"EW": (0, each * down + slam)}
            if own_slam:
                points["NS"] = (0, own_slam)
            assert points_of(GAME, bid(f"{level}H", tricks, doubling=doubling)) == points


# Rules of honours by holding: clubs, diamonds, hearts, spades, no trumps.
TABLE = {
    "3": (12, 14, 16, 18, 30),
    "4": (24, 28, 32, 36, 40),
    "5": (30, 35, 40, 45, None),
    "4-in-one": (48, 56, 64, 72, 100),
    "4+1": (54, 63, 72, 81, None),
    "5-in-one": (60, 70, 80, 90, None),
}
BY_HAND = {
    "3": {"E": 2, "W": 1},
    "4": {"E": 3, "W": 1},
    "5": {"E": 3, "W": 2},
    "4-in-one": {"W": 4},
    "4+1": {"E": 1, "W": 4},
    "5-in-one": {"E": 5},
}


@pytest.mark.parametrize("holding", TABLE)
@pytest.mark.parametrize(("at", "trump"), list(enumerate(VALUES)))
def test_honours_in_every_holding(holding: str, at: int, trump: str) -> None:
    worth = TABLE[holding][at]
    if worth is None:
        assert refusal(GAME, bid(f"1{trump}", 7, honours={"EW": holding})).where == "honours.EW"
        return
    expected = {"NS": (VALUES[trump], 0), "EW": (0, worth)}
    assert points_of(GAME, bid(f"1{trump}", 7, honours={"EW": holding})) == expected
    assert points_of(GAME, bid(f"1{trump}", 7, honours=BY_HAND[holding])) == expected


@pytest.mark.parametrize(("trump", "worth"), [("C", 12), ("D", 14), ("H", 16), ("S", 18)])
def test_chicane_in_its_three_manners(trump: str, worth: int) -> None:
    below = VALUES[trump]
    deal = bid(f"1{trump}", 7, honours={"N": 3}, chicane=["W"])
    honours = 2 * VALUES[trump]
    assert points_of(GAME, deal) == {"NS": (below, honours), "EW": (0, worth)}
    assert points_of(GAME, deal, chicane="off") == {"NS": (below, honours)}
    assert points_of(GAME, deal, chicane="us") == {"NS": (below, honours - worth)}
    both = bid(f"1{trump}", 7, chicane=["E", "W"])
    assert points_of(GAME, both) == {"NS": (below, 0), "EW": (0, 2 * worth)}


def test_slams_of_1908_are_20_and_40() -> None:
    assert points_of(GAME, bid("1C", 12), slams="20/40") == {"NS": (36, 20)}
    assert points_of(GAME, bid("1C", 13), slams="20/40") == {"NS": (42, 40)}
    assert points_of(GAME, bid("1C", 13)) == {"NS": (42, 100)}


def test_seven_bid_and_twelve_won_is_a_little_slam_all_the_same() -> None:
    assert points_of(GAME, bid("7S", 12)) == {"NS": (0, 50), "EW": (0, 50)}


def test_adversaries_win_a_slam_too() -> None:
    assert points_of(GAME, bid("1S", 1)) == {"EW": (0, 300 + 50)}
    assert points_of(GAME, bid("1S", 0)) == {"EW": (0, 350 + 100)}


@pytest.mark.parametrize("points", [150, 100, 50])
def test_declarer_revokes_the_adversaries_score_and_he_scores_honours_alone(points: int) -> None:
    made = bid("2H", 9, honours={"N": 3}, revokes=revoked(("N", "points")))
    rules = {"revoke_points": points}
    assert points_of(GAME, made, **rules) == {"NS": (0, 16), "EW": (0, points)}
    down = bid("2H", 7, revokes=revoked(("N", "points")))
    assert points_of(GAME, down, **rules) == {"EW": (0, 50 + points)}
    twice = bid("2H", 7, revokes=revoked(("N", "points"), ("N", "points")))
    assert points_of(GAME, twice, **rules) == {"EW": (0, 50 + 2 * points)}


def test_an_adversary_revokes_declarer_takes_points() -> None:
    made = bid("2H", 8, doubling=1, revokes=revoked(("E", "points")))
    assert points_of(GAME, made) == {"NS": (32, 50 + 150)}
    down = bid("2H", 7, honours={"E": 3}, revokes=revoked(("E", "points")))
    assert points_of(GAME, down) == {"NS": (0, 150), "EW": (0, 16)}


def test_an_adversary_revokes_declarer_takes_tricks() -> None:
    # Eight won and three taken: eleven, five odd; the bonus is for tricks won in play alone.
    made = bid("2H", 8, doubling=1, revokes=revoked(("W", "tricks")))
    assert points_of(GAME, made) == {"NS": (5 * 16, 50)}
    over = bid("2H", 9, doubling=1, revokes=revoked(("W", "tricks")))
    assert points_of(GAME, over) == {"NS": (6 * 16, 100)}
    still_down = bid("5H", 7, revokes=revoked(("W", "tricks")))
    assert points_of(GAME, still_down) == {}


def test_penalty_tricks_make_no_slam_and_never_more_than_all() -> None:
    deal = bid("4S", 11, revokes=revoked(("E", "tricks")))
    assert points_of(GAME, deal) == {"NS": (7 * 9, 0)}
    won = bid("4S", 12, revokes=revoked(("E", "tricks")))
    assert points_of(GAME, won) == {"NS": (7 * 9, 50)}


def test_points_and_tricks_for_two_revokes() -> None:
    deal = bid("4S", 8, revokes=revoked(("E", "tricks"), ("E", "points")))
    assert points_of(GAME, deal) == {"NS": (5 * 9, 150)}
    turned = bid("4S", 8, revokes=revoked(("E", "points"), ("E", "tricks")))
    assert points_of(GAME, turned) == points_of(GAME, deal)


def test_six_tricks_are_taken_for_two_revokes() -> None:
    deal = bid("4S", 6, revokes=revoked(("E", "tricks"), ("W", "tricks")))
    assert points_of(GAME, deal) == {"NS": (6 * 9, 0)}


def test_both_sides_revoke_only_honours_and_chicane_stand() -> None:
    deal = bid(
        "2H", 13, honours={"N": 3}, chicane=["E"], revokes=revoked(("N", "points"), ("E", "tricks"))
    )
    assert points_of(GAME, deal) == {"NS": (0, 16), "EW": (0, 16)}


def test_a_side_that_revoked_has_no_slam_and_the_other_keeps_its_own() -> None:
    assert points_of(GAME, bid("2H", 12, revokes=revoked(("N", "points")))) == {"EW": (0, 150)}
    lost = bid("2H", 1, revokes=revoked(("N", "points")))
    assert points_of(GAME, lost) == {"EW": (0, 350 + 50 + 150)}
    barred = bid("2H", 1, revokes=revoked(("E", "points")))
    assert points_of(GAME, barred) == {"NS": (0, 150)}


def test_revoke_bars_both_leaves_penalty_and_honours() -> None:
    rules = {"revoke_bars": "both"}
    made = bid("2H", 12, honours={"N": 3}, revokes=revoked(("E", "points")))
    assert points_of(GAME, made, **rules) == {"NS": (0, 16 + 150)}
    down = bid("2H", 7, revokes=revoked(("N", "points")))
    assert points_of(GAME, down, **rules) == {"EW": (0, 150)}
    taken = bid("2H", 8, doubling=1, revokes=revoked(("E", "tricks")))
    assert points_of(GAME, taken, **rules) == {"NS": (80, 0)}


def test_declarers_partner_is_dummy_and_never_revokes() -> None:
    error = refusal(GAME, bid("2H", 8, "N", revokes=revoked(("S", "points"))))
    assert error.where == "revokes[0].by"
    assert "N, E or W" in str(error)
    assert refusal(GAME, bid("2H", 8, "N", revokes=revoked(("N", "tricks")))).where == (
        "revokes[0].penalty"
    )


def test_a_passed_out_deal_scores_nothing_but_a_fine() -> None:
    assert points_of(GAME, {"passed_out": True}) == {}
    fine = [{"player": "S", "points": 50, "to": "each"}]
    assert points_of(GAME, {"passed_out": True, "fines": fine}) == {"EW": (0, 50)}


def test_a_fine_stands_beside_all_else() -> None:
    fines = [
        {"player": "E", "points": 100, "to": "each"},
        {"player": "N", "points": 7, "to": "each"},
    ]
    deal = bid("1C", 7, fines=fines)
    assert points_of(GAME, deal) == {"NS": (6, 100), "EW": (0, 7)}
    revoke = bid("1C", 7, fines=fines, revokes=revoked(("N", "points"), ("E", "points")))
    assert points_of(GAME, revoke) == {"NS": (0, 100), "EW": (0, 7)}


def test_whist_club_1917_and_1920() -> None:
    for preset in ("whistclub-1917", "whistclub-1920"):
        deal = bid("2H", 12, chicane=["E"], revokes=revoked(("E", "points")))
        assert points_of(GAME, deal, preset=preset) == {"NS": (48, 50 + 100)}
    own = bid("2H", 12, chicane=["E"], revokes=revoked(("E", "points")))
    mixed = points_of(GAME, own, preset="whistclub-1917", chicane="on", slams="20/40")
    assert mixed == {"NS": (48, 20 + 100), "EW": (0, 16)}


def test_lines_say_what_for_and_by_which_law() -> None:
    sheet = sheet_of(GAME, bid("2H", 9, doubling=1, honours={"N": 3}))
    said = [(line.item, line.law.law, line.law.page) for line in sheet.deals[0].lines]
    assert said == [
        ("3 odd tricks in hearts, doubled", "Portland Club 1914, as law 50 of 1908", "250"),
        ("doubled contract made", "Portland Club 1914, as law 58 of 1908", "251"),
        ("1 overtrick, doubled", "Portland Club 1914, as law 58 of 1908", "251"),
        ("simple honours", "Portland Club 1914, as law 6 of 1908", "249"),
    ]
    american = sheet_of(GAME, bid("2H", 12), preset="whistclub-1917", slams="20/40")
    assert [str(line.law) for line in american.deals[0].lines] == [
        "our reading: Whist Club of New York 1917, as law 4 of 1912",
        "house rule (slams: 20/40)",
    ]


def test_no_line_stands_for_nothing() -> None:
    assert lines_of(GAME, bid("1C", 7)) == [("NS", "below", 6, "1 odd trick in clubs")]
    assert lines_of(GAME, {"passed_out": True}) == []
