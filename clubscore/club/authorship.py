"""What every writing needs: a key of its own, its author, and words for the wrong moment."""

import hashlib
import re
import secrets
from collections.abc import Mapping
from typing import Any

from clubscore.club.access import Actor

# A record keeps 64 characters; what follows from an entry is recorded under its key and a suffix.
PLAIN_KEY = re.compile(r"[0-9A-Za-z_:-]{1,40}")


def new_key() -> str:
    """Return a key that no form ever had: with it, sending twice counts once."""
    return secrets.token_urlsafe(16)


def key_of(given: Mapping[str, Any]) -> str:
    """Return the key that a form was rendered with, a new one where it has none.

    One that this program never wrote becomes a short one, always the same.
    """
    key: str = given.get("key") or new_key()
    return key if PLAIN_KEY.fullmatch(key) else hashlib.sha256(key.encode()).hexdigest()[:40]


def authored(actor: Actor, club_id: int, key: str, reason: str = "") -> dict[str, Any]:
    """Return what every record says of its author."""
    return {
        "club_id": club_id,
        "user": actor.user,
        "author": actor.label,
        "device": actor.device,
        "key": key,
        "reason": reason,
    }
