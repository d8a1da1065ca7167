"""Cards, seats, columns, denominations and bids: the fixed vocabulary of the score sheet."""

from typing import NamedTuple

from clubscore.laws.record import ComparedRecord
from clubscore.laws.words import gettext_noop


class Denomination(ComparedRecord):
    """A suit, no-trumps or nullos.

    ``place`` is how a line says it ("in hearts", "at no-trumps"); ``symbol`` is the suit's sign,
    empty where there is none. At a ``reversed`` denomination tricks are to be lost; at one declared
    ``alone`` declarer plays against all the others, without a number, to take no trick at all.
    """

    key: str
    name: str
    place: str
    is_suit: bool
    reversed: bool = False
    symbol: str = ""
    alone: bool = False

    @property
    def loses(self) -> bool:
        """Whether declarer's side wants few tricks."""
        return self.reversed or self.alone


CLUBS = Denomination("C", gettext_noop("clubs"), gettext_noop("in clubs"), True, symbol="♣")
DIAMONDS = Denomination(
    "D", gettext_noop("diamonds"), gettext_noop("in diamonds"), True, symbol="♦"
)
HEARTS = Denomination("H", gettext_noop("hearts"), gettext_noop("in hearts"), True, symbol="♥")
SPADES = Denomination("S", gettext_noop("spades"), gettext_noop("in spades"), True, symbol="♠")
NO_TRUMPS = Denomination("NT", gettext_noop("no-trumps"), gettext_noop("at no-trumps"), False)
NULLOS = Denomination("NU", gettext_noop("nullos"), gettext_noop("at nullos"), False, reversed=True)

SUITS = (CLUBS, DIAMONDS, HEARTS, SPADES)
ROYAL_RANK = (CLUBS, DIAMONDS, HEARTS, SPADES, NO_TRUMPS)
BRIDGE_RANK = (SPADES, CLUBS, DIAMONDS, HEARTS, NO_TRUMPS)


class Column(NamedTuple):
    """A column of the sheet, the seats that share it and the hands that always count with them.

    A dummy that goes with the declarer belongs to no column's ``hands``.
    """

    key: str
    seats: tuple[str, ...]
    hands: tuple[str, ...]


class Bid(NamedTuple):
    """A contract as it is named: ``text`` "4S", or "H" with ``level`` 0 where no number is."""

    text: str
    level: int
    denomination: Denomination


COMPASS = ("N", "E", "S", "W")
PARTNERSHIPS = (Column("NS", ("N", "S"), ("N", "S")), Column("EW", ("E", "W"), ("E", "W")))
THREE = ("A", "B", "C")
TWO = ("A", "B")
# Two players who each have a dummy before them.
TWO_WITH_DUMMIES = (*TWO, "A-dummy", "B-dummy")
WITH_DUMMIES = (Column("A", ("A",), ("A", "A-dummy")), Column("B", ("B",), ("B", "B-dummy")))


def each_alone(seats: tuple[str, ...]) -> tuple[Column, ...]:
    """A column for every player: all against all."""
    return tuple(Column(seat, (seat,), (seat,)) for seat in seats)


def all_bids(levels: tuple[int, ...], denominations: tuple[Denomination, ...]) -> dict[str, Bid]:
    """Every bid of a game by its text; without levels the denomination alone is the bid."""
    if not levels:
        return {each.key: Bid(each.key, 0, each) for each in denominations}
    return {
        f"{level}{each.key}": Bid(f"{level}{each.key}", level, each)
        for level in levels
        for each in denominations
    }


RANKS = "A23456789TJQK"
SUITS_OF_CUTTING = "CDHS"
PACK = tuple(rank + suit for suit in SUITS_OF_CUTTING for rank in RANKS)


class CutLaw(ComparedRecord):
    """How a game's pack is cut: the ranks and suits of cards, best first, and the law.

    Without `suits` equal cards cut again; with them the suit is given where ranks are equal.
    """

    ranks: str
    suits: str
    law: str


LOWEST = CutLaw(RANKS, "", "Laws of Bridge 1899, laws 14 to 20")
HIGHEST = CutLaw("AKQJT98765432", "SHDC", "International Laws of Bridge")
