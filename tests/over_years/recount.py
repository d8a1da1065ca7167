"""What an event file has of one player, counted again by an independent model.

It reads the file alone. Scores are those of the soak's model; matchpoints, IMPs, means and spreads
are counted here once more. Nothing here is of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.soak.ranks import score_of

SIDES = {"N": "ns", "S": "ns", "E": "ew", "W": "ew"}
IMP_STEPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500,
             1750, 2000, 2250, 2500, 3000, 3500, 4000)  # fmt: skip
Result = dict[str, Any]


def imps(points: int) -> int:
    won = sum(abs(points) >= step for step in IMP_STEPS)
    return won if points >= 0 else -won


def has_score(result: Result) -> bool:
    return "contract" in result or "passed_out" in result


def points_of(result: Result) -> int:
    return score_of(result)


def shares(field: list[Result], side: str, expected: int) -> list[Fraction]:
    """Parts of the top by Neuberg's formula, for one side, result by result."""
    sign = 1 if side == "ns" else -1
    own = [sign * points_of(each) for each in field]
    top = 2 * (expected - 1)
    found = []
    for at, score in enumerate(own):
        others = own[:at] + own[at + 1 :]
        beaten = sum(2 * (score > each) + (score == each) for each in others)
        neuberg = Fraction(beaten * expected + expected - len(own), len(own))
        found.append(neuberg / top)
    return found


def cross_imps(field: list[Result], side: str) -> list[Fraction]:
    """IMPs against every other table, averaged."""
    sign = 1 if side == "ns" else -1
    own = [sign * points_of(each) for each in field]
    over = max(1, len(own) - 1)
    return [Fraction(sum(imps(score - each) for each in own), over) for score in own]


def mean_and_spread(values: list[Fraction]) -> tuple[Fraction, Fraction]:
    """Mean and variance: the second by the mean of squares less the square of the mean."""
    count = len(values)
    mean = Fraction(sum(values), count)
    return mean, Fraction(sum(each * each for each in values), count) - mean * mean


def chance(field: list[Result], at: int, side: str, file: Mapping[str, Any]) -> Any:
    """What result `at` of a field won a side, what any of it would win on average, and its spread.

    Of a match of teams the other result is the other table.
    """
    if file.get("contestants_are") == "teams":
        other = field[1 - at]
        sign = 1 if side == "ns" else -1
        own = Fraction(imps(sign * (points_of(field[at]) - points_of(other))))
        return own, Fraction(0), own * own
    if file["scoring"] == "matchpoints":
        sizes: dict[int, int] = {}
        for each in file["results"]:
            sizes[each["board"]] = sizes.get(each["board"], 0) + 1
        values = shares(field, side, max(sizes.values()))
    else:
        values = cross_imps(field, side)
    return (values[at], *mean_and_spread(values))


def sides_of(file: Mapping[str, Any], result: Result) -> dict[str, tuple[str, ...]]:
    """Who sat on each side, by number."""
    if "n" in result:
        return {"ns": (result["n"], result["s"]), "ew": (result["e"], result["w"])}
    return {"ns": (result["ns"],), "ew": (result["ew"],)}


def boards_of(file: Mapping[str, Any], number: str) -> list[dict[str, Any]]:
    """All boards of a contestant in the order of rounds and boards, as this side has them."""
    found = []
    for result in file["results"]:
        both = sides_of(file, result)
        for side, keys in both.items():
            if number in keys:
                found.append(_board(file, result, side))
    return sorted(found, key=lambda each: (each["round"], each["board"]))


def _board(file: Mapping[str, Any], result: Result, side: str) -> dict[str, Any]:
    whole = [each for each in file["results"] if each["board"] == result["board"]]
    if file.get("contestants_are") == "teams":
        teams = {result["ns"], result["ew"]}
        whole = [e for e in whole if {e["ns"], e["ew"]} == teams and e["round"] == result["round"]]
    field = [each for each in whole if has_score(each)]
    found: dict[str, Any] = {
        "board": result["board"], "round": result["round"], "side": side.upper(),
        "contract": result.get("contract", "pass" if "passed_out" in result else ""),
        "declarer": result.get("declarer", ""), "tricks": result.get("tricks", 0),
        "lead": result.get("lead", ""), "score": None, "won": None, "mean": None, "spread": None,
    }  # fmt: skip
    if has_score(result):
        sign = 1 if side == "ns" else -1
        found["score"] = sign * points_of(result)
        if len(field) == 2 or file.get("contestants_are") != "teams":
            at = next(n for n, each in enumerate(field) if each is result)
            found["won"], found["mean"], found["spread"] = chance(field, at, side, file)
    found["over"] = 0
    if "contract" in result:
        found["over"] = result["tricks"] - 6 - int(result["contract"][0])
    found["others"] = _others(file, result)
    return found


def _others(file: Mapping[str, Any], result: Result) -> tuple[int, int]:
    """Tricks of the same denomination by the same side at other tables: their sum, their number."""
    if "contract" not in result:
        return 0, 0
    kind = result["contract"].strip("1234567X"), SIDES[result["declarer"]]
    tricks = [
        each["tricks"]
        for each in file["results"]
        if each is not result
        and each["board"] == result["board"]
        and "contract" in each
        and (each["contract"].strip("1234567X"), SIDES[each["declarer"]]) == kind
    ]
    return sum(tricks), len(tricks)


assert all(one < two for one, two in pairwise(IMP_STEPS))
