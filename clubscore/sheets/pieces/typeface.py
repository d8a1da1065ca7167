"""The three fonts that everything is printed in, known to reportlab once a process.

DejaVu Sans has the four suits, a true minus sign, figures of one width and most alphabets; the
fonts that PDF viewers bring themselves show no suits. Only what a sheet uses of them is embedded.
"""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from clubscore.sheets.pieces.letters import on_paper

FOLDER = Path(__file__).parent / "fonts"
TEXT, BOLD, NARROW = "ClubScore", "ClubScore-Bold", "ClubScore-Narrow"
FILES = {
    TEXT: "DejaVuSans.ttf",
    BOLD: "DejaVuSans-Bold.ttf",
    NARROW: "DejaVuSansCondensed.ttf",
}
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


class Fitted(NamedTuple):
    """A text as it goes into its room: perhaps smaller, perhaps cut, with its width in points."""

    text: str
    font: str
    size: float
    width: float


@lru_cache(maxsize=1)
def _faces() -> dict[str, TTFont]:
    faces = {name: TTFont(name, FOLDER / file) for name, file in FILES.items()}
    for face in faces.values():
        pdfmetrics.registerFont(face)
    return faces


def register() -> None:
    """Make the fonts known to reportlab; again costs nothing."""
    _faces()


@lru_cache(maxsize=8192)
def letters(text: str, font: str) -> str:
    """Return a text as this font draws it."""
    return on_paper(text, _faces()[font].face.charToGlyph)


@lru_cache(maxsize=16384)
def width(text: str, font: str, size: float) -> float:
    """Return how wide a text is in points; it is one that `letters` gave."""
    return float(_faces()[font].stringWidth(text, size))


@lru_cache(maxsize=8192)
def fit(text: str, font: str, size: float, room: float, least: float = 8.0) -> Fitted:
    """Return a text that fits into its room: narrower, smaller, cut at last.

    Nothing gets smaller than `least` points.
    """
    shown = letters(text, font)
    wide = width(shown, font, size)
    if wide <= room:
        return Fitted(shown, font, size, wide)
    if font == TEXT:
        return fit(text, NARROW, size, room, least)
    # A little less than would just fit, so that no rounding asks for the knife.
    smaller = max(min(least, size), 0.999 * size * room / wide)
    wide = width(shown, font, smaller)
    if wide <= room:
        return Fitted(shown, font, smaller, wide)
    if font == BOLD:
        return fit(text, NARROW, smaller, room, least)
    return _cut(shown, font, smaller, room)


def _cut(shown: str, font: str, size: float, room: float) -> Fitted:
    """Leave out the end until the rest and an ellipsis fit."""
    low, high = 0, len(shown)
    while low < high:
        middle = (low + high + 1) // 2
        if width(shown[:middle].rstrip() + ELLIPSIS, font, size) <= room:
            low = middle
        else:
            high = middle - 1
    text = shown[:low].rstrip() + ELLIPSIS
    return Fitted(text, font, size, width(text, font, size))


@lru_cache(maxsize=4096)
def wrapped(text: str, font: str, size: float, room: float) -> tuple[str, ...]:
    """Return a text in lines that fit into their room, broken between words.

    A single word wider than the room is cut where it must be.
    """
    lines: list[str] = []
    line = ""
    for word in letters(text, font).split(" "):
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
