"""Who sits where, with which boards: makers of movements, one checker, what may be read off them.

What others need is named here; docs/movements.md says how it is used.
"""

from clubscore.movements.changes import (
    Offer,
    Past,
    as_played,
    late,
    leaving,
    other_length,
    playing_in,
    whole_after,
)
from clubscore.movements.checker import (
    Facts,
    Fault,
    beside,
    check,
    facts_of,
    is_sound,
    matches_each,
    rests_of,
    shared_with,
    shares_of,
)
from clubscore.movements.chooser import (
    Proposal,
    Wishes,
    describe,
    propose,
    propose_individual,
    propose_prepared,
    propose_teams,
)
from clubscore.movements.kinds import KIND_NAMES, KINDS, build
from clubscore.movements.repair import Repair, as_told, put_match_right, put_right
from clubscore.movements.rows import Movement, Row, Share
from clubscore.movements.swiss import SWISS, Pairing, growing, pair_up, pair_up_with_trio, rows_of
from clubscore.movements.teams import Trio, free_set, three_way
from clubscore.movements.walks import (
    Going,
    Off,
    SetMove,
    at_change,
    guide,
    left_since,
    on_tables,
    table_round,
    table_rounds,
)

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
