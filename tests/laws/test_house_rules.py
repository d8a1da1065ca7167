"""House rules by their keys: what each game has, what it takes, how it is said."""

from typing import Any

import pytest

from clubscore.laws.errors import RuleError
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import default_rules, departures, describe_rules, resolve_rules

ANY_NUMBER = object()
STRAIGHT = {
    "chicane": ("on", "off", "us"),
    "rubber_bonus": (100, ANY_NUMBER),
    "doubling_limit": (None, 100, "stop"),
    "revoke_value": ("current", "original"),
    "unfinished_rubber": (0, 125),
}
FAMILY = {
    "revoke_points": (150, 100, 50),
    "revoke_bars": ("offender", "both"),
    "unfinished_rubber": (0, 125),
}
AUCTION = FAMILY | {
    "slams": ("50/100", "20/40"),
    "chicane": ("on", "off", "us"),
    "bidding": ("value", "numerical"),
    "rubber_bonus": (250, ANY_NUMBER),
}
BY_NUMBER = AUCTION | {"bidding": ("numerical", "value")}
CONTRACT = FAMILY | {
    "bidding": ("numerical", "value"),
    "doubled_contract": ("multiplied", "additive", "unaffected"),
    "contract_slams": ("made", "declared", "declared-added"),
    "fifth_honour": (True, False),
    "contract_overtricks": ("fifty", "trick-value"),
    "game_bonus": (100, ANY_NUMBER),
    "rubber_bonus": (300, ANY_NUMBER),
}
TWO = {key: values for key, values in AUCTION.items() if key != "chicane"}
SKIP = TWO | {
    "skip_dummy_honours": ("separate", "none", "combined"),
    "two_no_trump_fine": (0, 100),
    "game_bonus": (100, ANY_NUMBER),
}
# Every key that a game has, with its values, the default first.
KEYS: dict[str, dict[str, tuple[Any, ...]]] = {
    "straight-bridge": STRAIGHT,
    "dummy-bridge": STRAIGHT | {"dummy_stake": ("each", "single")},
    "auction": AUCTION,
    "equality": AUCTION,
    "bridge-whist": AUCTION,
    "braille": AUCTION,
    "joker": AUCTION | {"joker_breaks_chicane": (False, True)},
    "nullos": AUCTION
    | {
        "nullo_value": (8, 10),
        "nullo_honours": ("none", "aces", "deuces", "aces-reversed"),
        "nullo_slams": ("none", "inverted"),
    },
    "standard": BY_NUMBER | {"standard_redoubled": (100, 200)},
    "compound": BY_NUMBER | {"compound_redoubled": (200, 100)},
    "contract-1923": CONTRACT,
    "bolshevik": CONTRACT,
    "cairo": FAMILY
    | {
        "bidding": ("numerical", "value"),
        "cairo_penalty_doubled": (True, False),
        "cairo_bonus": ("per-overtrick", "flat"),
        "cairo_tricks_doubled": (True, False),
        "cairo_honours": ("none", "auction"),
        "cairo_declared_slam": ("replaces", "adds"),
        "rubber_bonus": (250, ANY_NUMBER),
    },
    "rubber-bridge": {},
    "chicago": {},
    "pirate": FAMILY
    | {
        "slams": ("50/100", "20/40"),
        "bidding": ("numerical", "value"),
        "pirate_undertricks": ("each", "split"),
        "pirate_honours": ("both", "declarer"),
        "pirate_game_bonus": ("both", "declarer"),
        "pirate_part_scores": ("lapse", "keep"),
        "nullo_value": (10, 8),
        "game_bonus": (50, ANY_NUMBER),
        "rubber_bonus": (50, ANY_NUMBER),
    },
    "cut-throat": SKIP,
    "blind-skip": SKIP | {"blind_honours": ("after", "before")},
    "stop-gap": {
        "slams": ("50/100", "20/40"),
        "revoke_points": (150, 100, 50),
        "revoke_bars": ("offender", "both"),
        "bidding": ("value", "numerical"),
        "stop_gap_rounding": ("columns", "differences", "none"),
        "game_bonus": (200, ANY_NUMBER),
    },
    "five-hundred": {"five_hundred_defenders": (10, 0)},
    "double-dummy": TWO,
    "blind-trick-double-dummy": TWO | {"blind_trick_honours": ("none", "declarer")},
    "hidden-dummies-1": TWO,
    "hidden-dummies-2": TWO | {"blind_trick_honours": ("none", "declarer")},
    "hidden-dummies-3": TWO,
    "canfield-dummy": TWO | {"honours_won": ("flat", "none")},
    "twenty-six-tricks": FAMILY
    | {
        "bidding": ("value", "numerical"),
        "rubber_bonus": (250, ANY_NUMBER),
        "honours_won": ("flat", "none"),
    },
    "twenty-six-cards": TWO | {"doubled_bonus": ("auction", "scaled")},
    "blind-auction": TWO,
    "draw-auction": TWO,
    "kwantung": TWO | {"rubber_bonus": (100, ANY_NUMBER)},
}


