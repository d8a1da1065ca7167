"""A package: what one table made of a set, signed by its club, as a file, a text or a code.

It is JSON. The signature (Ed25519) covers everything else in one canonical form, so what was
altered on the way is refused. Names are those that the players chose to send. The hour of a
simultaneous is signed in the same way, and names its set.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from base64 import b32decode, b32encode, b64decode, b64encode
from binascii import Error as NotEncoded
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple, NotRequired, TypedDict

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from clubscore.deals.hands import read_deal
from clubscore.laws.cards import COMPASS
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking.contestant import read_contestants
from clubscore.ranking.event import LENGTH, SIMULTANEOUS, EventFile, fingerprint
from clubscore.ranking.numbers import only_fields, optional_text, read_list
from clubscore.ranking.par import PASSED, judges_lead, right_contracts
from clubscore.ranking.result import Result, ResultFacts
from clubscore.ranking.result_reader import ResultReader
from clubscore.ranking.tasks import CARD

KEY_BYTES, SIGNATURE_BYTES = 32, 64
# Of this century: nothing was called before, and a code counts seconds from 1970.
INSTANT = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


def what_is_signed(raw: Mapping[str, object]) -> bytes:
    """What the signature covers: all but itself, keys in order, no spaces."""
    told = {key: value for key, value in raw.items() if key != "signature"}
    try:
        return json.dumps(told, sort_keys=True, separators=(",", ":")).encode()
    except RecursionError:
        raise RuleError(
            "type", gettext_noop("This is no package: it is nested too deep.")
        ) from None


def check_signature(raw: Unverified, altered: str) -> None:
    """Raise RuleError at ``signature`` with the text ``altered`` where it is not that of `raw`."""
    key = _bytes(raw["key"], "key", KEY_BYTES)
    signature = _bytes(raw["signature"], "signature", SIGNATURE_BYTES)
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, what_is_signed(raw))
    except InvalidSignature:
        raise RuleError("altered", altered, "signature") from None


def _bytes(raw: object, where: str, length: int) -> bytes:
    try:
        found = b64decode(raw, validate=True) if isinstance(raw, str) else b""
    except (NotEncoded, ValueError):
        found = b""
    if len(found) == length:
        return found
    raise RuleError(
        "key-form",
        gettext_noop("%(field)s must be %(length)s bytes in base 64, not %(given)s."),
        where,
        field=where,
        length=length,
        given=shown(raw),
    )


def written_instant(moment: dt.datetime) -> str:
    """A moment as files write it: in UTC, to the second."""
    return f"{moment.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%SZ}"


def read_instant(raw: object, where: str) -> dt.datetime:
    """A moment, to the second, in the one form that files have. RuleError at ``where``."""
    try:
        if isinstance(raw, str) and INSTANT.fullmatch(raw):
            return dt.datetime.fromisoformat(raw)
    except ValueError:
        pass
    raise RuleError(
        "instant",
        gettext_noop("%(field)s must be a moment like 2026-11-28T22:00:00Z, not %(given)s."),
        where,
        field=where,
        given=shown(raw),
    )


def in_words(moment: dt.datetime) -> str:
    """A moment as a refusal names it, the same for clubs in any zone."""
    return f"{moment.astimezone(dt.UTC):%Y-%m-%d %H:%M} UTC"


# ---- A package: what one table made of a set.

FORMAT = "clubscore-package/1"
NEEDED = ("format", "set", "played", "results", "key", "signature")
FIELDS = (*NEEDED, "club", "names", "instead", "closes")
LONGEST = 80  # letters of a name or a club
DIGEST_LETTERS = 64
DIGEST = re.compile(r"[0-9a-f]{64}")
# Whose results they are in a package: nobody's by number.
NS, EW = "ns", "ew"
PLAYED = frozenset(("board", "contract", "declarer", "tricks", "passed_out"))
REACHED = re.compile(r"([1-7](?:C|D|H|S|NT|NU))X{0,2}")
SIDES = read_contestants([{"number": NS}, {"number": EW}], 1)

Names = tuple[tuple[str, ...], tuple[str, ...]]
NOBODY: Names = ((), ())


class PackageFacts(TypedDict):
    """A package as its file writes it."""

    format: str
    set: str
    played: str
    results: list[ResultFacts]
    key: str
    signature: str
    club: NotRequired[str]
    names: NotRequired[dict[str, list[str]]]
    instead: NotRequired[str]
    closes: NotRequired[str]


@dataclass(frozen=True)
class Package:
    """A package that was verified: whose signature it has, and what its table made of the set.

    ``digest`` tells it from every other; ``key`` is the club's public key. ``names`` are those of
    North-South and of East-West, empty where none were sent. ``instead`` is the digest of the
    package of the same table that it takes the place of, where there is one; ``closes`` the hour
    until which the set was sealed for its club, where it had one.
    """

    fingerprint: str
    played: dt.date
    results: tuple[Result, ...]
    key: str
    digest: str
    club: str = ""
    names: Names = NOBODY
    instead: str = ""
    closes: dt.datetime | None = None


def sign(
    played_set: EventFile,
    results: Sequence[ResultFacts],
    *,
    played: dt.date,
    key: Ed25519PrivateKey,
    club: str = "",
    names: Names = NOBODY,
    instead: str = "",
    closes: dt.datetime | None = None,
) -> PackageFacts:
    """A package of these results, each of one board, without who sat where.

    RuleError names what cannot be, as of a result that is none of the set's.
    """
    told: PackageFacts = {
        "format": FORMAT,
        "set": fingerprint(played_set),
        "played": played.isoformat(),
        "results": list(results),
        "key": b64encode(key.public_key().public_bytes_raw()).decode(),
        "signature": "",
    }
    if club:
        told["club"] = club
    if any(names):
        told["names"] = dict(zip(("NS", "EW"), map(list, names), strict=True))
    if instead:
        told["instead"] = instead
    if closes is not None:
        told["closes"] = written_instant(closes)
    told["signature"] = b64encode(key.sign(what_is_signed(told))).decode()
    read_package(told, played_set)
    return told


def read_package(raw: object, played_set: EventFile) -> Package:
    """Verify a package against its set. RuleError names the field, or says what was altered.

    ``not-this-set`` where it is of another set, ``altered`` where the signature is not that of what
    it says.
    """
    return verified_package(signed_by(raw), played_set)


def verified_package(raw: Unverified, played_set: EventFile) -> Package:
    """A package whose signature was verified when it came. RuleError names the field."""
    _check_set(raw, played_set)
    return Package(
        str(raw["set"]),
        _day(raw["played"]),
        _results(raw["results"], played_set),
        str(raw["key"]),
        digest_of(raw),
        optional_text(raw, "club", LONGEST) or "",
        _names(raw.get("names")),
        _instead(raw),
        read_instant(raw["closes"], "closes") if "closes" in raw else None,
    )


def signed_by(raw: object) -> Unverified:
    """Verify the form and the signature of a package of any set; what it says of boards is not.

    RuleError names the field, ``altered`` where the signature is not that of what it says.
    """
    raw = only_fields(raw, FIELDS, NEEDED)
    if raw["format"] != FORMAT:
        raise RuleError(
            "format",
            gettext_noop("A package has the format %(right)s, not %(given)s."),
            "format",
            right=FORMAT,
            given=shown(raw["format"]),
        )
    altered = gettext_noop("This package was altered on its way. Ask the club for it again.")
    check_signature(raw, altered)
    return raw


def check_hour(package: Package, here: dt.datetime) -> None:
    """Raise RuleError where a package says that its set closed at another hour than this one.

    One that says no hour was played without one, and counts as it always did.
    """
    if package.closes is not None and package.closes != here:
        raise RuleError(
            "another-hour",
            gettext_noop(
                "Its set closed at %(there)s, but here the set closes at %(here)s: it was played in"
                " another simultaneous."
            ),
            "closes",
            there=in_words(package.closes),
            here=in_words(here),
        )


def digest_of(raw: Unverified) -> str:
    """What tells a package from every other: the hash of what its signature covers."""
    return sha256(what_is_signed(raw)).hexdigest()


def _check_set(raw: Unverified, played_set: EventFile) -> None:
    right = fingerprint(played_set)
    if raw["set"] != right:
        raise RuleError(
            "not-this-set",
            gettext_noop("This package is of the set %(given)s, not of %(right)s."),
            "set",
            given=shown(raw["set"]),
            right=right,
        )


def _instead(raw: Unverified) -> str:
    told = optional_text(raw, "instead", DIGEST_LETTERS) or ""
    if not told or DIGEST.fullmatch(told):
        return told
    raise RuleError(
        "instead",
        gettext_noop("instead must be the digest of a package, not %(given)s."),
        "instead",
        given=shown(told),
    )


def _day(raw: object) -> dt.date:
    try:
        return dt.date.fromisoformat(raw if isinstance(raw, str) else "")
    except ValueError:
        raise RuleError(
            "date",
            gettext_noop("played must be a day like 1917-11-26, not %(given)s."),
            "played",
            given=shown(raw),
        ) from None


def _results(raw: object, played_set: EventFile) -> tuple[Result, ...]:
    """Each board's result once; what a table cannot decide, a ruling, is not in a package."""
    reader = ResultReader(played_set.valuation, played_set.boards, SIDES)
    found: dict[int, Result] = {}
    for at, each in enumerate(read_list(raw, "results")):
        try:
            result = _result(reader, each, played_set)
        except RuleError as error:
            raise error.under(f"results[{at}]") from None
        if result.board in found:
            raise RuleError(
                "twice",
                gettext_noop("Board %(number)s appears twice. Remove one of the two."),
                f"results[{at}].board",
                number=result.board,
            )
        found[result.board] = result
    return tuple(found.values())


