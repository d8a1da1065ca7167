"""Cutting for partners, deal and seats, and who plays where more come than a table holds.

Laws of Bridge 1899, laws 14 to 26, and today's. By the laws of 1899 the ace is the lowest card
and the lowest deals; equal cards are cut again, by those who cut them. Today the highest deals,
and suits decide. The order of rights picks people as far as it can, then cards do.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import pairwise
from typing import Generic, TypeVar

from clubscore.laws.cards import LOWEST, PACK, RANKS, CutLaw
from clubscore.laws.cards import SUITS_OF_CUTTING as SUITS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class CutResult(Generic[Key]):
    """What the cards drawn so far decide.

    order: everyone, the best card first; settled only as far as `again` is empty.
    again: those who must cut again, empty when all is decided; `suits` has the rank of those of
    them who only tell their suit.
    """

    order: tuple[Key, ...]
    again: tuple[Key, ...]
    suits: Mapping[Key, str]

    @property
    def dealer(self) -> Key:
        """The player who drew the best card: they deal and choose seats and pack."""
        return self.order[0]

    @property
    def partners(self) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
        """The two best and the other two."""
        return self.order[:2], self.order[2:]


Heights = Mapping[Key, list[int]]


def resolve_cut(
    draws: Sequence[Mapping[Key, str]], *, partners: bool, law: CutLaw = LOWEST
) -> CutResult[Key]:
    """Return what some rounds of cutting decide.

    The first round holds everyone's card ("AC" is the ace of clubs, "TD" the ten of diamonds, "A"
    an ace whose suit is not given), every further round the cards of those who had to cut
    again. With `partners` four people fall into two pairs; without, each card has its seat. Raises
    RuleError where a card stands twice in one round, is none of the pack, or the wrong people cut.
    """
    everybody = tuple(draws[0]) if draws else ()
    is_open = _partners_open if partners else _places_open
    heights, again, suits = run_cut(draws, everybody, law, is_open)
    return CutResult(tuple(sorted(everybody, key=lambda who: heights[who])), again, suits)


def run_cut(
    draws: Sequence[Mapping[Key, str]],
    cutters: Sequence[Key],
    law: CutLaw,
    is_open: Callable[[Heights[Key]], Sequence[Key]],
) -> tuple[Heights[Key], tuple[Key, ...], Mapping[Key, str]]:
    """Return how everyone's cards rank, who must cut again, and the ranks of those who give a suit.

    `is_open` says of heights who is still to be told apart. RuleError as resolve_cut has it.
    """
    heights: dict[Key, list[int]] = {who: [] for who in cutters}
    suits: dict[Key, str] = {}
    again: tuple[Key, ...] = tuple(cutters)
    for number, drawn in enumerate(draws):
        where = f"draws[{number}]"
        check_round(drawn, again, where)
        for who, card in drawn.items():
            if who in suits:
                _check_suit(card, suits[who], where)
            else:
                heights[who].append(law.ranks.index(card[0]))
            if law.suits and len(card) > 1:
                heights[who].append(law.suits.index(card[1]))
        again = tuple(is_open(heights))
        suits = {who: drawn[who][0] for who in again} if law.suits else {}
    return heights, again, suits


def _check_suit(card: str, rank: str, where: str) -> None:
    if len(card) < 2 or card[0] != rank:
        phrase = gettext_noop("Players with equal cards must give the suit of the card they drew.")
        raise RuleError("suit", phrase, where)


def _partners_open(heights: Heights[Key]) -> Sequence[Key]:
    order = sorted(heights.values())
    if order[1] == order[2]:
        return _equal(heights, order[1])  # laws 19 and 20: two in the middle, three or all four
    # Law 19: the two lowest, to decide which of them deals.
    return _equal(heights, order[0]) if order[0] == order[1] else ()


def _places_open(heights: Heights[Key]) -> Sequence[Key]:
    """Each card has its seat: the first who are equal cut again.

    Auction Bridge Variations 1923, p. 142, law 2: the lowest deals, the next sits on the left.
    """
    order = sorted(heights.values())
    equal = next((one for one, other in pairwise(order) if one == other), None)
    return () if equal is None else _equal(heights, equal)


def _equal(heights: Heights[Key], height: list[int]) -> Sequence[Key]:
    return [who for who, each in heights.items() if each == height]


def check_round(drawn: Mapping[Key, str], expected: Sequence[Key], where: str) -> None:
    """Raise RuleError where a round of cutting cannot be: no card, one card twice, wrong people."""
    cards = list(drawn.values())
    for card in cards:
        if card not in PACK and card not in tuple(RANKS):
            phrase = gettext_noop(
                "%(card)s is not a card: give a rank (A, 2 to 9, T, J, Q, K) and a suit."
            )
            raise RuleError("no-card", phrase, where, card=card)
        if cards.count(card) > (1 if len(card) > 1 else len(SUITS)):
            phrase = gettext_noop("All cut from one pack, so no card can come twice in a round.")
            raise RuleError("card-twice", phrase, where)
    if set(drawn) != set(expected):
        phrase = gettext_noop("Only those who must cut draw a card, and each draws one.")
        raise RuleError("wrong-people", phrase, where)


# Law 17: of those who cut the lowest cards play; law 21: the highest go out. By today's law it is
# the other way round: the best card is the highest.

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
class PlayChoice(Generic[Key]):
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


def choose(claims: Mapping[Key, int], places: int) -> PlayChoice[Key]:
    """Return who has the best claims to some places; equals at the last place cut for it.

    For going out a claim is the number of consecutive rubbers played (law 21), for coming in a
    Right (laws 23 and 26). No one is chosen for no place, everyone where places suffice.
    """
    if places >= len(claims):
        return PlayChoice(tuple(claims), (), 0)
    if places <= 0:
        return PlayChoice((), (), 0)
    last = sorted(claims.values(), reverse=True)[places - 1]
    sure = tuple(who for who, claim in claims.items() if claim > last)
    equal = tuple(who for who, claim in claims.items() if claim == last)
    left = places - len(sure)
    if left == len(equal):
        return PlayChoice((*sure, *equal), (), 0)
    return PlayChoice(sure, equal, left)


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
