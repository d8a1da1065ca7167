"""Who plays and who waits where more come than a table holds: Laws of Bridge 1899, laws 17 to 26.

The order of rights picks people as far as it can; those who are equal at the last place cut, and
of them the lowest cards play (law 17) or the highest go out (law 21). The ace is the lowest card.
Where a game cuts by today's law it is the other way round: the best card is the highest.
"""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Generic, TypeVar

from clubscore.laws.seating.cut_laws import LOWEST, CutLaw
from clubscore.laws.seating.cutting import run_cut

Key = TypeVar("Key", bound=Hashable)

# Law 18: a table is complete with six players, two more than play.
WAITING = 2


class Right(IntEnum):
    """How good a player's claim to a place at a table is, by where they were before."""

    # Law 26: a player who broke up a table comes after those left there.
    BROKE_UP = 0
    # Law 23: a player who belonged to another table cuts for what the others leave.
    BELONGED = 1
    # Law 23: a player who neither belonged to nor played at another table comes first.
    FRESH = 2


@dataclass(frozen=True)
class Choice(Generic[Key]):
    """What rights alone decide.

    sure: those who are chosen without a card; cutting: the equals who cut for the `places` left.
    """

    sure: tuple[Key, ...]
    cutting: tuple[Key, ...]
    places: int


@dataclass(frozen=True)
class CutFor(Generic[Key]):
    """What the cards drawn so far decide: who is chosen, and who must cut again for the rest.

    suits: the rank of those who only tell their suit.
    """

    chosen: tuple[Key, ...]
    again: tuple[Key, ...]
    suits: Mapping[Key, str]


def complete(players: int) -> int:
    """Return with how many a table is complete at a game for so many players (law 18)."""
    return players + WAITING


def fits(players: int, count: int) -> bool:
    """Whether so many people can make one table of a game for so many players."""
    return players <= count <= complete(players)


def choose(claims: Mapping[Key, int], places: int) -> Choice[Key]:
    """Return who has the best claims to some places; equals at the last place cut for it.

    For going out a claim is the number of consecutive rubbers played (law 21), for coming in a
    Right (laws 23 and 26). No one is chosen for no place, everyone where places suffice.
    """
    if places >= len(claims):
        return Choice(tuple(claims), (), 0)
    if places <= 0:
        return Choice((), (), 0)
    last = sorted(claims.values(), reverse=True)[places - 1]
    sure = tuple(who for who, claim in claims.items() if claim > last)
    equal = tuple(who for who, claim in claims.items() if claim == last)
    left = places - len(sure)
    if left == len(equal):
        return Choice((*sure, *equal), (), 0)
    return Choice(sure, equal, left)


def resolve_places(
    cutters: Collection[Key],
    draws: Sequence[Mapping[Key, str]],
    places: int,
    *,
    last: bool,
    law: CutLaw = LOWEST,
) -> CutFor[Key]:
    """Return who of those who cut gets the places: those with the best cards, or with the `last`.

    The first round of `draws` holds a card of each of them, further rounds the cards of those who
    had to cut again: equal cards at the last place decide nothing (law 19). Raises RuleError as
    cutting for partners does.
    """
    if not draws:
        return CutFor((), tuple(cutters), {})

    def is_open(heights: Mapping[Key, list[int]]) -> Sequence[Key]:
        return _chosen(heights, places, last=last).again

    heights, _again, suits = run_cut(draws, tuple(cutters), law, is_open)
    return replace(_chosen(heights, places, last=last), suits=suits)


def _chosen(heights: Mapping[Key, list[int]], places: int, *, last: bool) -> CutFor[Key]:
    order = sorted(heights.values(), reverse=last)
    least = order[places - 1]
    equal = tuple(who for who, height in heights.items() if height == least)
    before = [height for height in order if height != least][: order.index(least)]
    chosen = tuple(who for who, height in heights.items() if height in before)
    if len(chosen) + len(equal) == places:
        return CutFor((*chosen, *equal), (), {})
    return CutFor(chosen, equal, {})


def longest_run(rubbers: Sequence[Collection[Key]], who: Key) -> int:
    """Return how many rubbers a player has played in a row up to now.

    `rubbers` holds who played each rubber of this table, oldest first.
    """
    run = 0
    for players in reversed(rubbers):
        if who not in players:
            break
        run += 1
    return run