def fields_of_play(played_set: EventFile, number: object) -> frozenset[str]:
    """What a package may say of a board: what was played, not who, where, or by which ruling.

    Of one with a directed contract also what the auction reached where something else was played,
    and the card led where a task is about that.
    """
    board = played_set.boards.get(number) if isinstance(number, int) else None
    asked = set()
    if board is not None and right_contracts(board):
        asked.add("reached")
    if board is not None and judges_lead(board):
        asked.add("lead")
    return PLAYED | played_set.valuation.more_fields | asked


def _result(reader: ResultReader, raw: object, played_set: EventFile) -> Result:
    fields = fields_of_play(played_set, raw.get("board") if isinstance(raw, dict) else None)
    if not isinstance(raw, dict) or not raw.keys() <= fields:
        raise RuleError(
            "type",
            gettext_noop("A result is a board and what was played. Leave the rest out."),
        )
    result = reader.read({**raw, NS: NS, EW: EW})
    if result.score is None or result.deal is None:
        raise RuleError(
            "no-contract",
            gettext_noop("A package says of each board what was played, or that all passed."),
        )
    _check_auction(result, played_set)
    return result


def _check_auction(result: Result, played_set: EventFile) -> None:
    """What the auction reached is a contract of the game, and the card led the leader's."""
    deal, reached, lead = result.deal, result.reached, result.lead
    bids = played_set.valuation.game.bidding.bids
    if reached is not None and reached != PASSED:
        bid = REACHED.fullmatch(reached)
        if bid is None or bid[1] not in bids:
            raise RuleError(
                "reached",
                gettext_noop("reached must be a contract like %(example)s, not %(given)s."),
                "reached",
                example="3NT",
                given=shown(reached),
            )
    if lead is not None and deal is not None and deal.declarer is not None:
        cards = played_set.boards[result.board].deal
        leader = COMPASS[(COMPASS.index(deal.declarer) + 1) % len(COMPASS)]
        known = CARD.fullmatch(lead) is not None and cards is not None
        if not known or read_deal(cards or "").owner(lead) != leader:
            raise RuleError(
                "lead",
                gettext_noop("lead must be a card of the hand that leads, not %(given)s."),
                "lead",
                given=shown(lead),
            )


