"""Who sits where, with which boards: makers of movements, one checker, what may be read off them.

What others need is named here; docs/movements.md says how it is used.
"""

from clubscore.movements.checker import Fault, check, is_sound
from clubscore.movements.choices import propose_individual, propose_prepared, propose_teams
from clubscore.movements.chooser import Proposal, Wishes, describe, propose
from clubscore.movements.kinds.every_kind import KIND_NAMES, KINDS, build
from clubscore.movements.kinds.swiss import (
    SWISS,
    Pairing,
    growing,
    pair_up,
    pair_up_with_trio,
    rows_of,
)
from clubscore.movements.kinds.trios import Trio, free_set, three_way
from clubscore.movements.measures import (
    Facts,
    beside,
    facts_of,
    matches_each,
    rests_of,
    shared_with,
    shares_of,
)
from clubscore.movements.rows import Movement, Row, Share
from clubscore.movements.set_moves import Off, SetMove, at_change, on_tables
from clubscore.movements.surgery.late_and_leaving import Offer, Past, as_played, leaving, playing_in
from clubscore.movements.surgery.lengths import other_length
from clubscore.movements.surgery.match_repair import as_told, put_match_right
from clubscore.movements.surgery.newcomers import late, whole_after
from clubscore.movements.surgery.repair import Repair, put_right
from clubscore.movements.walks import Going, guide, left_since, table_round, table_rounds

__all__ = [
    "KINDS",
    "KIND_NAMES",
    "SWISS",
    "Facts",
    "Fault",
    "Going",
    "Movement",
    "Off",
    "Offer",
    "Pairing",
    "Past",
    "Proposal",
    "Repair",
    "Row",
    "SetMove",
    "Share",
    "Trio",
    "Wishes",
    "as_played",
    "as_told",
    "at_change",
    "beside",
    "build",
    "check",
    "describe",
    "facts_of",
    "free_set",
    "growing",
    "guide",
    "is_sound",
    "late",
    "leaving",
    "left_since",
    "matches_each",
    "on_tables",
    "other_length",
    "pair_up",
    "pair_up_with_trio",
    "playing_in",
    "propose",
    "propose_individual",
    "propose_prepared",
    "propose_teams",
    "put_match_right",
    "put_right",
    "rests_of",
    "rows_of",
    "shared_with",
    "shares_of",
    "table_round",
    "table_rounds",
    "three_way",
    "whole_after",
]
