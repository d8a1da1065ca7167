"""Addresses as phones open them."""

from django.conf import settings

from clubscore.club.access import ClubRequest
from clubscore.serving import base_for_phones


def address_of(request: ClubRequest, path: str) -> str:
    """Return an address as phones open it; empty where only this machine can."""
    asked = request.build_absolute_uri("/").rstrip("/")
    base = base_for_phones(settings.CLUBSCORE_URL, *settings.LISTENS_AT, asked)
    return f"{base}{path}" if base else ""
