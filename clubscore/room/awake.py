"""The machine kept awake while the club is open: a laptop that falls asleep takes its phones along.

wakepy asks the desktop on Linux (GNOME, KDE and what speaks like them), caffeinate on macOS and
SetThreadExecutionState on Windows. None of them needs rights, and what was asked for ends with the
process, however it ends. A lid that is shut, and an empty battery, are stronger.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _
from wakepy import keep


@contextmanager
def kept_awake() -> Iterator[bool]:
    """Keep the machine awake, the screen aside; give whether it said that it will."""
    with keep.running(on_fail="pass") as mode:
        yield mode.active


def in_words(awake: bool) -> str:
    """Say whether the machine stays awake, and what its owner can do."""
    if awake:
        return _("This machine stays awake while ClubScore is open. Leave its lid open.")
    return _(
        "This machine may fall asleep by itself, and then no phone reaches it. Switch that off in"
        " its power settings, and leave its lid open."
    )
