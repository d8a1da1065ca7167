"""Results of boards as somebody enters them: what is tapped, what an event file says of them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

BOOK, TRICKS = 6, 13
DENOMINATIONS = ("C", "D", "H", "S", "NT")
DOUBLED = ("", "X", "XX")


@dataclass(frozen=True)
class Result:
    """One result of one board; `level` 0 says that all passed."""

    level: int = 0
    denomination: str = ""
    declarer: str = ""
    doubling: int = 0
    over: int = 0
    lead: str = ""  # the card that was led, where it is told: SQ

    def form(self) -> dict[str, str]:
        """Return what is tapped."""
        if not self.level:
            return {"passed_out": "1"}
        over = "=" if not self.over else f"{self.over:+}"
        return {
            "level": str(self.level),
            "denomination": self.denomination,
            "declarer": self.declarer,
            "doubling": str(self.doubling),
            "result": over,
            **({"lead_suit": self.lead[0], "lead_rank": self.lead[1]} if self.lead else {}),
        }

    def facts(self) -> dict[str, Any]:
        """Return what an event file says of it."""
        if not self.level:
            return {"passed_out": True}
        contract = f"{self.level}{self.denomination}{DOUBLED[self.doubling]}"
        tricks = BOOK + self.level + self.over
        facts = {"contract": contract, "declarer": self.declarer, "tricks": tricks}
        return facts | ({"lead": self.lead} if self.lead else {})


def a_result(chance: random.Random, other_than: Result | None = None) -> Result:
    """Return any result that may be; not the one given."""
    while True:
        if chance.random() < 0.04:
            found = Result()
        else:
            level = chance.choices(range(1, 8), (3, 4, 5, 5, 2, 1, 1))[0]
            low, high = -(BOOK + level), TRICKS - BOOK - level
            over = min(max(chance.choice((0, 0, 1, -1, -2, 2, -3)), low), high)
            found = Result(
                level,
                chance.choice(DENOMINATIONS),
                chance.choice("NESW"),
                chance.choices((0, 1, 2), (10, 2, 1))[0],
                over,
            )
        if found != other_than:
            return found


def told_by(form: dict[str, str]) -> Result:
    """Return the result that a form holds, as its page filled it in."""
    if "level" not in form:
        return Result()
    said = form.get("result", "=")
    over = 0 if said == "=" else int(said)
    return Result(int(form["level"]), form["denomination"], form["declarer"],
                  int(form.get("doubling") or 0), over,
                  form.get("lead_suit", "") + form.get("lead_rank", ""))  # fmt: skip
