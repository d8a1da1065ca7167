"""News to phones: one stream a browser, over which it hears that something changed at its table.

    GET  /news/       events: "edition", once, with what runs; "tags" with {"card-7": "12"}, at
                      once and at each change; "beat"
    POST /news/here   "I am still here", of a phone that holds a stream; 204

Both answer to the pass alone (`clubscore.front.passes`). A stream ends when the address that let
the phone in is no longer good, and when nobody knows what holds: the page then asks by itself.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from typing import Any

from clubscore import edition
from clubscore.front import passes
from clubscore.front.hub import Door, Hub, Line, Tags
from clubscore.front.passes import Pass

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
    """The streams of this process."""

    def __init__(self, hub: Hub, threads: Executor) -> None:
        self.hub, self.threads = hub, threads
        self._of_one: dict[Pass, list[asyncio.Queue[Tags | None]]] = defaultdict(list)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        shown = shown_in(scope)
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

    async def _stream(self, shown: Pass, receive: Receive, send: Send) -> None:
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

        line = Line(door, told)
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

    def _take_up(self, shown: Pass, heard: asyncio.Queue[Tags | None]) -> None:
        """Count a stream to its phone; of too many the oldest ends."""
        theirs = self._of_one[shown]
        theirs.append(heard)
        if len(theirs) > MOST_OF_ONE:
            theirs[0].put_nowait(None)

    def _let_go(self, shown: Pass, heard: asyncio.Queue[Tags | None]) -> None:
        self._of_one[shown].remove(heard)
        if not self._of_one[shown]:
            del self._of_one[shown]


async def tell(heard: asyncio.Queue[Tags | None], send: Send) -> None:
    """Send what is heard, and a beat while it is quiet, until nothing more will be heard."""
    kind = (b"content-type", b"text/event-stream; charset=utf-8")
    await send({"type": "http.response.start", "status": 200, "headers": [kind, *HEADERS]})
    said = f"retry: {COMES_BACK_AFTER}\nevent: edition\ndata: {edition.running()}\n\n"
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


def shown_in(scope: Scope) -> Pass | None:
    """Return the pass that a request shows."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            for cookie in value.decode("latin-1").split(";"):
                of, _, carried = cookie.strip().partition("=")
                if of == passes.COOKIE:
                    return passes.read(carried)
    return None


async def answer(send: Send, status: int) -> None:
    """Answer with a status alone."""
    headers = [(b"content-length", b"0"), *HEADERS] if status != 204 else [*HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
