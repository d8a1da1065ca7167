"""Who goes out and who comes in: Laws of Bridge 1899, laws 17 to 26."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.laws.cards import PACK, RANKS
from clubscore.laws.cutting import (
    PlayChoice,
    Right,
    choose,
    complete,
    fits,
    longest_run,
    resolve_places,
)
from clubscore.laws.errors import RuleError
from tests.walks import by_examples


def test_a_table_is_complete_with_six() -> None:
    assert complete(4) == 6
    assert [count for count in range(3, 9) if fits(4, count)] == [4, 5, 6]


def test_whoever_played_most_rubbers_is_out_without_a_cut() -> None:
    assert choose({"Ann": 2, "Bob": 1, "Eve": 1, "Fred": 1}, 1) == PlayChoice(("Ann",), (), 0)
    assert choose({"Ann": 2, "Bob": 2, "Eve": 1, "Fred": 1}, 2) == PlayChoice(("Ann", "Bob"), (), 0)


def test_all_have_played_the_same_so_they_cut() -> None:
    four = {"Ann": 1, "Bob": 1, "Cecil": 1, "Dora": 1}
    assert choose(four, 2) == PlayChoice((), ("Ann", "Bob", "Cecil", "Dora"), 2)


def test_one_is_out_and_the_others_cut_for_the_second() -> None:
    assert choose({"Ann": 3, "Bob": 2, "Cecil": 2, "Dora": 1}, 2) == PlayChoice(
        ("Ann",), ("Bob", "Cecil"), 1
    )


def test_the_two_highest_are_out_and_the_ace_is_low() -> None:
    people = ("Ann", "Bob", "Cecil", "Dora")
    drawn = {"Ann": "4C", "Bob": "9H", "Cecil": "AS", "Dora": "KD"}
    cut = resolve_places(people, [drawn], 2, last=True)
    assert set(cut.chosen) == {"Bob", "Dora"}
    assert cut.again == ()


def test_equal_cards_cut_again_only_where_a_place_hangs_on_them() -> None:
    people = ("Ann", "Bob", "Cecil", "Dora")
    tied = {"Ann": "9C", "Bob": "9H", "Cecil": "AS", "Dora": "KD"}
    cut = resolve_places(people, [tied], 2, last=True)
    assert cut.chosen == ("Dora",)
    assert set(cut.again) == {"Ann", "Bob"}
    cut = resolve_places(people, [tied, {"Ann": "2C", "Bob": "3C"}], 2, last=True)
    assert set(cut.chosen) == {"Dora", "Bob"}
    # The two highest are both out: which is higher decides nothing.
    equal = {"Ann": "KC", "Bob": "KH", "Cecil": "AS", "Dora": "2D"}
    assert resolve_places(people, [equal], 2, last=True).again == ()


def test_of_six_the_four_lowest_play() -> None:
    people = "ABCDEF"
    drawn = dict(zip(people, ("AC", "2C", "3C", "4C", "5C", "6C"), strict=True))
    assert set(resolve_places(people, [drawn], 4, last=False).chosen) == set("ABCD")


def test_whoever_was_at_no_other_table_comes_first_and_who_broke_one_up_last() -> None:
    claims = {"Ann": Right.BELONGED, "Bob": Right.FRESH, "Cecil": Right.BROKE_UP}
    assert choose(claims, 1).sure == ("Bob",)
    assert set(choose(claims, 2).sure) == {"Ann", "Bob"}


def test_only_those_who_must_cut_draw() -> None:
    with pytest.raises(RuleError) as refused:
        resolve_places(("Ann", "Bob"), [{"Ann": "4C", "Eve": "5C"}], 1, last=True)
    assert refused.value.code == "wrong-people"


def test_a_run_ends_with_the_rubber_that_was_sat_out() -> None:
    rubbers = [{"Ann", "Bob"}, {"Bob", "Eve"}, {"Ann", "Bob"}]
    assert [longest_run(rubbers, who) for who in ("Ann", "Bob", "Eve")] == [1, 3, 0]


# A busy machine is no counter-example.
PROFILE = by_examples(200)
counts = st.dictionaries(st.integers(0, 9), st.integers(0, 4), min_size=1, max_size=6)


@PROFILE
@given(counts, st.integers(0, 7))
def test_rights_fill_the_places_or_leave_them_to_the_cut(claims: dict[int, int], n: int) -> None:
    choice = choose(claims, n)
    assert len(choice.sure) + choice.places == min(n, len(claims))
    assert not set(choice.sure) & set(choice.cutting)
    if choice.cutting:
        assert 0 < choice.places < len(choice.cutting)
        assert len({claims[who] for who in choice.cutting}) == 1
    left = set(claims) - set(choice.sure)
    assert all(claims[one] >= claims[other] for one in choice.sure for other in left)


@PROFILE
@given(st.data(), st.integers(2, 6), st.booleans())
def test_cutting_ends_with_the_right_number_whatever_is_drawn(
    data: st.DataObject, count: int, highest: bool
) -> None:
    places = data.draw(st.integers(1, count - 1))
    cutters = tuple(range(count))
    draws: list[dict[int, str]] = []
    cut = resolve_places(cutters, draws, places, last=highest)
    while cut.again and len(draws) < 20:
        cards = data.draw(
            st.lists(
                st.sampled_from(PACK),
                min_size=len(cut.again),
                max_size=len(cut.again),
                unique=True,
            )
        )
        draws.append(dict(zip(cut.again, cards, strict=True)))
        before = cut
        cut = resolve_places(cutters, draws, places, last=highest)
        assert set(before.chosen) <= set(cut.chosen)
        assert set(cut.again) <= set(before.again)
    if cut.again:
        return
    assert len(cut.chosen) == places
    first = {who: RANKS.index(card[0]) for who, card in draws[0].items()}
    out = set(cutters) - set(cut.chosen)
    for one in cut.chosen:
        for other in out:
            assert first[one] >= first[other] if highest else first[one] <= first[other]
