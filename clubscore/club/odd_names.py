"""What is odd in a name: letters nobody sees, letters that turn a line round, mixed alphabets.

A name may hold any letter of any script, and what its script needs besides: joiners in Persian and
Hindi, the variant of a Chinese character, the parts of an emoji. What looks like another letter is
a short list of our own, of Latin, Cyrillic and Greek: Unicode's whole list takes l for I and rn for
m, and would ask about half of a club.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

ZWNJ, ZWJ = "\u200c", "\u200d"
# Marks, embeddings, overrides and isolates: what stands after them may be read the other way round.
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Written before a number, and seen.
_SEEN_SIGNS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")
# Letters, marks and signs that are drawn as nothing, or as a space.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_JOINED = ("ARABIC", "SYRIAC", "MANDAIC", "NKO", "MONGOLIAN")
_VARIED = ("CJK", "MONGOLIAN", "MYANMAR", "PHAGS-PA")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
_VIRAMA = 9  # the combining class of what joins two consonants
# Every letter that may be odd, and what is written from right to left: where none of these bytes
# stand, in UTF-8, there is nothing to look for.
SUSPECT = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\xd6-\xdf\xf3]|\xc2[\x80-\x9f\xad]|\xcd\x8f|\xe0[\xa0-\xa3]"
    rb"|\xe1(?:\x85[\x9f\xa0]|\x9e[\xb4\xb5]|\xa0[\x8b-\x8f])|\xe2\x80[\x8b-\x8f\xaa-\xae]"
    rb"|\xe2(?:\x81[\xa0-\xaf]|\xa0\x80)|\xe3\x85\xa4|\xef(?:\xb8[\x80-\x8f]|[\xac-\xbb]|\xbe\xa0)"
    rb"|\xef(?:\xbb\xbf|\xbf[\xb0-\xbb])|\xf0(?:\x90[\xa0-\xbf]|\x91\x82|\x91\x83|\x93|\x9b\xb2)"
    rb"|\xf0(?:\x9d\x85|\x9e)"
)
# What turns the letters after it, each with what ends it.
_ENDS = dict.fromkeys("\u202a\u202b\u202d\u202e", "\u202c")
_ENDS |= dict.fromkeys("\u2066\u2067\u2068", "\u2069")
LATIN, CYRILLIC, GREEK = "LATIN", "CYRILLIC", "GREEK"
_ALPHABETS = (LATIN, CYRILLIC, GREEK)
_LOOKS_LIKE = {
    CYRILLIC: dict(
        zip(
            "АВЕКМНОРСТУХІЈЅԌԚԜҮӀѴаеорсухіјѕһԁԛԝүӏѵк",
            "ABEKMHOPCTYXIJSGQWYIVaeopcyxijshdqwyivk",
            strict=True,
        )
    ),
    GREEK: dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοναρικυϲϳχ", "ABEZHIKMNOPTYXovapikucjx", strict=True)),
}
_AS_LATIN = {ord(k): v for letters in _LOOKS_LIKE.values() for k, v in letters.items()}
_WORD = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f]+[^\W\d_]*)*")


class Mixed(NamedTuple):
    """A word of two alphabets: a letter that is not of the word's own, and both alphabets."""

    word: str
    letter: str
    of: str
    among: str


def is_unseen(letter: str) -> bool:
    """Return whether a letter is drawn as nothing where its script has no need of it."""
    kind = unicodedata.category(letter)
    if kind == "Cc":
        return not letter.isspace()
    in_planes = "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
    return letter in _BLANK or in_planes or (kind == "Cf" and letter not in _SEEN_SIGNS)


def odd_places(text: str) -> list[int]:
    """Return where a text has letters that nobody sees, or that turn it, and that nothing needs."""
    if text.isascii() and text.isprintable():
        return []
    flags = {at for flag in _FLAG.finditer(text) for at in range(*flag.span())}
    return [
        at
        for at, letter in enumerate(text)
        if is_unseen(letter) and at not in flags and not _is_needed(text, at)
    ]


