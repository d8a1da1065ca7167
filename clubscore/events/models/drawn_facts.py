"""What a section's plan keeps of a drawn round; the keys are those of the database for ever."""

from collections.abc import Sequence
from typing import NotRequired, TypedDict


class TrioKept(TypedDict):
    """Three teams who play each other in the round of the draw and the next.

    ``set`` is the third of their sets, beside those of both rounds; ``left`` who plays no more
    of it and from which round on.
    """

    teams: Sequence[int]
    set: int
    tables: Sequence[int]
    left: NotRequired[Sequence[Sequence[int]]]


class DrawFacts(TypedDict):
    """A round of a Swiss: who meets whom (0 is nobody), who has the bye, what it is worth."""

    meetings: Sequence[Sequence[int]]
    bye: int | None
    worth: str
    way: NotRequired[str]
    trio: NotRequired[TrioKept]
