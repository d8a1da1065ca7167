"""Plain texts as braille to be embossed: Unified English Braille, uncontracted, as a BRF file.

A BRF file has a sign of ASCII for each cell (North American Braille ASCII), lines of forty cells,
pages of twenty-five lines.

Source: The Rules of Unified English Braille, second edition, International Council on English
Braille 2013: capitals 8, numbers 6, punctuation 7, signs 3, modified letters 4.2.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from text_unidecode import unidecode

from clubscore.sheets.plain import WIDTH, indent_of, said_words

LINES = 25
DIGITS = dict(zip("1234567890", "ABCDEFGHIJ", strict=True))
NUMBER, LETTER_AGAIN, CAPITAL, CAPITALS, FRACTION = "#", ";", ",", ",,", "/"
# Letters that would be read as digits right behind a number.
LIKE_DIGITS = frozenset("abcdefghij")
SIGNS = {
    ",": "1", ";": "2", ":": "3", ".": "4", "?": "8", "!": "6", "'": "'", "-": "-",
    "(": '"<', ")": '">', "[": ".<", "]": ".>", "/": "_/", "\\": "_*", "&": "@&", "@": "@A",
    "+": '"6', "=": '"7', "*": '"9', "%": ".0", "#": "_?", "_": ".-", "<": "@<", ">": "@>",
    "~": "@9", "|": "_\\", "$": "@S", "£": "@L", "€": "@E", "¥": "@Y", "°": "^J", "§": "^S",
    "\N{LEFT DOUBLE QUOTATION MARK}": "8", "\N{RIGHT DOUBLE QUOTATION MARK}": "0",
    "\N{LEFT SINGLE QUOTATION MARK}": ",8", "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{EN DASH}": ",-", "\N{EM DASH}": ",-", "\N{HORIZONTAL ELLIPSIS}": "444",
    "\N{BULLET}": "_4", "\N{MIDDLE DOT}": "_4", "\N{MINUS SIGN}": '"-',
}  # fmt: skip
FRACTIONS = {"½": "A/B", "¼": "A/D", "¾": "C/D", "⅓": "A/C", "⅔": "B/C"}
# Marks stand before the letter that they change.
MARKS = {
    "\u0301": "^/", "\u0300": "^*", "\u0308": "^3", "\u0302": "^%", "\u0303": "^]",
    "\u030c": "^+", "\u0327": "^&", "\u030a": "^$", "\u0306": "@+", "\u0304": "@-",
}  # fmt: skip
LETTERS = {"ø": "@*O", "ł": "@*L", "đ": "@3D", "æ": "A^6E", "œ": "O^6E", "ß": ".!", "þ": "#!"}
WORD = re.compile(r"[^\W\d_]+|\d|.", re.DOTALL)


def braille_file(texts: Iterable[str]) -> bytes:
    """Return texts below each other as a BRF file: pages of 25 lines, each of 40 cells at most."""
    lines = [line for text in texts for line in _lines(text)]
    pages = [lines[at : at + LINES] for at in range(0, len(lines), LINES)]
    return "\f".join("".join(f"{line}\r\n" for line in page) for page in pages).encode("ascii")


def cells(word: str) -> str:
    """Return a word without blanks in cells."""
    found, in_number = "", False
    parts: list[str] = WORD.findall(unicodedata.normalize("NFC", word))
    for part in parts:
        if part in DIGITS:
            found += ("" if in_number else NUMBER) + DIGITS[part]
            in_number = True
        elif part in FRACTIONS:
            found += NUMBER + FRACTIONS[part]
            in_number = True
        elif in_number and part in ".,":
            found += SIGNS[part]
        else:
            if in_number and part[0] in LIKE_DIGITS:
                found += LETTER_AGAIN
            found += _letters(part) if part.isalpha() else _sign(part)
            in_number = False
    return found


def _letters(word: str) -> str:
    """Return letters in cells; what the code has no letter for is spelt in Latin ones."""
    if len(word) > 1 and word.isupper():
        return CAPITALS + "".join(_letter(each.lower()) for each in word)
    return "".join(
        CAPITAL + _letter(each.lower()) if each.isupper() else _letter(each) for each in word
    )


def _letter(letter: str) -> str:
    if letter in LETTERS:
        return LETTERS[letter]
    whole = unicodedata.normalize("NFD", letter)
    base, marks = whole[0], whole[1:]
    if base.isascii() and all(mark in MARKS for mark in marks):
        return "".join(MARKS[mark] for mark in marks) + base.upper()
    return _spelt(letter)


def _sign(sign: str) -> str:
    return SIGNS[sign] if sign in SIGNS else _spelt(sign)


def _spelt(sign: str) -> str:
    """Return a letter or a sign of any alphabet in Latin letters; nothing where there are none."""
    spelt = unidecode(sign).strip()
    return "" if spelt == sign else cells(spelt)


def _lines(text: str) -> Iterator[str]:
    """Break a text between words; what goes on hangs two cells behind its beginning."""
    indent = indent_of(text)
    line, is_empty = indent, True
    for word in filter(None, map(cells, said_words(text).split())):
        rest = word
        if not is_empty and len(line) + 1 + len(rest) > WIDTH:
            yield line
            line, is_empty = f"{indent}  ", True
        line += "" if is_empty else " "
        while len(line) + len(rest) > WIDTH:
            room = WIDTH - len(line)
            yield line + rest[:room]
            rest, line = rest[room:], f"{indent}  "
        line += rest
        is_empty = False
    yield line.rstrip()
