"""What a package moved, recounted by ranking all that had come before and after it."""

from clubscore.extras.world.field import moves, standings
from clubscore.extras.world.package import Package, read_package
from tests.contests.test_ghost_field import packages
from tests.contests.test_package import RESULTS, TODAY, packed


def place_of(found: list[Package], digest: str, side: str) -> tuple[int, object]:
    """The place of a side in a whole ranking, tied ones sharing the best; its percentage."""
    ranked = standings(TODAY, found)
    own = next(one for one in ranked if (one.package.digest, one.side) == (digest, side))
    better = [
        one
        for one in ranked
        if (one.losses * own.boards, -one.net * own.boards)
        < (own.losses * one.boards, -own.net * one.boards)
    ]
    return 1 + len(better), own.percent


def test_each_move_is_what_the_whole_rankings_before_and_after_say() -> None:
    came = [each for each in packages(12, 7) if each.results]
    watched = {came[0].digest, came[5].digest}
    told = moves(TODAY, came, watched, 4)
    assert [one.package.digest for one in told] == [one.digest for one in came[:-5:-1]]
    changed = 0
    for back, move in enumerate(told):
        until = len(came) - back
        before, after = came[: until - 1], came[:until]
        for side, place in move.places.items():
            assert place == place_of(after, move.package.digest, side)[0]
        seen = {(one.package.digest, one.side): one for one in move.moved}
        for digest in watched:
            for side in ("NS", "EW"):
                then, now = place_of(before, digest, side), place_of(after, digest, side)
                assert ((digest, side) in seen) == (then != now)
                if then != now:
                    changed += 1
                    one = seen[digest, side]
                    assert (tuple(one.before), tuple(one.after)) == (then, now)
    assert changed > 5


def test_the_first_package_moves_nobody_and_none_tells_of_nothing() -> None:
    one = read_package(packed(), TODAY)
    (only,) = moves(TODAY, [one], {one.digest}, 5)
    assert (only.moved, set(only.places)) == ([], {"NS", "EW"})
    assert moves(TODAY, [], set(), 5) == []


def test_a_package_that_takes_the_place_of_another_moves_it_out() -> None:
    first = read_package(packed(results=RESULTS[:1]), TODAY)
    other = read_package(packed(club="Leeds"), TODAY)
    second = read_package(packed(instead=first.digest), TODAY)
    newest = moves(TODAY, [first, other, second], {first.digest, other.digest}, 5)[0]
    assert {each.package.digest for each in newest.moved} <= {other.digest}
