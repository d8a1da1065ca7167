"""Two or three movements for an evening, in plain words."""

import re
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.templatetags.clubscore import said
from clubscore.duplicate.forms import INDIVIDUALS, PAIRS
from clubscore.duplicate.plan import recipe
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, listed
from clubscore.movements import KINDS, Movement, build, propose, propose_individual
from clubscore.movements import Proposal as Offered
from clubscore.movements.choices import FEWEST_PLAYERS
from clubscore.movements.individual import SIZES

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
def _offered(are: str, count: int) -> tuple[Offered, ...]:
    """Looking for movements takes a moment; the same number of pairs asks again and again."""
    if are == INDIVIDUALS:
        return propose_individual(count)
    return propose(count) if count >= FEWEST else ()


def proposals(count: int, are: str = PAIRS) -> list[Proposal]:
    """Return what can be offered to so many, the best first; nothing to too few."""
    found = []
    for one in _offered(are, count):
        kept = recipe(one.movement)
        value = ":".join(str(kept[field]) for field in ("kind", "rounds", "boards", "winners"))
        takes, good, bad = said(one.takes), [*map(said, one.good)], [*map(said, one.bad)]
        minutes = max(1, one.minutes // one.movement.rounds)
        found.append(Proposal(value, said(one.title), takes, good, bad, one.movement, minutes))
    return found


def movement_asked(value: str, count: int, are: str = PAIRS) -> Movement:
    """Return the movement that a form chose. RuleError says what would be right."""
    match = VALUE.fullmatch(value)
    if match is None or match[1] not in KINDS or KINDS[match[1]].are != are:
        raise RuleError("movement", CHOOSE, "movement")
    kind, rounds, boards, winners = match[1], int(match[2]), int(match[3]), int(match[4])
    return build(kind, count, rounds=rounds, boards=boards, winners=winners)


def nothing_to_offer(count: int, are: str = PAIRS) -> str:
    """Return what stands in place of proposals where there are none."""
    if are == INDIVIDUALS:
        sizes = listed([each for each in SIZES if each >= FEWEST_PLAYERS])
        text = _("An individual is for %(sizes)s players; %(count)s are entered.")
        return text % {"sizes": sizes, "count": count}
    text = _("A movement takes at least four pairs; %(pairs)s are entered.")
    return text % {"pairs": count}
