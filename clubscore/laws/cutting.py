"""Cutting a pack for partners, deal and seats: Laws of Bridge 1899, laws 14 to 20.

The ace is the lowest card. The two lowest play against the two highest and the lowest deals; where
equal cards leave that open, those who cut them cut again, and only they.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

Key = TypeVar("Key", bound=Hashable)

RANKS = "A23456789TJQK"
SUITS = "CDHS"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)


@dataclass(frozen=True)
class Cut(Generic[Key]):
    """What the cards drawn so far decide.

    order: everybody, lowest card first; settled only as far as `again` is empty.
    again: those who must cut again, empty when all is decided.
    """

    order: tuple[Key, ...]
    again: tuple[Key, ...]

    @property
    def dealer(self) -> Key:
        """Whoever drew the lowest card: he deals and chooses seats and pack."""
        return self.order[0]

    @property
    def partners(self) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
        """The two lowest and the two highest."""
        return self.order[:2], self.order[2:]


def resolve_cut(draws: Sequence[Mapping[Key, str]], *, partners: bool) -> Cut[Key]:
    """Return what some rounds of cutting decide.

    The first round holds everybody's card ("AC" is the ace of clubs, "TD" the ten of diamonds),
    every further round the cards of those who had to cut again. With `partners` four people fall
    into two pairs; without, only the lowest matters. Raises RuleError where a card stands twice in
    one round, is none of the pack, or the wrong people cut.
    """
    everybody = tuple(draws[0]) if draws else ()
    heights: dict[Key, list[int]] = {who: [] for who in everybody}
    again: tuple[Key, ...] = everybody
    for number, drawn in enumerate(draws):
        check_round(drawn, again, f"draws[{number}]")
        for who, card in drawn.items():
            heights[who].append(RANKS.index(card[0]))
        again = _who_cuts_again(heights, partners=partners)
    return Cut(tuple(sorted(everybody, key=lambda who: heights[who])), again)


def _who_cuts_again(heights: Mapping[Key, list[int]], *, partners: bool) -> tuple[Key, ...]:
    order = sorted(heights.values())
    if partners and order[1] == order[2]:
        equal = order[1]  # laws 19 and 20: two in the middle, three or all four
    elif order[0] == order[1]:
        equal = order[0]  # law 19: the two lowest, to decide which of them deals
    else:
        return ()
    return tuple(who for who, height in heights.items() if height == equal)


def check_round(drawn: Mapping[Key, str], expected: Sequence[Key], where: str) -> None:
    """Raise RuleError where a round of cutting cannot be: no card, one card twice, wrong people."""
    for card in drawn.values():
        if card not in PACK:
            phrase = gettext_noop("%(card)s is no card: a rank A, 2 to 9, T, J, Q, K and a suit")
            raise RuleError("no-card", phrase, where, card=card)
    if len(set(drawn.values())) < len(drawn):
        phrase = gettext_noop("all cut from one pack, so no card can come twice in a round")
        raise RuleError("card-twice", phrase, where)
    if set(drawn) != set(expected):
        phrase = gettext_noop("only those who must cut draw a card, and each draws one")
        raise RuleError("wrong-people", phrase, where)
