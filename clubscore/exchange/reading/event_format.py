"""What a format of files of events says of itself: its names, what it reads and writes, endings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from clubscore.deals.file_size import LARGEST_UPLOAD
from clubscore.exchange.reading.addressees import For
from clubscore.exchange.reading.event_result import Brought
from clubscore.ranking import Event


class Online(NamedTuple):
    """What a club knows of sessions played online: its members by user name, and its clock.

    User names are in small letters, as they are kept; ``zone`` is a time zone, empty for UTC.
    """

    names: Mapping[str, str] = {}
    zone: str = ""


NOBODY_ONLINE = Online()


class Open(NamedTuple):
    """What becomes of that which a file leaves open.

    ``scoring`` is how its events were scored; where that is not said here either, it is a question
    of the event with ``ask``, and otherwise refused. ``scheme`` is the federation of the club that
    reads it, whose numbers those of a file are that does not say whose they are; ``online`` is who
    its members are where people play under user names.
    """

    scoring: str = ""
    ask: bool = False
    scheme: str = ""
    online: Online = NOBODY_ONLINE


@dataclass(frozen=True)
class Writes:
    """How a format is written: the ending of its file, its type, and what it is for.

    ``write`` makes it of an event, for somebody. RuleError for one for which the format has no
    place. ``for_whom``: who that is makes a difference.
    """

    write: Callable[[Event, For], bytes]
    ending: str
    type: str
    what_for: str
    for_whom: bool = False


@dataclass(frozen=True)
class Reads:
    """How a format is read: as what it is offered, how it begins, how large it may be in bytes.

    What only ``may_be`` this format is looked at first for what it is instead. ``read`` raises a
    RuleError with the place of what is wrong.
    """

    read: Callable[[bytes, Open], list[Brought]]
    offered_as: str
    beginnings: tuple[bytes, ...] = ()
    largest: int = LARGEST_UPLOAD
    may_be: bool = False


@dataclass(frozen=True, kw_only=True)
class EventFormat:
    """A format of files of events; ``key`` is its word in addresses and commands."""

    key: str
    name: str
    writes: Writes | None = None
    reads: Reads | None = None
