"""What a club signs with its key (Ed25519): one canonical form, and the check of its signature."""

from __future__ import annotations

import datetime as dt
import json
import re
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop

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


def told_instant(moment: dt.datetime) -> str:
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
