"""Today's duplicate score: Laws of Duplicate Bridge, law 77, since 1987. All amounts in points."""

from __future__ import annotations

from functools import lru_cache

TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
FIRST_AT_NO_TRUMPS = 10
GAME_FROM = 100
PART_SCORE = 50
# By vulnerability: no, yes.
GAME = (300, 500)
SLAMS = {6: (500, 750), 7: (1000, 1500)}
MADE = (0, 50, 100)
OVERTRICK = ((0, 100, 200), (0, 200, 400))
# Doubled: each undertrick after the last of these counts 300.
DOUBLED_DOWN = ((100, 300, 500), (200, 500, 800))
UNDERTRICK = (50, 100)
FURTHER_DOWN = 300
BOOK = 6


@lru_cache(maxsize=4096)
def duplicate_score(
    level: int, denomination: str, doubling: int, tricks: int, vulnerable: bool
) -> int:
    """What the declaring side scores, negative where it went down."""
    over = tricks - BOOK - level
    if over < 0:
        return -_down(-over, doubling, vulnerable)
    base = level * TRICK[denomination] + (FIRST_AT_NO_TRUMPS if denomination == "NT" else 0)
    base <<= doubling
    score = base + (GAME[vulnerable] if base >= GAME_FROM else PART_SCORE)
    score += SLAMS[level][vulnerable] if level in SLAMS else 0
    overtrick = OVERTRICK[vulnerable][doubling] if doubling else TRICK[denomination]
    return score + MADE[doubling] + over * overtrick


def _down(tricks: int, doubling: int, vulnerable: bool) -> int:
    if not doubling:
        return tricks * UNDERTRICK[vulnerable]
    table = DOUBLED_DOWN[vulnerable]
    doubled = table[min(tricks, 3) - 1] + max(0, tricks - 3) * FURTHER_DOWN
    return doubled << (doubling - 1)
