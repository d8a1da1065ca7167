"""Which letters our fonts have, by a table: nobody opens a font of 3 MB to learn that it lacks one.

`tools/fonts.py` writes the table from the fonts, `tests/sheets/test_fonts.py` compares them.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property, lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
# Said in place of a letter that no font has; every font of text has it, or its stand-in does.
MISSING = "\N{WHITE SQUARE}"
# What joins or parts the letters beside it, and is itself never seen.
JOINERS = "\u200c\u200d"
# Which glyph of a letter is meant (VS1 to VS256), of which ours have one each; and what keeps
# accents in order.
CHOICES = frozenset(map(chr, (0x34F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))


# Full-width Latin and half-width Kana, as keyboards of Japan type them: the same letters in another
# width, for which no font is needed. Of U+FF00 to U+FFEF alone.
WIDTHS = {
    code: plain
    for code in range(0xFF00, 0xFFF0)
    if (plain := unicodedata.normalize("NFKC", chr(code))) != chr(code)
}


def in_one_width(text: str) -> str:
    """Return a text with accents composed, and letters of another width as plain ones."""
    return unicodedata.normalize("NFC", text.translate(WIDTHS))


class Letters:
    """The letters of one font."""

    def __init__(self, ranges: Iterable[str]) -> None:
        both = [each.partition("-") for each in ranges]
        self._first = [int(first, 16) for first, _dash, _last in both]
        self._last = [int(last or first, 16) for first, _dash, last in both]

    @cached_property
    def _all(self) -> frozenset[str]:
        both = zip(self._first, self._last, strict=True)
        return frozenset(chr(code) for first, last in both for code in range(first, last + 1))

    def has_all(self, text: str) -> bool:
        """Say whether the font has every letter of a text; quick where it is often asked."""
        return self._all.issuperset(text)

    def __contains__(self, letter: str) -> bool:
        at = bisect_right(self._first, ord(letter)) - 1
        return at >= 0 and ord(letter) <= self._last[at]


@lru_cache(maxsize=1)
def by_file() -> dict[str, Letters]:
    """Return the letters of each font, by the name of its file."""
    lines = (FOLDER / "covered.txt").read_text(encoding="ascii").splitlines()
    return {file: Letters(ranges) for file, *ranges in map(str.split, lines)}


def is_unseen(letter: str) -> bool:
    """Say whether a letter leaves no ink: marks that turn a text round, choices, controls."""
    return unicodedata.category(letter) in ("Cf", "Cc") or letter in CHOICES


@lru_cache(maxsize=4096)
def missing(text: str) -> str:
    """Return the letters of a text that no font has, each once: they are drawn as MISSING.

    What is written with Latin letters is known without the table.
    """
    if text.isascii():
        return ""
    fonts = by_file().values()
    return "".join(
        letter
        for letter in dict.fromkeys(in_one_width(text))
        if not (letter.isspace() or is_unseen(letter) or any(letter in font for font in fonts))
    )
