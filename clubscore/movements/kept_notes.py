"""Every note of a movement under a code, which is what is stored: its words may change.

A note says how the movement goes, or what was done to it while it ran.
"""

from __future__ import annotations

from collections.abc import Mapping

from clubscore.movements.kinds import (
    every_kind,
    howell,
    individual,
    mitchell,
    rovers,
    swiss,
    team_rounds,
)
from clubscore.movements.surgery import (
    late_and_leaving,
    lengths,
    match_repair,
    newcomers,
    repair,
)

NOTES: Mapping[str, str] = {
    "unbalanced": every_kind.UNEVEN,
    "mitchell-moves": mitchell.MOVES,
    "mitchell-skip": mitchell.SKIP,
    "mitchell-relay": mitchell.RELAY,
    "mitchell-relay-half-table": mitchell.RESTS,
    "mitchell-web": mitchell.WEB,
    "mitchell-no-ew": mitchell.HALF_EW,
    "mitchell-no-ns": mitchell.HALF_NS,
    "mitchell-switched": mitchell.SWITCHED,
    "mitchell-half-rounds": mitchell.HALVES,
    "rover": rovers.ROVER,
    "howell-follows": howell.FOLLOWS,
    "howell-stay": howell.STAY,
    "howell-cards": howell.CARDS,
    "howell-missing": howell.MISSING,
    "howell-switched": howell.TURNED,
    "stopped": howell.STOPPED,
    "individual-partners": individual.PARTNERS,
    "individual-rainbow": individual.RAINBOW,
    "same-boards": individual.TOGETHER,
    "copies": individual.COPIES,
    "swiss-repeats": swiss.AGAIN,
    "swiss-at-once": swiss.AT_ONCE,
    "swiss-bye": swiss.BYE,
    "swiss-later": swiss.LATER,
    "swiss-shared": swiss.SHARED,
    "teams-head-to-head": team_rounds.HEAD_TO_HEAD,
    "teams-circle": team_rounds.CIRCLE,
    "teams-whist": team_rounds.WHIST,
    "teams-relay": team_rounds.RELAY,
    "late-fills": late_and_leaving.FILLS,
    "late-roves": late_and_leaving.ROVES,
    "late-fills-and-roves": late_and_leaving.FILLS_AND_ROVES,
    "late-table": late_and_leaving.TABLE_ADDED,
    "late-reserve": late_and_leaving.RESERVE,
    "late-reserves": late_and_leaving.RESERVES,
    "replanned": late_and_leaving.REPLANNED,
    **{f"left-{are}": said for are, said in late_and_leaving.EMPTY_PLACE.items()},
    **{f"late-{are}": said for are, said in newcomers.TAKES.items()},
    "late-joins": newcomers.JOINS,
    "ends": lengths.ENDS,
    "ends-switched": lengths.TURNS_EARLIER,
    "goes-on": lengths.GOES_ON,
    "goes-on-found": lengths.FOUND,
    "goes-on-again": lengths.AGAIN,
    "repair-likewise": match_repair.LIKEWISE,
    "repair-go-on": repair.GO_ON,
    "repair-left-out": repair.LEFT_OUT,
    "repair-spares": repair.SPARE,
    "repair-other-boards": repair.OTHER_SET,
}
