"""How large a file may be, and the one sentence that says so."""

from __future__ import annotations

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

MB = 1024 * 1024  # bytes
# The largest file of any kind that comes in: an electronic scorer's database.
LARGEST_UPLOAD = 8 * MB
# What stands around files in a page's form: the other fields and the marks between them.
AROUND_FILES = 64 * 1024
# What the server still lets through to a page, so that the page itself says what is too large.
LARGEST_REQUEST = 2 * LARGEST_UPLOAD


def too_large(most: int) -> RuleError:
    """What is wrong with a file of more than this many bytes, which are told in MB."""
    return RuleError(
        "too-large",
        gettext_noop("The file is larger than %(most)s MB. Choose a smaller one."),
        most=most // MB,
    )


def check_size(content: bytes, most: int) -> None:
    """Raises RuleError ``too-large`` for a file of more than this many bytes."""
    if len(content) > most:
        raise too_large(most)
