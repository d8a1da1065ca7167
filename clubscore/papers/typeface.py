"""The fonts that everything is printed in, and how wide a text is in them.

Source Sans 3 has figures, signs and the four suits of one width each; Source Serif 4 is for
titles; Noto Sans has the scripts that they lack. Only what a sheet uses of a font is embedded.
Each document has a set of fonts to itself while it is drawn, because reportlab keeps in a font
what was used.
"""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from queue import LifoQueue
from threading import Lock
from typing import Any, NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from clubscore.papers import scripts as shaping
from clubscore.papers.scripts import (
    FOLDER,
    LetterRun,
    as_printed,
    by_file,
    clusters_of,
    composed,
    stretches,
    turned,
)

# Our own fonts, since those that PDF viewers bring show no suits.
TEXT, BOLD, SERIF = "ClubScore", "ClubScore-Bold", "ClubScore-Title"
# What has letters that ours lack, in the order in which they are asked.
OTHERS = tuple(
    f"ClubScore-{each}"
    for each in (
        "Hebrew", "Arabic", "Thai", "Devanagari", "Bengali", "Tamil", "Armenian", "Georgian",
        "SC", "KR",
    )
)  # fmt: skip
FILES = {
    TEXT: "SourceSans3-Regular.ttf",
    BOLD: "SourceSans3-SemiBold.ttf",
    SERIF: "SourceSerif4-SemiBold.ttf",
    **{each: f"NotoSans{each.partition('-')[2]}-Regular.ttf" for each in OTHERS},
}
NAMES = {file: font for font, file in FILES.items()}
INSTEAD = {TEXT: OTHERS, BOLD: OTHERS, SERIF: (BOLD, *OTHERS)}
# Whose letters have other shapes, or other places, beside each other.
SHAPED = frozenset(OTHERS[:6])
# Of so many glyphs that most have to be letters by themselves, and are.
UNSHAPED = ("ClubScore-SC", "ClubScore-KR")
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
# Behind a hyphen between two letters.
AT_HYPHENS = re.compile(r"(?<=\w[-\N{HYPHEN}])(?=\w)")


class Run(NamedTuple):
    """Letters as they are drawn from left to right, their font, their width at a size of 1."""

    text: str
    font: str
    width: float


class Fitted(NamedTuple):
    """A text as it goes into its room: perhaps smaller, perhaps cut, with its width in points.

    ``text`` is what one reads and copies, ``runs`` are what is drawn.
    """

    text: str
    runs: tuple[Run, ...]
    size: float
    width: float

    @property
    def is_plain(self) -> bool:
        """Say whether it is drawn letter by letter as it is read."""
        return len(self.runs) == 1 and self.runs[0].text == self.text


def opened(font: str, name: str) -> TTFont:
    """Return a fresh copy of a font, known to reportlab by this name from then on.

    Each copy gives the same codes to its glyphs, so a run can be drawn by any of them.
    """
    found = TTFont(name, FOLDER / FILES[font], asciiReadable=font not in OTHERS)
    if font not in UNSHAPED:
        shaping.name_glyphs(found)
    # `registerFont` would give the copy that was first of its face to every later name.
    fonts: Any = pdfmetrics
    fonts._fonts[name] = found
    return found


@lru_cache(maxsize=len(FILES))
def face(font: str) -> TTFont:
    """Return the copy of a font that texts are measured with."""
    return opened(font, font)


@lru_cache(maxsize=8192)
def letters(text: str, font: str) -> tuple[Run, ...]:
    """Return a text as it is drawn, each letter in this font or in the first other that has it."""
    return _runs(text, font)


def _runs(text: str, font: str) -> tuple[Run, ...]:
    if text.isascii() and text.isprintable():
        return (Run(text, font, _plain_width(text, font)),) if text else ()
    line = composed(text)
    if by_file()[FILES[font]].has_all(line) and not _is_marked(line):
        return (Run(line, font, _plain_width(line, font)),) if line else ()
    files = [FILES[each] for each in (font, *INSTEAD.get(font, ()))]
    return tuple(_run(each) for each in stretches(line, files))


def _is_marked(text: str) -> bool:
    """Say whether a text has accents that are no part of a letter: their place is shaping's."""
    return any(map(unicodedata.combining, text))


def _run(stretch: LetterRun) -> Run:
    font = NAMES[stretch.file]
    marked = _is_marked(stretch.text)
    if shaping.is_at_hand() and (font in SHAPED or (marked and font not in UNSHAPED)):
        shown, wide = shaping.shaped(stretch.text, face(font), leftward=stretch.leftward)
        return Run(shown, font, wide)
    text = stretch.text
    shown = turned(shaping.joined(text)) if stretch.leftward else as_printed(text)
    return Run(shown, font, _plain_width(shown, font))


def _plain_width(text: str, font: str) -> float:
    # Measured large: reportlab rounds nothing, but adds thousandths.
    return float(face(font).stringWidth(text, 1000)) / 1000


def _wide(runs: tuple[Run, ...]) -> float:
    return sum(run.width for run in runs)


def width(text: str, font: str, size: float) -> float:
    """Return how wide a text is in points."""
    return _wide(letters(text, font)) * size


def sized(text: str, font: str, size: float) -> Fitted:
    """Return a text at its size, however wide it is."""
    runs = letters(text, font)
    return Fitted(composed(text), runs, size, _wide(runs) * size)


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
    return _cut(found, font, room)


def _cut(whole: Fitted, font: str, room: float) -> Fitted:
    """Leave out the end until the rest and an ellipsis fit; no letter loses its accents."""
    clusters = clusters_of(whole.text)
    low, high = 0, len(clusters)

    def shortened(count: int) -> Fitted:
        text = "".join(clusters[:count]).rstrip() + ELLIPSIS
        runs = _runs(text, font)
        return Fitted(text, runs, whole.size, _wide(runs) * whole.size)

    while low < high:
        middle = (low + high + 1) // 2
        if shortened(middle).width <= room:
            low = middle
        else:
            high = middle - 1
    return shortened(low)


@lru_cache(maxsize=4096)
def wrapped(text: str, font: str, size: float, room: float) -> tuple[str, ...]:
    """Return a text in lines that fit into their room, broken between words.

    Each is written as it is read; it is drawn in its own order. A single word wider than the room
    is broken at its hyphens, else where it must be, between two letters with their accents.
    """
    lines: list[str] = []
    line = ""
    for word in unicodedata.normalize("NFC", text).split():
        blank = " "
        for part in (word,) if width(word, font, size) <= room else AT_HYPHENS.split(word):
            longer = f"{line}{blank}{part}" if line else part
            blank = ""
            if width(longer, font, size) <= room:
                line = longer
                continue
            if line:
                lines.append(line)
            *heads, line = _broken(part, font, size, room)
            lines += heads
    return (*lines, line) if line or not lines else tuple(lines)


def _broken(word: str, font: str, size: float, room: float) -> list[str]:
    """Return a word in parts that fit into the room, each of one letter at least."""
    parts = []
    clusters = clusters_of(word)
    while len(clusters) > 1 and width("".join(clusters), font, size) > room:
        count = next(
            n for n in range(len(clusters) - 1, 0, -1)
            if n == 1 or width("".join(clusters[:n]), font, size) <= room
        )  # fmt: skip
        parts.append("".join(clusters[:count]))
        clusters = clusters[count:]
    return [*parts, "".join(clusters)]


# So many documents are drawn at once; measuring has a set of its own (`face`). The names of a set
# stay in this process: no file has them.
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
