"""Two or three movements for an evening, in plain words."""

import re
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.templatetags.clubscore import said
from clubscore.duplicate.plan import recipe
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.movements import Movement, build, propose
from clubscore.movements import Proposal as Offered

FEWEST = 4
VALUE = re.compile(r"([a-z-]{1,30}):([0-9]{1,2}):([0-9]{1,3}):([12])")
CHOOSE = gettext_noop("Choose one of the movements that are offered.")


class Proposal(NamedTuple):
    """A movement on offer: what chooses it, what it is in words, what is good or bad of it."""

    value: str
    title: str
    takes: str
    good: list[str]
    bad: list[str]
    movement: Movement
    minutes_a_round: int


@lru_cache(maxsize=64)
def _offered(pairs: int) -> tuple[Offered, ...]:
    """Looking for movements takes a moment; the same number of pairs asks again and again."""
    return propose(pairs) if pairs >= FEWEST else ()


def proposals(pairs: int) -> list[Proposal]:
    """Return what can be offered to so many pairs, the best first; nothing to fewer than four."""
    found = []
    for one in _offered(pairs):
        kept = recipe(one.movement)
        value = ":".join(str(kept[field]) for field in ("kind", "rounds", "boards", "winners"))
        takes, good, bad = said(one.takes), [*map(said, one.good)], [*map(said, one.bad)]
        minutes = max(1, one.minutes // one.movement.rounds)
        found.append(Proposal(value, said(one.title), takes, good, bad, one.movement, minutes))
    return found


def movement_asked(value: str, pairs: int) -> Movement:
    """Return the movement that a form chose. RuleError says what would be right."""
    match = VALUE.fullmatch(value)
    if match is None:
        raise RuleError("movement", CHOOSE, "movement")
    kind, rounds, boards, winners = match[1], int(match[2]), int(match[3]), int(match[4])
    return build(kind, pairs, rounds=rounds, boards=boards, winners=winners)


def nothing_to_offer(pairs: int) -> str:
    """Return what stands in place of proposals where there are none."""
    text = _("A movement takes at least four pairs; %(pairs)s are entered.")
    return text % {"pairs": pairs}
