"""Hand records: every board with its cards, and what is par on it where that was worked out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.names import listed, remarks
from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.hands import SUIT_KEYS, SUITS, Hand
from clubscore.events.boards.boards_page import line_of, seat_words, spaced
from clubscore.laws.cards import COMPASS
from clubscore.sheets.plain import lines

# As a table of double dummy is printed: what is played, and who plays it.
DENOMINATIONS, DECLARERS = ("NT", "S", "H", "D", "C"), ("N", "S", "E", "W")
SYMBOLS = {suit.key: suit.symbol for suit in SUITS}


class HandRecord(NamedTuple):
    """A board to be printed: tricks by denomination and declarer, and par in words, if known."""

    board: DealtBoard
    tricks: Mapping[str, Mapping[str, int]] | None = None
    par: str = ""


def denomination_sign(key: str) -> str:
    """Return how a denomination is printed."""
    return SYMBOLS.get(key, key)


def denomination_word(key: str) -> str:
    """Return how a denomination is said."""
    return next((_(suit.name) for suit in SUITS if suit.key == key), _("no-trumps"))


def hand_line(hand: Hand) -> str:
    """Return a hand as one says it: spades A K 4, hearts none."""
    return remarks(
        f"{_(suit.name)} {spaced(held) or pgettext('void suit', 'none')}"
        for suit, held in zip(SUITS, hand, strict=True)
    )


def suit_lines(hand: Hand) -> list[str]:
    """Return a hand in four printed lines: ♠ AK104."""
    return [
        f"{SYMBOLS[suit]} {held.replace('T', '10') or '–'}"
        for suit, held in zip(SUIT_KEYS, hand, strict=True)
    ]


def hand_records_text(records: Iterable[HandRecord], title: str) -> str:
    """Return the same to be read aloud or by touch; no line is wider than forty columns."""
    said = [title, ""]
    for record in records:
        said += [*_said(record), ""]
    return "".join(f"{line}\n" for text in said for line in lines(text))


def _said(record: HandRecord) -> Iterator[str]:
    board = record.board
    yield _("Board %(n)s. %(line)s.") % {"n": board.number, "line": line_of(board)}
    for seat in COMPASS:
        yield f" {seat_words(seat)}: {hand_line(board.deal.hand(seat))}."
    if record.tricks is not None:
        yield _("Double dummy, tricks by declarer:")
        for key in DENOMINATIONS:
            tricks = listed(f"{seat_words(seat)} {record.tricks[key][seat]}" for seat in DECLARERS)
            yield f" {denomination_word(key)}: {tricks}."
    if record.par:
        yield _("Par: %(par)s.") % {"par": record.par}


def by_pages(records: Sequence[HandRecord], a_page: int) -> list[Sequence[HandRecord]]:
    """Return the records of each page."""
    return [records[at : at + a_page] for at in range(0, len(records), a_page)]
