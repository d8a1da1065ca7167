"""Dealing by the program: by the system's own source of chance, which no one can foresee."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable

from clubscore.deals.dealt_board import DealtBoard, usual_board, usual_dealer
from clubscore.deals.hands import PACK, Deal, hand_of, whole_deal
from clubscore.laws.cards import COMPASS
from clubscore.laws.deal_reading import HANDS, cut_pack, deal_out, sorted_pack

_CHANCE = secrets.SystemRandom()


def shuffled_deal(chance: random.Random = _CHANCE) -> Deal:
    """A deal in which each of all possible ones is as likely."""
    pack = list(PACK)
    chance.shuffle(pack)
    return _dealt(deal_out(pack), "N")


def sorted_deal(dealer: str, chance: random.Random = _CHANCE) -> Deal:
    """A deal of the sorted pack, cut and dealt one by one from the dealer's left: a card of each
    rank to every player (Auction Bridge Variations 1923, p. 74).
    """
    pack = sorted_pack(chance)
    at = chance.randint(HANDS, len(pack) - HANDS)
    cards = [card[1] + card[0] for card in cut_pack(pack, at)]
    return _dealt(deal_out(cards), COMPASS[(COMPASS.index(dealer) + 1) % 4])


def _dealt(hands: tuple[tuple[str, ...], ...], first: str) -> Deal:
    at = COMPASS.index(first)
    seats = (*COMPASS[at:], *COMPASS[:at])
    return whole_deal(
        {seat: hand_of(cards, seat) for seat, cards in zip(seats, hands, strict=True)}
    )


def made_boards(
    numbers: Iterable[int], *, is_sorted: bool = False, chance: random.Random = _CHANCE
) -> list[DealtBoard]:
    """A board of each number with cards of its own."""
    return [
        usual_board(
            number,
            sorted_deal(usual_dealer(number), chance) if is_sorted else shuffled_deal(chance),
        )
        for number in numbers
    ]
