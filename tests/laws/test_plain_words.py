"""The rules once more, as a player would reckon on paper, against the machinery.

Every contract, result and pair of revokes is tried; nothing here shares code with the laws.
"""

from itertools import combinations_with_replacement

import pytest

from tests.laws.tables import bid, points_of, sheet_of

AUCTION_VALUES = {"C": 6, "NT": 10}
ROYAL_REVOKES = (("N", "points"), ("E", "points"), ("W", "tricks"))


def at_auction(
    level: int, trump: str, times: int, tricks: int, revokes: tuple[tuple[str, str], ...]
) -> dict[str, tuple[int, int]]:
    """North's contract at auction on paper: points of North and South, of East and West."""
    own = [kind for seat, kind in revokes if seat == "N"]
    theirs = [kind for seat, kind in revokes if seat != "N"]
    below, ours, others = 0, 0, 0
    if not (own and theirs):
        claimed = 3 * theirs.count("tricks")
        all_tricks = min(13, tricks + claimed)
        if all_tricks >= 6 + level:
            if not own:
                below = (all_tricks - 6) * AUCTION_VALUES[trump] * times
                if tricks >= 6 + level and times > 1:
                    ours += (tricks - 6 - level + 1) * (50 if times == 2 else 100)
        elif not theirs:
            others += (6 + level - all_tricks) * 50 * times
        if not own:
            ours += 100 if tricks == 13 else 50 if tricks == 12 else 0
        if not theirs:
            others += 100 if tricks == 0 else 50 if tricks == 1 else 0
        others += 150 * len(own)
        ours += 150 * theirs.count("points")
    return {"NS": (below, ours), "EW": (0, others)}


@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize("trump", AUCTION_VALUES)
def test_auction_on_paper(level: int, trump: str) -> None:
    for size in range(3):
        for revokes in combinations_with_replacement(ROYAL_REVOKES, size):
            said = [{"by": by, "penalty": kind} for by, kind in revokes]
            for doubling in range(3):
                for tricks in range(14):
                    deal = bid(f"{level}{trump}", tricks, doubling=doubling, revokes=said)
                    paper = at_auction(level, trump, 2**doubling, tricks, revokes)
                    assert sheet_of("auction", deal).deals[0].points == paper


@pytest.mark.parametrize("level", range(1, 8))
def test_pirate_and_cut_throat_follow_auction(level: int) -> None:
    """The same deal among four and three: whoever scores at auction, each of them scores."""
    for size in range(3):
        for revokes in combinations_with_replacement(ROYAL_REVOKES, size):
            for tricks in range(14):
                paper = at_auction(level, "NT", 1, tricks, revokes)
                (below, ours), (_, others) = paper["NS"], paper["EW"]
                game = below >= 30
                said = [{"by": by, "penalty": kind} for by, kind in revokes]
                deal = bid(f"{level}NT", tricks, partner="S", revokes=said)
                expected = {
                    "N": (below, ours + 50 * game),
                    "S": (0, below + ours + 50 * game),
                    "E": (0, others),
                    "W": (0, others),
                }
                scored = {seat: points for seat, points in expected.items() if any(points)}
                assert points_of("pirate", deal) == scored
                three = {"N": "A", "E": "B", "W": "C"}
                said = [{"by": three[by], "penalty": kind} for by, kind in revokes]
                deal = bid(f"{level}NT", tricks, "A", revokes=said)
                expected = {
                    "A": (below, ours + 100 * game),
                    "B": (0, others),
                    "C": (0, others),
                }
                scored = {seat: points for seat, points in expected.items() if any(points)}
                assert points_of("cut-throat", deal) == scored


BRIDGE_VALUES = {"C": 4, "H": 8}
KINDS = ("tricks", "deduct", "add")
BRIDGE_REVOKES = tuple((seat, kind) for seat in "NE" for kind in KINDS)


def at_straight_bridge(
    trump: str,
    times: int,
    tricks: int,
    before: tuple[int, int],
    revokes: tuple[tuple[str, str], ...],
) -> dict[str, tuple[int, int]]:
    """A deal of straight bridge on paper, in the order that the law is reckoned."""
    value = BRIDGE_VALUES[trump] * times
    count = {(seat, kind): revokes.count((seat, kind)) for seat in "NE" for kind in KINDS}
    won = {"N": tricks, "E": 13 - tricks}
    given = {seat: min(won[seat], 3 * count[seat, "tricks"]) for seat in "NE"}
    left = {"N": won["N"] - given["N"] + given["E"], "E": won["E"] - given["E"] + given["N"]}
    below = {seat: max(0, left[seat] - 6) * value for seat in "NE"}
    above = {}
    for seat, other in (("N", "E"), ("E", "N")):
        below[seat] += 3 * value * count[other, "add"]
    for at, seat in enumerate("NE"):
        below[seat] = max(0, below[seat] - 3 * value * count[seat, "deduct"])
        offended = any(count[seat, kind] for kind in KINDS)
        if offended:
            below[seat] = min(below[seat], max(0, 28 - before[at]))
        slam = 0 if offended else {12: 20, 13: 40}.get(won[seat], 0)
        above[seat] = slam
    return {"NS": (below["N"], above["N"]), "EW": (below["E"], above["E"])}


@pytest.mark.parametrize("trump", BRIDGE_VALUES)
@pytest.mark.parametrize("before", [0, 1])
def test_straight_bridge_on_paper(trump: str, before: int) -> None:
    first = [bid("NT", 8)] * before
    standing = (24 * before, 0)
    for size in range(4):
        for revokes in combinations_with_replacement(BRIDGE_REVOKES, size):
            said = [{"by": by, "penalty": kind} for by, kind in revokes]
            for doubling in range(2):
                for tricks in (0, 1, 2, 4, 6, 7, 9, 11, 12, 13):
                    deal = bid(trump, tricks, doubling=doubling, revokes=said)
                    paper = at_straight_bridge(trump, 2**doubling, tricks, standing, revokes)
                    assert sheet_of("straight-bridge", *first, deal).deals[-1].points == paper
