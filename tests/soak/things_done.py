"""What a run of the soak counts besides what it compares, and how its table names it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tests.soak.played_event import PlayedEvent

if TYPE_CHECKING:
    from tests.soak.soak import Soak

# What phones enter, and how a run names it.
WORK = {"deal": "deals", "told": "results told", "agreed": "agreed by the other side"}
# What happens at few deals, with how many bring it for certain.
SELDOM = {
    "revokes": 400, "fines": 400, "deals of the seven": 400, "chicane": 1_000,
    "deals corrected in a line-up of before": 2_000,
}  # fmt: skip
# What else is done, each as often as it happens.
DONE = (
    "corrected", "taken-back", "rival", "settled", "two reports that were two deals",
    "rubbers agreed", "rubbers broken off", "line-ups", "tables ended and opened again",
    "debts paid", "payments undone", "queues handed in", "queues handed in by a page of before",
    "entries of a queue", "ruled", "contrary", "results changed before they were agreed",
    "results told by both sides at once", "rounds", "late pairs", "events finished",
    "auctions told", "directed contracts", "told in words that another was first",
    "rubbers of the seven agreed", *SELDOM,
)  # fmt: skip
SPOKEN = {"taken-back": "undone", "rival": "second reports of a deal", "settled": "chosen of two",
          "ruled": "rulings", "contrary": "different results that came late",
          "corrected": "deals corrected", "auctions told": "auctions of a par contest told",
          "directed contracts": "contracts directed"}  # fmt: skip


def never_done(done: Counter[str]) -> list[str]:
    """Return what did not happen though enough deals were entered to bring it."""
    return [each for each, deals in SELDOM.items() if done["deal"] >= deals and not done[each]]


def worked(done: dict[str, int]) -> str:
    """Return what was entered, in words: "310 deals, 120 results told, 119 agreed ..."."""
    return ", ".join(f"{done.get(each, 0):,} {name}" for each, name in WORK.items())


def left_to_no_one(events: Iterable[PlayedEvent]) -> list[str]:
    """Return the boards that are disputed and that no one will settle: their event stands still."""
    return [
        f"event {event.number}, {spot}"
        for event in events
        for spot, board in event.model.boards.items()
        if board.is_disputed and not board.waits_for_director
    ]


def table_of(runs: list[Soak]) -> str:
    """Return the figures as docs/keeping-it-safe.md has them, a column a database."""
    names = list(dict.fromkeys(name for one in runs for name in one.figures))
    lines = [["", *(one.name for one in runs)], ["---"] * (len(runs) + 1)]
    lines += [[name, *(one.figures.get(name, "-") for one in runs)] for name in names]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
