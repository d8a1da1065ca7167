"""What a file of an event comes to."""

from __future__ import annotations

from typing import NamedTuple

from clubscore.ranking import Event


class Brought(NamedTuple):
    """An event as a file tells it, and what the file tells besides that is not kept."""

    told: Event
    notes: tuple[str, ...] = ()
