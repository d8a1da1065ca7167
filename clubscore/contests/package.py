"""A package: what one table made of a set, signed by its club, for anyone who has the set.

It is JSON. The signature (Ed25519) covers everything else in it, in one canonical form, so that
what was altered on the way is refused, and the same package brought twice is known by its digest.
Names are those that the players chose to send: full ones, a nickname, or none.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NotRequired, TypedDict

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from clubscore.contests.fingerprint import fingerprint
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.facts import Unverified
from clubscore.laws.words import gettext_noop
from clubscore.ranking.contestant import read_contestants
from clubscore.ranking.event import Event
from clubscore.ranking.object_fields import only_fields, read_list, told_text
from clubscore.ranking.result import Result, ResultFacts
from clubscore.ranking.result_reader import ResultReader

FORMAT = "clubscore-package/1"
NEEDED = ("format", "set", "played", "results", "key", "signature")
FIELDS = (*NEEDED, "club", "names", "instead")
LONGEST = 80  # letters of a name or a club
KEY_BYTES, SIGNATURE_BYTES = 32, 64
DIGEST_LETTERS = 64
DIGEST = re.compile(r"[0-9a-f]{64}")
# Whose results they are in a package: nobody's by number.
NS, EW = "ns", "ew"
PLAYED = frozenset(("board", "contract", "declarer", "tricks", "passed_out"))
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


@dataclass(frozen=True)
class Package:
    """A package that was verified: whose signature it has, and what its table made of the set.

    ``digest`` tells it from every other; ``key`` is the club's public key. ``names`` are those of
    North-South and of East-West, empty where none were sent. ``instead`` is the digest of the
    package of the same table that it takes the place of, where there is one.
    """

    fingerprint: str
    played: dt.date
    results: tuple[Result, ...]
    key: str
    digest: str
    club: str = ""
    names: Names = NOBODY
    instead: str = ""


def sign(
    played_set: Event,
    results: Sequence[ResultFacts],
    *,
    played: dt.date,
    key: Ed25519PrivateKey,
    club: str = "",
    names: Names = NOBODY,
    instead: str = "",
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
    told["signature"] = b64encode(key.sign(_signed(told))).decode()
    read_package(told, played_set)
    return told


def read_package(raw: object, played_set: Event) -> Package:
    """Verify a package against its set. RuleError names the field, or says what was altered.

    ``not-this-set`` where it is of another set, ``altered`` where the signature is not that of what
    it says.
    """
    return kept_package(signed_by(raw), played_set)


def kept_package(raw: Unverified, played_set: Event) -> Package:
    """A package whose signature was verified when it came. RuleError names the field."""
    _check_set(raw, played_set)
    return Package(
        str(raw["set"]),
        _day(raw["played"]),
        _results(raw["results"], played_set),
        str(raw["key"]),
        digest_of(raw),
        told_text(raw, "club", LONGEST) or "",
        _names(raw.get("names")),
        _instead(raw),
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
    _check_signature(raw)
    return raw


def digest_of(raw: Unverified) -> str:
    """What tells a package from every other: the hash of what its signature covers."""
    return sha256(_signed(raw)).hexdigest()


def _signed(raw: Mapping[str, object]) -> bytes:
    """What the signature covers: all but itself, keys in order, no spaces."""
    told = {key: value for key, value in raw.items() if key != "signature"}
    try:
        return json.dumps(told, sort_keys=True, separators=(",", ":")).encode()
    except RecursionError:
        raise RuleError(
            "type", gettext_noop("This is no package: it is nested too deep.")
        ) from None


def _check_signature(raw: Unverified) -> None:
    key = _bytes(raw["key"], "key", KEY_BYTES)
    signature = _bytes(raw["signature"], "signature", SIGNATURE_BYTES)
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, _signed(raw))
    except InvalidSignature:
        raise RuleError(
            "altered",
            gettext_noop("This package was altered on its way. Ask the club for it again."),
            "signature",
        ) from None


def _bytes(raw: object, where: str, length: int) -> bytes:
    try:
        found = b64decode(raw, validate=True) if isinstance(raw, str) else b""
    except (NotBase64, ValueError):
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


def _check_set(raw: Unverified, played_set: Event) -> None:
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
    told = told_text(raw, "instead", DIGEST_LETTERS) or ""
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


def _results(raw: object, played_set: Event) -> tuple[Result, ...]:
    """Each board's result once; what a table cannot decide, a ruling, is not in a package."""
    reader = ResultReader(played_set.valuation, played_set.boards, SIDES)
    fields = fields_of_play(played_set)
    found: dict[int, Result] = {}
    for at, each in enumerate(read_list(raw, "results")):
        try:
            result = _result(reader, each, fields)
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


def fields_of_play(played_set: Event) -> frozenset[str]:
    """What a package may say of a board: what was played, not who, where, or by which ruling."""
    return PLAYED | played_set.valuation.more_fields


def _result(reader: ResultReader, raw: object, fields: frozenset[str]) -> Result:
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
    return result


def _names(raw: object) -> Names:
    if raw is None:
        return NOBODY
    raw = only_fields(raw, ("NS", "EW"))
    sides = []
    for side in ("NS", "EW"):
        names = read_list(raw.get(side, []), f"names.{side}")
        sides.append(tuple(told_text({"name": each}, "name", LONGEST) or "" for each in names))
    return sides[0], sides[1]
