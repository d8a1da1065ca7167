"""The options of ``score`` and its kin, and their help."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Protocol

from clubscore.places import typed


class CommandOptions(Protocol):
    """What is read of a command: name, what it does, and the option for a sheet to read, if any."""

    @property
    def name(self) -> str: ...
    @property
    def what(self) -> str: ...
    @property
    def explain(self) -> object: ...
    @property
    def aloud(self) -> tuple[str, ...]: ...


class _ScoreOptions(argparse.Namespace):
    files: list[str]
    aloud: bool


def asked(argv: Sequence[str], command: CommandOptions) -> tuple[Sequence[str], bool]:
    """The files that are named, and whether something to read is wanted of them."""
    parser = argparse.ArgumentParser(prog=typed(command.name), description=command.what)
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file, or - for standard input")
    if command.explain is not None:
        _add_aloud(parser, *command.aloud)
    options = parser.parse_args(argv, _ScoreOptions())
    return options.files, command.explain is not None and options.aloud


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
