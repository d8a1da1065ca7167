"""Events out into files of every kind that others read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubscore.ranking import Event


class Format(NamedTuple):
    """A kind of file: how it is made, its ending and type, and what it is for in a sentence."""

    write: Callable[[Event], bytes]
    ending: str
    type: str
    name: str | Promise
    what_for: str | Promise


def _event_file(event: Event) -> bytes:
    return event.written().encode()


FORMATS: Mapping[str, Format] = {
    "event": Format(
        _event_file,
        "event.json",
        "application/json",
        _("Event file"),
        _("Everything that was reported; brought in again it is the same event."),
    ),
}
