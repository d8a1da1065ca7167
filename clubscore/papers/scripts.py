"""Names in any script on paper: every letter in a font that has it, joined, in reading order.

A PDF places glyphs from left to right and joins nothing. Order follows Unicode's rules for both
directions (UAX 9). The package uharfbuzz shapes letters; without it Arabic still joins. A letter
that no font has is seen to be missing, never left out. `tools/fonts.py` writes the table of
letters.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, groupby
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr, TTFont

RIGHT_TO_LEFT = ("R", "AL")
NEUTRAL = ("B", "S", "WS", "ON")
# Opening and closing in turn; both stand for what is drawn the other way round within Hebrew.
BRACKETS = "()[]{}⁅⁆⟨⟩〈〉《》「」『』【】〔〕（）［］｛｝｢｣"
OTHER_MIRRORED = "<>«»‹›≤≥"
_CLOSES = dict(zip(BRACKETS[::2], BRACKETS[1::2], strict=True))
# Written twice in Unicode (UAX 9, BD16).
_SAME = str.maketrans("\u2329\u232a", "\u3008\u3009")
_PAIRS = BRACKETS + OTHER_MIRRORED
_TURNED = "".join(b + a for a, b in zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
MIRRORED = str.maketrans(_PAIRS, _TURNED)
# How many brackets may be open at once before the rule is given up (UAX 9, BD16).
MOST_OPEN = 63


def turns(text: str) -> bool:
    """Say whether a text holds letters that run to the left."""
    return any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in text)


def levels(text: str, base: int) -> list[int]:
    """Return the level of each letter: odd ones run to the left. ``base`` is the line's own.

    Marks that turn a text round (UAX 9, X1 to X8) were taken out before: a name needs none.
    `tests/papers/test_reading_order.py` compares with python-bidi.
    """
    own = [unicodedata.bidirectional(letter) or "L" for letter in text]
    # What joins or parts letters has no direction (X9); it stands with the letter before it.
    seen = [at for at, kind in enumerate(own) if kind != "BN"]
    around = "R" if base else "L"
    kinds = _weak([own[at] for at in seen], around)
    _brackets([text[at] for at in seen], kinds, [own[at] for at in seen], around)
    _neutral(kinds, around)
    found = [base] * len(text)
    for at, kind in zip(seen, kinds, strict=True):
        found[at] = base + _above(kind, base)
    for at, kind in enumerate(own):
        if kind == "BN" and at:
            found[at] = found[at - 1]
    # Blanks at the end of a line are the line's (L1).
    for at in range(len(text) - 1, -1, -1):
        if own[at] not in ("WS", "BN", "S", "B"):
            break
        found[at] = base
    return found


def _above(kind: str, base: int) -> int:
    """By how much a letter lies above its line (I1, I2)."""
    if base % 2:
        return int(kind != "R")
    return {"R": 1, "L": 0}.get(kind, 2)


def _weak(kinds: Sequence[str], around: str) -> list[str]:
    """Resolve accents, figures and what goes with them (W1 to W7)."""
    found = _by_what_is_before(kinds, around)
    for at in range(1, len(found) - 1):
        left, kind, right = found[at - 1 : at + 2]
        if left == right and kind in {"EN": ("ES", "CS"), "AN": ("CS",)}.get(left, ()):
            found[at] = left
    _beside_figures(found)
    strong = around
    for at, kind in enumerate(found):
        if kind in ("L", "R"):
            strong = kind
        elif kind in ("ES", "ET", "CS"):
            found[at] = "ON"
        elif kind == "EN" and strong == "L":
            found[at] = "L"
    return found


def _by_what_is_before(kinds: Sequence[str], around: str) -> list[str]:
    """Give accents the kind of their letter, and figures among Arabic their own (W1 to W3)."""
    found: list[str] = []
    strong = around
    for each in kinds:
        kind = each
        if kind == "NSM":
            kind = found[-1] if found else around
        elif kind == "EN" and strong == "AL":
            kind = "AN"
        if kind in ("L", *RIGHT_TO_LEFT):
            strong = kind
        found.append(kind)
    return ["R" if kind == "AL" else kind for kind in found]


def _beside_figures(kinds: list[str]) -> None:
    """Make signs such as £ and % one with the figures beside them (W5)."""
    at = 0
    for kind, members in groupby(list(kinds)):
        end = at + len(list(members))
        if kind == "ET" and "EN" in (*kinds[at - 1 : at], *kinds[end : end + 1]):
            kinds[at:end] = ["EN"] * (end - at)
        at = end


def _brackets(text: Sequence[str], kinds: list[str], own: Sequence[str], around: str) -> None:
    """Give a pair of brackets the direction of what it holds (N0)."""
    for first, last in sorted(_pairs(text, kinds)):
        held = {_strong(kind) for kind in kinds[first + 1 : last]} - {""}
        if around in held:
            way = around
        elif held:
            before = (_strong(kind) for kind in reversed(kinds[:first]))
            way = next(filter(None, before), around)
        else:
            continue
        for at in (first, last):
            kinds[at] = way
            # Accents on a bracket go with it.
            for follower in range(at + 1, len(own)):
                if own[follower] != "NSM":
                    break
                kinds[follower] = way


def _pairs(text: Sequence[str], kinds: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Find brackets that belong together (BD16)."""
    waiting: list[tuple[str, int]] = []
    for at, written in enumerate(text):
        if kinds[at] != "ON":
            continue
        letter = written.translate(_SAME)
        if letter in _CLOSES:
            if len(waiting) == MOST_OPEN:
                return
            waiting.append((_CLOSES[letter], at))
        for depth in range(len(waiting) - 1, -1, -1):
            closing, opened = waiting[depth]
            if closing == letter:
                yield opened, at
                del waiting[depth:]
                break


