"""What an event's history keeps of the club's pads; the keys are those of the database for ever."""

from typing import TypedDict

# A table in a round as pads are told it: round, table, both pairs, lowest and highest board.
PadRowKept = tuple[int, int, int, int, int, int]


class PadsSent(TypedDict, total=False):
    """What went to the club's pads, or was fetched from them before it would be gone.

    ``what`` is "sent", "changed" or "kept"; ``guid`` is the session as the pads know it, ``rows``
    {letter: what the section was told}, ``results`` what the pads had, as they told it.
    """

    what: str
    guid: str
    rows: dict[str, list[PadRowKept]]
    results: list[dict[str, object]]
