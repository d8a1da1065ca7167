"""Procedures that a law lays down: dummy's forced declaration, the sorted pack."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubscore.laws.cards import PACK, RANKS
from clubscore.laws.deal_reading import cut_pack, deal_out, forced_declaration, sorted_pack
from clubscore.laws.errors import RuleError
from clubscore.laws.games import GAMES, find_game

# A busy machine is no reason to fail.
PATIENT = settings(max_examples=100, deadline=None)


def hand(spades: str, hearts: str, diamonds: str, clubs: str) -> list[str]:
    suits = zip("SHDC", (spades, hearts, diamonds, clubs), strict=True)
    return [rank + suit for suit, ranks in suits for rank in ranks]


@pytest.mark.parametrize(
    ("cards", "declared", "why"),
    [
        (hand("A765432", "A32", "A2", "3"), "NT", "3 aces: no-trumps"),
        (hand("A765432", "A32", "A2", "A"), "NT", "4 aces: no-trumps"),
        (hand("A765432", "A32", "32", "3"), "S", "the longest suit: spades, 7 cards"),
        (hand("5432", "5432", "65432", ""), "D", "the longest suit: diamonds, 5 cards"),
        (
            # Hearts: 11 + 10 + 4 + 3 + 2; clubs: 10 + 10 + 10 + 3 + 2.
            hand("2", "AK432", "32", "KQJ32"),
            "C",
            "of suits equally long, the strongest by pips: 35 in clubs, 30 in hearts",
        ),
        (
            # The ten counts as much as the king.
            hand("T5432", "K5432", "32", "3"),
            "H",
            "of suits equally long and strong, the one worth most a trick: hearts at 8",
        ),
        (
            hand("K5432", "3", "32", "T5432"),
            "C",
            "of suits equally long and strong, the one worth most a trick: clubs at 4",
        ),
        (
            # 11 + 9 and 10 + 10 are the same, and spades are less.
            hand("5432", "A954", "2", "KJ54"),
            "H",
            "of suits equally long and strong, the one worth most a trick: hearts at 8",
        ),
    ],
)
def test_what_dummy_must_declare(cards: list[str], declared: str, why: str) -> None:
    forced = forced_declaration(cards)
    assert (forced.denomination.key, str(forced.reason)) == (declared, why)
    assert forced.law == "Laws of Bridge 1899, p. 34"
    assert sum(suit.length for suit in forced.suits) == 13


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (hand("AKQ", "AKQ", "AKQ", "432"), "hand"),
        ([*hand("AKQ", "AKQ", "AKQ", "5432"), "2S"], "hand"),
        ([*hand("AKQ", "AKQ", "AKQ", "5432")[:-1], "AS"], "card-twice"),
        ([*hand("AKQ", "AKQ", "AKQ", "5432")[:-1], "1S"], "no-card"),
        ([*hand("AKQ", "AKQ", "AKQ", "5432")[:-1], None], "no-card"),
    ],
)
def test_hands_that_cannot_be(cards: list[str], code: str) -> None:
    with pytest.raises(RuleError) as caught:
        forced_declaration(cards)
    assert (caught.value.code, caught.value.where) == (code, "cards")


@PATIENT
@given(st.permutations(PACK))
def test_every_hand_has_one_declaration(pack: list[str]) -> None:
    forced = forced_declaration(pack[:13])
    aces = sum(card[0] == "A" for card in pack[:13])
    assert (forced.denomination.key == "NT") == (aces >= 3)
    longest = max(suit.length for suit in forced.suits)
    held = {suit.denomination.key: suit for suit in forced.suits}
    if aces < 3:
        suit = held[forced.denomination.key]
        assert suit.length == longest
        assert suit.pips == max(each.pips for each in forced.suits if each.length == longest)


@PATIENT
@given(st.integers(), st.integers(4, 48))
def test_a_sorted_pack_gives_every_hand_a_card_of_each_rank(seed: int, at: int) -> None:
    pack = sorted_pack(random.Random(seed))  # noqa: S311 - a pack of cards
    assert sorted(pack) == sorted(PACK)
    assert [card[0] for card in pack[:8]] == list("AAAAKKKK")
    hands = deal_out(cut_pack(pack, at))
    for dealt in hands:
        assert sorted(card[0] for card in dealt) == sorted(RANKS)
    assert sorted(card for dealt in hands for card in dealt) == sorted(PACK)


@pytest.mark.parametrize("at", [-1, 0, 3, 49, 52])
def test_four_cards_are_left_on_either_side_of_a_cut(at: int) -> None:
    with pytest.raises(RuleError) as caught:
        cut_pack(PACK, at)
    assert caught.value.where == "at"


def test_games_that_are_dealt_in_their_own_way_say_how() -> None:
    own = ("canfield-dummy", "twenty-six-tricks", "twenty-six-cards", "kwantung", "blind-skip")
    for key in own:
        steps = find_game(key).about.dealing
        assert len(steps) >= 4
        assert all(step.endswith(".") for step in steps)
    assert any("twenty" in step for step in find_game("twenty-six-tricks").about.dealing)
    said = [each for game in GAMES for each in (*game.about.dealing, *game.about.notes)]
    assert all(each.endswith(".") for each in said)


def test_each_game_with_a_procedure_of_its_own_offers_it() -> None:
    assert {game.key: game.dealing.procedures for game in GAMES if game.dealing.procedures} == {
        "dummy-bridge": ("forced-declaration",),
        "equality": ("sorted-pack",),
        "double-dummy": ("adjudicate",),
    }