def _strong(kind: str) -> str:
    """Return which way a resolved letter pulls its neighbours: figures as Hebrew does."""
    return {"L": "L", "R": "R", "EN": "R", "AN": "R"}.get(kind, "")


def _neutral(kinds: list[str], around: str) -> None:
    """Give what has no direction that of its two sides, else the line's (N1, N2)."""
    at, before = 0, around
    for free, members in groupby(list(kinds), lambda kind: kind in NEUTRAL):
        run = list(members)
        end = at + len(run)
        if free:
            after = _strong(kinds[end]) if end < len(kinds) else around
            kinds[at:end] = [before if before == after else around] * len(run)
        else:
            before = _strong(run[-1])
        at = end


def from_left(found: Sequence[int]) -> list[int]:
    """Return the places of runs, given the level of each, as they stand from left to right (L2)."""
    order = list(range(len(found)))
    for level in range(max(found, default=0), 0, -1):
        at = 0
        for high, members in groupby([found[each] >= level for each in order]):
            end = at + len(list(members))
            if high:
                order[at:end] = reversed(order[at:end])
            at = end
    return order


# ---- Which letters our fonts have.

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
    """Return the letters of each font, by the name of its file.

    A table says it, so that no font of 3 MB is opened to learn that it lacks a letter;
    `tests/papers/test_fonts.py` compares the two.
    """
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


# ---- Names as letters on paper, in reading order.

# What stands between names of a list or a pair: those follow one another as written, each turned
# round by itself.
LISTED = re.compile(r"([,;:،؛](?:\s|$)|\s[&/+=|·•–—]\s)")


class LetterRun(NamedTuple):
    """Letters of one font (by its file) and one direction, in the order in which one reads them."""

    text: str
    file: str
    leftward: bool


@lru_cache(maxsize=8192)
def composed(text: str) -> str:
    """Return a text in one line, accents composed, without what nobody sees."""
    if text.isascii() and text.isprintable():
        return text
    line = " ".join(text.split())
    if not line.isprintable() or not CHOICES.isdisjoint(line):
        seen = "".join(letter for letter in line if letter in JOINERS or not is_unseen(letter))
        line = " ".join(seen.split())
    return in_one_width(line)


def as_printed(text: str) -> str:
    """Return the letters of a stretch that is not shaped, from left to right."""
    return "".join(letter for letter in text if letter not in JOINERS)


def turned(text: str) -> str:
    """Return letters from their last to their first, accents kept in place, brackets mirrored."""
    clusters = [each.translate(MIRRORED) for each in clusters_of(text)]
    return as_printed("".join(reversed(clusters)))


