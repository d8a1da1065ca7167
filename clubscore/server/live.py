"""How phones hear at once that something changed at their table: feeds, passes and the stream.

SQLite counts what other connections wrote (`PRAGMA data_version`); PostgreSQL calls out (LISTEN),
from triggers. `GET /news/` sends 'edition', 'tags' and 'beat'; `POST /news/here` says that a
phone is still there. A pass names the address by which the phone was let in, and nothing else.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from django.apps.registry import Apps
from django.core import signing
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython

from clubscore import places as edition

if TYPE_CHECKING:
    import psycopg

LOOKS_EVERY = 0.05  # seconds
CHANNEL = "clubscore_news"
# A server that was cut off from its network says nothing, as one does to which nothing happens.
ASKS_EVERY = 5.0  # seconds
ANSWERS_WITHIN = 3.0  # seconds


class ChangeFeed(Protocol):
    """Something that can wait for a change.

    Each has a connection of its own. Whatever goes wrong is raised: whoever hears nothing must know
    it.
    """

    def wait(self) -> bool:
        """Return True when something changed, False after a while without."""
        ...

    def close(self) -> None:
        """Let go of the database."""
        ...


class FileFeed:
    """Changes of an SQLite file."""

    def __init__(self, file: Path) -> None:
        # Only to look: it makes no file where there is none, and holds no lock between two looks.
        self._file = sqlite3.connect(
            f"{file.as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
        )
        self._seen = -1

    def wait(self) -> bool:
        """Look once more, a little later."""
        time.sleep(LOOKS_EVERY)
        (now,) = self._file.execute("PRAGMA data_version").fetchone()
        changed = bool(now != self._seen)
        self._seen = now
        return changed

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class ServerFeed:
    """Changes that a PostgreSQL server calls out.

    The connection goes to the server itself: a pooler of transactions would lose what is called.
    """

    def __init__(self, address: str) -> None:
        import psycopg

        self._server: psycopg.Connection = psycopg.connect(
            address, autocommit=True, connect_timeout=5, application_name="clubscore news"
        )
        self._server.execute(f"LISTEN {CHANNEL}")
        self._is_new, self._asks_at = True, time.monotonic() + ASKS_EVERY

    def wait(self) -> bool:
        """Listen for as long as a look at a file would wait; the first time, look."""
        if self._is_new:
            self._is_new = False
            return True
        if time.monotonic() >= self._asks_at:
            self._ask()
            self._asks_at = time.monotonic() + ASKS_EVERY
        heard = list(self._server.notifies(timeout=LOOKS_EVERY, stop_after=1))
        return bool(heard)

    def _ask(self) -> None:
        """See that the server is there; what it calls out meanwhile is heard next."""
        hangs_up = threading.Timer(ANSWERS_WITHIN, self._hang_up)
        hangs_up.start()
        try:
            self._server.execute("SELECT 1")
        finally:
            hangs_up.cancel()

    def _hang_up(self) -> None:
        """Let whoever waits for the server hear that it is gone."""
        with suppress(OSError), socket.socket(fileno=os.dup(self._server.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up."""
        self._server.close()


# The cookie that carries it: no script reads it, and it stands in no address and no log.
COOKIE = "news"


class HearingPass(NamedTuple):
    """Whose phone it is: let in by which address of which room, under which short name.

    It is signed, and good as long as that address is, which stands in the database.
    """

    room: str
    link: int
    device: str


@cache
def _signer() -> signing.Signer:
    """Return what signs with the server's secret; a server is prepared before that is known."""
    return signing.Signer(salt="clubscore.front")


def write(shown: HearingPass) -> str:
    """Return a pass as its cookie carries it."""
    return _signer().sign(f"{shown.room}-{shown.link}-{shown.device}")


