"""Secret addresses that let phones in: made from the server's secret, kept as a hash alone."""

import datetime as dt
import hashlib
import secrets
from typing import TypedDict, TypeVar

from django.utils.crypto import salted_hmac

from clubscore.club.evening import end_of
from clubscore.club.models import Club
from clubscore.club.secret_address import SecretAddress

Address = TypeVar("Address", bound=SecretAddress)


class NewAddress(TypedDict):
    """What a new secret address is made of, as the fields of its row."""

    club: Club
    nonce: str
    token_hash: str
    made_by: str
    expires_at: dt.datetime


TOKEN_LENGTH = 32  # hexadecimal digits: 128 bits


# Where a session keeps that a phone was let in at an event: a phone is at one place at a time.
EVENT_PHONE = "event-phone"


def token_of(nonce: str) -> str:
    """Return the secret part of a table's address; without the server's secret no one can."""
    return salted_hmac("clubscore.table", nonce, algorithm="sha256").hexdigest()[:TOKEN_LENGTH]


def hash_of(token: str) -> str:
    """Return what the database keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def ours(address: Address | None) -> Address | None:
    """Return an address that this server's secret makes, None for any other.

    In a backup put back on another machine stand addresses that no one can write down any more.
    """
    known = address is not None and address.token_hash == hash_of(token_of(address.nonce))
    return address if known else None


def new_address(club: Club, evening: dt.date, author: str) -> NewAddress:
    """Return what a new secret address is made of: good until an evening ends."""
    nonce = secrets.token_hex(16)
    return {
        "club": club,
        "nonce": nonce,
        "token_hash": hash_of(token_of(nonce)),
        "made_by": author,
        "expires_at": end_of(club, evening),
    }
