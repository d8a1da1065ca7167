"""Letters as they stand beside each other: joined, stacked, with their marks, by HarfBuzz.

The package uharfbuzz does it where it is installed. Without it Arabic letters still join, by the
shapes that Unicode has of each, and all others stand one after another.

A glyph that is no letter by itself has a code of its own in every copy of its font, made of its
number. So what was shaped once, for its width, is drawn by any copy; and a file is the same
whatever was drawn before it.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Protocol, cast

from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr, TTFont

try:
    from uharfbuzz import Buffer, Face, Font, shape

    HARFBUZZ = True
except ImportError:
    HARFBUZZ = False

# The area of Unicode that is left to everybody; our fonts put nothing there.
PRIVATE, PRIVATE_END = 0xE000, 0xF900
# Which of its neighbours an Arabic letter joins, by the forms that Unicode has of it.
FORMS = ("isolated", "final", "initial", "medial")


class Glyphs(Protocol):
    """What we use of the letters of a reportlab font, of which its types say nothing."""

    hmetrics: Sequence[tuple[int, int]]
    glyphToChar: dict[int, list[int]]
    charToGlyph: dict[int, int]
    charWidths: dict[int, float]


class Shapable(Protocol):
    """What we use of such a font itself."""

    face: Glyphs
    hbFace: "Face"

    def pdfScale(self, value: float) -> float:
        """Return so many units of the font in thousandths of its size."""


def is_at_hand() -> bool:
    """Say whether letters are shaped here."""
    return HARFBUZZ


def _shapable(font: TTFont) -> Shapable:
    known: Any = font
    found: Shapable = known
    return found


def name_glyphs(font: TTFont) -> TTFont:
    """Give each glyph of a font that no letter stands for a code of its own."""
    own = _shapable(font)
    face = own.face
    for glyph in range(min(len(face.hmetrics), PRIVATE_END - PRIVATE)):
        if glyph not in face.glyphToChar:
            code = PRIVATE + glyph
            face.glyphToChar[glyph] = [code]
            face.charToGlyph[code] = glyph
            face.charWidths[code] = own.pdfScale(face.hmetrics[glyph][0])
    return font


def shaped(text: str, font: TTFont, *, leftward: bool) -> tuple[str, float]:
    """Return a text as its glyphs stand from left to right, and its width at a size of 1 point.

    The text is in the order in which it is read, in one direction and one alphabet.
    """
    buffer = Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if leftward else "ltr"
    # Else that of the machine.
    buffer.language = "und"
    own = _shapable(font)
    shape(Font(own.hbFace), buffer)
    letters, places = [], []
    wide = 0.0
    for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        code = own.face.glyphToChar[info.codepoint][0]
        letters.append(chr(code))
        right, up, aside, above = (
            own.pdfScale(step) for step in (at.x_advance, at.y_advance, at.x_offset, at.y_offset)
        )
        wide += right
        places.append(ShapeData(info.cluster, right, up, aside, above, own.face.charWidths[code]))
    # reportlab's own type says that it takes one place; it takes one for each letter.
    return ShapedStr("".join(letters), cast(Any, places)), wide / 1000


@lru_cache(maxsize=1)
def arabic_forms() -> dict[str, dict[str, str]]:
    """Return {letter: {form: the letter in that form}} as Unicode's presentation forms have it."""
    forms: dict[str, dict[str, str]] = {}
    for code in chain(range(0xFB50, 0xFE00), range(0xFE70, 0xFEFD)):
        form, _, letters = unicodedata.decomposition(chr(code)).partition("> ")
        if form[1:] in FORMS and letters and " " not in letters:
            forms.setdefault(chr(int(letters, 16)), {}).setdefault(form[1:], chr(code))
    return forms


def joined(words: str) -> str:
    """Return Arabic letters in the shapes that they have beside each other, others as they are."""
    forms = arabic_forms()
    found: list[str] = []
    before = ""
    for at, letter in enumerate(words):
        if unicodedata.combining(letter):
            found.append(letter)
            continue
        own = forms.get(letter, {})
        after = next((c for c in words[at + 1 :] if not unicodedata.combining(c)), "")
        from_before = "initial" in forms.get(before, {}) and "final" in own
        to_after = "initial" in own and "final" in forms.get(after, {})
        form = FORMS[from_before + 2 * to_after]
        found.append(own.get(form, letter))
        before = letter
    return "".join(found)