@pytest.mark.parametrize("key", KEYS)
def test_a_game_has_exactly_these_rules_with_these_defaults(key: str) -> None:
    rules = default_rules(find_game(key))
    assert dict(rules) == {name: values[0] for name, values in KEYS[key].items()}


@pytest.mark.parametrize("key", KEYS)
def test_every_value_is_taken(key: str) -> None:
    game = find_game(key)
    for rule, values in KEYS[key].items():
        for value in values:
            if value is not ANY_NUMBER:
                assert resolve_rules(game, {rule: value})[rule] == value, rule


@pytest.mark.parametrize("key", KEYS)
def test_every_other_value_is_refused(key: str) -> None:
    game = find_game(key)
    wrong = ("never", 7.0, True, -1, [], {}, float("nan"), None, "150", 10**9)
    refused = [
        (rule, each)
        for rule, values in KEYS[key].items()
        for each in wrong
        if not any(each is value for value in values)
    ]
    for rule, each in refused:
        with pytest.raises(RuleError) as caught:
            resolve_rules(game, {rule: each})
        assert caught.value.where == f"rules.{rule}"
        assert rule in str(caught.value)


@pytest.mark.parametrize("key", KEYS)
def test_a_bonus_of_any_number(key: str) -> None:
    game = find_game(key)
    for rule, values in KEYS[key].items():
        if ANY_NUMBER in values:
            for number in (0, 1, 77, 1_000_000):
                assert resolve_rules(game, {rule: number})[rule] == number
            with pytest.raises(RuleError, match="from 0 to 1,000,000"):
                resolve_rules(game, {rule: 1_000_001})


def test_bonuses_that_are_offered_begin_with_the_usual_one() -> None:
    offered = {
        (game.key, rule.key): rule.values
        for game in GAMES
        for rule in game.codes.house_rules
        if rule.any_number
    }
    assert set(offered) == {
        (key, rule) for key, rules in KEYS.items() for rule in rules if ANY_NUMBER in rules[rule]
    }
    for (key, rule), values in offered.items():
        assert KEYS[key][rule][0] in values
    assert offered["straight-bridge", "rubber_bonus"] == (250, 100)
    assert offered["contract-1923", "rubber_bonus"] == (300, 250, 100)
    assert offered["pirate", "game_bonus"] == (50, 100, 125)


@pytest.mark.parametrize("key", KEYS)
def test_rules_of_other_games_are_refused(key: str) -> None:
    game = find_game(key)
    foreign = {rule for rules in KEYS.values() for rule in rules} - set(KEYS[key])
    for rule in (*sorted(foreign), "stop_the_game", "Slams", ""):
        with pytest.raises(RuleError) as caught:
            resolve_rules(game, {rule: 1})
        assert caught.value.where == f"rules.{rule}"
        assert caught.value.code == "unknown-rule"


