"""The kinds of events that the soak plays: who competes, how they are scored, where they sit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class EventKind:
    """A kind of event, of so many `entries` of `each` people at so many `tables`.

    `counted` is what a run counts it as: where two ways of scoring take turns at the same tables,
    a short run need not come to the second.
    """

    counted: str
    form: str
    scoring: str
    movement: str
    entries: int
    tables: int
    each: int = 2
    boards: int = 2  # a round
    winners: int = 1
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def takes_late_pairs(self) -> bool:
        """Whether a pair that comes late is let in as a rover."""
        return self.form == "pairs" and self.tables > 4


MATCHPOINTS, IMPS, TEAMS = "pairs at matchpoints", "pairs at IMPs", "teams"
INDIVIDUALS, PAR = "individuals", "a par contest"
# Without results of each of these a run has shown nothing.
COUNTED = (MATCHPOINTS, IMPS, TEAMS, INDIVIDUALS, PAR)
KINDS: Mapping[str, EventKind] = {
    "matchpoints": EventKind(
        MATCHPOINTS, "pairs", "matchpoints", "mitchell", entries=10, tables=5, winners=2
    ),
    "cross-imps": EventKind(
        IMPS, "pairs", "cross-imps", "mitchell", entries=10, tables=5, winners=2
    ),
    "butler": EventKind(IMPS, "pairs", "butler-imps", "mitchell", entries=10, tables=5, winners=2),
    "teams": EventKind(
        TEAMS, "teams", "imps-vp", "teams-round-robin", entries=4, tables=4, each=4, boards=3
    ),
    "teams-whole": EventKind(
        TEAMS, "teams-whole", "imps-vp", "teams-round-robin", entries=4, tables=4, each=4, boards=3
    ),
    "individuals": EventKind(
        INDIVIDUALS, "individuals", "matchpoints", "individual", 12, tables=3, each=1, boards=1
    ),
    "par-tasks": EventKind(
        PAR, "pairs", "par", "mitchell", 6, 3, boards=3, winners=2, options={"par_ranking": "tasks"}
    ),
    "par-losses": EventKind(PAR, "pairs", "par", "mitchell", 6, 3, boards=3, winners=2),
}
# What each group of tables plays, by turns.
GROUPS = (
    ("matchpoints",),
    ("cross-imps", "butler"),
    ("teams", "teams-whole"),
    ("individuals",),
    ("par-tasks", "par-losses"),
)
