"""Under which address people reach this server from their mailboxes, and the secret ones."""

import secrets
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse

from clubscore.mailing.models import Subscription
from clubscore.serving import base_for_phones, is_private
from clubscore.tableside.secret_addresses import hash_of, token_of


class Secret(NamedTuple):
    """What a new secret address is made of: its nonce, and the hash that is kept of it."""

    nonce: str
    hash: str


def new_secret() -> Secret:
    """Return a new secret of 128 bits."""
    nonce = secrets.token_hex(16)
    return Secret(nonce, hash_of(token_of(nonce)))


def from_outside(path: str) -> str:
    """Return a path as a mailbox can open it; empty where only this machine can.

    Whoever asks for a page has no say in it: what a browser calls this server is not used.
    """
    base = base_for_phones(settings.CLUBSCORE_URL, *settings.LISTENS_AT)
    return f"{base}{path}" if base else ""


def can_be_reached() -> bool:
    """Whether a link in a letter leads here from another machine."""
    return bool(from_outside("/"))


def is_public() -> bool:
    """Whether everybody's mail program reaches this server, and by https."""
    found = urlsplit(from_outside("/"))
    return found.scheme == "https" and settings.WITH_TLS and not is_private(found.hostname or "")


def confirm_address(subscription: Subscription) -> str:
    """Return the secret link that confirms an address."""
    return from_outside(reverse("mail-confirm", args=[token_of(subscription.link_nonce)]))


def way_out(subscription: Subscription) -> str:
    """Return the link by which a person's mail ends."""
    return from_outside(reverse("mail-out", args=[token_of(subscription.out_nonce)]))
