"""What is kept of a series, as its JSON has it."""

from typing import TypedDict


class StoodIn(TypedDict):
    """Somebody who played an event of a series in another's place; both by their keys."""

    event: int
    who: int
    whose: int


class EventMissed(TypedDict):
    """An event of a series that a player, or the two of a pair, missed."""

    event: int
    who: list[int]
    notice: bool


class SeriesKept(TypedDict, total=False):
    """What a series is: its events, how they are counted, who stood in for whom, who missed one.

    What is left out is usual; the words are those of `clubscore.ranking.series`.
    """

    events: list[int]
    who: str
    members_only: bool
    value: str
    count: str
    number: int
    minimum: int
    partners: int
    missed: str
    substitutes: int
    points: list[int]
    up: int
    down: int
    stood_in: list[StoodIn]
    absent: list[EventMissed]


class SeriesTold(TypedDict, total=False):
    """What a change of a series left: its name, all that is kept, whether removed or closed."""

    name: str
    kept: SeriesKept
    removed: bool
    closed: bool