def _is_needed(text: str, at: int) -> bool:
    letter, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if letter in (ZWNJ, ZWJ):
        if _VIRAMA in (unicodedata.combining(c) for c in before + after):
            return True
        if letter == ZWJ:
            return _is_picture(before) and _is_picture(after)
        return _script(_base(text[:at])) in _JOINED and _script(after) in _JOINED
    if "\ufe00" <= letter <= "\ufe0f":
        keycap = after == "\u20e3" and bool(before) and before in "#*0123456789"
        symbol = unicodedata.category(before) in ("So", "Sm") if before else False
        return keycap or symbol or _script(before) in _VARIED
    if "\u180b" <= letter <= "\u180f" or letter >= "\U000e0100":
        return _script(before) in _VARIED
    return False


def _base(text: str) -> str:
    """Return the last letter of a text that is no accent."""
    return next((letter for letter in reversed(text) if not unicodedata.combining(letter)), "")


def _is_picture(letter: str) -> bool:
    return bool(letter) and (letter == "\ufe0f" or unicodedata.category(letter) in ("So", "Sk"))


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").split(" ")[0] if letter else ""


def closed(text: str) -> str:
    """Return a text as typed, with an end to whatever in it turns what would come after it."""
    if TURNING.isdisjoint(text):
        return text
    ends: list[str] = []
    for letter in text:
        if letter in _ENDS:
            ends.append(_ENDS[letter])
        elif ends and letter == ends[-1]:
            ends.pop()
    return text + "".join(reversed(ends))


def unclosed(text: str) -> str:
    """Return a text that was `closed` as it was typed."""
    typed = text.rstrip("".join(set(_ENDS.values())))
    return typed if closed(typed) == text else text


def mixed_words(text: str) -> list[Mixed]:
    """Return the words of a text in which Latin, Cyrillic and Greek stand together."""
    return [mixed for word in _WORD.findall(text) if (mixed := _mixed(word)) is not None]


def _mixed(word: str) -> Mixed | None:
    found = [(letter, script) for letter in word if (script := _script(letter)) in _ALPHABETS]
    count = Counter(script for _letter, script in found)
    if len(count) < 2:
        return None
    # Of as many letters each, Latin is what the other imitates.
    ranked = sorted(count, key=lambda script: (-count[script], script != LATIN))
    own = next((script for script in ranked if _written_in(script, word)), ranked[0])
    letter, script = next((each, script) for each, script in found if script != own)
    return Mixed(word, letter, script, own)


def plain_name(text: str) -> str:
    """Return a name without what is odd in it, as far as that can be put right."""
    odd = set(odd_places(text))
    seen = "".join(letter for at, letter in enumerate(text) if at not in odd)
    return " ".join(_WORD.sub(lambda found: _of_one_alphabet(found[0]), seen).split())


def _of_one_alphabet(word: str) -> str:
    mixed = _mixed(word)
    return (mixed and _written_in(mixed.among, word)) or word


def _written_in(alphabet: str, word: str) -> str:
    """Return what looks like a word in one alphabet, nothing where it lacks a letter."""
    own = {latin: letter for letter, latin in _LOOKS_LIKE.get(alphabet, {}).items()}
    letters = []
    for letter in word:
        if _script(letter) in (alphabet, "") or _script(letter) not in _ALPHABETS:
            letters.append(letter)
            continue
        latin = letter if _script(letter) == LATIN else _AS_LATIN.get(ord(letter), "")
        letters.append(latin if alphabet == LATIN else own.get(latin, ""))
        if not letters[-1]:
            return ""
    return "".join(letters)


def skeleton(text: str) -> str:
    """Return what a text looks like: equal for two that the eye cannot tell apart."""
    seen = "".join(letter for letter in text if not is_unseen(letter))
    alike = unicodedata.normalize("NFKD", " ".join(seen.split())).translate(_AS_LATIN)
    return unicodedata.normalize("NFC", alike.casefold())


def looks_like(text: str, others: Iterable[str]) -> Iterator[str]:
    """Yield the names that look like this one and are written otherwise."""
    looks, written = skeleton(text), as_compared(text)
    for other in others:
        if as_compared(other) != written and skeleton(other) == looks:
            yield other


def as_compared(text: str) -> str:
    """Return a name as names are compared: equal whatever capitals and spaces it has."""
    return unicodedata.normalize("NFC", " ".join(text.split()).casefold())
