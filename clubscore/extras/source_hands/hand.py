"""What a source says of a whole hand: its cards, its auction, its play, what it claims."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from clubscore.data_files import DataTable
from clubscore.deals.card_play import CardPlay, read_play
from clubscore.deals.hands import Hands, read_deal
from clubscore.laws.cards import COMPASS, NULLOS

BOOK_TRICKS, ALL_TRICKS = 6, 13
# The letters of the whist books: Z deals, A is on Z's left.
LETTERS = dict(zip(COMPASS, "YBZA", strict=True))
# The fields of hands.toml and quizzes.toml that are texts for a reader.
SHOWN = frozenset(("title", "score", "remark", "remarks", "scene", "beside"))


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


def read_hand(table: DataTable) -> SourceHand:
    """Return a hand from its file, where cards and calls are words. Raises WrongData."""
    made = SourceHand(
        table.text("key"),
        table.text("title"),
        table.listed_texts("games"),
        table.text("book"),
        table.text("pages"),
        table.text("pbn"),
        table.text("dealer"),
        table.text("contract"),
        table.text("declarer"),
        table.text("score"),
        read_told(table),
        tuple(map(_claim, table.tables("claims"))),
        calls=tuple(table.text("calls", "").split()),
        line=tuple(table.text("line", "").split()),
        remarks=table.listed_texts("remarks"),
    )
    table.done()
    return made


def read_told(table: DataTable) -> tuple[SourcePassage, ...]:
    """Return what a source says of a hand or quiz; of a book without pages the page is empty."""
    told = []
    for each in table.tables("told"):
        told.append(SourcePassage(each.text("page", ""), each.text("text")))
        each.done()
    return tuple(told)


def _claim(table: DataTable) -> SourceClaim:
    made = SourceClaim(
        table.text("key"),
        table.text("page"),
        table.text("text"),
        tuple(tuple(line.split()) for line in table.listed_texts("lines")),
        table.number("least", 0),
        table.number("most", ALL_TRICKS),
        table.text("remark", ""),
    )
    table.done()
    return made


def needed(level: int, denomination: str) -> int:
    """The tricks that a contract needs; at nullos, how many it allows."""
    if denomination == NULLOS.key:
        return ALL_TRICKS - BOOK_TRICKS - level
    return BOOK_TRICKS + level