def _names(raw: object) -> Names:
    if raw is None:
        return NOBODY
    raw = only_fields(raw, ("NS", "EW"))
    sides = []
    for side in ("NS", "EW"):
        names = read_list(raw.get(side, []), f"names.{side}")
        sides.append(tuple(optional_text({"name": each}, "name", LONGEST) or "" for each in names))
    return sides[0], sides[1]


# ---- A package in few bytes, for a code.

# Nothing is lost: what comes back is the package as it was signed. It has one such form alone;
# bytes that say the same in another way are none.
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
PASSED_OUT, PLAYED_OF_COMPACT, PLAYED_AND_MORE, OTHER = range(4)
KINDS = 4
PLAIN = ("board", "contract", "declarer", "tricks")
# Of JSON in ASCII every byte from 128 on is free for what is often said.
FIRST_FREE = 128
OFTEN = ('{"honours":{"', '{"chicane":["', '"chicane":["', '"revokes":[{"by":"', '"honours":{"',
         '","penalty":"', "-in-one", 'NS":', 'EW":', 'N":', 'E":', 'S":', 'W":', ',"', '"]',
         '"}')  # fmt: skip


class PackageParts(NamedTuple):
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
        PackageParts(
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
    reader = _BytesReader(given)
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
        facts["closes"] = written_instant(parts.closes)
    return facts


def _packed(parts: PackageParts) -> bytes:
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


class _BytesReader:
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


def _names_of_compact(reader: _BytesReader) -> dict[str, list[str]] | None:
    names: dict[str, list[str]] = {}
    for side in ("NS", "EW"):
        count = reader.number()
        if not count:
            return None
        names[side] = [reader.text() for _ in range(count - 1)]
    return names


def _parts(reader: _BytesReader) -> PackageParts:
    if reader.take(1)[0] != VERSION:
        raise ValueError
    known = (
        _set_unpacked(reader.take(SET_BYTES)),
        dt.date.fromordinal(int.from_bytes(reader.take(DAY_BYTES), "big")),
        reader.take(KEY_BYTES),
        reader.take(SIGNATURE_BYTES),
        reader.text(),
        _names_of_compact(reader),
        [_result_of_compact(reader) for _ in range(reader.number())],
    )
    more = reader.take(1)[0]
    return PackageParts(
        *known,
        reader.take(DIGEST_BYTES) if more & INSTEAD else b"",
        _instant(reader) if more & CLOSES else None,
    )


def _instant_packed(moment: dt.datetime | None) -> bytes:
    """Seconds since 1970."""
    return b"" if moment is None else int(moment.timestamp()).to_bytes(INSTANT_BYTES, "big")


def _instant(reader: _BytesReader) -> dt.datetime:
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
    told = _head(PLAYED_AND_MORE if more else PLAYED_OF_COMPACT, play) + _number(number)
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


def _result_of_compact(reader: _BytesReader) -> Unverified:
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


def _json(reader: _BytesReader) -> dict[str, object]:
    written = reader.take(reader.number())
    told = "".join(
        OFTEN[each - FIRST_FREE] if each >= FIRST_FREE else chr(each) for each in written
    )
    found: object = json.loads(told)
    if not isinstance(found, dict):
        raise ValueError
    return found


# ---- The hour of a simultaneous.

# The hour is no part of the set's name, which covers what is played: others may play the same
# boards at another time. It names the set, so that it cannot be moved to another, and when it was
# called, so that of two calls of a club the later counts.
FORMAT_OF_HOUR = "clubscore-hour/1"
MARK = "CH."
# What a set's own file says of it; the set is the file's.
IN_A_SET = SIMULTANEOUS
NEEDED_OF_HOUR = ("format", "set", "closes", "called", "key", "signature")
FIELDS_OF_HOUR = (*NEEDED_OF_HOUR, "club")
LONGEST_OF_HOUR = 80  # letters of a club
WHOLE = re.compile(r"CH\.([A-Z2-7]+)")


class HourFacts(TypedDict):
    """The hour of a set as its file writes it."""

    format: str
    set: str
    closes: str
    called: str
    key: str
    signature: str
    club: NotRequired[str]


@dataclass(frozen=True)
class Hour:
    """The hour at which a set closes for every club, verified: who called it, and when."""

    fingerprint: str
    closes: dt.datetime
    called: dt.datetime
    key: str
    club: str = ""


def call_hour(
    name: str, closes: dt.datetime, called: dt.datetime, key: Ed25519PrivateKey, club: str = ""
) -> HourFacts:
    """Sign until when the set of this fingerprint stays sealed; moments are cut to the second."""
    told: HourFacts = {
        "format": FORMAT_OF_HOUR,
        "set": name,
        "closes": written_instant(closes),
        "called": written_instant(called),
        "key": b64encode(key.public_key().public_bytes_raw()).decode(),
        "signature": "",
    }
    if club:
        told["club"] = club
    told["signature"] = b64encode(key.sign(what_is_signed(told))).decode()
    read_hour(told)
    return told


def read_hour(raw: object) -> Hour:
    """Verify an hour. RuleError names the field, ``altered`` where the signature is another's."""
    raw = only_fields(raw, FIELDS_OF_HOUR, NEEDED_OF_HOUR)
    if raw["format"] != FORMAT_OF_HOUR:
        raise RuleError(
            "format",
            gettext_noop("The hour of a set has the format %(right)s, not %(given)s."),
            "format",
            right=FORMAT_OF_HOUR,
            given=shown(raw["format"]),
        )
    altered = gettext_noop("This hour was altered on its way. Ask the club for it again.")
    check_signature(raw, altered)
    return Hour(
        str(raw["set"]),
        read_instant(raw["closes"], "closes"),
        read_instant(raw["called"], "called"),
        str(raw["key"]),
        optional_text(raw, "club", LONGEST_OF_HOUR) or "",
    )


def is_hour(raw: object) -> bool:
    """Whether an object says that it is the hour of a set."""
    return isinstance(raw, dict) and raw.get("format") == FORMAT_OF_HOUR


def with_hour(told_set: EventFile, facts: HourFacts) -> dict[str, str]:
    """What the file of a set says of its hour. RuleError where the hour is another set's."""
    if facts["set"] != fingerprint(told_set):
        raise RuleError("not-this-set", gettext_noop("This hour is another set's."), "set")
    return {name: str(facts[name]) for name in IN_A_SET if name in facts}  # type: ignore[literal-required]


def hour_in(told_set: EventFile) -> HourFacts | None:
    """The hour that the file of a set says, not yet verified; None where it says none."""
    if not told_set.simultaneous:
        return None
    said = {"format": FORMAT_OF_HOUR, "set": fingerprint(told_set), **told_set.simultaneous}
    read_hour(said)
    return said  # type: ignore[return-value]


def hour_text(facts: HourFacts) -> str:
    """A verified hour as a text of letters and digits, for a link or to be pasted."""
    written = json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()
    return MARK + b32encode(written).decode().rstrip("=")


def hours_in(text: str) -> list[Unverified | RuleError]:
    """Every hour of a pasted text, in links or alone; nothing is verified yet."""
    words = [word[word.find(MARK) :] for word in text.split() if MARK in word]
    return [_read(word) for word in dict.fromkeys(words)]


def _read(word: str) -> Unverified | RuleError:
    match = WHOLE.fullmatch(word)
    letters = match[1] if match else ""
    try:
        given = b32decode(letters + "=" * (-len(letters) % 8))
        found: object = json.loads(given)
    except (NotEncoded, ValueError, RecursionError):
        return broken()
    # Said in another way, with spaces or in another order, it is no text of ours.
    if not isinstance(found, dict) or not is_hour(found) or hour_text(found) != word:  # type: ignore[arg-type]
        return broken()
    return found


# ---- A package as a text.

# Letters, digits and full stops are what a QR code holds closest.
MARK_OF_CODE_TEXTS = "CP."
# Letters in one code: with an address before them 69 squares a side, at seven per cent of repair,
# which is enough on a screen.
MOST_LETTERS = 560
MOST_PARTS = 9
WHOLE_OF_CODE_TEXTS = re.compile(r"CP\.([A-Z2-7]+)")
PART = re.compile(r"CP\.([1-9])\.([1-9])\.([A-Z2-7]{6})\.([A-Z2-7]+)")


def texts_of(facts: PackageFacts) -> list[str]:
    """A verified package as one text, or as several where it is long.

    RuleError where it is too long even for that.
    """
    letters = _letters(facts)
    if len(letters) <= MOST_LETTERS:
        return [f"{MARK_OF_CODE_TEXTS}{letters}"]
    count = -(-len(letters) // MOST_LETTERS)
    if count > MOST_PARTS:
        raise RuleError(
            "too-long", gettext_noop("This package is too long for codes. Send it as a file.")
        )
    each = -(-len(letters) // count)
    name = _name_of(letters)
    return [
        f"{MARK_OF_CODE_TEXTS}{at + 1}.{count}.{name}.{letters[at * each : (at + 1) * each]}"
        for at in range(count)
    ]


def whole_text(facts: PackageFacts) -> str:
    """A verified package as one text, however long: what a link has."""
    return f"{MARK_OF_CODE_TEXTS}{_letters(facts)}"


def _letters(facts: PackageFacts) -> str:
    return b32encode(packed(facts)).decode().rstrip("=")


def packages_in(text: str) -> list[Unverified | RuleError]:
    """Every package that a pasted text holds, in links or alone; parts may be in any order.

    One that cannot be read comes as the RuleError that says why. Nothing is verified yet.
    """
    words = [
        word[word.find(MARK_OF_CODE_TEXTS) :] for word in text.split() if MARK_OF_CODE_TEXTS in word
    ]
    wholes = dict.fromkeys(match[1] for match in map(WHOLE_OF_CODE_TEXTS.fullmatch, words) if match)
    parts = [match for match in map(PART.fullmatch, words) if match]
    wrong = [
        word
        for word in words
        if not WHOLE_OF_CODE_TEXTS.fullmatch(word) and not PART.fullmatch(word)
    ]
    return [
        *map(_read_of_code_texts, wholes),
        *_of_parts(parts),
        *(broken() for _ in wrong),
    ]


def code_part(text: str) -> tuple[int, int] | None:
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
    return _read_of_code_texts(letters)


def _name_of(letters: str) -> str:
    """What tells parts of one package from those of another."""
    return b32encode(sha256(letters.encode()).digest()).decode()[:6]


def _read_of_code_texts(letters: str) -> Unverified | RuleError:
    try:
        given = b32decode(letters + "=" * (-len(letters) % 8))
    except NotEncoded:
        return broken()
    # Letters that say the same in another way, by bits that count for nothing, are altered too.
    if b32encode(given).decode().rstrip("=") != letters:
        return broken()
    try:
        return unpacked(given)
    except RuleError as error:
        return error
