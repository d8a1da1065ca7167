"""What the solver of nullos is compared with: two solvers that share nothing with it.

Deals and endings are written in PBN from North; all tricks are those of North's side, by who leads.
"""

import random
from functools import cache

SUITS, RANKS = "SHDC", "23456789TJQKA"
Card = tuple[str, int]
Hands = tuple[frozenset[Card], ...]


def endings(size: int, many: int, chance: int) -> list[str]:
    """So many endings of this many cards a hand, the same ones for the same chance."""
    drawn = random.Random(f"{chance} {size}")  # noqa: S311 - the same every time
    pack = [(suit, rank) for suit in SUITS for rank in range(13)]
    found = []
    for _ in range(many):
        cards = drawn.sample(pack, 4 * size)
        found.append(written(tuple(frozenset(cards[at::4]) for at in range(4))))
    return found


def written(hands: Hands) -> str:
    """Hands in PBN."""
    return "N:" + " ".join(
        ".".join("".join(RANKS[r] for s, r in sorted(hand) if s == suit)[::-1] for suit in SUITS)
        for hand in hands
    )


def read(text: str) -> Hands:
    """Hands from PBN."""
    return tuple(
        frozenset((s, RANKS.index(r)) for s, held in zip(SUITS, hand.split("."), strict=True)
                  for r in held)
        for hand in text.removeprefix("N:").split(" ")
    )  # fmt: skip


@cache
def minimax(
    hands: Hands, leader: int, norths: tuple[int, ...], losing: bool, trick: tuple[Card, ...] = ()
) -> int:
    """The tricks of North's side from here on, by looking at every line of play."""
    if len(trick) == 4:
        power = [card[1] if card[0] == trick[0][0] else -1 for card in trick]
        won = (leader + power.index(max(power))) % 4
        return (won in norths) + minimax(hands, won, norths, losing)
    who = (leader + len(trick)) % 4
    may = [each for each in hands[who] if trick and each[0] == trick[0][0]] or hands[who]
    best = max if (who in norths) != losing else min
    after = ((card, (*hands[:who], hands[who] - {card}, *hands[who + 1 :])) for card in may)
    return best(
        (minimax(left, leader, norths, losing, (*trick, c)) for c, left in after), default=0
    )


def by_minimax(deal: str, partner: int, losing: bool) -> list[int]:
    """The tricks of North's side when each hand leads."""
    minimax.cache_clear()
    return [minimax(read(deal), leader, (0, partner), losing) for leader in range(4)]


def by_second(deal: str, partner: int, losing: bool) -> list[int]:
    """The same by a second solver: whole values, each position remembered by its own cards.

    It looks at tricks, not at windows, and at one card of those that touch.
    """
    norths = (0, partner)

    @cache
    def value(hands: Hands, leader: int) -> int:
        if not hands[0]:
            return 0
        return follow(hands, leader, ())

    def follow(hands: Hands, leader: int, trick: tuple[Card, ...]) -> int:
        if len(trick) == 4:
            power = [rank if suit == trick[0][0] else -1 for suit, rank in trick]
            won = (leader + power.index(max(power))) % 4
            return (won in norths) + value(closed_up(hands), won)
        who = (leader + len(trick)) % 4
        may = {card for card in hands[who] if trick and card[0] == trick[0][0]} or hands[who]
        best: int | None = None
        for card in sorted(may):
            if (card[0], card[1] + 1) in hands[who]:
                continue
            after = (*hands[:who], hands[who] - {card}, *hands[who + 1 :])
            found = follow(after, leader, (*trick, card))
            if best is None or (found > best if (who in norths) != losing else found < best):
                best = found
        assert best is not None
        return best

    start = closed_up(read(deal))
    return [value(start, leader) for leader in range(4)]


def closed_up(hands: Hands) -> Hands:
    """The same position, the cards of each suit numbered without gaps."""
    number = {}
    for suit in SUITS:
        held = sorted(card for hand in hands for card in hand if card[0] == suit)
        number.update({card: (suit, at) for at, card in enumerate(held)})
    return tuple(frozenset(number[card] for card in hand) for hand in hands)
