"""What the sources advise to play for (1923, pp. 44 and 56; 1899, pp. 51-52)."""

import pytest

from clubscore.club.models import Club
from clubscore.laws.games import GAMES, find_game
from clubscore.rubbers.stakes import advised_for
from tests import books
from tests.house import House
from tests.real_events import needs_books

SAID = {
    ("1923", 44): ("1s. per 100", "9*d.* or 6*d.*"),
    ("1923", 56): ("reduce your stakes", "very high figures"),
    ("1899", 51): ("averages about 170 points", "half-a-crown for 100 points"),
}


def stakes(club: Club, game: str) -> list[str]:
    advised = advised_for(club, find_game(game))
    assert advised is not None
    return advised.stakes


@pytest.fixture
def club(house: House) -> Club:
    house.club.currency, house.club.plays_for_money = "LSD", True
    house.club.house = {"auction": {"stake": "1s a hundred"}}
    return house.club


def test_contract_is_played_for_three_quarters_or_half_of_auction(club: Club) -> None:
    assert stakes(club, "contract-1923") == ["9d a hundred", "6d a hundred"]
    assert stakes(club, "cut-throat-as-contract") == ["9d a hundred", "6d a hundred"]
    club.house = {"auction": {"stake": "5s a hundred"}}
    assert stakes(club, "contract-1923") == ["3s 9d a hundred", "2s 6d a hundred"]


def test_what_is_no_coin_is_not_offered(club: Club) -> None:
    club.currency, club.house = "GBP", {"auction": {"stake": "0.50 a hundred"}}
    assert stakes(club, "contract-1923") == ["£0.25 a hundred"]


def test_where_auction_is_for_love_the_advice_stands_alone(club: Club) -> None:
    club.house = {}
    assert stakes(club, "contract-1923") == []
    assert stakes(club, "bolshevik") == []


def test_straight_bridge_for_a_crown_only_in_old_money(club: Club) -> None:
    assert stakes(club, "straight-bridge") == ["5s a hundred", "2s 6d a hundred"]
    club.currency = "GBP"
    assert stakes(club, "straight-bridge") == []


def test_nothing_is_advised_where_all_is_for_love_or_the_source_is_silent(club: Club) -> None:
    assert advised_for(club, find_game("auction")) is None
    club.plays_for_money = False
    assert advised_for(club, find_game("contract-1923")) is None
    assert len([game for game in GAMES if game.about.stakes]) == 4


@needs_books
def test_the_pages_say_so() -> None:
    told = {("1923", page): text for page, text in books.variations().items()}
    essay = books.text_of("003")
    told["1899", 51] = essay[essay.index("THE POINTS.") : essay.index("52 HOW TO PLAY BRIDGE.")]
    for place, words in SAID.items():
        text = " ".join(told[place].split())
        assert [each for each in words if each not in text] == []
