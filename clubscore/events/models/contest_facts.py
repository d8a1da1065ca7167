"""What is kept of phones that come in, and of a table that plays a set without a director."""

from typing import NotRequired, TypedDict


class PhoneIn(TypedDict):
    """A player has this phone, of which the history says the device; it came in by this table.

    Of events with a director, what that player's seat and the phone say of it: `far` from where
    they sit, the `second` phone of a name, a phone that `was` another person's. `settles` is the
    happening that the director has seen to.
    """

    section: int
    table: int
    person: int
    far: NotRequired[bool]
    second: NotRequired[bool]
    was: NotRequired[int]
    settles: NotRequired[int]


class StopSaid(TypedDict):
    """A side of a contest's table wants to stop, or to play on."""

    section: int
    table: int
    side: str
    stops: bool
