"""A Swiss that looks ahead: nobody meets twice while the rounds that remain allow it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations

import pytest

from clubscore.movements import swiss as rounds_ahead
from clubscore.movements.swiss import (
    MOST_LOOKED_AHEAD,
    LookingAhead,
    TooManyStepsError,
    pair_up,
    round_ahead,
)
from clubscore.movements.swiss import SwissMeeting as Meeting
from tests.walks import Walk

Rounds = list[tuple[Meeting, ...]]
EVENTS = [(size, seed) for size in range(2, MOST_LOOKED_AHEAD + 1) for seed in range(200)]


@pytest.fixture
def given_up(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many times a search was given up."""
    found: list[int] = []

    class Counted(TooManyStepsError):
        def __init__(self) -> None:
            found.append(1)

    monkeypatch.setattr(rounds_ahead, "TooManyStepsError", Counted)
    return found


def event(size: int, seed: int) -> None:
    """A Swiss in which the better mostly win: all play all by turns, or fewer rounds."""
    chance = random.Random(f"{size} {seed}")  # noqa: S311 - results, not a secret
    everyone, most = range(1, size + 1), size - 1 + size % 2
    count = chance.randint(1, most) if seed % 2 else most
    strength = {each: chance.random() for each in everyone}
    score = dict.fromkeys(everyone, 0.0)
    rounds: Rounds = []
    byes: list[int] = []
    for number in range(1, count + 1):
        ranking = sorted(everyone, key=lambda each: (-score[each], chance.random()))
        found = pair_up(ranking, rounds, byes=byes, to_come=count - number)
        assert not found.repeated, (size, seed, number)
        assert found.bye not in byes, (size, seed, number)
        byes += [found.bye] if found.bye else []
        for one, other in found.meetings:
            won = chance.gauss(10 + 4 * (strength[one] - strength[other]), 3)
            score[one] += won
            score[other] += 20 - won
        rounds.append(found.meetings)


@pytest.mark.walk
def test_nobody_meets_twice_in_any_field_of_twelve_and_no_search_is_given_up(
    walk: Walk, given_up: list[int]
) -> None:
    """Two hundred events of each size; as many rounds as opponents in half of them."""
    for size, seed in walk(EVENTS, count=2200):
        event(size, seed)
    assert given_up == []


def test_the_draw_that_would_leave_two_threes_is_avoided() -> None:
    rounds: Rounds = [((1, 2), (3, 4), (5, 6)), ((1, 3), (2, 5), (4, 6))]
    ranking = [1, 6, 2, 4, 3, 5]
    assert pair_up(ranking, rounds).meetings == ((1, 6), (2, 4), (3, 5))
    for to_come in (2, 5):
        found = pair_up(ranking, rounds, to_come=to_come)
        assert found.meetings == ((1, 6), (2, 3), (4, 5)), to_come
    assert pair_up(ranking, rounds, to_come=1).meetings == ((1, 6), (2, 3), (4, 5))


def whole_rounds(size: int, met: set[frozenset[int]]) -> list[set[frozenset[int]]]:
    """Every round without a repeated meeting, by trying all orders."""
    found = {
        frozenset(frozenset(two) for two in zip(order[::2], order[1::2], strict=True))
        for order in permutations(range(1, size + 1))
    }
    return [set(each) for each in found if not each & met]


def most_to_follow(size: int, met: set[frozenset[int]]) -> int:
    """How many rounds can still be drawn, by trying all there are."""
    return max(
        (1 + most_to_follow(size, met | each) for each in whole_rounds(size, met)), default=0
    )


@pytest.mark.parametrize("seed", range(6))
def test_as_many_rounds_follow_as_by_trying_all_draws(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a field, not a secret
    pairs = [frozenset(two) for two in combinations(range(1, 7), 2)]
    met = set(chance.sample(pairs, 7))
    look = LookingAhead(range(1, 7), lambda one, other: frozenset((one, other)) not in met, 9999)
    follow = most_to_follow(6, met)
    for to_come in range(4):
        assert (look.round(to_come) is not None) is (to_come < follow)
    found = round_ahead(range(1, 7), met, (), 4, fold=False)
    if follow > 1:
        assert found is not None
        after = met | {frozenset(two) for two in found[0]}
        assert most_to_follow(6, after) == follow - 1
        assert pair_up(range(1, 7), [[(one, other) for one, other in map(sorted, met)]],
                       to_come=4).meetings == found[0]  # fmt: skip


def test_a_search_that_takes_too_many_steps_leaves_the_first_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rounds_ahead, "MOST_STEPS", 2)
    rounds: Rounds = [((1, 2), (3, 4), (5, 6)), ((1, 3), (2, 5), (4, 6))]
    assert pair_up([1, 6, 2, 4, 3, 5], rounds, to_come=2).meetings == ((1, 6), (2, 4), (3, 5))


def test_the_bye_goes_to_whom_had_the_fewest_then_to_whom_had_it_longest_ago() -> None:
    rounds: Rounds = []
    byes: list[int] = []
    times: Counter[frozenset[int]] = Counter()
    for to_come in reversed(range(8)):
        # Those who had the bye first stand first once everyone has had it.
        ranking = [1, 2, 3, 4, 5] if len(byes) < 5 else byes[:5]
        found = pair_up(ranking, rounds, byes=byes, to_come=to_come)
        assert found.bye is not None
        byes.append(found.bye)
        rounds.append(found.meetings)
        times.update(frozenset(two) for two in found.meetings)
    assert sorted(byes[:5]) == [1, 2, 3, 4, 5]
    assert byes[5:] == byes[:3]
    # Whoever meets again has met least often.
    assert set(times.values()) == {1, 2}


def test_those_meet_again_who_met_least_often() -> None:
    rounds: Rounds = [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)), ((1, 2), (3, 4))]
    found = pair_up([1, 2, 3, 4], rounds)
    assert found.meetings == ((1, 3), (2, 4)) and len(found.repeated) == 2
    twice: Rounds = [*rounds, ((1, 3), (2, 4))]
    assert pair_up([1, 2, 3, 4], twice).meetings == ((1, 4), (2, 3))
