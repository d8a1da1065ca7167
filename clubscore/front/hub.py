"""What this process knows of every table that a phone of its holds a line for, or asked about.

One thread waits for a change, asks at once for all of them what holds now, and tells the lines for
which it is something else. Where it cannot be asked, it knows nothing and says so: phones then ask
by themselves, as those do that cannot hold a line.
"""

import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from clubscore.front.feeds import Feed
from clubscore.front.passes import Pass

# Without a change all is asked again so often: an address that ran out says nothing of it.
ASKS_AGAIN = 10.0  # seconds
KNOWN_FOR = 300.0  # seconds after the last phone left, or asked
TRIES_AGAIN = 1.0  # seconds after the database could not be asked
NOTES_EVERY = 15.0  # seconds between two times that phones are noted as there
# A look rests so many times as long as it took of the processor, half a second at most: where all
# tables enter at once, a tenth of a core goes into news, and what is entered has the rest.
RESTS, RESTS_AT_MOST = 9, 0.5


class Door(NamedTuple):
    """The address by which phones were let in: of which room, by its primary key."""

    room: str
    link: int


# What each page that a phone may have open is now, by what the page calls itself: {"card-7": "12"}.
Tags = Mapping[str, str]
# What holds at some doors; one that lets nobody in any more is absent. And who was there.
Look = Callable[[Collection[Door]], Mapping[Door, Tags]]
Note = Callable[[Collection[Pass]], None]
# Called with what holds now; None when the door is shut, or nothing is known any more.
Told = Callable[[Tags | None], None]


class NothingKnown(Exception):
    """The database could not be asked."""


@dataclass(eq=False)
class Line:
    """A phone that holds a stream."""

    door: Door
    told: Told


@dataclass
class _Known:
    """What holds at a door (None: it was not asked yet), and until when that is worth asking."""

    tags: Tags | None = None
    lines: list[Line] = field(default_factory=list)
    until: float = 0.0


class Hub:
    """Knows what holds at each door, and tells it."""

    def __init__(self, open_feed: Callable[[], Feed], look: Look, note: Note) -> None:
        self._open_feed, self._look, self._note = open_feed, look, note
        self._doors: dict[Door, _Known] = {}
        self._there: set[Pass] = set()
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._well = self._soon = False
        self._thread = threading.Thread(target=self._watch, name="news", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def close(self) -> None:
        """End every line, and watch no more."""
        self._closing.set()
        self._give_up()

    @property
    def is_well(self) -> bool:
        """Whether what it knows is what holds."""
        return self._well

    def tags_of(self, door: Door) -> Tags | None:
        """Return what holds at a door; None where it is not known, without asking for it."""
        with self._lock:
            known = self._doors.get(door)
            if known is None or not self._well:
                return None
            known.until = time.monotonic() + KNOWN_FOR
            return known.tags

    def wanted(self, door: Door) -> None:
        """Ask for a door, too, the next time."""
        with self._lock:
            self._soon = self._soon or door not in self._doors
            self._doors.setdefault(door, _Known()).until = time.monotonic() + KNOWN_FOR

    def ask(self, door: Door) -> Tags | None:
        """Return what holds at a door, asked for now where it is not known. None: it is shut.

        Raises NothingKnown where nobody could be asked lately: that is no shut door.
        """
        tags = self.tags_of(door)
        if tags is not None:
            return tags
        if not self._well:
            raise NothingKnown
        # Known from now on, so that no change between the question and the answer is lost.
        self.wanted(door)
        found = self._look([door]).get(door)
        with self._lock:
            known = self._doors.get(door)
            if found is None:
                self._forget(door)
            elif known is not None and known.tags is None:
                known.tags = found
            return found

    def join(self, line: Line) -> bool:
        """Tell a line what changes from now on; False where nobody knows."""
        with self._lock:
            known = self._doors.get(line.door)
            if known is None or not self._well:
                return False
            known.lines.append(line)
            return True

    def leave(self, line: Line) -> None:
        """Tell a line nothing more."""
        with self._lock:
            known = self._doors.get(line.door)
            if known is not None and line in known.lines:
                known.lines.remove(line)
                known.until = time.monotonic() + KNOWN_FOR

    def is_there(self, shown: Pass) -> None:
        """Note that a phone spoke just now."""
        with self._lock:
            self._there.add(shown)

    def _watch(self) -> None:
        while not self._closing.is_set():
            try:
                feed = self._open_feed()
            except Exception:  # whatever keeps it from watching, phones ask by themselves
                self._closing.wait(TRIES_AGAIN)
                continue
            try:
                self._follow(feed)
            except Exception:
                self._give_up()
                self._closing.wait(TRIES_AGAIN)
            finally:
                feed.close()

    def _follow(self, feed: Feed) -> None:
        """Look at every change, and now and then without one, until something goes wrong."""
        looks_at = notes_at = 0.0
        while not self._closing.is_set():
            changed, now = feed.wait(), time.monotonic()
            if changed or self._soon or now >= looks_at:
                self._soon, used = False, time.thread_time()
                self._compare(now)
                looks_at = now + ASKS_AGAIN
                rest = RESTS * (time.thread_time() - used)
                self._closing.wait(min(rest, RESTS_AT_MOST))
            if now >= notes_at:
                self._note_who_is_there()
                notes_at = now + NOTES_EVERY

    def _compare(self, now: float) -> None:
        """Ask for everything that is worth asking, and tell whoever has something else."""
        with self._lock:
            for door in [d for d, k in self._doors.items() if not k.lines and k.until < now]:
                self._forget(door)
            asked = list(self._doors)
        found = self._look(asked) if asked else {}
        with self._lock:
            self._well = True
            for door in asked:
                self._tell(door, found.get(door))

    def _tell(self, door: Door, tags: Tags | None) -> None:
        known = self._doors.get(door)
        if known is None or known.tags == tags:
            return
        known.tags = tags
        for line in known.lines:
            line.told(tags)
        if tags is None:
            self._forget(door)

    def _forget(self, door: Door) -> None:
        self._doors.pop(door, None)

    def _note_who_is_there(self) -> None:
        with self._lock:
            there, self._there = self._there, set()
        # Whether it can be written down changes nothing of what is known.
        with suppress(Exception):
            if there:
                self._note(there)

    def _give_up(self) -> None:
        """Know nothing any more, and say so to every line."""
        with self._lock:
            self._well = False
            lines = [line for known in self._doors.values() for line in known.lines]
            self._doors.clear()
        for line in lines:
            line.told(None)
