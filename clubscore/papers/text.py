"""Plain texts of forty columns for braille displays and screen readers, and braille to emboss.

They know no columns: a fact stands in words, and a wide letter takes two places. Braille is
Unified English Braille, uncontracted, as a BRF file. Source: The Rules of Unified English
Braille, second edition, International Council on English Braille 2013: capitals 8, numbers 6,
punctuation 7, signs 3, modified letters 4.2.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from text_unidecode import unidecode

from clubscore.club.wording import MINUS, sign_in_words, speak_amount
from clubscore.deals.hands import SUITS, Hand, spaced
from clubscore.laws.money import Currency
from clubscore.web.names_shown import apart_in_text


def amount_words(coins: int, currency: Currency) -> str:
    """Return an amount in smallest coins, with the word for its minus: "minus £1 4s 7½d"."""
    amount = speak_amount(abs(coins), currency)
    return _("minus %(amount)s") % {"amount": amount} if coins < 0 else amount


def suits_words(hand: Hand) -> Iterator[str]:
    """A hand, a suit each: "spades A 10 4", "hearts none"."""
    for suit, held in zip(SUITS, hand, strict=True):
        cards = spaced(held) or pgettext("void suit", "none")
        yield " " + pgettext("cards", "%(suit)s %(cards)s") % {
            "suit": _(suit.name),
            "cards": cards,
        }


# Every plain text of ClubScore is wrapped here.
WIDTH = 40
# What carries no meaning in a line, but would break or turn it.
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
# Names in Persian or Hindi need them.
JOINERS = "\u200c\u200d"
# What a braille display has no sign of its own for; before a figure a sign becomes a word.
PLAIN = str.maketrans({MINUS: "-", "\N{EN DASH}": "-"})
SIGNED = re.compile(rf"(?<!\S)(?:{MINUS}\S*\d\S*|\+\d\S*)")


def wrapped_text(texts: Iterable[str]) -> str:
    """Return texts below each other, none of their lines wider than forty columns.

    What is written from right to left stands apart, so that it turns nothing beside it.
    """
    return apart_in_text("".join(f"{line}\n" for text in texts for line in lines(text)))


def columns(text: str) -> int:
    """Return how many columns a text takes: two for a wide letter, none for an accent."""
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def lines(text: str) -> Iterator[str]:
    """Break a text between words; a word wider than a line is broken after a sign or at the end.

    An empty text is an empty line. What goes on hangs two columns behind its beginning.
    """
    words = plain_words(text).translate(PLAIN).split()
    if not words:
        yield ""
        return
    indent = indent_of(text)
    line, is_empty = indent, True
    for word in words:
        rest = word
        if not is_empty and columns(f"{line} {rest}") > WIDTH:
            yield line
            line, is_empty = f"{indent}  ", True
        line += "" if is_empty else " "
        while columns(line + rest) > WIDTH:
            head = _head(rest, WIDTH - columns(line))
            yield line + head
            rest = rest[len(head) :]
            line = f"{indent}  "
        line += rest
        is_empty = False
    yield line


def indent_of(text: str) -> str:
    """Return what a line begins with: two blanks for each that its text begins with, to four."""
    return " " * min(4, 2 * (len(text) - len(text.lstrip(" "))))


def plain_words(text: str) -> str:
    """Return a text without what carries no meaning, the signs of its figures as words."""
    clean = "".join(c if c in JOINERS or not _is_unseen(c) else " " for c in text)
    return SIGNED.sub(lambda found: sign_in_words(found[0]), clean)


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in UNSEEN


def _head(word: str, room: int) -> str:
    """Return the beginning of a word that fits, up to a slash, a dot or a hyphen if one is near."""
    end, used = 0, 0
    while end < len(word) and used + _columns(word[end]) <= room:
        used += _columns(word[end])
        end += 1
    joint = max(word.rfind(sign, 0, end) for sign in "/.-_?&=")
    return word[: joint + 1 if joint > end // 2 else end]


# A BRF file has a sign of ASCII for each cell (North American Braille ASCII), lines of forty cells,
# and pages of so many lines.
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
    for word in filter(None, map(cells, plain_words(text).split())):
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
