"""What a source says of a whole hand: its cards, its auction, its play, what it claims."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from clubscore.deals.card_play import CardPlay, read_play
from clubscore.deals.hands import Hands, read_deal
from clubscore.laws.cards import COMPASS, NULLOS

BOOK_TRICKS, ALL_TRICKS = 6, 13
# The letters of the whist books: Z deals, A is on Z's left.
LETTERS = dict(zip(COMPASS, "YBZA", strict=True))


class SourcePassage(NamedTuple):
    """What a book prints, word for word, and on which page."""

    page: str
    text: str


@dataclass(frozen=True)
class SourceClaim:
    """A sentence of a book that can be true or not, and what it says in tricks.

    After each of the ``lines`` (cards played from the lead on) declarer's side takes at ``least``
    or at ``most`` so many tricks in all, if all four play their best from there. ``remark`` says
    how we read the sentence, where it can be read in two ways.
    """

    key: str
    page: str
    text: str
    lines: tuple[tuple[str, ...], ...]
    least: int = 0
    most: int = ALL_TRICKS
    remark: str = ""

    def holds(self, tricks: int) -> bool:
        """Whether so many tricks of declarer's side bear it out."""
        return self.least <= tricks <= self.most


@dataclass(frozen=True)
class SourceHand:
    """A hand as a source prints it. Titles and remarks are ours, passages are the source's.

    ``calls`` are the auction from the dealer on, none where the source only tells of it. ``line``
    is the play as far as it is printed; where only "small" is said it is the lowest card.
    """

    key: str
    title: str
    games: tuple[str, ...]
    book: str
    pages: str
    pbn: str
    dealer: str
    contract: str
    declarer: str
    score: str
    told: tuple[SourcePassage, ...]
    claims: tuple[SourceClaim, ...]
    calls: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @cached_property
    def deal(self) -> Hands:
        """The four hands."""
        return read_deal(self.pbn)

    @property
    def level(self) -> int:
        """The number of the contract."""
        return int(self.contract[0])

    @property
    def denomination(self) -> str:
        """What it is played in."""
        return self.contract[1:]

    @property
    def need(self) -> int:
        """The tricks that declarer's side must take, at nullos may take."""
        return needed(self.level, self.denomination)

    def play(self, cards: tuple[str, ...] = ()) -> CardPlay:
        """The hand after these cards. RuleError for one that cannot be played."""
        return read_play(self.deal, self.denomination, self.declarer, cards)


def needed(level: int, denomination: str) -> int:
    """The tricks that a contract needs; at nullos, how many it allows."""
    if denomination == NULLOS.key:
        return ALL_TRICKS - BOOK_TRICKS - level
    return BOOK_TRICKS + level
