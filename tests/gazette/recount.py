"""Stories of the gazette counted again from the event's file, by an independent model.

It reads the file alone; scores and rankings are those of the soak's model. Nothing here is of the
program.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.soak.ranks import ranking_of, score_of

Results = list[dict[str, Any]]
SIDES = {"N": "ns", "S": "ns", "E": "ew", "W": "ew"}


def own(result: dict[str, Any], side: str) -> int:
    return score_of(result) if side == "ns" else -score_of(result)


def on_board(file: Mapping[str, Any], board: object) -> Results:
    return [each for each in file["results"] if each["board"] == board]


def numbers(file: Mapping[str, Any], direction: str) -> list[str]:
    return [one["number"] for one in file["contestants"] if one["direction"] == direction]


def firsts(file: Mapping[str, Any], direction: str, last: int) -> list[str]:
    """Who is first after a round, by the results until then."""
    known = [each for each in file["results"] if each["round"] <= last]
    rows = ranking_of(known, numbers(file, direction))
    return sorted(row.pair for row in rows if row.place.rstrip("=") == "1")


def winner(file: Mapping[str, Any], claim: Mapping[str, Any]) -> bool:
    direction, rounds = claim["direction"], max(each["round"] for each in file["results"])
    if sorted(claim["winners"]) != firsts(file, direction, rounds):
        return False
    rows = ranking_of(file["results"], numbers(file, direction))
    percent = next(row.percent for row in rows if row.pair == claim["winners"][0])
    if percent is None or abs(Fraction(claim["made"]) - percent) > Fraction(1, 200):
        return False
    if len(claim["winners"]) > 1:
        return claim["led_from"] is None
    led = [firsts(file, direction, n) == [*claim["winners"]] for n in range(1, rounds + 1)]
    since = next(n for n in range(1, rounds + 1) if all(led[n - 1 :]))
    return bool(claim["led_from"] == since)


def climb(file: Mapping[str, Any], claim: Mapping[str, Any]) -> bool:
    direction = claim["direction"]
    known = [each for each in file["results"] if each["round"] <= claim["round"]]
    then = ranking_of(known, numbers(file, direction))
    now = ranking_of(file["results"], numbers(file, direction))
    alone_last = then[-1].pair == claim["who"] and "=" not in then[-1].place
    place = next(row.place for row in now if row.pair == claim["who"])
    return alone_last and place == claim["place"] and int(place.rstrip("=")) <= 3


def hand(file: Mapping[str, Any], claim: Mapping[str, Any]) -> bool:
    spreads = {}
    for board in {each["board"] for each in file["results"]}:
        scores = [score_of(each) for each in on_board(file, board)]
        spreads[board] = max(scores) - min(scores)
    here = [score_of(each) for each in on_board(file, claim["board"])]
    is_greatest = spreads[claim["board"]] == max(spreads.values())
    return is_greatest and (claim["most"], claim["least"]) == (max(here), min(here))


def middle(values: list[int]) -> int:
    """The middle of some scores; of an even number the lower of the two."""
    return sorted(values)[(len(values) - 1) // 2]


def cost(results: Results, at: int, side: str) -> int:
    others = [own(each, side) for n, each in enumerate(results) if n != at]
    return middle(others) - own(results[at], side)


def swing(file: Mapping[str, Any], claim: Mapping[str, Any]) -> bool:
    costs = []
    for board in {each["board"] for each in file["results"]}:
        results = on_board(file, board)
        for at in range(len(results)):
            costs += [cost(results, at, side) for side in ("ns", "ew")]
    side = claim["side"].lower()
    results = on_board(file, claim["board"])
    at = next(n for n, each in enumerate(results) if each[side] == claim["who"])
    return (
        cost(results, at, side) == max(costs)
        and own(results[at], side) == claim["score"]
        and claim["middle"] - claim["score"] == max(costs)
    )


def of_contract(file: Mapping[str, Any], claim: Mapping[str, Any]) -> Results:
    """The results of the claim's contract by its side, doubled or not."""
    return [
        each
        for each in on_board(file, claim["board"])
        if each.get("contract", "").rstrip("X") == claim["contract"]
        and SIDES[each["declarer"]] == claim["side"].lower()
    ]


def is_made(result: dict[str, Any]) -> bool:
    return bool(result["tricks"] >= 6 + int(result["contract"][0]))


def defence(file: Mapping[str, Any], claim: Mapping[str, Any]) -> bool:
    alike = of_contract(file, claim)
    down = [each for each in alike if not is_made(each)]
    other = "ew" if claim["side"] == "NS" else "ns"
    return [each[other] for each in down] == [claim["who"]] and len(alike) - 1 == claim["made"]


def alone(file: Mapping[str, Any], claim: Mapping[str, Any]) -> bool:
    side = claim["side"].lower()
    alike = of_contract(file, claim)
    scores = sorted(own(each, side) for each in on_board(file, claim["board"]))
    return (
        [each[side] for each in alike] == [claim["who"]]
        and is_made(alike[0])
        and scores[-1] == claim["score"] == own(alike[0], side)
        and scores[-2] < scores[-1]
    )


def flat(file: Mapping[str, Any], claim: Mapping[str, Any]) -> bool:
    alike = [
        board
        for board in {each["board"] for each in file["results"]}
        if len({score_of(each) for each in on_board(file, board)}) == 1
    ]
    here = on_board(file, claim["board"])
    return alike == [claim["board"]] and (claim["score"], claim["tables"]) == (
        score_of(here[0]),
        len(here),
    )


# From so many points on, each a step of one IMP.
IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
        2000, 2250, 2500, 3000, 3500, 4000)  # fmt: skip


def imps_between(file: Mapping[str, Any], one: str, other: str) -> dict[int, int]:
    """What the first of two teams won on each board that they played against each other."""
    found = {}
    for board in {each["board"] for each in file["results"]}:
        here = [each for each in on_board(file, board) if {each["ns"], each["ew"]} == {one, other}]
        if here:
            points = sum(score_of(each) * (1 if each["ns"] == one else -1) for each in here)
            size = sum(abs(points) >= least for least in IMPS)
            found[board] = size if points > 0 else -size
    return found


def of_all_matches(file: Mapping[str, Any]) -> dict[tuple[str, str], dict[int, int]]:
    pairs = {tuple(sorted((each["ns"], each["ew"]))) for each in file["results"]}
    return {(one, other): imps_between(file, one, other) for one, other in pairs}


def closest(file: Mapping[str, Any], claim: Mapping[str, Any]) -> bool:
    margins = [abs(sum(each.values())) for each in of_all_matches(file).values()]
    here = sum(imps_between(file, claim["winner"], claim["loser"]).values())
    return here == claim["margin"] == min(margins) and margins.count(here) == 1


def moved_most(file: Mapping[str, Any], claim: Mapping[str, Any]) -> bool:
    sizes = [abs(imps) for each in of_all_matches(file).values() for imps in each.values()]
    here = imps_between(file, claim["winner"], claim["loser"])[claim["board"]]
    return here == claim["imps"] == max(sizes) and sizes.count(here) == 1


BY_KIND_OF_TEAMS = {"match": closest, "imps": moved_most}
BY_KIND = {
    "winner": winner, "climb": climb, "hand": hand, "swing": swing, "defence": defence,
    "alone": alone, "flat": flat,
}  # fmt: skip


def is_true(file: Mapping[str, Any], key: str, claim: Mapping[str, Any]) -> bool:
    """Whether a story of an event is as its file has it; `key` is the story's."""
    return (BY_KIND | BY_KIND_OF_TEAMS)[key.split("-")[2]](file, claim)
