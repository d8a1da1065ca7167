"""The sets that come with the program, as files beside this one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from clubscore.ranking.event import Event, read_event

_FOLDER = Path(__file__).resolve().parent / "sets"
# By the name of its file, in the order of the alphabet.
SHIPPED: tuple[str, ...] = tuple(sorted(file.stem for file in _FOLDER.glob("*.json")))


@cache
def shipped_set(name: str) -> Event:
    """A set that ships, by its name in :data:`SHIPPED`; KeyError where there is none."""
    if name not in SHIPPED:
        raise KeyError(name)
    return read_event(json.loads((_FOLDER / f"{name}.json").read_text("utf-8")))
