"""A package in few bytes, for a code that a phone's camera reads.

Nothing is lost: what comes back is the package as it was signed, so its signature is verified as
that of a file. A package has one such form alone; bytes that say the same in another way are none.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from base64 import b32decode, b32encode, b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from clubscore.contests.package import FORMAT, PackageFacts
from clubscore.contests.signed import KEY_BYTES, SIGNATURE_BYTES, read_instant, told_instant
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.event import LENGTH

VERSION = 1
SET_BYTES, DAY_BYTES, PLAYED_BYTES, DIGEST_BYTES, INSTANT_BYTES = 13, 3, 2, 32, 5
# Whether a package takes the place of another, and whether it says when its set closed.
INSTEAD, CLOSES = 1, 2
GROUP = 5  # letters of a fingerprint
TRICKS = 14
DENOMINATIONS = ("C", "D", "H", "S", "NT", "NU")
DOUBLINGS = ("", "X", "XX")
CONTRACT = re.compile(r"([1-7])(C|D|H|S|NT|NU)(X{0,2})")
HANDS = ("N", "E", "S", "W")
# Contract, declarer and tricks as one number; whatever else a result says follows as JSON.
PASSED_OUT, PLAYED, PLAYED_AND_MORE, OTHER = range(4)
KINDS = 4
PLAIN = ("board", "contract", "declarer", "tricks")
# Of JSON in ASCII every byte from 128 on is free for what is often said.
FIRST_FREE = 128
OFTEN = ('{"honours":{"', '{"chicane":["', '"chicane":["', '"revokes":[{"by":"', '"honours":{"',
         '","penalty":"', "-in-one", 'NS":', 'EW":', 'N":', 'E":', 'S":', 'W":', ',"', '"]',
         '"}')  # fmt: skip


class Parts(NamedTuple):
    """What a package consists of: names are those of North-South and of East-West, if any."""

    set: str
    played: dt.date
    key: bytes
    signature: bytes
    club: str
    names: Mapping[str, Sequence[str]] | None
    results: Sequence[Unverified]
    instead: bytes
    closes: dt.datetime | None


def packed(facts: PackageFacts) -> bytes:
    """A verified package in few bytes."""
    return _packed(
        Parts(
            facts["set"],
            dt.date.fromisoformat(facts["played"]),
            b64decode(facts["key"]),
            b64decode(facts["signature"]),
            facts.get("club", ""),
            facts.get("names"),
            facts["results"],
            bytes.fromhex(facts.get("instead", "")),
            read_instant(facts["closes"], "closes") if "closes" in facts else None,
        )
    )


def unpacked(given: bytes) -> Unverified:
    """The package that these bytes hold, not yet verified. RuleError where they hold none."""
    reader = _Reader(given)
    try:
        parts = _parts(reader)
        whole = not reader.left() and _packed(parts) == given
    except (ValueError, KeyError, IndexError, OverflowError, RecursionError, TypeError):
        raise broken() from None
    if not whole:
        raise broken()
    facts: dict[str, object] = {
        "format": FORMAT,
        "set": parts.set,
        "played": parts.played.isoformat(),
        "results": list(parts.results),
        "key": b64encode(parts.key).decode(),
        "signature": b64encode(parts.signature).decode(),
    }
    if parts.club:
        facts["club"] = parts.club
    if parts.names is not None:
        facts["names"] = parts.names
    if parts.instead:
        facts["instead"] = parts.instead.hex()
    if parts.closes is not None:
        facts["closes"] = told_instant(parts.closes)
    return facts


def _packed(parts: Parts) -> bytes:
    return b"".join(
        [
            bytes([VERSION]),
            _set_packed(parts.set),
            parts.played.toordinal().to_bytes(DAY_BYTES, "big"),
            parts.key,
            parts.signature,
            _text(parts.club),
            *_names_packed(parts.names),
            _number(len(parts.results)),
            *(_result_packed(each) for each in parts.results),
            bytes([INSTEAD * bool(parts.instead) + CLOSES * (parts.closes is not None)]),
            parts.instead,
            _instant_packed(parts.closes),
        ]
    )


def broken() -> RuleError:
    """That a code is none, or not as it was made."""
    return RuleError(
        "cut",
        gettext_noop(
            "This code is not whole, or was altered. Copy it again, from the first letter to the"
            " last."
        ),
    )


class _Reader:
    """Takes bytes from the front. ValueError where there are too few."""

    def __init__(self, given: bytes) -> None:
        self._given, self._at = given, 0

    def take(self, count: int) -> bytes:
        found = self._given[self._at : self._at + count]
        if len(found) != count:
            raise ValueError
        self._at += count
        return found

    def number(self) -> int:
        """A number: seven bits a byte, the highest first."""
        value = 0
        for _byte in range(3):
            (each,) = self.take(1)
            value = value << 7 | each & 0x7F
            if not each & 0x80:
                return value
        raise ValueError

    def text(self) -> str:
        return self.take(self.number()).decode()

    def left(self) -> int:
        return len(self._given) - self._at


def _number(value: int) -> bytes:
    found = [value & 0x7F]
    while value := value >> 7:
        found.append(value & 0x7F | 0x80)
    return bytes(reversed(found))


def _text(text: str) -> bytes:
    written = text.encode()
    return _number(len(written)) + written


def _set_packed(name: str) -> bytes:
    letters = name.replace("-", "")
    return b32decode(letters + "A" * (-LENGTH % 8))[:SET_BYTES]


def _set_unpacked(given: bytes) -> str:
    letters = b32encode(given).decode()[:LENGTH]
    return "-".join(letters[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def _names_packed(names: Mapping[str, Sequence[str]] | None) -> list[bytes]:
    """How many names each side sent, one more than that; nothing at all is a zero."""
    if names is None:
        return [_number(0)]
    found = []
    for side in ("NS", "EW"):
        found += [_number(len(names[side]) + 1), *map(_text, names[side])]
    return found


def _names(reader: _Reader) -> dict[str, list[str]] | None:
    names: dict[str, list[str]] = {}
    for side in ("NS", "EW"):
        count = reader.number()
        if not count:
            return None
        names[side] = [reader.text() for _ in range(count - 1)]
    return names


def _parts(reader: _Reader) -> Parts:
    if reader.take(1)[0] != VERSION:
        raise ValueError
    known = (
        _set_unpacked(reader.take(SET_BYTES)),
        dt.date.fromordinal(int.from_bytes(reader.take(DAY_BYTES), "big")),
        reader.take(KEY_BYTES),
        reader.take(SIGNATURE_BYTES),
        reader.text(),
        _names(reader),
        [_result(reader) for _ in range(reader.number())],
    )
    more = reader.take(1)[0]
    return Parts(
        *known,
        reader.take(DIGEST_BYTES) if more & INSTEAD else b"",
        _instant(reader) if more & CLOSES else None,
    )


def _instant_packed(moment: dt.datetime | None) -> bytes:
    """Seconds since 1970."""
    return b"" if moment is None else int(moment.timestamp()).to_bytes(INSTANT_BYTES, "big")


def _instant(reader: _Reader) -> dt.datetime:
    return dt.datetime.fromtimestamp(int.from_bytes(reader.take(INSTANT_BYTES), "big"), dt.UTC)


def _result_packed(facts: Unverified) -> bytes:
    number = facts.get("board")
    play = _play_packed(facts)
    is_plain = play is not None or facts.keys() == {"board", "passed_out"}
    if not isinstance(number, int) or not is_plain:
        return _head(OTHER, 0) + _json_packed(facts)
    if play is None:
        return _head(PASSED_OUT, 0) + _number(number)
    more = {key: value for key, value in facts.items() if key not in PLAIN}
    told = _head(PLAYED_AND_MORE if more else PLAYED, play) + _number(number)
    return told + _json_packed(more) if more else told


def _head(kind: int, play: int) -> bytes:
    return (kind + KINDS * play).to_bytes(PLAYED_BYTES, "big")


def _play_packed(facts: Unverified) -> int | None:
    """Contract, declarer and tricks as one number; None where they are others."""
    contract, declarer, tricks = (facts.get(key) for key in PLAIN[1:])
    match = CONTRACT.fullmatch(contract) if isinstance(contract, str) else None
    if match is None or declarer not in HANDS or not isinstance(tricks, int):
        return None
    if not 0 <= tricks < TRICKS:
        return None
    value = (int(match[1]) - 1) * len(DENOMINATIONS) + DENOMINATIONS.index(match[2])
    value = value * len(DOUBLINGS) + DOUBLINGS.index(match[3])
    return (value * len(HANDS) + HANDS.index(str(declarer))) * TRICKS + tricks


def _result(reader: _Reader) -> Unverified:
    play, kind = divmod(int.from_bytes(reader.take(PLAYED_BYTES), "big"), KINDS)
    if kind == OTHER:
        return _json(reader)
    number = reader.number()
    if kind == PASSED_OUT:
        return {"board": number, "passed_out": True}
    facts: dict[str, object] = {"board": number, **_play(play)}
    return facts | _json(reader) if kind == PLAYED_AND_MORE else facts


def _play(value: int) -> dict[str, str | int]:
    value, tricks = divmod(value, TRICKS)
    value, hand = divmod(value, len(HANDS))
    value, doubling = divmod(value, len(DOUBLINGS))
    level, denomination = divmod(value, len(DENOMINATIONS))
    contract = f"{level + 1}{DENOMINATIONS[denomination]}{DOUBLINGS[doubling]}"
    return {"contract": contract, "declarer": HANDS[hand], "tricks": tricks}


def _json_packed(value: Unverified) -> bytes:
    written = json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
    for at, often in enumerate(OFTEN):
        written = written.replace(often.encode(), bytes([FIRST_FREE + at]))
    return _number(len(written)) + written


def _json(reader: _Reader) -> dict[str, object]:
    written = reader.take(reader.number())
    told = "".join(
        OFTEN[each - FIRST_FREE] if each >= FIRST_FREE else chr(each) for each in written
    )
    found: object = json.loads(told)
    if not isinstance(found, dict):
        raise ValueError
    return found
