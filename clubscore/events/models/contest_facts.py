"""What is kept of what happens at a table that plays a prepared set without a director."""

from typing import TypedDict


class PhoneIn(TypedDict):
    """A player of a contest's table has this phone, of which the history says the device."""

    section: int
    table: int
    person: int


class StopSaid(TypedDict):
    """A side of a contest's table wants to stop, or to play on."""

    section: int
    table: int
    side: str
    stops: bool
