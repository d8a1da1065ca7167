"""The key with which a club signs what its tables send: made when it is first needed."""

from base64 import b64decode, b64encode

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction

from clubscore.club.models import Club
from clubscore.events.models import ClubKey


def key_of(club: Club) -> Ed25519PrivateKey:
    """Return the key of a club, the same each time."""
    made = b64encode(Ed25519PrivateKey.generate().private_bytes_raw()).decode()
    with transaction.atomic():
        kept, _is_new = ClubKey.objects.get_or_create(club=club, defaults={"private": made})
    return Ed25519PrivateKey.from_private_bytes(b64decode(kept.private))


def public_key_of(club: Club) -> str:
    """Return what others know a club by, in base 64; nothing where it has signed nothing yet."""
    if not ClubKey.objects.filter(club=club).exists():
        return ""
    return b64encode(key_of(club).public_key().public_bytes_raw()).decode()