@lru_cache(maxsize=10_000)
def read(carried: str) -> HearingPass | None:
    """Return the pass of a cookie, None for one that was not made here."""
    try:
        room, link, device = _signer().unsign(carried).split("-")
        return HearingPass(room, int(link), device)
    except (signing.BadSignature, ValueError):
        return None


# ---- What this process knows of every table.

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
Note = Callable[[Collection[HearingPass]], None]
# Called with what holds now; None when the door is shut, or nothing is known any more.
Told = Callable[[Tags | None], None]


class NothingKnown(Exception):
    """The database could not be asked."""


@dataclass(eq=False)
class PhoneStream:
    """A phone that holds a stream."""

    door: Door
    told: Told


@dataclass
class _DoorKnown:
    """What holds at a door (None: it was not asked yet), and until when that is worth asking."""

    tags: Tags | None = None
    lines: list[PhoneStream] = field(default_factory=list)
    until: float = 0.0


class Hub:
    """Knows what holds at each door, and tells it.

    One thread waits for a change, asks at once what holds now at all doors of which a phone is here
    or asked, and tells those for which it is something else. Where it cannot be asked it knows
    nothing and says so: phones then ask by themselves.
    """

    def __init__(self, open_feed: Callable[[], ChangeFeed], look: Look, note: Note) -> None:
        self._open_feed, self._look, self._note = open_feed, look, note
        self._doors: dict[Door, _DoorKnown] = {}
        self._there: set[HearingPass] = set()
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
            self._doors.setdefault(door, _DoorKnown()).until = time.monotonic() + KNOWN_FOR

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

    def join(self, line: PhoneStream) -> bool:
        """Tell a line what changes from now on; False where nobody knows."""
        with self._lock:
            known = self._doors.get(line.door)
            if known is None or not self._well:
                return False
            known.lines.append(line)
            return True

    def leave(self, line: PhoneStream) -> None:
        """Tell a line nothing more."""
        with self._lock:
            known = self._doors.get(line.door)
            if known is not None and line in known.lines:
                known.lines.remove(line)
                known.until = time.monotonic() + KNOWN_FOR

    def is_there(self, shown: HearingPass) -> None:
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

    def _follow(self, feed: ChangeFeed) -> None:
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


# ---- News to phones: one stream a browser.

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

