"""The papers that sheets are printed on. Lengths are in points, 72 to the inch."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from clubscore.club.models import Club

MM = 72 / 25.4
MARGIN = 12 * MM
# What common printers cannot reach along every edge.
UNPRINTABLE = 4.2 * MM


class Paper(NamedTuple):
    """A paper, upright unless it is laid `across`; `key` is what an address calls it."""

    key: str
    width: float
    height: float

    @property
    def room(self) -> float:
        """The width between the margins."""
        return self.width - 2 * MARGIN

    @property
    def tall(self) -> float:
        """The height between the margins."""
        return self.height - 2 * MARGIN

    @property
    def across(self) -> Paper:
        """The same laid on its side."""
        return Paper(self.key, self.height, self.width)


A4 = Paper("a4", 210 * MM, 297 * MM)
LETTER = Paper("letter", 612, 792)
A3 = Paper("a3", 297 * MM, 420 * MM)
PAPERS = {paper.key: paper for paper in (A4, LETTER)}


def paper_for(wanted: str, club: Club | None) -> Paper:
    """Return the paper that an address asks for, or the club's, or A4."""
    usual = club.paper.lower() if club is not None else A4.key
    return PAPERS.get(wanted.lower()) or PAPERS.get(usual, A4)
