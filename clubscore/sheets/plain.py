"""Plain texts: lines of at most forty columns, for braille displays and screen readers.

They read from left to right and know no columns: a fact stands in words, and a wide letter takes
two places. Every plain text of ClubScore is wrapped here.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from clubscore.club.naming.showing import apart_in_text
from clubscore.club.wording.figures import MINUS
from clubscore.sheets.plain_words import sign_in_words

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
    words = said_words(text).translate(PLAIN).split()
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


def said_words(text: str) -> str:
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