STREAM, HERE = "/news/", "/news/here"
# A phone that hears nothing for two beats asks by itself: something on the way keeps the stream.
BEATS_EVERY = 15.0  # seconds
# Streams of one phone: its tabs share one, and one that just went may not be gone yet.
MOST_OF_ONE = 3
# Phones that lost the server do not all come back in the same second.
COMES_BACK_AFTER = 2000  # milliseconds
HEADERS = (
    (b"cache-control", b"no-store, no-transform"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    # A proxy that keeps answers until they are whole is asked not to.
    (b"x-accel-buffering", b"no"),
)


class News:
    """The streams of this process.

    `GET /news/` sends "edition" once, with what runs; "tags" with {"card-7": "12"}, once and at
    each change; and "beat". A stream ends when the address that let the phone in is no longer good,
    and when nobody knows what holds: the page then asks by itself.
    """

    def __init__(self, hub: Hub, threads: Executor) -> None:
        self.hub, self.threads = hub, threads
        self._of_one: dict[HearingPass, list[asyncio.Queue[Tags | None]]] = defaultdict(list)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        shown = pass_of(scope)
        if scope["path"] == HERE and scope["method"] == "POST":
            if shown is not None:
                self.hub.is_there(shown)
            await answer(send, 204 if shown else 403)
        elif scope["path"] != STREAM:
            await answer(send, 404)
        elif scope["method"] != "GET":
            await answer(send, 405)
        elif shown is None:
            await answer(send, 403)
        else:
            await self._stream(shown, receive, send)

    async def _stream(self, shown: HearingPass, receive: Receive, send: Send) -> None:
        door = Door(shown.room, shown.link)
        loop = asyncio.get_running_loop()
        if not self.hub.is_well:
            await answer(send, 503)
            return
        try:
            known = await loop.run_in_executor(self.threads, self.hub.ask, door)
        except Exception:  # whatever keeps the database from answering: the page asks by itself
            await answer(send, 503)
            return
        if known is None:
            await answer(send, 403)
            return
        heard: asyncio.Queue[Tags | None] = asyncio.Queue()

        def told(tags: Tags | None) -> None:
            loop.call_soon_threadsafe(heard.put_nowait, tags)

        line = PhoneStream(door, told)
        if not self.hub.join(line):
            await answer(send, 503)
            return
        self.hub.is_there(shown)
        self._take_up(shown, heard)
        gone = loop.create_task(until_gone(receive, heard))
        try:
            # What holds since the line is known: what changed before it was is in this.
            heard.put_nowait(self.hub.tags_of(door))
            await tell(heard, send)
        finally:
            gone.cancel()
            self.hub.leave(line)
            self._let_go(shown, heard)

    def _take_up(self, shown: HearingPass, heard: asyncio.Queue[Tags | None]) -> None:
        """Count a stream to its phone; of too many the oldest ends."""
        theirs = self._of_one[shown]
        theirs.append(heard)
        if len(theirs) > MOST_OF_ONE:
            theirs[0].put_nowait(None)

    def _let_go(self, shown: HearingPass, heard: asyncio.Queue[Tags | None]) -> None:
        self._of_one[shown].remove(heard)
        if not self._of_one[shown]:
            del self._of_one[shown]


async def tell(heard: asyncio.Queue[Tags | None], send: Send) -> None:
    """Send what is heard, and a beat while it is quiet, until nothing more will be heard."""
    kind = (b"content-type", b"text/event-stream; charset=utf-8")
    await send({"type": "http.response.start", "status": 200, "headers": [kind, *HEADERS]})
    said = f"retry: {COMES_BACK_AFTER}\nevent: edition\ndata: {edition.page_edition()}\n\n"
    while True:
        try:
            tags = await asyncio.wait_for(heard.get(), BEATS_EVERY)
        except TimeoutError:
            said = "event: beat\ndata:\n\n"
        else:
            if tags is None:
                break
            said += f"event: tags\ndata: {json.dumps(dict(tags))}\n\n"
        await send({"type": "http.response.body", "body": said.encode(), "more_body": True})
        said = ""
    await send({"type": "http.response.body", "body": b""})


async def until_gone(receive: Receive, heard: asyncio.Queue[Tags | None]) -> None:
    """Wait until the phone hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass
    heard.put_nowait(None)


def pass_of(scope: Scope) -> HearingPass | None:
    """Return the pass that a request shows."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            for cookie in value.decode("latin-1").split(";"):
                of, _, carried = cookie.strip().partition("=")
                if of == COOKIE:
                    return read(carried)
    return None


async def answer(send: Send, status: int) -> None:
    """Answer with a status alone."""
    headers = [(b"content-length", b"0"), *HEADERS] if status != 204 else [*HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


FUNCTION = f"""
    CREATE OR REPLACE FUNCTION {CHANNEL}() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('{CHANNEL}', ''); RETURN NULL; END $$
"""
# Once a statement: what one transaction calls out several times is heard once.
TRIGGER = """
    CREATE TRIGGER {table}_news AFTER INSERT OR UPDATE OR DELETE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION {function}()
"""


def call_out(*tables: str) -> RunPython:
    """Return the step of a migration that sets a trigger on each of these tables.

    Each room's migrations name the tables whose rows tell phones of a change. SQLite is looked at
    instead.
    """

    def set_them(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "postgresql":
            editor.execute(FUNCTION)
            for table in tables:
                editor.execute(TRIGGER.format(table=table, function=CHANNEL))

    def remove_them(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "postgresql":
            for table in tables:
                editor.execute(f"DROP TRIGGER {table}_news ON {table}")

    return RunPython(set_them, remove_them)
