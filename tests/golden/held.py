"""What is held while golden answers are made: the clock, the calendar, and chance.

Whoever makes answers calls `hold_still` before the program is loaded. The database of an answer
may be older than today, so no clock in it may go on.
"""

import datetime as dt
import hashlib
import os
import random
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

# A Saturday evening in the middle of a season, far from midnight and from any change of clocks.
MOMENT = dt.datetime(2026, 11, 28, 20, 0, 30, tzinfo=dt.UTC)
TICK = dt.timedelta(microseconds=1)
_REAL = dt.datetime


class _Ticking:
    """A clock that goes a millionth of a second further each time somebody looks at it."""

    def __init__(self) -> None:
        self.time = MOMENT

    def now(self) -> dt.datetime:
        self.time += TICK
        return self.time


class Chance:
    """Bytes that look like chance and are the same each time, from a word."""

    def __init__(self, word: str = "") -> None:
        self.begin(word)

    def begin(self, word: str) -> None:
        """Begin again, from another word."""
        self.word, self.given = word, 0

    def bytes(self, count: int | None = None) -> bytes:
        """Return the next so many bytes."""
        wanted, made = 32 if count is None else count, b""
        while len(made) < wanted:
            self.given += 1
            made += hashlib.sha256(f"{self.word} {self.given}".encode()).digest()
        return made[:wanted]


_clock, _drawn, _tokens = _Ticking(), Chance(), Chance()


class _AsClass(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, _REAL)


class _HeldDatetime(_REAL, metaclass=_AsClass):
    """`datetime` whose now is ours; all that it makes are times as any others."""

    def __new__(cls, *given: Any, **more: Any) -> Any:
        return _REAL(*given, **more)

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> Any:
        held = _clock.now()
        return held.astimezone(tz) if tz else held.replace(tzinfo=None)


def begin(word: str) -> None:
    """Set the clock back to its moment, and chance to where this word begins.

    Tokens and draws have each their own, so that one more token changes no cut and no deal.
    """
    _clock.time = MOMENT
    _drawn.begin(f"drawn for {word}")
    _tokens.begin(f"token for {word}")


def _token_hex(count: int | None = None) -> str:
    return _tokens.bytes(count).hex()


def _token_urlsafe(count: int | None = None) -> str:
    import base64

    return base64.urlsafe_b64encode(_tokens.bytes(count)).rstrip(b"=").decode()


@contextmanager
def hold_still() -> Iterator[None]:
    """Hold clock and chance of this process until the block ends."""
    from django.utils import timezone

    os.environ["TZ"] = "UTC"
    if hasattr(time, "tzset"):
        time.tzset()
    begin("")
    with (
        patch.object(timezone, "datetime", _HeldDatetime),
        patch.object(time, "time", lambda: _clock.now().timestamp()),
        patch.object(os, "urandom", _tokens.bytes),
        patch.object(random, "_urandom", _drawn.bytes),
        patch.object(secrets, "token_bytes", _tokens.bytes),
        patch.object(secrets, "token_hex", _token_hex),
        patch.object(secrets, "token_urlsafe", _token_urlsafe),
    ):
        yield