def clusters_of(text: str) -> list[str]:
    """Return letters each with the accents and joiners that belong to it."""
    found: list[str] = []
    for letter in text:
        belongs = letter in JOINERS or unicodedata.category(letter) in ("Mn", "Mc", "Me")
        if found and belongs:
            found[-1] += letter
        else:
            found.append(letter)
    return found


def stretches(line: str, files: Sequence[str]) -> list[LetterRun]:
    """Return the stretches of a composed line from left to right.

    ``files`` are the fonts to look for a letter in, best first.
    """
    if not turns(line):
        return list(_of_one_direction(line, files, 0))
    found: list[LetterRun] = []
    for part in LISTED.split(line):
        for span, base in _apart(part):
            found += _ordered(span, files, base)
    return list(_together(found))


def _apart(part: str) -> Iterator[tuple[str, int]]:
    """Split a name or a sentence into spans that are ordered by themselves, and their levels.

    What only runs to the left begins at the right. In a sentence of Latin letters each name that
    runs to the left stands apart, as it does on pages, so that no figure beside it goes round it.
    """
    ways = [unicodedata.bidirectional(letter) for letter in part]
    if "L" not in ways:
        yield part, int(turns(part))
        return
    begun = at = 0
    while at < len(part):
        if ways[at] not in RIGHT_TO_LEFT:
            at += 1
            continue
        end = _end_of_name(ways, at)
        yield part[begun:at], 0
        yield part[at:end], 1
        begun = at = end
    yield part[begun:], 0


def _end_of_name(ways: Sequence[str], at: int) -> int:
    """Return where a name ends that begins here: after its last letter and the accents on that."""
    latin = next((n for n in range(at, len(ways)) if ways[n] == "L"), len(ways))
    end = max(n for n in range(at, latin) if ways[n] in RIGHT_TO_LEFT) + 1
    while end < latin and ways[end] in ("NSM", "BN"):
        end += 1
    return end


def _together(found: list[LetterRun]) -> Iterator[LetterRun]:
    """Make one of stretches beside each other that run to the right in one font."""
    for (file, leftward), same in groupby(found, lambda each: (each.file, each.leftward)):
        if leftward:
            yield from same
        else:
            yield LetterRun("".join(each.text for each in same), file, leftward)


def _ordered(part: str, files: Sequence[str], base: int) -> Iterator[LetterRun]:
    """Split a part by level and font, and return what comes of it from left to right."""
    found: list[tuple[int, LetterRun]] = []
    at = 0
    for level, run in groupby(levels(part, base)):
        end = at + len(list(run))
        found += ((level, each) for each in _of_one_direction(part[at:end], files, level))
        at = end
    return (found[place][1] for place in from_left([level for level, _stretch in found]))


def _of_one_direction(text: str, files: Sequence[str], level: int) -> Iterator[LetterRun]:
    """Split a text by the first font that has each letter; blanks stay with what is before them."""
    run, file = "", ""
    for cluster in clusters_of(text):
        if cluster == " " and file:
            run += cluster
            continue
        for shown, needed in _with_font(cluster, tuple(files)):
            if needed != file and run:
                yield LetterRun(run, file, level % 2 == 1)
                run = ""
            file = needed
            run += shown
    if run:
        yield LetterRun(run, file, level % 2 == 1)


@lru_cache(maxsize=4096)
def _with_font(cluster: str, files: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return a letter with its accents, and the font that has them all.

    Failing that, those that a font has, and another's sign for the others.
    """
    fonts = by_file()
    inked = [letter for letter in cluster if letter not in JOINERS]
    for file in files:
        if all(letter in fonts[file] for letter in inked):
            return ((cluster, file),)
    square = (MISSING, next(file for file in files if MISSING in fonts[file]))
    for file in files:
        if cluster[0] in fonts[file]:
            had = "".join(each for each in cluster if each in JOINERS or each in fonts[file])
            return (had, file), square
    return (square,)


# ---- Letters as they stand beside each other.

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
    """Give each glyph of a font that no letter stands for a code of its own.

    The code is made of the glyph's number and the same in every copy of the font. So what was
    shaped once, for its width, is drawn by any copy, and a file is the same whatever was drawn
    before it.
    """
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
