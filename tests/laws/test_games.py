"""What every game says of itself, and its own examples against the sheet."""

from typing import Any

import pytest

from clubscore.laws.deal_reading import read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.games import GAMES, KEYS, find_game
from clubscore.laws.house_rules import default_rules
from clubscore.laws.score_sheet import score_sitting
from clubscore.laws.settlement import settle

EXAMPLES = [(game, example) for game in GAMES for example in game.about.examples]


@pytest.mark.parametrize(
    ("game", "example"), EXAMPLES, ids=[f"{game.key}: {each.name}" for game, each in EXAMPLES]
)
def test_examples_come_to_what_they_say(game: Any, example: Any) -> None:
    rules = default_rules(game)
    deals = [read_deal(game, rules, facts) for facts in example.score_file["deals"]]
    sheet = score_sitting(game, rules, deals)
    assert tuple(scored.points for scored in sheet.deals) == example.points
    if example.settlement is not None:
        assert settle(game, rules, sheet, None).points == example.settlement
    assert example.source


def test_every_game_stands_once() -> None:
    keys = [game.key for game in GAMES]
    assert len(set(keys)) == len(keys)
    assert keys == list(KEYS), "the line in the list names the key of its file's game"
    assert set(keys) == set(SHAPES)


def test_a_game_is_found_by_its_key() -> None:
    for game in GAMES:
        assert find_game(game.key) is game
    for wrong in ("whist", "Auction", "", None, 3, []):
        with pytest.raises(RuleError) as caught:
            find_game(wrong)
        assert caught.value.where == "game"
        assert "cut-throat" in str(caught.value)


FOUR = (4, ("N", "E", "S", "W"), ("NS", "EW"))
THREE = (3, ("A", "B", "C", "dummy"), ("A", "B", "C"))
TWO_AND_DUMMIES = (2, ("A", "B", "A-dummy", "B-dummy"), ("A", "B"))
TWO = (2, ("A", "B"), ("A", "B"))
SHAPES = {
    "straight-bridge": FOUR,
    "dummy-bridge": (3, ("A", "B", "dummy", "C"), ("A", "BC")),
    "auction": FOUR,
    "contract-1923": FOUR,
    "bolshevik": FOUR,
    "cairo": FOUR,
    "standard": FOUR,
    "compound": FOUR,
    "equality": FOUR,
    "nullos": FOUR,
    "joker": FOUR,
    "bridge-whist": FOUR,
    "braille": FOUR,
    "rubber-bridge": FOUR,
    "chicago": FOUR,
    "pirate": (4, ("N", "E", "S", "W"), ("N", "E", "S", "W")),
    "cut-throat": THREE,
    "blind-skip": THREE,
    "stop-gap": THREE,
    "five-hundred": (3, ("A", "B", "C"), ("A", "B", "C")),
    "double-dummy": TWO_AND_DUMMIES,
    "blind-trick-double-dummy": TWO_AND_DUMMIES,
    "hidden-dummies-1": TWO_AND_DUMMIES,
    "hidden-dummies-2": TWO_AND_DUMMIES,
    "hidden-dummies-3": TWO_AND_DUMMIES,
    "canfield-dummy": TWO_AND_DUMMIES,
    "twenty-six-tricks": TWO_AND_DUMMIES,
    "twenty-six-cards": TWO_AND_DUMMIES,
    "blind-auction": TWO,
    "draw-auction": TWO,
    "kwantung": TWO,
}


@pytest.mark.parametrize("key", SHAPES)
def test_players_hands_and_columns(key: str) -> None:
    game = find_game(key)
    assert (game.players, game.hands, game.column_keys) == SHAPES[key]
    assert game.has_partners == (SHAPES[key] == FOUR)


def test_denominations_in_rank_order() -> None:
    rank = {game.key: "".join(each.key[0] for each in game.bidding.denominations) for game in GAMES}
    assert rank["straight-bridge"] == rank["dummy-bridge"] == "SCDHN"
    assert rank["auction"] == rank["contract-1923"] == rank["cut-throat"] == "CDHSN"
    assert [each.key for each in find_game("pirate").bidding.denominations][-2:] == ["NU", "NT"]


WITHOUT_HONOURS = ("cairo", "five-hundred", "twenty-six-cards", "blind-auction", "draw-auction")
ONLY_ACES = ("kwantung",)


def test_what_counts_as_honours() -> None:
    for key in SHAPES:
        game = find_game(key)
        rules = default_rules(game)
        kinds = {each.key: game.honours_for(each.key, rules) for each in game.bidding.denominations}
        counted = game.key not in WITHOUT_HONOURS
        assert kinds.pop("NT") == ("aces" if counted else None)
        assert kinds.pop("NU", None) is None
        in_suits = counted and game.key not in ONLY_ACES
        assert set(kinds.values()) == {"suit" if in_suits else None}


TODAY = ("rubber-bridge", "chicago")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_says_everything_of_itself(game: Any) -> None:
    assert game.name
    assert game.short_name
    assert game.about.years
    assert game.about.source
    assert game.about.blurb.endswith(".")
    assert game.about.examples
    assert bool(game.course.game_points) == (game.course.unit != "sheet")
    assert game.bidding.max_doubling in (0, 2, None)
    assert game.book + max(game.bidding.levels, default=0) <= game.play.tricks
    assert game.codes.default_preset in {preset.key for preset in game.codes.presets}
