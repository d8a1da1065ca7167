"""A package as a text of letters, digits and full stops: what a code has, and what can be pasted.

Those characters are the ones that a QR code holds closest. A package that is too long for one code
that a phone reads from another's screen is cut into several, each of which says how many there are.
"""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from binascii import Error as NotBase32
from collections.abc import Iterable
from hashlib import sha256

from clubscore.contests.compact import broken, packed, unpacked
from clubscore.contests.package import PackageFacts
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

MARK = "CP."
# Letters in one code: with an address before them 69 squares a side, at seven per cent of repair,
# which is enough on a screen.
MOST_LETTERS = 560
MOST_PARTS = 9
WHOLE = re.compile(r"CP\.([A-Z2-7]+)")
PART = re.compile(r"CP\.([1-9])\.([1-9])\.([A-Z2-7]{6})\.([A-Z2-7]+)")


def texts_of(facts: PackageFacts) -> list[str]:
    """A verified package as one text, or as several where it is long.

    RuleError where it is too long even for that.
    """
    letters = _letters(facts)
    if len(letters) <= MOST_LETTERS:
        return [f"{MARK}{letters}"]
    count = -(-len(letters) // MOST_LETTERS)
    if count > MOST_PARTS:
        raise RuleError(
            "too-long", gettext_noop("This package is too long for codes. Send it as a file.")
        )
    each = -(-len(letters) // count)
    name = _name_of(letters)
    return [
        f"{MARK}{at + 1}.{count}.{name}.{letters[at * each : (at + 1) * each]}"
        for at in range(count)
    ]


def whole_text(facts: PackageFacts) -> str:
    """A verified package as one text, however long: what a link has."""
    return f"{MARK}{_letters(facts)}"


def _letters(facts: PackageFacts) -> str:
    return b32encode(packed(facts)).decode().rstrip("=")


def packages_in(text: str) -> list[Unverified | RuleError]:
    """Every package that a pasted text holds, in links or alone; parts may be in any order.

    One that cannot be read comes as the RuleError that says why. Nothing is verified yet.
    """
    words = [word[word.find(MARK) :] for word in text.split() if MARK in word]
    wholes = dict.fromkeys(match[1] for match in map(WHOLE.fullmatch, words) if match)
    parts = [match for match in map(PART.fullmatch, words) if match]
    wrong = [word for word in words if not WHOLE.fullmatch(word) and not PART.fullmatch(word)]
    return [
        *map(_read, wholes),
        *_of_parts(parts),
        *(broken() for _ in wrong),
    ]


def part_told(text: str) -> tuple[int, int] | None:
    """Which part of how many a text is; None for one that is whole, or no package at all."""
    match = PART.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def _of_parts(parts: Iterable[re.Match[str]]) -> list[Unverified | RuleError]:
    found: dict[tuple[str, int], dict[int, str]] = {}
    for match in parts:
        found.setdefault((match[3], int(match[2])), {})[int(match[1])] = match[4]
    return [_together(name, count, each) for (name, count), each in found.items()]


def _together(name: str, count: int, parts: dict[int, str]) -> Unverified | RuleError:
    lacking = [number for number in range(1, count + 1) if number not in parts]
    if lacking:
        text = gettext_noop("Part %(part)s of %(count)s is missing. Paste all parts together.")
        return RuleError("part", text, part=lacking[0], count=count)
    letters = "".join(parts[number] for number in sorted(parts))
    if _name_of(letters) != name or len(parts) != count:
        return broken()
    return _read(letters)


def _name_of(letters: str) -> str:
    """What tells parts of one package from those of another."""
    return b32encode(sha256(letters.encode()).digest()).decode()[:6]


def _read(letters: str) -> Unverified | RuleError:
    try:
        given = b32decode(letters + "=" * (-len(letters) % 8))
    except NotBase32:
        return broken()
    # Letters that say the same in another way, by bits that count for nothing, are altered too.
    if b32encode(given).decode().rstrip("=") != letters:
        return broken()
    try:
        return unpacked(given)
    except RuleError as error:
        return error
