"""Hands what each process of a run saw to the one that began them, which writes it down."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest


class Witness(Protocol):
    """A plugin that sees what the tests of one process do."""

    def told(self) -> dict[str, Any]:
        """Return what it saw, at the end of its process."""


class Witnessed(Protocol):
    """What all witnesses of a run saw."""

    def add(self, told: dict[str, Any]) -> None:
        """Add what one saw."""

    def write(self, file: Path) -> None:
        """Write all of it down."""


class Gathering:
    """Takes what witnesses tell, under a name; a worker's goes with its last words."""

    def __init__(self, name: str, witness: Witness | None, book: Witnessed) -> None:
        self.name, self.witness, self.book = name, witness, book

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take what a worker tells at its end."""
        if told := getattr(node, "workeroutput", {}).get(self.name):
            self.book.add(json.loads(told))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Tell what this process saw, or write what all did."""
        told = self.witness.told() if self.witness else None
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[self.name] = json.dumps(told)
            return
        if told:
            self.book.add(told)
        self.book.write(Path(os.environ[self.name]))


def gather(
    config: pytest.Config, name: str, witness: Callable[[], Witness], book: Callable[[], Witnessed]
) -> None:
    """Gather from every process of a run, where the environment names a file for it."""
    if not os.environ.get(name):
        return
    runs_tests = hasattr(config, "workerinput") or not config.getoption("numprocesses", None)
    mine = witness() if runs_tests else None
    if mine:
        config.pluginmanager.register(mine, f"{name}: what this process saw")
    config.pluginmanager.register(Gathering(name, mine, book()), f"{name}: what all saw")
