"""Drawing papers at the command line, where there is neither club nor database."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager

# How days and times are written on paper, where the settings do not say so.
FORMATS = "clubscore.club.wording.language_formats"


@contextmanager
def without_a_club() -> Iterator[None]:
    """Let papers be drawn: they need Django's words and days, and no app of ours.

    Times are as the clock of this computer shows them.
    """
    import django
    from django.conf import settings

    if not settings.configured:
        settings.configure(LANGUAGE_CODE="en-gb", FORMAT_MODULE_PATH=FORMATS)
        django.setup()
    from django.utils import timezone

    with timezone.override(dt.datetime.now().astimezone().tzinfo):
        yield
