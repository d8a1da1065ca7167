"""The server that `make run` answers through: uvicorn, with pages in threads behind it.

A line that sends nothing, or trickles, costs neither a thread nor a place: where all lines are
taken a newcomer gets that of whoever has waited longest.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from typing import Any
from wsgiref.types import WSGIApplication

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import HANDLED_SIGNALS

from clubscore.front.asked import answered_before
from clubscore.front.hub import Hub
from clubscore.front.pages_in_threads import PagesInThreads
from clubscore.front.secure_cookies import with_secure_cookies
from clubscore.front.stream import STREAM, News, Receive, Scope, Send
from clubscore.front.whole_requests import Application, of_strangers, whole

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

THREADS = 8
# A phone has one line for its news and one for its pages, two or three more while it loads one.
# Each costs a process one of the files that it may have open; the database, pages and papers need
# some too.
LINES, OTHER_FILES = 6000, 100
SPARE = 8  # lines kept free, so that whoever comes is let in while another is hung up on
# A line whose request does not begin, or whose head does not end, is hung up on after so long.
HEAD_WITHIN = 60.0  # seconds
LONGEST_HEAD = 64 * 1024  # bytes: eight times what browsers send with all our cookies
KEPT_FOR = 75  # seconds that a line is kept between two requests
CLOSES_WITHIN = 10  # seconds that a page in hand may take when the server closes
# A line counts from when the two have agreed how to speak; until then it is no line yet.
AGREED_WITHIN = 10  # seconds
# Who waits longer is told by turns: the clock stands still while a loop lets several lines in.
TURNS = count()
# A second door, which speaks TLS, and with which certificate.
SecureDoor = tuple[socket.socket, ssl.SSLContext]


class LineProtocol(HttpToolsProtocol):
    """One connection. A newcomer takes the place of the one that waited longest."""

    def __init__(self, *args: Any, most: int = LINES, **terms: Any) -> None:
        super().__init__(*args, **terms)
        self.most = most
        self.waits_since = 0
        self._in_head, self._head = False, 0
        self._hurry: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a line; hang up on another where there are too many."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > self.most - SPARE:
            lines = [each for each in self.connections if isinstance(each, LineProtocol)]
            # Those for which nothing is worked out first, a stream only where there is no other.
            first = min(lines, key=lambda each: (each.is_answering, each.waits_since))
            first.hang_up()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the line."""
        self._hurry_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what was sent; what trickles waits from its first byte on, not from its last."""
        super().data_received(data)
        if self._in_head:
            self._head += len(data)
            if self._head > LONGEST_HEAD:
                self.hang_up()
            elif self._hurry is None:
                self._wait()

    def on_message_begin(self) -> None:
        """Begin to read the head of a request."""
        self._in_head, self._head = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Ask for the answer: the body is somebody else's to wait for."""
        self._in_head = False
        self._hurry_no_more()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self.waits_since = next(TURNS)

    @property
    def is_answering(self) -> bool:
        """Whether a request came in whole and its answer did not go out whole."""
        return self.cycle is not None and not (self.cycle.more_body or self.cycle.response_complete)

    def hang_up(self) -> None:
        """Cut the line off."""
        self.transport.abort()

    def _wait(self) -> None:
        self.waits_since = next(TURNS)
        self._hurry = self.loop.call_later(HEAD_WITHIN, self.hang_up)

    def _hurry_no_more(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None


class Server(uvicorn.Server):
    """The server at its doors; `run` returns when it was closed."""

    def __init__(
        self,
        config: uvicorn.Config,
        door: socket.socket,
        *,
        at_end: Callable[[], None],
        secure: SecureDoor | None = None,
    ) -> None:
        super().__init__(config)
        self.door, self.at_end, self.secure = door, at_end, secure

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer at the door until somebody closes."""
        with self._closing_at_signals():
            super().run(sockets or [self.door])

    @contextmanager
    def _closing_at_signals(self) -> Iterator[None]:
        """Close at a signal from the first line on; uvicorn listens only once its loop runs."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {each: signal.signal(each, self.handle_exit) for each in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def close(self) -> None:
        """Have `run` end, from any thread."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the doors. uvicorn knows one kind: what speaks TLS is opened beside it."""
        await super().startup(sockets)
        if self.secure is None:
            return
        door, context = self.secure
        loop = asyncio.get_running_loop()
        opened = await loop.create_server(
            self._line,
            sock=door,
            ssl=context,
            ssl_handshake_timeout=AGREED_WITHIN,
            backlog=self.config.backlog,
        )
        self.servers.append(opened)

    def _line(self) -> asyncio.Protocol:
        line: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return line

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let streams go first: they would never end by themselves."""
        self.at_end()
        await super().shutdown(sockets)


def build(
    application: WSGIApplication,
    door: socket.socket,
    *,
    hub: Hub | None = None,
    lines: int = 0,
    secure: SecureDoor | None = None,
    most_of: Callable[[Scope], int] | None = None,
) -> Server:
    """Return the server that answers at the door, with so many lines at most (0: usual).

    `most_of` is asked in a page's thread how much of a large request is taken. With a second door
    it answers there, too, over TLS: the same pages, news and lines.
    """
    front = front_of(application, hub, most_of=most_of)
    if secure is not None:
        front = with_secure_cookies(front)
    config = uvicorn.Config(front, lifespan="off", **terms(lines))
    return Server(config, door, at_end=hub.close if hub else lambda: None, secure=secure)


def terms(lines: int = 0) -> dict[str, Any]:
    """Return what every uvicorn that serves us is told, with so many lines at most (0: usual)."""
    return {
        "http": partial(LineProtocol, most=lines or lines_for(files_allowed())),
        "ws": "none",
        "loop": "auto",  # uvloop, where there is one
        "interface": "asgi3",
        "log_config": None,
        "access_log": False,
        "proxy_headers": False,  # clubscore.application reads them, behind any server
        "server_header": False,
        "timeout_keep_alive": KEPT_FOR,
        "timeout_graceful_shutdown": CLOSES_WITHIN,
    }


def front_of(
    application: WSGIApplication,
    hub: Hub | None,
    *,
    threads: int = THREADS,
    most_of: Callable[[Scope], int] | None = None,
) -> Application:
    """Return what answers a request: the streams, what is known of tables, or a page."""
    pages = PagesInThreads(application, threads)

    async def most(scope: Scope) -> int:
        if most_of is None:
            return await of_strangers(scope)
        return await asyncio.get_running_loop().run_in_executor(pages.threads, most_of, scope)

    whole_pages = whole(pages, most_of=most)
    if hub is None:
        return whole_pages
    news, rest = News(hub, pages.threads), answered_before(whole_pages, hub)

    async def front(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].startswith(STREAM):
            await news(scope, receive, send)
        else:
            await rest(scope, receive, send)

    return front


def lines_for(files: int | None) -> int:
    """Return how many lines fit with so many open files; None where no line is a file."""
    if files is None:
        return LINES
    return max(SPARE + 1, min(LINES, files - OTHER_FILES))


def files_allowed() -> int | None:
    """Return how many files this process may have open, after asking for enough.

    macOS gives 256 unless asked. None on Windows, whose ports of completion hold any number.
    """
    if resource is None:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted, any_number = LINES + OTHER_FILES, resource.RLIM_INFINITY
    if soft != any_number and soft < wanted:
        most = wanted if hard == any_number else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if now == any_number else now
