"""Regulations: what a law leaves to a number, with who says so and what others have instead.

They stand in regulations.toml. A way of scoring says which of them counted at an event.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from clubscore.laws.words import gettext_noop

TABLE = Path(__file__).with_suffix(".toml")
AVERAGE_AT_IMPS = "average_at_imps"
AVERAGE_AT_MATCHPOINTS = "average_at_matchpoints"
ADDED_UP = "added_up_cross_imps"
SMALL_GROUPS = "fouled_small_groups"
WORDS: Mapping[str, str] = {
    AVERAGE_AT_IMPS: gettext_noop("A+ is plus and A− minus %(value)s IMPs (%(authority)s)"),
    AVERAGE_AT_MATCHPOINTS: gettext_noop(
        "A+ is %(value)s %% of a board or the side’s own average, if that is more (%(authority)s)"
    ),
    ADDED_UP: gettext_noop(
        "Where cross-IMPs are added up, a board with fewer results is brought to as many"
        " comparisons as others have, and an average counts once for each (%(authority)s)"
    ),
    SMALL_GROUPS: gettext_noop(
        "Groups of one, two and three results of a fouled board get these percentages:"
        " %(value)s; two and three only where they are at most one in %(one_in)s of all results."
        " Other groups are adjusted as boards with fewer results (%(authority)s)"
    ),
}


class Alternative(NamedTuple):
    """What others have instead, and who."""

    value: str
    authority: str
    source: str = ""


class Regulation(NamedTuple):
    """A regulation: its value, by whose authority, where that stands, and alternatives.

    ``option`` is the key of the option by which an organiser varies it, empty for none.
    """

    key: str
    value: str
    authority: str
    source: str
    alternatives: tuple[Alternative, ...]
    option: str = ""

    @property
    def phrase(self) -> str:
        """What it says, marked for translation; takes what is ``named``."""
        return WORDS[self.key]

    @property
    def named(self) -> dict[str, str]:
        """What its words take."""
        one_in = str(table()[self.key].get("one_in", ""))
        return {"value": self.value, "authority": self.authority, "one_in": one_in}

    @property
    def values(self) -> tuple[str, ...]:
        """What an organiser may choose, the usual value first."""
        return (self.value, *(each.value for each in self.alternatives))

    def chosen(self, value: str) -> Regulation:
        """The same with the value that an organiser chose, by its authority."""
        for each in self.alternatives:
            if each.value == value:
                return self._replace(value=value, authority=each.authority, source=each.source)
        return self


@cache
def table() -> dict[str, dict[str, Any]]:
    """Return the table as it stands in its file."""
    return tomllib.loads(TABLE.read_text("utf-8"))


def regulation(key: str) -> Regulation:
    told = table()[key]
    groups = ("–".join(map(str, each)) for each in told.get("percentages", ()))
    return Regulation(
        key,
        told.get("value") or ", ".join(groups),
        told["authority"],
        told["source"],
        tuple(Alternative(**each) for each in told["alternatives"]),
        told.get("option", ""),
    )


def small_group_percentages(actual: int, expected: int) -> tuple[int, int] | None:
    """Return what the best and the worst of a fouled board's small group get, in percent.

    None where the group has none of its own: it is too large, or too large a part of all.
    """
    told = table()[SMALL_GROUPS]
    if actual > len(told["percentages"]) or (actual > 1 and actual * told["one_in"] > expected):
        return None
    percentages = told["percentages"][actual - 1]
    return percentages[0], percentages[-1]
