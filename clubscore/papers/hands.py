"""Hand records: every board with its cards, and what is par on it where that was worked out."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.deals.hands import SUIT_KEYS, SUITS, DealtBoard, Hand

# As a table of double dummy is printed: what is played, and who plays it.
DENOMINATIONS, DECLARERS = ("NT", "S", "H", "D", "C"), ("N", "S", "E", "W")
BOOK = 6
SYMBOLS = {suit.key: suit.symbol for suit in SUITS}


class HandRecord(NamedTuple):
    """A board to be printed: tricks by denomination and declarer, and par, if known.

    ``par`` is as it is printed, ``par_words`` as it is said."""

    board: DealtBoard
    tricks: Mapping[str, Mapping[str, int]] | None = None
    par: str = ""
    par_words: str = ""


def denomination_sign(key: str) -> str:
    """Return how a denomination is printed."""
    return SYMBOLS.get(key, key)


def denomination_word(key: str) -> str:
    """Return how a denomination is said."""
    return next((_(suit.name) for suit in SUITS if suit.key == key), _("no-trumps"))


def suits_held(hand: Hand) -> list[tuple[str, list[str]]]:
    """Return a hand suit by suit: its sign, and its cards; a dash where there is none."""
    return [
        (SYMBOLS[suit], ["10" if rank == "T" else rank for rank in held] or ["–"])
        for suit, held in zip(SUIT_KEYS, hand, strict=True)
    ]


def suit_lines(hand: Hand) -> list[str]:
    """Return a hand in four printed lines: ♠ AK104."""
    return [f"{sign} {''.join(cards)}" for sign, cards in suits_held(hand)]


def made(tricks: int) -> str:
    """Return up to which level a declarer makes with so many tricks; nothing below seven."""
    return str(tricks - BOOK) if tricks > BOOK else ""


def by_pages(records: Sequence[HandRecord], a_page: int) -> list[Sequence[HandRecord]]:
    return [records[at : at + a_page] for at in range(0, len(records), a_page)]
