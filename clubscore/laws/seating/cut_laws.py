"""The cards of a pack, and by which law it is cut."""

from clubscore.laws.record import ComparedRecord

RANKS = "A23456789TJQK"
SUITS = "CDHS"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)


class CutLaw(ComparedRecord):
    """How a game's pack is cut: the ranks and suits of cards, best first, and the law.

    Without `suits` equal cards cut again; with them the suit is given where ranks are equal.
    """

    ranks: str
    suits: str
    law: str


LOWEST = CutLaw(RANKS, "", "Laws of Bridge 1899, laws 14 to 20")
HIGHEST = CutLaw("AKQJT98765432", "SHDC", "International Laws of Bridge")
