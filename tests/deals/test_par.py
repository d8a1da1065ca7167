"""Par as a game of two sides with open cards: against every auction tried out, one by one."""

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from clubscore.deals.par import EW, NS, ParContract, contract_for, par_of_auction, par_of_choice

POINTS = st.integers(-3, 3)
LADDERS = st.lists(st.tuples(POINTS, POINTS), max_size=5)


def ladder_of(points: list[tuple[int, int]]) -> list[dict[str, ParContract]]:
    return [
        {
            NS: ParContract(f"{at + 1}C", NS, ("N", "S"), False, for_ns),
            EW: ParContract(f"{at + 1}C", EW, ("E", "W"), False, for_ew),
        }
        for at, (for_ns, for_ew) in enumerate(points)
    ]


def every_auction(ladder: list[dict[str, ParContract]], dealing: str) -> int:
    """Par by trying each call: three passes end it, four if nobody has bid."""
    sides = (dealing, EW if dealing == NS else NS)

    @cache
    def best(last: int, holder: str, passes: int, turn: int) -> int:
        if passes == (3 if holder else 4):
            return ladder[last][holder].points if holder else 0
        side = sides[turn % 2]
        calls = [best(last, holder, passes + 1, turn + 1)]
        calls += [best(at, side, 0, turn + 1) for at in range(last + 1, len(ladder))]
        return max(calls) if side == NS else min(calls)

    return best(-1, "", 0, 0)


@given(LADDERS, st.sampled_from([NS, EW]))
def test_par_is_what_the_best_of_all_auctions_brings(
    points: list[tuple[int, int]], dealing: str
) -> None:
    ladder = ladder_of(points)
    assert par_of_auction(ladder, dealing).score == every_auction(ladder, dealing)


@given(LADDERS, st.sampled_from([NS, EW]))
def test_par_contracts_bring_par(points: list[tuple[int, int]], dealing: str) -> None:
    best = par_of_auction(ladder_of(points), dealing)
    assert all(each.points == best.score for each in best.contracts)
    if best.score:
        assert best.contracts


@given(LADDERS)
def test_par_turned_round_is_the_others_par(points: list[tuple[int, int]]) -> None:
    turned = [(-for_ew, -for_ns) for for_ns, for_ew in points]
    one, another = par_of_auction(ladder_of(points), NS), par_of_auction(ladder_of(turned), EW)
    assert one.score == -another.score


def test_the_other_side_doubles_only_what_it_gains_by() -> None:
    down = contract_for("4S", NS, lambda hand, doubling: -100 * (doubling + 1))
    made = contract_for("2S", EW, lambda hand, doubling: -110 * (doubling + 1))
    assert (down.text(), down.points) == ("4SX NS", -200)
    assert (made.text(), made.points) == ("2S EW", -110)


def test_the_better_hand_declares() -> None:
    contract = contract_for("3NT", EW, lambda hand, doubling: -400 if hand == "W" else 50)
    assert (contract.text(), contract.points) == ("3NT W", -400)


def test_where_nobody_is_outbid_the_side_that_names_takes_its_best() -> None:
    choices = [ParContract("S", EW, ("E",), False, 4), ParContract("H", EW, ("E",), False, -16)]
    assert par_of_choice(choices).score == -16


def test_nobody_bids_where_every_bid_loses() -> None:
    best = par_of_auction(ladder_of([(-1, 1), (-2, 2)]), NS)
    assert best == (0, ())
