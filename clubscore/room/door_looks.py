"""How often a phone may look for a name at the room's door, whose code hangs on the wall.

Counted in this process for one evening's door, not by the clock. A browser without a cookie is a
new phone; of those only so many are known at one door, so whoever throws cookies away gains little.
"""

from collections import Counter, OrderedDict
from threading import Lock

MOST_LOOKS, MOST_PHONES = 60, 300
DOORS = 50  # kept at once; the one that was asked least lately goes
COOKIE = "at-the-door"

_lock = Lock()
_looks: OrderedDict[str, Counter[str]] = OrderedDict()


def may_look(door: str, phone: str) -> bool:
    """Count one look of a phone at a door; whether it may have it."""
    with _lock:
        looks = _looks.setdefault(door, Counter())
        _looks.move_to_end(door)
        while len(_looks) > DOORS:
            _looks.popitem(last=False)
        if looks[phone] >= MOST_LOOKS or (phone not in looks and len(looks) >= MOST_PHONES):
            return False
        looks[phone] += 1
        return True
