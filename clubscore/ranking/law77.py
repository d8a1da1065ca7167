"""Today's duplicate score: Laws of Duplicate Bridge, law 77, since 1987. All amounts in points.

Tricks, doubles, slams and undertricks are those of today's rubber bridge; what a rubber counts when
it is over, a duplicate counts in each deal.
"""

from __future__ import annotations

from functools import cache, lru_cache

from clubscore.laws.games.rubber_bridge import RUBBER_BRIDGE
from clubscore.laws.house_rules import default_rules

PART_SCORE = 50
# By vulnerability: no, yes.
GAME = (300, 500)

_TARIFF = RUBBER_BRIDGE.counting.tariff(default_rules(RUBBER_BRIDGE))
_TERMS = (_TARIFF.terms, _TARIFF.vulnerable_terms or _TARIFF.terms)


@cache
def every_score(vulnerable: str) -> frozenset[int]:
    """Return every score of North-South's that some contract gives; ``vulnerable`` says who is."""
    ns, ew = (
        {
            duplicate_score(level, each.key, doubling, tricks, vulnerable in (side, "both"))
            for level in range(1, 8)
            for each in RUBBER_BRIDGE.bidding.denominations
            for doubling in range(3)
            for tricks in range(14)
        }
        for side in ("NS", "EW")
    )
    return frozenset(ns | {-score for score in ew} | {0})


@lru_cache(maxsize=4096)
def duplicate_score(
    level: int, denomination: str, doubling: int, tricks: int, vulnerable: bool
) -> int:
    """What the declaring side scores, negative where it went down."""
    terms = _TERMS[vulnerable](RUBBER_BRIDGE.bidding.bids[f"{level}{denomination}"], doubling)
    over = tricks - terms.need
    if over < 0:
        return -terms.down[-over]
    contracted = level * terms.value + terms.first
    game = contracted >= RUBBER_BRIDGE.course.game_points
    score = contracted + terms.bonus + over * terms.overtrick
    score += GAME[vulnerable] if game else PART_SCORE
    return score + sum(points for points, _ in terms.slams.get(tricks, ()))
