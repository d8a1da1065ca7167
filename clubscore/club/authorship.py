"""What every writing needs: a key of its own, its author, and words for the wrong moment."""

import hashlib
import re
import secrets
from typing import TypedDict

from clubscore.club.access import Actor
from clubscore.club.form_values import Given, text_of
from clubscore.club.models import User

# A record keeps 64 characters; what follows from an entry is recorded under its key and a suffix.
PLAIN_KEY = re.compile(r"[0-9A-Za-z_:-]{1,40}")


class Authorship(TypedDict):
    """What every record says of its author, as the fields of its row."""

    club_id: int
    user: User | None
    author: str
    device: str
    key: str
    reason: str


def new_key() -> str:
    """Return a key that no form ever had: with it, sending twice counts once."""
    return secrets.token_urlsafe(16)


def key_of(given: Given) -> str:
    """Return the key that a form was rendered with, a new one where it has none.

    One that this program never wrote becomes a short one, always the same.
    """
    key = text_of(given, "key") or new_key()
    return key if PLAIN_KEY.fullmatch(key) else hashlib.sha256(key.encode()).hexdigest()[:40]


def authored(actor: Actor, club_id: int, key: str, reason: str = "") -> Authorship:
    """Return what every record says of its author."""
    return {
        "club_id": club_id,
        "user": actor.user,
        "author": actor.label,
        "device": actor.device,
        "key": key,
        "reason": reason,
    }
