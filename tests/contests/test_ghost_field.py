"""Against par and against the world, recounted by a plain comparison of each with each."""

import random
from fractions import Fraction
from typing import Any

import pytest

from clubscore.extras.world.field import GhostStanding, counted, standings
from clubscore.extras.world.package import Package, read_package, sign
from clubscore.ranking.valuation import imps
from tests.contests.test_package import DAY, KEY, OTHER, RESULTS, TODAY, packed


def some_results(chance: random.Random) -> list[Any]:
    """What a table may make of some boards of the set."""
    found = []
    for number in TODAY.boards:
        if chance.random() < 0.2:
            continue
        if chance.random() < 0.1:
            found.append({"board": number, "passed_out": True})
            continue
        level = chance.randint(1, 7)
        bid = f"{level}{chance.choice(('C', 'D', 'H', 'S', 'NT'))}"
        doubled = "X" * chance.choice((0, 0, 0, 1))
        tricks, declarer = chance.randint(4, 13), chance.choice("NESW")
        found.append(
            {"board": number, "contract": bid + doubled, "declarer": declarer, "tricks": tricks}
        )
    return found


def packages(count: int, seed: int) -> list[Package]:
    chance = random.Random(seed)  # noqa: S311 - the same each time
    told = [
        sign(TODAY, some_results(chance), played=DAY, key=KEY, club=f"Club {n}")
        for n in range(count)
    ]
    return [read_package(each, TODAY) for each in told]


def by_hand(one: GhostStanding, every: list[Package]) -> tuple[int, int, Fraction | None, Any]:
    """Losses, net, percentage and IMPs a board, each score set against each other one."""
    sign_of = 1 if one.side == "NS" else -1
    losses, net, parts, won = 0, 0, [], []
    for result in one.package.results:
        par = TODAY.boards[result.board].par
        assert par is not None and result.score is not None
        over = sign_of * (result.score - par.score)
        losses, net = losses + (over < 0), net + over
        others = [
            other.score
            for package in every
            if package is not one.package
            for other in package.results
            if other.board == result.board and other.score is not None
        ]
        if others:
            ahead = [sign_of * (result.score - each) for each in others]
            beaten = sum(2 if each > 0 else each == 0 for each in ahead)
            parts.append(Fraction(beaten, 2 * len(others)))
            won.append(Fraction(sum(map(imps, ahead)), len(others)))
    percent = 100 * sum(parts) / len(parts) if parts else None
    return losses, net, percent, sum(won) / len(won) if won else None


@pytest.mark.parametrize(("count", "seed"), [(1, 1), (2, 2), (3, 3), (12, 4), (40, 5)])
def test_each_standing_is_what_comparing_each_with_each_gives(count: int, seed: int) -> None:
    every = packages(count, seed)
    found = standings(TODAY, every)
    assert len(found) == 2 * count
    for one in found:
        assert (one.losses, one.net, one.percent, one.imps) == by_hand(one, every)
    worth = [(Fraction(one.losses, one.boards), -Fraction(one.net, one.boards)) for one in found]
    assert worth == sorted(worth)
    percents = [one.percent for one in found if one.percent is not None]
    for one in found:
        if one.percent is None or len(percents) < 2:
            assert one.percentile is None
            continue
        below = sum(each < one.percent for each in percents)
        equal = sum(each == one.percent for each in percents) - 1
        assert one.percentile == Fraction(100 * (2 * below + equal), 2 * (len(percents) - 1))


def test_the_comparison_sees_a_loss_that_is_missing() -> None:
    every = packages(3, 6)
    one = next(each for each in standings(TODAY, every) if each.losses)
    assert (one.losses - 1, one.net, one.percent, one.imps) != by_hand(one, every)


def test_twice_counts_once_and_a_lone_table_has_par_alone() -> None:
    one = read_package(packed(), TODAY)
    found = standings(TODAY, [one, read_package(packed(), TODAY)])
    assert len(found) == 2 and {each.percent for each in found} == {None}
    assert {each.boards for each in found} == {len(RESULTS)}


def test_below_par_loses_and_par_does_not() -> None:
    """As in 1917: East-West's par on the first board is 400; 430 is over it, 50 against is not."""
    first = TODAY.boards[1].par
    assert first is not None and first.score == -400
    told = sign(TODAY, [{"board": 1, "contract": "3NT", "declarer": "E", "tricks": 10}],
                played=DAY, key=KEY)  # fmt: skip
    over = {each.side: (each.losses, each.net)
            for each in standings(TODAY, [read_package(told, TODAY)])}  # fmt: skip
    assert over == {"NS": (1, -30), "EW": (0, 30)}


def test_a_table_counts_by_its_newest_package_alone() -> None:
    def one(**more: Any) -> Package:
        return read_package(packed(names=((), ()), **more), TODAY)

    first = one(results=RESULTS[:1])
    second = one(results=RESULTS[:2], instead=first.digest)
    third = one(instead=second.digest)
    assert counted([third, first, second, first]) == [third]
    assert counted([first, third]) == [first, third]
    # Nobody sends a package instead of another club's.
    foreign = one(key=OTHER, instead=first.digest)
    assert counted([first, foreign]) == [first, foreign]
