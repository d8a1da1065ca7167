"""From what a pen does to a file: fonts, the count of pages, the foot of each, the ledger."""

from collections.abc import Callable

from clubscore.sheets.pieces.font_sets import a_set_of_fonts
from clubscore.sheets.pieces.identity import Imprint
from clubscore.sheets.pieces.ink import Ink, PdfInk
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.paper_ledger import a_ledger
from clubscore.sheets.pieces.pen import Feet, Pen


def printed(
    put: Callable[[Pen], None],
    paper: Paper,
    told: Imprint,
    *,
    feet: bool = False,
    state: str = "",
    sheets: int = 0,
) -> bytes:
    """Return as a PDF what `put` draws.

    With ``feet`` each page says at its foot which it is of how many and when it was printed, with
    ``state`` at the right: for pages that stay whole. ``sheets`` is how many sheets to cut apart
    there are; a viewer does not scale those.
    """
    foot = Feet(told, _pages(put, paper), state) if feet else None
    ledger = a_ledger(paper, told)
    if ledger is not None:
        pen = Pen(Ink(), paper, ledger=ledger, feet=foot)
        ledger.sheets = _put(put, pen)
        return b""
    with a_set_of_fonts(foot.pages if foot else sheets) as fonts:
        ink = PdfInk(paper, told, fonts, cut=bool(sheets))
        _put(put, Pen(ink, paper, feet=foot))
        return ink.saved()


def _pages(put: Callable[[Pen], None], paper: Paper) -> int:
    """Return how many pages there will be."""
    return _put(put, Pen(Ink(), paper))


def _put(put: Callable[[Pen], None], pen: Pen) -> int:
    """Draw with this pen and return how many pages that makes."""
    put(pen)
    pen.must_be_done()
    return pen.page - 1
