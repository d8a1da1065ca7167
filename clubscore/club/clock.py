"""What time it is, asked in one place, so that an evening of the past can be entered as of then."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils import timezone

_moment: ContextVar[dt.datetime | None] = ContextVar("moment", default=None)


def now() -> dt.datetime:
    """Return the time, with its zone: what every record is dated by."""
    return _moment.get() or timezone.now()


@contextmanager
def at(moment: dt.datetime) -> Iterator[None]:
    """Let it be another time until the block ends, for this thread alone."""
    token = _moment.set(moment)
    try:
        yield
    finally:
        _moment.reset(token)
