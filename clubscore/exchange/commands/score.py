"""Files in, one answer a line out; no database, no settings: ``python manage.py score`` and kin."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, NamedTuple

from clubscore.exchange.reading.json_text import Answer, read_values
from clubscore.exchange.score_file.explain import explain
from clubscore.exchange.score_file.score_file import answer, read_score_file
from clubscore.laws.errors import RuleError
from clubscore.laws.facts import Unverified
from clubscore.places import typed

SCORED, REFUSED, UNREADABLE = 0, 1, 2


class Command(NamedTuple):
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


SCORE = Command(
    "score",
    "Score sittings: one JSON answer a line, in order.",
    lambda value: answer(read_score_file(value)),
    lambda value: explain(read_score_file(value)),
)


def main(argv: Sequence[str], command: Command = SCORE) -> int:
    """Score every sitting of the files named; 0 all scored, 1 some refused, 2 a file unreadable."""
    options = _options(argv, command)
    code = SCORED
    aloud = command.explain is not None and options.aloud
    try:
        for name in options.files:
            code = max(code, _score(name, command, aloud, sys.stdout.buffer))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Whoever read the answers has gone (`| head`); Python must not complain at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


class _Options(argparse.Namespace):
    files: list[str]
    aloud: bool


def _options(argv: Sequence[str], command: Command) -> _Options:
    parser = argparse.ArgumentParser(prog=typed(command.name), description=command.what)
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file, or - for standard input")
    if command.explain is not None:
        _add_aloud(parser, *command.aloud)
    return parser.parse_args(argv, _Options())


def _add_aloud(parser: argparse.ArgumentParser, option: str, value: str | None = None) -> None:
    """The option that asks for something to read: a switch, or a value beside `json`."""
    if value is None:
        told = "a sheet to read, with the law of every line"
        parser.add_argument(option, dest="aloud", action="store_true", help=told)
        return

    class Chosen(argparse.Action):
        def __call__(
            self,
            _parser: argparse.ArgumentParser,
            namespace: argparse.Namespace,
            given: object,
            _option: str | None = None,
        ) -> None:
            namespace.aloud = given == value

    parser.add_argument(option, action=Chosen, choices=("json", value), help=f"{value}: to read")
    parser.set_defaults(aloud=False)


def _score(name: str, command: Command, explained: bool, out: BinaryIO) -> int:
    """Answer every sitting of one file."""
    try:
        content = content_of(name)
        other = command.elsewhere(name, content)
        text = "" if other else content.decode("utf-8-sig")
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