def test_rules_are_an_object() -> None:
    for wrong in ([], "portland-1914", 3):
        with pytest.raises(RuleError) as caught:
            resolve_rules(find_game("auction"), wrong)  # type: ignore[arg-type]
        assert caught.value.where == "rules"


def test_a_key_that_is_no_text_is_refused() -> None:
    with pytest.raises(RuleError) as caught:
        resolve_rules(find_game("auction"), {3: 4})  # type: ignore[dict-item]
    assert caught.value.where == "rules.3"


STRAIGHT_PRESETS = ("bridge-1899", "foster-hoyle")
AUCTION_PRESETS = ("portland-1914", "whistclub-1917", "whistclub-1920")
PRESETS = dict.fromkeys(KEYS, AUCTION_PRESETS) | {
    "straight-bridge": STRAIGHT_PRESETS,
    "dummy-bridge": STRAIGHT_PRESETS,
    "rubber-bridge": ("international",),
    "chicago": ("international",),
    "five-hundred": ("avondale",),
}


@pytest.mark.parametrize("key", PRESETS)
def test_presets_of_every_game_the_default_first(key: str) -> None:
    game = find_game(key)
    assert tuple(preset.key for preset in game.codes.presets) == PRESETS[key]
    assert game.codes.default_preset == PRESETS[key][0]
    for preset in PRESETS[key]:
        assert resolve_rules(game, {"preset": preset}).preset.key == preset
    for wrong in ("chess", "", None, 3, []):
        with pytest.raises(RuleError) as caught:
            resolve_rules(game, {"preset": wrong})
        assert caught.value.where == "rules.preset"


def test_a_preset_sets_several_and_own_keys_win() -> None:
    auction = find_game("auction")
    rules = resolve_rules(auction, {"preset": "whistclub-1917"})
    chosen = {key: rules[key] for key in ("slams", "chicane", "revoke_points", "bidding")}
    assert chosen == {
        "slams": "50/100",
        "chicane": "off",
        "revoke_points": 100,
        "bidding": "value",
    }
    rules = resolve_rules(auction, {"preset": "whistclub-1920", "revoke_points": 50})
    assert (rules["bidding"], rules["revoke_points"], rules["chicane"]) == ("numerical", 50, "off")
    pirate = resolve_rules(find_game("pirate"), {"preset": "whistclub-1917"})
    assert (pirate["revoke_points"], pirate["bidding"]) == (100, "numerical")


def test_one_line_for_the_head_of_a_sheet() -> None:
    auction = find_game("auction")
    assert str(describe_rules(auction)) == "Portland 1914"
    assert str(describe_rules(auction, {"slams": "50/100"})) == "Portland 1914"
    assert str(describe_rules(auction, {"slams": "20/40"})) == "Portland 1914; slams: 20/40"
    said = describe_rules(auction, {"preset": "whistclub-1917", "chicane": "on"})
    assert str(said) == "Whist Club 1917; chicane: counts"
    straight = find_game("straight-bridge")
    assert str(describe_rules(straight)) == "Laws of Bridge 1899"


def test_every_departure_can_be_said() -> None:
    for game in GAMES:
        for rule in game.codes.house_rules:
            for value in rule.values:
                rules = resolve_rules(game, {rule.key: value})
                assert describe_rules(game, rules)
                changed = value != rule.default
                assert [found.key for found, _ in departures(game, rules)] == (
                    [rule.key] if changed else []
                )
            assert rule.default in rule.values
            assert rule.label
            assert rule.what
            assert not rule.meanings or len(rule.meanings) == len(rule.values)


def test_rules_are_equal_by_value_and_type() -> None:
    auction = find_game("auction")
    one = resolve_rules(auction, {"slams": "20/40"})
    assert one is resolve_rules(auction, {"slams": "20/40"})
    assert one != resolve_rules(auction)
    assert hash(one) == hash(resolve_rules(auction, {"slams": "20/40"}))
    assert one != dict(one)
    assert resolve_rules(auction, one) is one
