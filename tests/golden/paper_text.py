"""A paper as text: its words by their places, page by page, in points from the top left corner.

A line is `down right  words`: where its first letter begins, rounded to whole points. Words a
space apart stand together; what stands further apart, as in columns, has a place of its own.
"""

import ctypes
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import pypdfium2.raw as pdfium
from pypdfium2 import PdfDocument

from tests.golden.page_text import same_each_time

# Wider than this, of the size of the letters, a gap is one between columns.
APART, SPACE = 0.8, 0.18
# A half, as places often are, must not be rounded by the last digit of a machine.
HALF = 0.5 + 1e-3


class _Letter(NamedTuple):
    down: float
    right: float
    ends: float
    size: float
    text: str


def read_paper(content: bytes) -> str:
    """Return what stands on a paper, and where."""
    lines = []
    with PdfDocument(content) as paper:
        for number, page in enumerate(paper, start=1):
            width, height = page.get_size()
            lines.append(f"page {number}: {_rounded(width)} x {_rounded(height)}")
            lines += _lines(list(_letters(page, height)))
    return same_each_time("\n".join(lines)) + "\n"


def _rounded(place: float) -> int:
    return int(place + HALF)


def _letters(page: "pdfium.FPDF_PAGE", height: float) -> Iterator[_Letter]:
    opened = page.get_textpage()
    text = opened.raw
    x, y = ctypes.c_double(), ctypes.c_double()
    box = pdfium.FS_RECTF()
    for place in range(pdfium.FPDFText_CountChars(text)):
        code = pdfium.FPDFText_GetUnicode(text, place)
        if code <= 32 or pdfium.FPDFText_IsGenerated(text, place):
            continue
        pdfium.FPDFText_GetCharOrigin(text, place, x, y)
        pdfium.FPDFText_GetLooseCharBox(text, place, box)
        size = pdfium.FPDFText_GetFontSize(text, place)
        yield _Letter(height - y.value, x.value, box.right, size, chr(code))
    opened.close()


def _lines(letters: list[_Letter]) -> list[str]:
    said = []
    letters.sort(key=lambda each: (_rounded(each.down), each.right))
    for down, line in groupby(letters, key=lambda each: _rounded(each.down)):
        words, begins, ends = "", 0.0, 0.0
        for each in line:
            gap = each.right - ends
            if words and gap > APART * each.size:
                said.append(f"{down} {_rounded(begins)}  {words}")
                words = ""
            if not words:
                begins = each.right
            elif gap > SPACE * each.size:
                words += " "
            words += each.text
            ends = each.ends
        said.append(f"{down} {_rounded(begins)}  {words}")
    return said
