"""Names as letters on paper: one line, in reading order, every letter one that can be drawn.

A PDF places glyphs from left to right and joins nothing. So letters and their accents are
composed, words written from right to left are turned round and Arabic letters take the shape
that their neighbours ask for. A letter that the fonts do not have is drawn as REPLACEMENT: seen
to be missing, never silently left out.
"""

import unicodedata
from collections.abc import Container
from functools import lru_cache
from itertools import chain

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
RIGHT_TO_LEFT = ("R", "AL")
# What ends a name of a list.
LISTED = (",", ";", "،", "؛")
MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
# Which of its neighbours an Arabic letter joins, by the forms that Unicode has of it.
FORMS = ("isolated", "final", "initial", "medial")


def on_paper(text: str, drawable: Container[int]) -> str:
    """Return a text as one line of letters in the order in which they are drawn.

    `drawable` holds the code points that the font has.
    """
    if text.isascii() and text.isprintable():
        return text
    line = unicodedata.normalize("NFC", " ".join(text.split()))
    if any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in line):
        line = _in_reading_order(line)
    return "".join(_drawn(letter, drawable) for letter in line)


def _drawn(letter: str, drawable: Container[int]) -> str:
    kind = unicodedata.category(letter)
    if kind in ("Cf", "Cc"):
        return ""
    # A lone surrogate or a letter beyond the fonts: visible, not lost.
    return letter if ord(letter) in drawable and kind != "Cs" else REPLACEMENT


def _in_reading_order(line: str) -> str:
    """Turn every run of right-to-left words round; the runs follow one another as written.

    A comma ends a run: names of a list stand in the order of the list.
    """
    runs: list[list[str]] = []
    goes_on = False
    for word in line.split(" "):
        turned = any(unicodedata.bidirectional(c) in RIGHT_TO_LEFT for c in word)
        if turned and goes_on:
            runs[-1].append(word)
        else:
            runs.append(["turned" if turned else "as written", word])
        goes_on = turned and not word.endswith(LISTED)
    return " ".join(
        _turned_run(" ".join(words)) if way == "turned" else " ".join(words) for way, *words in runs
    )


def _turned_run(words: str) -> str:
    bare = words.rstrip("".join(LISTED))
    return _turned(bare) + words[len(bare) :]


def _turned(words: str) -> str:
    """Return right-to-left words from their last letter to their first, accents kept in place."""
    clusters: list[str] = []
    for letter in joined(words):
        if unicodedata.combining(letter) and clusters:
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return "".join(reversed(clusters)).translate(MIRRORED)


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
    shaped: list[str] = []
    before = ""
    for at, letter in enumerate(words):
        if unicodedata.combining(letter):
            shaped.append(letter)
            continue
        own = forms.get(letter, {})
        after = next((c for c in words[at + 1 :] if not unicodedata.combining(c)), "")
        from_before = "initial" in forms.get(before, {}) and "final" in own
        to_after = "initial" in own and "final" in forms.get(after, {})
        form = FORMS[from_before + 2 * to_after]
        shaped.append(own.get(form, letter))
        before = letter
    return "".join(shaped)
