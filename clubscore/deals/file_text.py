"""Files of deals as text: how large they may be, their letters, and mistakes by line."""

from __future__ import annotations

import codecs

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, ngettext_lazy

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


LARGEST_FILE = 4 * MB
MOST_LINES = 200_000
LONGEST_LINE = 20_000  # letters
# From here on a file is not what it says it is.
MOST_PROBLEMS = 100


def place(line: int, column: int | None = None) -> str:
    """Where in a file something stands, as errors say it; both are counted from 1."""
    return f"line {line}" if column is None else f"line {line}, column {column}"


def decoded(content: bytes, charset: str | None = None) -> str:
    """The text of a file: UTF-8 with a mark or without, else what it names, else Western letters.

    Raises RuleError ``too-large``.
    """
    check_size(content, LARGEST_FILE)
    for mark, name in ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16")):
        if content.startswith(mark):
            return content.decode(name, errors="replace")
    for name in ("utf-8", charset or "cp1252", "cp1252"):
        try:
            return content.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    return content.decode("iso-8859-1")


def lines_of(text: str) -> list[str]:
    """The lines of a text without their ends.

    Raises RuleError ``too-large`` for too many of them, or for one that is too long.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) > MOST_LINES:
        raise RuleError(
            "too-large",
            ngettext_lazy(
                "The file has more than %(most)s line, too many for a file of deals. Choose"
                " another file.",
                "The file has more than %(most)s lines, too many for a file of deals. Choose"
                " another file.",
                "most",
            ),
            place(MOST_LINES + 1),
            most=MOST_LINES,
        )
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise RuleError(
                "too-large",
                ngettext_lazy(
                    "A line is longer than %(most)s character. Check that this is a file of deals.",
                    "A line is longer than %(most)s characters. Check that this is a file of"
                    " deals.",
                    "most",
                ),
                place(number),
                most=LONGEST_LINE,
            )
    return lines


class FileProblems(list[RuleError]):
    """What is wrong with a file, in its order; the rest of it is read all the same."""

    def add(self, code: str, phrase: str, where: str, **params: object) -> None:
        """Note one more, up to as many as anybody would read."""
        self.take(RuleError(code, phrase, where, **params))

    def take(self, problem: RuleError) -> None:
        """Note one that was raised; the last that is noted says that there are more."""
        if len(self) < MOST_PROBLEMS:
            self.append(problem)
        elif len(self) == MOST_PROBLEMS:
            self.append(
                RuleError(
                    "more",
                    gettext_noop("There are more problems. Check that this is a file of deals."),
                    "",
                )
            )

    def at(self, problem: RuleError, where: str) -> None:
        """Note a problem of a deal at its place in the file."""
        self.take(problem.standing(where))
