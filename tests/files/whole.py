"""Events that have whatever an event file can tell of pairs and players, for hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from clubscore.ranking import every_option, every_scoring
from clubscore.ranking.options import WIN_TIE
from tests.ranking.test_properties import awards, scores, weighted

Facts = dict[str, Any]
PAIRED = {each.key: each for each in every_scoring() if not each.only_for}
DEAL = "E:AKQJ.T98.765.432 5432.AKQ.T98.765 876.5432.AKQ.T98 T9.J76.J432.AKQJ"
TASKS = [
    {"side": "NS", "kind": "play", "points": 6, "least_tricks": 10},
    {"side": "EW", "kind": "defence", "points": 2, "what": "West unblocks the king"},
]
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
names = st.one_of(
    texts, st.sampled_from(["-", "?", " ", "?>", '"', "Ann Ash", "A;B", "%", "x" * 400])
)
amounts = st.sampled_from(["0.5", "-3.25", "12", "100"])


@st.composite
def plays(draw: st.DrawFn, game: str) -> Facts:
    """A contract and what became of it, as this game tells it."""
    bid = draw(st.sampled_from(["1H", "3NT", "4SX", "7HXX"]))
    told = {"contract": bid, "declarer": draw(st.sampled_from("NESW")),
            "tricks": draw(st.integers(0, 13))}  # fmt: skip
    if game == "duplicate-auction" and draw(st.booleans()):
        told["honours"] = {"N": 4} if "NT" not in bid else {"E": 3}
    if draw(st.booleans()):
        told["lead"] = draw(st.sampled_from(["SA", "HT", "fourth best", "10"]))
    return told


@st.composite
def outcomes(draw: st.DrawFn, game: str) -> Facts:
    kind = draw(st.integers(0, 9))
    told: Facts
    if kind == 0:
        told = {"not_played": True}
    elif kind == 1:
        told = {"adjusted": {"ns": draw(awards), "ew": draw(awards)}}
    elif kind == 2:
        told = {"assigned": {"ns": draw(weighted()), "ew": draw(weighted())}}
    elif kind == 3:
        told = {"split": {"ns": draw(scores), "ew": draw(scores)}}
    elif kind == 4:
        told = {"passed_out": True}
    elif kind == 5:
        told = {"score": draw(st.sampled_from([0, 35, -1234567, 420]))}
    else:
        told = draw(plays(game))
    if draw(st.integers(0, 5)) == 5:
        told["fouled_group"] = draw(st.sampled_from(["B", "late\n"]))
    return told


@st.composite
def contestants(draw: st.DrawFn, numbers: list[str], winners: int) -> list[Facts]:
    found = []
    for at, number in enumerate(numbers):
        one: Facts = {"number": number}
        if winners == 2:
            one["direction"] = "EW" if at >= len(numbers) // 2 else "NS"
        if draw(st.booleans()):
            one["names"] = draw(st.lists(names, min_size=1, max_size=3))
        for key, values in (
            ("handicap", amounts), ("carry_over", amounts),
            ("section", st.sampled_from(["A", "B", " odd\t"])), ("stratum", st.sampled_from("AB")),
        ):  # fmt: skip
            if draw(st.integers(0, 3)) == 3:
                one[key] = draw(values)
        found.append(one)
    return draw(st.permutations(found))


@st.composite
def boards(draw: st.DrawFn, numbers: list[int]) -> list[Facts]:
    found = []
    for number in numbers:
        one: Facts = {"number": number, "par": {"score": draw(scores)}}
        if draw(st.booleans()):
            one["par"] |= {"contract": "4S", "declarer": "S", "note": "both\nways"}
        for key, value in (
            ("dealer", draw(st.sampled_from("NESW"))), ("deal", DEAL), ("tasks", TASKS),
            ("vulnerable", draw(st.sampled_from(["none", "NS", "EW", "both"]))),
            ("commentary", "Draw  trumps.\n" * 20),
        ):  # fmt: skip
            if draw(st.integers(0, 2)) == 2:
                one[key] = value
        found.append(one)
    return draw(st.permutations(found))


@st.composite
def events(draw: st.DrawFn) -> Facts:
    """An event of pairs or players with at least one result."""
    individuals = draw(st.booleans())
    scoring = draw(st.sampled_from(list(PAIRED)))
    game = draw(st.sampled_from(["duplicate", "duplicate", "duplicate-auction", "cairo"]))
    winners = 1 if individuals else draw(st.sampled_from([1, 2]))
    odd = ["-", "1\n2", "1 2", " 1  2", "?", "A1", "1NS"]
    numbers = draw(st.sampled_from([[str(at) for at in range(1, 9)], [*odd, "*"]]))
    facts: Facts = {
        "format": "clubscore-event/1",
        "game": game,
        "scoring": scoring,
        "winners": winners,
        "contestants_are": "individuals" if individuals else "pairs",
        "contestants": draw(contestants(numbers, winners)),
        "boards": draw(boards([1, 2, 7])),
        "options": {
            option.key: draw(st.sampled_from(option.choices))
            for option in every_option() if option is not WIN_TIE and draw(st.booleans())
        },
    }  # fmt: skip
    for key in ("name", "date", "club"):
        if draw(st.booleans()):
            facts[key] = draw(st.one_of(names, st.just("2026-03-02")))
    facts["results"] = draw(st.lists(_results(individuals, numbers, game), min_size=1, max_size=9))
    facts["penalties"] = [
        {"contestant": draw(st.sampled_from(numbers)), "amount": draw(amounts),
         "unit": draw(st.sampled_from(PAIRED[scoring].units)), "reason": "late\nagain"}
        for _ in range(draw(st.integers(0, 2)))
    ]  # fmt: skip
    return facts


@st.composite
def _results(draw: st.DrawFn, individuals: bool, numbers: list[str], game: str) -> Facts:
    half = len(numbers) // 2
    one: Facts = {"board": draw(st.sampled_from([1, 2]))}
    if individuals:
        one |= dict(zip("nesw", draw(st.permutations(numbers))[:4], strict=True))
    else:
        one |= {"ns": draw(st.sampled_from(numbers[:half])),
                "ew": draw(st.sampled_from(numbers[half:]))}  # fmt: skip
    for key, values in (("round", st.integers(1, 999)), ("table", st.sampled_from([3, "A2"])),
                        ("section", st.sampled_from(["A", "B", "-", "x\x01"]))):  # fmt: skip
        if draw(st.booleans()):
            one[key] = draw(values)
    return one | draw(outcomes(game))


@st.composite
def team_events(draw: st.DrawFn) -> Facts:
    """Matches of four teams in up to three rounds, each board at one table or at both."""
    rounds = [(("1", "2"), ("3", "-")), (("1", "3"), ("-", "2")), (("1", "-"), ("2", "3"))]
    game = draw(st.sampled_from(["duplicate", "duplicate", "cairo"]))
    results = []
    for at, matches in enumerate(rounds[: draw(st.integers(1, 3))], start=1):
        for one, two in matches:
            for board in draw(st.lists(st.sampled_from([1, 2, 7]), unique=True, max_size=3)):
                for ns, ew in ((one, two), (two, one))[: draw(st.integers(1, 2))]:
                    told = {"board": board, "round": at, "ns": ns, "ew": ew}
                    results.append(told | draw(outcomes(game)))
    scoring = draw(st.sampled_from(["imps-vp", "board-a-match"]))
    return {
        "format": "clubscore-event/1",
        "name": "Teams",
        "game": game,
        "scoring": scoring,
        "contestants_are": "teams",
        "contestants": draw(contestants(["1", "2", "3", "-"], 1)),
        "boards": draw(boards([1, 2, 7])),
        "options": {"vp_scale": draw(st.sampled_from(["wbf-20", "acbl-20"]))},
        "results": draw(st.permutations(results)),
        "penalties": [{"contestant": "-", "amount": "1.5", "unit": "points"}],
    }
