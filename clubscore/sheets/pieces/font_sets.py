"""Sets of our fonts, of which every document has one to itself while it is drawn.

reportlab reads a font by seeking in it and keeps in it which letters a document has used, so two
documents cannot share one. Four sets let four be drawn at once; measuring has one of its own
(`typeface.face`). A set's names stay in this process: no file has them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from queue import LifoQueue
from threading import Lock

from reportlab.pdfbase.ttfonts import TTFont

from clubscore.sheets.pieces.typeface import opened

SETS = 4
# A paper of more pages than this waits for another such: the others' sets are for short ones.
MANY_PAGES = 30


class FontSet:
    """One set: a font is read from its file when a document first asks for it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._faces: dict[str, TTFont] = {}

    def face(self, font: str) -> TTFont:
        """Return this set's own copy of a font, known to reportlab from then on."""
        found = self._faces.get(font)
        if found is None:
            found = self._faces[font] = opened(font, f"{font}-set-{self.number}")
        return found

    def name(self, font: str) -> str:
        """Return what reportlab knows this set's copy of a font by."""
        return str(self.face(font).fontName)


# The set that was given back last is the next: while one document is drawn at a time, one is read.
_free: LifoQueue[FontSet] = LifoQueue()
for _number in range(SETS, 0, -1):
    _free.put(FontSet(_number))
_long = Lock()


@contextmanager
def a_set_of_fonts(pages: int = 0) -> Iterator[FontSet]:
    """Lend a set of fonts until the block ends; wait for one if all are lent.

    ``pages`` is how many pages are to be drawn, where that is known.
    """
    if pages > MANY_PAGES:
        with _long, a_set_of_fonts() as lent:
            yield lent
        return
    lent = _free.get()
    try:
        yield lent
    finally:
        _free.put(lent)
