"""What may be wrong with a paper, found in its ledger: each check returns what it found, in words.

Lengths in points. Boxes are taken a little smaller than they are: letters that just meet do not
touch.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterator
from itertools import pairwise

from clubscore.papers.ledger import NO_PIECE, Inked, PaperLedger
from clubscore.papers.sizes import PADDING, UNPRINTABLE

LEAST, IN_THE_RIM = 8.0, 7.5
WHICH = re.compile(r"(?:page|sheet) (\d+) of (\d+) · printed \d")
# A rule nearer than this to a letter's box is not yet through it.
TOUCHES = 0.6


def outside(ledger: PaperLedger) -> Iterator[str]:
    """Ink nearer to the edge than printers reach, or in the padding of its piece."""
    wide, high = ledger.paper.width, ledger.paper.height
    for each in ledger.texts:
        x, y, to_x, to_y = each.box
        if min(x, y, wide - to_x, high - to_y) < UNPRINTABLE - 0.1:
            yield f"{each.text!r} is outside the paper"
        if each.piece != NO_PIECE:
            left, top, right, foot = ledger.pieces[each.piece].box
            if min(x - left, y - top, right - to_x, foot - to_y) < PADDING - 0.1:
                yield f"{each.text!r} is outside its piece"


def overlapping(ledger: PaperLedger) -> Iterator[str]:
    """Texts that lie over each other."""
    for texts in _together(ledger.texts).values():
        texts.sort(key=lambda each: (each.box[1], each.box[0]))
        for at, one in enumerate(texts):
            for other in texts[at + 1 :]:
                if other.box[1] >= one.box[3]:
                    break
                if _meet(one.box, other.box):
                    yield f"{one.text!r} lies over {other.text!r}"


def crossed(ledger: PaperLedger) -> Iterator[str]:
    """Texts that an upright rule goes through."""
    rules = defaultdict(list)
    for line in ledger.lines:
        x, y, to_x, to_y = line.ends
        if abs(x - to_x) < 0.01:
            rules[line.sheet].append((x, min(y, to_y), max(y, to_y)))
    for each in ledger.texts:
        x, y, to_x, to_y = each.box
        for at, top, foot in rules[each.sheet]:
            if x + TOUCHES < at < to_x - TOUCHES and top < y + 1 and to_y - 2 < foot:
                yield f"a rule goes through {each.text!r}"


def _together(texts: list[Inked]) -> dict[tuple[int, int], list[Inked]]:
    found = defaultdict(list)
    for each in texts:
        found[each.sheet, each.piece].append(each)
    return found


def _meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > TOUCHES
        and min(one[3], other[3]) - max(one[1], other[1]) > 2.2
    )


def sizes(ledger: PaperLedger) -> Iterator[str]:
    """Text under eight points, or under seven and a half in the rim; a column of two sizes."""
    columns = defaultdict(set)
    for each in ledger.texts:
        in_the_rim = each.box[3] > ledger.paper.height - PADDING
        least = IN_THE_RIM if in_the_rim else LEAST
        if each.size < least - 0.01:
            yield f"{each.text!r} has {each.size:.1f} points"
        if each.column:
            columns[each.column].add(round(each.size, 2))
    for name, found in columns.items():
        if len(found) > 1:
            yield f"the column {name!r} has {sorted(found)} points"


def identity(ledger: PaperLedger) -> Iterator[str]:
    """A piece that does not say whose it is and where it belongs within its own cut."""
    told = defaultdict(list)
    for each in ledger.texts:
        if each.piece != NO_PIECE:
            told[each.piece].append(each)
    alike = defaultdict(int)
    for number, piece in enumerate(ledger.pieces):
        said = " ".join(each.text for each in told[number])
        for word in (*piece.whose.club.split(), *piece.whose.event.split(), piece.whose.date):
            if word not in said:
                yield f"piece {number} ({piece.whose.place}) lacks {word!r}"
        alike[said] += 1
    for said, count in alike.items():
        if count > 1:
            yield f"{count} pieces are alike: {said[:60]!r}"


def lines_too_thin(ledger: PaperLedger) -> Iterator[str]:
    """A line that a photocopy loses."""
    for each in ledger.lines:
        if each.weight < 0.4:
            yield f"a line of {each.weight} points"


def cut_off(ledger: PaperLedger) -> Iterator[str]:
    """A text that was cut with dots, or a letter that no font has."""
    for each in ledger.texts:
        if each.text.endswith("\N{HORIZONTAL ELLIPSIS}"):
            yield f"{each.text!r} was cut"


def crowded_codes(ledger: PaperLedger) -> Iterator[str]:
    """A text or a line within four modules of a code: a decoder needs them empty."""
    for code in ledger.codes:
        quiet = 4 * (code.box[2] - code.box[0]) / len(code.rows) - 0.5
        x, y, to_x, to_y = code.box
        around = (x - quiet, y - quiet, to_x + quiet, to_y + quiet)
        near = [(each.text, each.sheet, each.box) for each in ledger.texts]
        near += [("a line", each.sheet, each.ends) for each in ledger.lines]
        for what, sheet, box in near:
            is_beside = box[0] < around[2] and box[2] > around[0]
            if sheet == code.sheet and is_beside and box[1] < around[3] and box[3] > around[1]:
                yield f"{what!r} stands in the margin of a code"


def uneven_rows(ledger: PaperLedger) -> Iterator[str]:
    """A grid of a piece in which rows are not of one height between seven and eight millimetres."""
    levels = defaultdict(set)
    for line in ledger.lines:
        x, y, to_x, to_y = line.ends
        if line.piece != NO_PIECE and abs(y - to_y) < 0.01 and to_x - x > ledger.paper.width / 3:
            levels[line.piece].add(round(y, 2))
    for piece, found in levels.items():
        steps = {round(b - a, 1) for a, b in pairwise(sorted(found))}
        if len(steps) > 1 or any(not 19.8 <= step <= 23.3 for step in steps):
            yield f"piece {piece} has rows of {sorted(steps)} points"


def which_of_how_many(ledger: PaperLedger) -> Iterator[str]:
    """A page or sheet that does not say which it is of how many, and when it was printed.

    The backs of sheets say nothing: they are known by their fronts.
    """
    said = [(each.sheet, found) for each in ledger.texts if (found := WHICH.search(each.text))]
    told = dict(said)
    for sheet in {sheet for sheet, _found in said}:
        if sum(each == sheet for each, _found in said) > 1:
            yield f"sheet {sheet} says twice which it is"
    fronts = [each for each in range(1, ledger.sheets + 1) if each % 2 or not ledger.has_backs]
    for sheet in fronts:
        if sheet not in told:
            yield f"sheet {sheet} does not say which it is"
    numbers = [(int(found[1]), int(found[2])) for found in told.values()]
    for at, (number, of) in enumerate(numbers):
        goes_on = at > 0 and number == numbers[at - 1][0] + 1 and of == numbers[at - 1][1]
        is_last = at + 1 == len(numbers) or numbers[at + 1][0] == 1
        if not (number == 1 or goes_on) or (is_last and number != of):
            yield f"sheets say that they are {numbers}"
            return


CHECKS: dict[str, Callable[[PaperLedger], Iterator[str]]] = {
    "outside": outside,
    "overlapping": overlapping,
    "crossed": crossed,
    "sizes": sizes,
    "identity": identity,
    "thin": lines_too_thin,
    "cut off": cut_off,
    "codes": crowded_codes,
    "which": which_of_how_many,
}


# A book is bound: its pages have numbers, and its contents say when it was printed.
OF_BOOKS = frozenset(CHECKS) - {"which"}


def faults(ledger: PaperLedger, checks: Container[str] = frozenset(CHECKS)) -> list[str]:
    """Return everything that is wrong with a paper, by these checks."""
    asked = {name: check for name, check in CHECKS.items() if name in checks}
    return [f"{name}: {each}" for name, check in asked.items() for each in check(ledger)]
