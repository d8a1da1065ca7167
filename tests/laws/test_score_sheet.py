"""Games and rubbers, snapshots, and what the pad shows while play goes on."""

from clubscore.laws.deal_reading import read_deal
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import default_rules
from clubscore.laws.score_sheet import SittingScore, add_deal, start
from tests.laws.tables import bid, sheet_of

AUCTION = find_game("auction")
RULES = default_rules(AUCTION)


def added(state: SittingScore, *facts: dict[str, object]) -> SittingScore:
    for each in facts:
        state = add_deal(state, read_deal(AUCTION, RULES, each))
    return state


def test_an_empty_sheet() -> None:
    sheet = start(AUCTION, RULES).sheet()
    assert sheet == sheet_of("auction")
    assert sheet.unfinished is None
    assert sheet.totals == {"NS": 0, "EW": 0}
    assert sheet.needs == {"NS": 30, "EW": 30}
    assert (sheet.rubber_number, sheet.game_number) == (1, 1)


def test_a_snapshot_stays_as_it_is() -> None:
    before = added(start(AUCTION, RULES), bid("2H", 8))
    kept = before.sheet()
    one, other = added(before, bid("2H", 8)), added(before, bid("1C", 7, "E"))
    assert before.sheet() == kept
    assert one.sheet().games != other.sheet().games
    assert len(other.sheet().deals) == 2


def test_what_the_pad_shows_while_a_game_grows() -> None:
    sheet = sheet_of("auction", bid("2H", 8), bid("1C", 8, "E"))
    assert sheet.below_now == {"NS": 16, "EW": 12}
    assert sheet.needs == {"NS": 14, "EW": 18}
    assert sheet.games_now == {"NS": 0, "EW": 0}
    won = sheet_of("auction", bid("2H", 8), bid("1C", 8, "E"), bid("2H", 8))
    assert won.below_now == {"NS": 0, "EW": 0}
    assert won.games_now == {"NS": 1, "EW": 0}
    assert (won.rubber_number, won.game_number) == (1, 2)


def test_thirty_is_game_and_excess_is_not_carried() -> None:
    assert sheet_of("auction", bid("3NT", 9)).deals[0].won == "game"
    assert sheet_of("auction", bid("4D", 10)).deals[0].won is None
    sheet = sheet_of("auction", bid("7NT", 13), bid("2H", 8))
    assert sheet.below_now == {"NS": 16, "EW": 0}


def test_a_second_rubber_begins_with_a_clean_sheet() -> None:
    game = bid("3NT", 9)
    sheet = sheet_of("auction", game, game, bid("3NT", 9, "E"), game)
    assert [(deal.number, deal.rubber, deal.game) for deal in sheet.deals] == [
        (1, 1, 1),
        (2, 1, 2),
        (3, 2, 1),
        (4, 2, 2),
    ]
    assert [deal.won for deal in sheet.deals] == ["game", "rubber", "game", "game"]
    assert sheet.rubbers[0].totals == {"NS": 60 + 250, "EW": 0}
    assert sheet.unfinished is not None
    assert sheet.unfinished.games == {"NS": 1, "EW": 1}
    assert sheet.unfinished.totals == {"NS": 30, "EW": 30}
    assert sheet.totals == {"NS": 340, "EW": 30}
    assert sheet.rubber_number == 2


def test_a_rubber_won_may_be_lost_on_points() -> None:
    game = bid("3NT", 9)
    sheet = sheet_of("auction", bid("7NT", 4, doubling=2), game, game)
    (rubber,) = sheet.rubbers
    assert (rubber.winner, rubber.totals) == ("NS", {"NS": 310, "EW": 1800})
    assert rubber.margin == -1490


def test_a_deal_that_all_passed_is_on_the_sheet() -> None:
    sheet = sheet_of("auction", {"passed_out": True})
    assert sheet.deals[0].points == {"NS": (0, 0), "EW": (0, 0)}
    assert sheet.unfinished is not None
    assert sheet.unfinished.totals == {"NS": 0, "EW": 0}


def test_an_unfinished_rubber_says_what_stands() -> None:
    sheet = sheet_of("auction", bid("3NT", 9), bid("2H", 8, "E"), unfinished_rubber=125)
    assert sheet.unfinished is not None
    assert sheet.unfinished._asdict() == {
        "totals": {"NS": 155, "EW": 16},
        "below": {"NS": 0, "EW": 16},
        "games": {"NS": 1, "EW": 0},
        "bonus": {"NS": 125, "EW": 0},
        "why": {"NS": ((125, "for being a game ahead"),), "EW": ()},
    }
    level = sheet_of("auction", bid("3NT", 9), bid("3NT", 9, "E"), unfinished_rubber=125)
    assert level.unfinished is not None
    assert level.unfinished.bonus == {"NS": 0, "EW": 0}


def test_a_very_long_sitting() -> None:
    sheet = sheet_of("auction", *[bid("3NT", 9)] * 5000)
    assert len(sheet.rubbers) == 2500
    assert sheet.totals["NS"] == 2500 * 310
