"""Texts as they may stand in files of others."""


def printable(text: str) -> str:
    """Return a text in one line, without what no line can hold: control signs, half characters."""
    return "".join(each if each.isprintable() else " " for each in text)
