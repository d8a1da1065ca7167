"""Who sits where, with which boards: makers of movements, one checker, what may be read off them.

What others need is named here; docs/movements.md says how it is used.
"""

from clubscore.movements.checker import Fault, check, is_sound
from clubscore.movements.facts import Facts, facts_of, rests_of, shares_of
from clubscore.movements.kinds import KIND_NAMES, KINDS, build
from clubscore.movements.rows import Movement, Row, Share
from clubscore.movements.swiss import pair_up, rows_of, three_way
from clubscore.movements.walks import guide, table_rounds

__all__ = [
    "KINDS",
    "KIND_NAMES",
    "Facts",
    "Fault",
    "Movement",
    "Row",
    "Share",
    "build",
    "check",
    "facts_of",
    "guide",
    "is_sound",
    "pair_up",
    "rests_of",
    "rows_of",
    "shares_of",
    "table_rounds",
    "three_way",
]
