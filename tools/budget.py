"""What a run may cost: tests/budget.toml, by target and kind.

A count above its budget fails the run; so does a kind, or the whole, that takes more than one and a
half times its seconds of the processor. Seconds are told as they would be on the quiet machine on
which the budgets were measured: by a loop that is timed in the run itself. The clock on the wall is
printed and never judged.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BUDGET = ROOT / "tests" / "budget.toml"
ROOM = 1.5
COUNTS = ("tests", "pages", "opened", "papers", "queries")
WHOLE = "whole"
REST = "processes, collecting, browsers"


@dataclass
class Cost:
    """What a run cost: by kind its counts and seconds of processor, and the loops timed in it."""

    kinds: dict[str, dict[str, float]] = field(default_factory=dict)
    loops: list[float] = field(default_factory=list)
    # Of the whole run with all that it began; what no kind has is the rest.
    seconds: float = 0
    wall: float = 0
    dearest: list[tuple[float, str]] = field(default_factory=list)

    def read(self, file: Path) -> None:
        """Add what the tests of one database wrote down."""
        if not file.exists():
            return
        told = json.loads(file.read_text("utf-8"))
        for kind, each in told["kinds"].items():
            self.add(kind, **each)
        if told["loop"]:
            self.loops.append(told["loop"])
        self.dearest += [(took, name) for took, name in told["dearest"]]

    def add(self, kind: str, **costs: float) -> None:
        """Add to a kind."""
        mine = self.kinds.setdefault(kind, {})
        for name, each in costs.items():
            mine[name] = mine.get(name, 0) + each

    def whole(self) -> dict[str, dict[str, float]]:
        """Return all kinds, with the rest and the whole last."""
        known = sum(each.get("seconds", 0) for each in self.kinds.values())
        rest = {REST: {"seconds": max(0.0, self.seconds - known)}}
        return self.kinds | rest | {WHOLE: {"seconds": max(self.seconds, known)}}


def judged(target: str, cost: Cost, budget: Mapping[str, Any] | None = None) -> list[str]:
    """Print what a run cost beside what it may, and return what is above."""
    kept = budget or tomllib.loads(BUDGET.read_text("utf-8"))
    allowed: Mapping[str, Any] = kept.get(target, {})
    slower = median(cost.loops) / kept["loop"] if cost.loops else 1.0
    wrong = []
    print(
        f"== What `{target}` cost, in seconds of a quiet processor (this one took {slower:.2f} as"
        f" long); {cost.wall / 60:.1f} min by the clock"
    )
    print(f"{'':34}{'s':>7}{'of':>6} " + "".join(f"{name:>18}" for name in COUNTS))
    for kind, costs in cost.whole().items():
        may = allowed.get(kind, {})
        seconds = costs.get("seconds", 0) / slower
        cells = []
        for name in COUNTS:
            has, most = costs.get(name, 0), may.get(name)
            cells.append(f"{has:,.0f}" + (f" of {most:,}" if most is not None else ""))
            if most is not None and has > most:
                wrong.append(f"{kind}: {has:,.0f} {name}, and its budget is {most:,}")
        limit = may.get("seconds")
        print(f"{kind:34}{seconds:7.1f}{limit or '':>6} " + "".join(f"{c:>18}" for c in cells))
        if limit is not None and seconds > limit * ROOM:
            wrong.append(
                f"{kind}: {seconds:.0f} s of processor, more than {ROOM} times its budget of"
                f" {limit} s"
            )
    for took, name in sorted(cost.dearest, reverse=True):
        print(f"   {took / slower:6.1f} s  {name}")
    missing = sorted({*allowed} - {*cost.whole()})
    wrong += [f"{kind}: nothing ran, and it has a budget" for kind in missing]
    for each in wrong:
        print(f"== ABOVE ITS BUDGET (tests/budget.toml): {each}")
    return wrong
