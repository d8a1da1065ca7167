"""From what a pen does to a file: fonts, the count of pages, the foot of each, the ledger."""

from collections.abc import Callable
from typing import Literal

from clubscore.sheets.pieces.font_sets import a_set_of_fonts
from clubscore.sheets.pieces.identity import Imprint
from clubscore.sheets.pieces.ink import Ink, PdfInk, Turned
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.paper_ledger import a_ledger, is_drawn
from clubscore.sheets.pieces.pen import Feet, OffPaper, Pen


def printed(
    put: Callable[[Pen], None],
    paper: Paper,
    told: Imprint,
    *,
    feet: bool | Literal["rims"] = False,
    state: str = "",
    sheets: int = 0,
    backs: Turned | None = None,
    pages: int = 0,
) -> bytes:
    """Return as a PDF what `put` draws.

    With ``feet`` each page says at its foot which it is of how many and when it was printed, with
    ``state`` at the right: for pages that stay whole; ``pages`` is how many there are, counted by
    drawing them without ink where nobody knows. Feet that are "rims" say it on sheets of labels, in
    the strip below them. ``sheets`` is how many sheets to cut apart there are; a viewer does not
    scale those. With ``backs`` every second page is the back of the one before it, and a viewer
    asks the printer for both sides, turned over that edge.
    """
    foot = None
    if feet:
        count = pages or count_of(put, paper)
        foot = Feet(told, count, state, in_the_rim=feet == "rims")
    ledger = a_ledger(paper, told)
    if ledger is not None and not is_drawn():
        pen = Pen(Ink(), paper, ledger=ledger, feet=foot)
        ledger.has_backs = backs is not None
        ledger.sheets = _counted(_put(put, pen), pages)
        return b""
    with a_set_of_fonts(foot.pages if foot else sheets) as fonts:
        ink = PdfInk(paper, told, fonts, cut=bool(sheets), backs=backs)
        _counted(_put(put, Pen(ink, paper, ledger=ledger, feet=foot)), pages)
        return ink.saved()


def _counted(drawn: int, pages: int) -> int:
    """Return how many pages were drawn. Raises OffPaper where each said another number."""
    if pages and drawn != pages:
        raise OffPaper(f"{drawn} pages say that they are {pages}")
    return drawn


def count_of(put: Callable[[Pen], None], paper: Paper) -> int:
    """Return how many pages there will be."""
    return _put(put, Pen(Ink(), paper))


def _put(put: Callable[[Pen], None], pen: Pen) -> int:
    """Draw with this pen and return how many pages that makes."""
    put(pen)
    pen.must_be_done()
    return pen.page - 1
