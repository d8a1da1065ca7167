"""Names as letters on paper: one line, in reading order, every letter in a font that has it.

A PDF places glyphs from left to right and joins nothing. So letters and accents are composed, and a
text becomes stretches, each of one font and one direction, in the order in which they stand on
paper. A letter that no font has is drawn as MISSING: seen to be missing, never left out unseen.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from clubscore.sheets.pieces.covered import (
    CHOICES,
    JOINERS,
    MISSING,
    by_file,
    in_one_width,
    is_unseen,
)
from clubscore.sheets.pieces.reading_order import MIRRORED, RIGHT_TO_LEFT, from_left, levels, turns

# What stands between names of a list or a pair: those follow one another as written, each turned
# round by itself.
LISTED = re.compile(r"([,;:،؛](?:\s|$)|\s[&/+=|·•–—]\s)")


class Stretch(NamedTuple):
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


def as_drawn(text: str) -> str:
    """Return the letters of a stretch that is not shaped, from left to right."""
    return "".join(letter for letter in text if letter not in JOINERS)


def turned(text: str) -> str:
    """Return letters from their last to their first, accents kept in place, brackets mirrored."""
    clusters = [each.translate(MIRRORED) for each in clusters_of(text)]
    return as_drawn("".join(reversed(clusters)))


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


def stretches(line: str, files: Sequence[str]) -> list[Stretch]:
    """Return the stretches of a composed line from left to right.

    ``files`` are the fonts to look for a letter in, best first.
    """
    if not turns(line):
        return list(_of_one_direction(line, files, 0))
    found: list[Stretch] = []
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


def _together(found: list[Stretch]) -> Iterator[Stretch]:
    """Make one of stretches beside each other that run to the right in one font."""
    for (file, leftward), same in groupby(found, lambda each: (each.file, each.leftward)):
        if leftward:
            yield from same
        else:
            yield Stretch("".join(each.text for each in same), file, leftward)


def _ordered(part: str, files: Sequence[str], base: int) -> Iterator[Stretch]:
    """Split a part by level and font, and return what comes of it from left to right."""
    found: list[tuple[int, Stretch]] = []
    at = 0
    for level, run in groupby(levels(part, base)):
        end = at + len(list(run))
        found += ((level, each) for each in _of_one_direction(part[at:end], files, level))
        at = end
    return (found[place][1] for place in from_left([level for level, _stretch in found]))


def _of_one_direction(text: str, files: Sequence[str], level: int) -> Iterator[Stretch]:
    """Split a text by the first font that has each letter; blanks stay with what is before them."""
    run, file = "", ""
    for cluster in clusters_of(text):
        if cluster == " " and file:
            run += cluster
            continue
        for shown, needed in _with_font(cluster, tuple(files)):
            if needed != file and run:
                yield Stretch(run, file, level % 2 == 1)
                run = ""
            file = needed
            run += shown
    if run:
        yield Stretch(run, file, level % 2 == 1)


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
