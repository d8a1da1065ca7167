"""The fonts that everything is printed in, each known to reportlab from its first letter on.

Source Sans 3 has figures, signs and the four suits of one width each; Source Serif 4 is for titles.
What neither has (Armenian, Georgian, Hebrew, Arabic) is set in DejaVu Sans Condensed. The fonts
that PDF viewers bring themselves show no suits. Only what a sheet uses of a font is embedded.
"""

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from clubscore.sheets.pieces.letters import REPLACEMENT, on_paper

FOLDER = Path(__file__).parent / "fonts"
TEXT, BOLD, SERIF = "ClubScore", "ClubScore-Bold", "ClubScore-Title"
OTHER, OTHER_BOLD = "ClubScore-Other", "ClubScore-Other-Bold"
FILES = {
    TEXT: "SourceSans3-Regular.ttf",
    BOLD: "SourceSans3-SemiBold.ttf",
    SERIF: "SourceSerif4-SemiBold.ttf",
    OTHER: "DejaVuSansCondensed.ttf",
    OTHER_BOLD: "DejaVuSans-Bold.ttf",
}
# What a text is set in that has a letter which its font lacks.
INSTEAD = {TEXT: (OTHER,), BOLD: (OTHER_BOLD, OTHER), SERIF: (BOLD, OTHER_BOLD, OTHER)}
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


class Fitted(NamedTuple):
    """A text as it goes into its room: perhaps smaller, perhaps cut, with its width in points."""

    text: str
    font: str
    size: float
    width: float


@lru_cache(maxsize=len(FILES))
def face(font: str) -> TTFont:
    """Return a font, known to reportlab from then on."""
    found = TTFont(font, FOLDER / FILES[font])
    pdfmetrics.registerFont(found)
    return found


@lru_cache(maxsize=8192)
def letters(text: str, font: str) -> tuple[str, str]:
    """Return a text as it is drawn, and the font that has its letters: this one, or another."""
    for each in (font, *INSTEAD.get(font, ())):
        shown = on_paper(text, face(each).face.charToGlyph)
        if REPLACEMENT not in shown:
            break
    return shown, each


@lru_cache(maxsize=16384)
def width(text: str, font: str, size: float) -> float:
    """Return how wide a text is in points."""
    shown, font = letters(text, font)
    return float(face(font).stringWidth(shown, size))


def sized(text: str, font: str, size: float) -> Fitted:
    """Return a text at its size, however wide it is."""
    shown, face_of_it = letters(text, font)
    return Fitted(shown, face_of_it, size, width(text, font, size))


@lru_cache(maxsize=8192)
def fit(text: str, font: str, size: float, room: float, least: float = 8.0) -> Fitted:
    """Return a text that fits into its room: smaller, cut at last.

    Nothing gets smaller than `least` points.
    """
    whole = sized(text, font, size)
    if whole.width <= room:
        return whole
    # A little less than would just fit, so that no rounding asks for the knife.
    smaller = max(min(least, size), 0.999 * size * room / whole.width)
    found = sized(text, font, smaller)
    if found.width <= room:
        return found
    if font == BOLD:
        return fit(text, TEXT, smaller, room, least)
    return _cut(found, room)


def _cut(whole: Fitted, room: float) -> Fitted:
    """Leave out the end until the rest and an ellipsis fit."""
    shown, font, size, _wide = whole
    low, high = 0, len(shown)

    def wide(text: str) -> float:
        return float(face(font).stringWidth(text, size))

    while low < high:
        middle = (low + high + 1) // 2
        if wide(shown[:middle].rstrip() + ELLIPSIS) <= room:
            low = middle
        else:
            high = middle - 1
    text = shown[:low].rstrip() + ELLIPSIS
    return Fitted(text, font, size, wide(text))


@lru_cache(maxsize=4096)
def wrapped(text: str, font: str, size: float, room: float) -> tuple[str, ...]:
    """Return a text in lines that fit into their room, broken between words.

    Each is written as it is read; it is drawn in its own order. A single word wider than the room
    is cut where it must be.
    """
    lines: list[str] = []
    line = ""
    for word in unicodedata.normalize("NFC", text).split():
        longer = f"{line} {word}" if line else word
        if width(longer, font, size) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while width(line, font, size) > room and len(line) > 1:
            head = next(
                n for n in range(len(line) - 1, 0, -1)
                if n == 1 or width(line[:n], font, size) <= room
            )  # fmt: skip
            lines.append(line[:head])
            line = line[head:]
    return (*lines, line) if line or not lines else tuple(lines)
