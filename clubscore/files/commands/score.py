"""Files in, one answer a line out; no database, no settings: ``python manage.py score`` and kin.

A script may call it for each sitting, so it loads what one score needs and nothing more: the
options (`asked.py`) and the sheet to read only where somebody asks for them.
"""

import json
import os
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO

from clubscore.files.json_text import Answer, read_values
from clubscore.files.score_file import answer, read_score_file
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.record import ComparedRecord

SCORED, REFUSED, UNREADABLE = 0, 1, 2


class Command(ComparedRecord):
    """A command that answers files: its name, what it does, what it makes of one value.

    `explain` makes a sheet to read of it, where the command has one; it is asked for by `aloud`,
    an option with its value, if it has one. Both raise RuleError. `thing` is what a value is.
    `elsewhere` says of a file, by its name and bytes, where it goes if not here.
    """

    name: str
    what: str
    answer: Callable[[Unverified], Answer]
    explain: Callable[[Unverified], str] | None = None
    aloud: tuple[str, ...] = ("--explain",)
    thing: str = "sitting"
    elsewhere: Callable[[str, bytes], RuleError | None] = lambda _name, _content: None


def _explained(value: Unverified) -> str:
    """A sitting as a sheet to read."""
    from clubscore.files.score_file import explain

    return explain(read_score_file(value))


SCORE = Command(
    "score",
    "Score sittings: one JSON answer a line, in order.",
    lambda value: answer(read_score_file(value)),
    _explained,
)


def main(argv: Sequence[str], command: Command = SCORE) -> int:
    """Score every sitting of the files named; 0 all scored, 1 some refused, 2 a file unreadable."""
    code = SCORED
    files, aloud = _asked(argv, command)
    try:
        for name in files:
            code = max(code, _score(name, command, aloud, sys.stdout.buffer))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Whoever read the answers has gone (`| head`); Python must not complain at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _asked(argv: Sequence[str], command: Command) -> tuple[Sequence[str], bool]:
    """The files named, and whether a sheet to read is wanted of them."""
    if argv and not any(word.startswith("-") for word in argv if word != "-"):
        return argv, False  # nothing but files; what reads options takes a while to load
    from clubscore.files.commands.options import asked

    return asked(argv, command)


def _score(name: str, command: Command, explained: bool, out: BinaryIO) -> int:
    """Answer every sitting of one file."""
    try:
        content = content_of(name)
        other = command.elsewhere(name, content)
        text = "" if other else content.removeprefix(BOM_UTF8).decode()
    except (OSError, UnicodeDecodeError, ValueError) as error:
        print(f"{name} cannot be read: {error}", file=sys.stderr)
        return UNREADABLE
    code = SCORED
    for sitting in [other] if other else answers(text, explained, command):
        if isinstance(sitting, RuleError):
            code = REFUSED
        out.write(read_aloud(sitting, command.thing) if explained else written(sitting))
    return code


def content_of(name: str) -> bytes:
    """What a file holds, or standard input."""
    if name == "-":
        return sys.stdin.buffer.read()
    with open(name, "rb") as file:
        return file.read()


def answers(
    text: str, explained: bool = False, command: Command = SCORE
) -> Iterator[Answer | str | RuleError]:
    """The answer to every sitting of a text; one that is refused never stops the others."""
    make = command.explain if explained else command.answer
    assert make is not None  # noqa: S101 - whoever asks for a sheet knows that there is one
    for value in read_values(text):
        if isinstance(value, RuleError):
            yield value
            continue
        try:
            yield make(value)
        except RuleError as error:
            yield error


# An answer is made anew and holds nothing twice, so no one need look for circles in it.
WRITER = json.JSONEncoder(ensure_ascii=False, check_circular=False)


def written(sitting: Answer | str | RuleError) -> bytes:
    """One line of JSON; half a character becomes its escape, which JSON allows."""
    if isinstance(sitting, RuleError):
        sitting = {"error": str(sitting), "where": sitting.where}
    return (WRITER.encode(sitting) + "\n").encode("utf-8", "backslashreplace")


def read_aloud(sitting: Answer | str | RuleError, thing: str = "sitting") -> bytes:
    """A sheet, or why there is none, with an empty line after it."""
    if isinstance(sitting, RuleError):
        where = f" ({sitting.where})" if sitting.where else ""
        sitting = f"This {thing} cannot be scored{where}: {sitting}"
    return f"{sitting}\n\n".encode("utf-8", "backslashreplace")
