"""The hour of a simultaneous: until when a set stays sealed, signed by the club that calls it.

It is no part of the set's name, which covers what is played: the same boards may be played at
another time by others. It names the set, so that it can be moved to no other one, and when it was
called, so that of two calls of a club the later counts.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from base64 import b32decode, b32encode, b64encode
from binascii import Error as NotBase32
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clubscore.contests.compact import broken
from clubscore.contests.signed import check_signature, read_instant, told_instant, what_is_signed
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking.event import SIMULTANEOUS, Event, fingerprint
from clubscore.ranking.numbers import only_fields, told_text

FORMAT = "clubscore-hour/1"
MARK = "CH."
# What a set's own file says of it; the set is the file's.
IN_A_SET = SIMULTANEOUS
NEEDED = ("format", "set", "closes", "called", "key", "signature")
FIELDS = (*NEEDED, "club")
LONGEST = 80  # letters of a club
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
        "format": FORMAT,
        "set": name,
        "closes": told_instant(closes),
        "called": told_instant(called),
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
    raw = only_fields(raw, FIELDS, NEEDED)
    if raw["format"] != FORMAT:
        raise RuleError(
            "format",
            gettext_noop("The hour of a set has the format %(right)s, not %(given)s."),
            "format",
            right=FORMAT,
            given=shown(raw["format"]),
        )
    altered = gettext_noop("This hour was altered on its way. Ask the club for it again.")
    check_signature(raw, altered)
    return Hour(
        str(raw["set"]),
        read_instant(raw["closes"], "closes"),
        read_instant(raw["called"], "called"),
        str(raw["key"]),
        told_text(raw, "club", LONGEST) or "",
    )


def is_hour(raw: object) -> bool:
    """Whether an object says that it is the hour of a set."""
    return isinstance(raw, dict) and raw.get("format") == FORMAT


def with_hour(told_set: Event, facts: HourFacts) -> dict[str, str]:
    """What the file of a set says of its hour. RuleError where the hour is another set's."""
    if facts["set"] != fingerprint(told_set):
        raise RuleError("not-this-set", gettext_noop("This hour is another set's."), "set")
    return {name: str(facts[name]) for name in IN_A_SET if name in facts}  # type: ignore[literal-required]


def hour_in(told_set: Event) -> HourFacts | None:
    """The hour that the file of a set says, not yet verified; None where it says none."""
    if not told_set.simultaneous:
        return None
    said = {"format": FORMAT, "set": fingerprint(told_set), **told_set.simultaneous}
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
    except (NotBase32, ValueError, RecursionError):
        return broken()
    # Said in another way, with spaces or in another order, it is no text of ours.
    if not isinstance(found, dict) or not is_hour(found) or hour_text(found) != word:  # type: ignore[arg-type]
        return broken()
    return found
