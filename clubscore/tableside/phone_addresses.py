"""Addresses as phones open them."""

from django.conf import settings

from clubscore.club.access import ClubRequest
from clubscore.serving import base_for_phones, plain


def address_of(request: ClubRequest, path: str) -> str:
    """Return an address as phones open it; empty where only this machine can."""
    asked = request.build_absolute_uri("/").rstrip("/")
    if settings.SECURE_PORT and request.is_secure():
        # Whoever reads the code need not trust the club's authority: plain http opens for all.
        asked = plain(asked, settings.LISTENS_AT[1])
    base = base_for_phones(settings.CLUBSCORE_URL, *settings.LISTENS_AT, asked)
    return f"{base}{path}" if base else ""
