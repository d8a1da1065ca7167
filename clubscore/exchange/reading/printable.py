"""Texts as they may stand in files of others, and in histories."""

import re

from django.utils.translation import gettext as _


def printable(text: str) -> str:
    """Return a text in one line, without what no line can hold: control signs, half characters."""
    return "".join(each if each.isprintable() else " " for each in text)


def file_name(name: str) -> str:
    """Return a file's name as it may stand in a history: the last part, printable, short."""
    last = re.split(r"[\\/]", name)[-1]
    return "".join(letter for letter in last if letter.isprintable())[:100] or _("a file")
