"""Texts as they may stand in files of others, and in histories."""

import re

from django.utils.translation import gettext as _

from clubscore.club.odd_names import TURNING

JOINERS = "\u200c\u200d"
TURNS = re.compile(f"[{''.join(sorted(TURNING))}]")


def printable(text: str) -> str:
    """Return a text in one line, without what no line can hold: control signs, half characters.

    Joiners stay, which names in Persian or Hindi need; what turns a line round does not.
    """
    return "".join(each if each.isprintable() or each in JOINERS else " " for each in text)


def printable_json(text: str) -> str:
    """Return JSON with escapes for what would turn the lines of whoever looks at the file."""
    return TURNS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def file_name(name: str) -> str:
    """Return a file's name as it may stand in a history: the last part, printable, short."""
    last = re.split(r"[\\/]", name)[-1]
    return "".join(letter for letter in last if letter.isprintable())[:100] or _("a file")
