"""In which order the letters of a line stand on paper: Unicode's rules for both directions (UAX 9).

Hebrew and Arabic run to the left, figures and Latin words between them to the right, and brackets
go with what they hold. Marks that turn a text round (UAX 9, X1 to X8) have been taken out of what
comes here: a name needs none. `tests/sheets/test_reading_order.py` compares with python-bidi.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby

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
    """Return the level of each letter: odd ones run to the left. ``base`` is the line's own."""
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
