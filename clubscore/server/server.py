"""The server that answers the club's phones: uvicorn, with pages in threads behind it.

Requests reach a page whole, so no thread waits for one that trickles in; how much is taken
depends on who sends it. Nine tenths ask whether anything changed, and are answered from what the
process knows. Before the club is open each page answers 503 in a few words. Cookies set over
https bear another name, because a browser sends a machine's cookies to all its ports.
"""

from __future__ import annotations

import asyncio
import html
import logging
import signal
import socket
import ssl
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from http.cookies import CookieError, SimpleCookie
from itertools import count
from typing import IO, Any
from urllib.parse import parse_qs
from wsgiref.types import WSGIApplication

import uvicorn
from a2wsgi.asgi_typing import SendEvent
from a2wsgi.wsgi import WSGIResponder
from a2wsgi.wsgi_typing import Environ, StartResponse
from django.utils.translation import gettext as _
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import HANDLED_SIGNALS
from wakepy import keep

from clubscore import places as edition
from clubscore.deals.file_text import LARGEST_REQUEST, LARGEST_UPLOAD, MB
from clubscore.server.live import HEADERS, STREAM, Door, Hub, News, Receive, Scope, Send, pass_of

Application = Callable[[Scope, Receive, Send], Awaitable[None]]
# Says of a request, by its head, how many bytes of it are taken.
MostOf = Callable[[Scope], Awaitable[int]]
IN_MEMORY = 256 * 1024  # bytes of a request; what is longer waits in a file
FROM_STRANGERS = 256 * 1024  # bytes that are taken of anybody's request
UNCOUNTED = 16 * 1024  # bytes of a request that are always taken: of any entry's form
ALL_IN_HAND = 64 * MB  # of all requests that come in at once, in this process
COME_BACK_AFTER = 10  # seconds
PIECE = 64 * 1024
WITHIN = 120.0  # seconds that a request may take to come in

logger = logging.getLogger(__name__)


class NotTakenIn(Exception):
    """A request is not taken in; the text says why."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status, self.text = status, text


class InHand:
    """How many bytes of all requests that are coming in are held, beyond what each may hold."""

    def __init__(self, most: int = ALL_IN_HAND) -> None:
        self.most, self.held = most, 0

    @contextmanager
    def one(self) -> Iterator[Callable[[int], None]]:
        """Yield what is told of each piece of a request; all of it is let go of at the end."""
        taken = mine = 0

        def more(size: int) -> None:
            nonlocal taken, mine
            taken += size
            counted = max(0, taken - UNCOUNTED) - mine
            if counted > 0 and self.held + counted > self.most:
                raise NotTakenIn(503, _("Too much is being sent at once. Try again in a moment."))
            self.held += counted
            mine += counted

        try:
            yield more
        finally:
            self.held -= mine


async def of_strangers(_scope: Scope) -> int:
    """Return how much is taken of a request of whom nobody knows."""
    return FROM_STRANGERS


def whole(
    page: Application, *, within: float = WITHIN, most_of: MostOf = of_strangers
) -> Application:
    """Return an application that asks the page only when a request is there in full."""
    in_hand = InHand()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        with _a_body() as body, in_hand.one() as more:
            try:
                async with asyncio.timeout(within):
                    limit = Limit(scope, most_of)
                    await limit.allows(length_of(scope))
                    is_there = await take_in(receive, body, limit, more)
            except TimeoutError:
                await refuse(send, 408, _("The request took too long. Nothing was recorded."))
                return
            except NotTakenIn as told:
                await refuse(send, told.status, told.text)
                return
            if is_there:
                await page(scope, reading(body, receive), send)

    return answer


@contextmanager
def _a_body() -> Iterator[IO[bytes]]:
    body = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
    try:
        yield body
    finally:
        with suppress(OSError):  # a full disk refuses what it still holds
            body.close()


class Limit:
    """How much of a request is taken. Who sends it is asked once, and only where it is large."""

    def __init__(self, scope: Scope, most_of: MostOf) -> None:
        self._scope, self._most_of = scope, most_of
        self._most, self._is_asked = FROM_STRANGERS, False

    async def allows(self, size: int) -> None:
        """Raise NotTakenIn where so much is not taken."""
        if size > LARGEST_REQUEST:
            raise NotTakenIn(413, too_large())
        if size > self._most and not self._is_asked:
            self._most, self._is_asked = await self._most_of(self._scope), True
        if size > self._most:
            raise NotTakenIn(413, _too_much(self._most))


def length_of(scope: Scope) -> int:
    """Return how many bytes a request announces, 0 where it does not say."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


async def take_in(
    receive: Receive, body: IO[bytes], limit: Limit, more: Callable[[int], None]
) -> bool:
    """Take in the whole of a request; False when whoever sent it has gone.

    Raises NotTakenIn for one that is too large, and where there is no room for it.
    """
    taken, goes_on = 0, True
    while goes_on:
        message = await receive()
        if message["type"] == "http.disconnect":
            return False
        piece, goes_on = message.get("body", b""), message.get("more_body", False)
        taken += len(piece)
        await limit.allows(taken)
        more(len(piece))
        with _in_words():
            body.write(piece)
    with _in_words():
        body.seek(0)
    return True


@contextmanager
def _in_words() -> Iterator[None]:
    """Tell of a disk that cannot take the file in which a request waits."""
    try:
        yield
    except OSError as error:
        logger.warning("A request was not taken in: %s", error)
        told = _(
            "The disk of the club's computer is full. Nothing was recorded. Tell the director."
        )
        raise NotTakenIn(503, told) from error


def reading(body: IO[bytes], receive: Receive) -> Receive:
    """Return a way to receive what was taken in, and after it that whoever sent it has gone."""
    ended = False

    async def piece() -> dict[str, object]:
        nonlocal ended
        if ended:
            return await receive()
        read = body.read(PIECE)
        ended = len(read) < PIECE
        return {"type": "http.request", "body": read, "more_body": not ended}

    return piece


def too_large() -> str:
    """Say of what is too large how much would be right."""
    return _(
        "The file is larger than %(most)s MB. Nothing was recorded. Go back and choose another."
    ) % {"most": LARGEST_UPLOAD // MB}


def _too_much(most: int) -> str:
    if most <= FROM_STRANGERS:
        return _(
            "This is more than is taken without a login. Nothing was recorded."
            " Log in and try again."
        )
    if most < LARGEST_REQUEST:
        return _("This is more than this page takes. Nothing was recorded.")
    return too_large()


async def refuse(send: Send, status: int, text: str) -> None:
    """Answer in words, and hang up: what is still on its way is not wanted."""
    said = f"{text}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(said)).encode()),
        (b"connection", b"close"),
        *HEADERS,
    ]
    if status == 503:
        headers.append((b"retry-after", str(COME_BACK_AFTER).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": said})


# ---- Whether anything changed, answered without a page.

# What a page calls itself, so that its question can be answered here.
NAME = "about"
EDITION = edition.HEADER.lower().encode()


def answered_before(page: Application, hub: Hub) -> Application:
    """Return an application that says itself that nothing changed, where it knows it."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if not (scope["method"] == "GET" and f"{NAME}=".encode() in scope["query_string"]):
            await page(scope, receive, send)
        elif has_not_changed(scope, hub):
            headers = [(b"vary", b"Cookie"), (EDITION, edition.page_edition().encode()), *HEADERS]
            await send({"type": "http.response.start", "status": 204, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
        else:
            await page(scope, receive, send)

    return answer


def has_not_changed(scope: Scope, hub: Hub) -> bool:
    """Whether what a page has seen is what holds; False in any doubt.

    In doubt is a request without a pass, or with one for another table, a door that nobody knows,
    another address, scripts that do not say their edition. The page then looks for itself.
    """
    shown = pass_of(scope)
    if shown is None or not any(name == EDITION for name, _said in scope["headers"]):
        return False
    asked = parse_qs(scope["query_string"].decode("latin-1"))
    (name,), (seen,) = asked.get(NAME, ("",))[:1], asked.get("seen", ("",))[:1]
    door = Door(shown.room, shown.link)
    tags = hub.tags_of(door)
    if tags is None or not seen or tags.get(name) != seen:
        if tags is None:
            hub.wanted(door)
        return False
    hub.is_there(shown)
    return True


# ---- Pages answer in threads.

PIECES = 10  # of an answer that is not whole, which are made before they are sent


class PagesInThreads:
    """Asks an application of WSGI for the answer to each request, in one of so many threads.

    Each piece that a thread hands over by itself costs it a wait for the loop, beside all other
    threads. A page is whole when it is there, so it goes over at once; what is read from a file
    while it is sent goes piece by piece.
    """

    def __init__(self, application: WSGIApplication, threads: int) -> None:
        self.application: Any = application  # a2wsgi has a type of its own for the same thing
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="page")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        await _ServedAnswer(self.application, self.threads, PIECES)(scope, receive, send)


class _ServedAnswer(WSGIResponder):
    """The answer to one request, which a thread gives and the loop sends."""

    # What was said and not handed over yet; None where each piece goes over by itself.
    held: list[SendEvent] | None = None

    def wsgi(self, environ: Environ, start_response: StartResponse) -> None:
        """Ask for the answer, and hand it over before it is closed."""
        self.held = []
        answer = self.app(environ, start_response)
        try:
            # As Django's answers say it; of any other it is not known.
            if getattr(answer, "streaming", True):
                self._hand_over()
                self._send_in_pieces(answer)
            else:
                self.send(body_of(b"".join(answer)))
                self._hand_over()
        finally:
            getattr(answer, "close", lambda: None)()

    def send(self, message: SendEvent | None) -> None:
        """Hold a message back, or wait until there is room for it."""
        if self.held is None or message is None:
            super().send(message)
        else:
            self.held.append(message)

    def _hand_over(self) -> None:
        held, self.held = self.held or [], None
        self.loop.call_soon_threadsafe(self._put, held)

    def _put(self, messages: list[SendEvent]) -> None:
        for each in messages:
            self.send_queue.put_nowait(each)

    def _send_in_pieces(self, answer: Iterable[bytes]) -> None:
        for piece in answer:
            self.send(body_of(piece, more=True))
        self.send(body_of(b""))


def body_of(piece: bytes, *, more: bool = False) -> SendEvent:
    """Return a piece of an answer as the server is told it."""
    return {"type": "http.response.body", "body": piece, "more_body": more}


# ---- Cookies of the https door.

OWN = "__Secure-"
Headers = Iterable[tuple[bytes, bytes]]


def with_secure_cookies(page: Application) -> Application:
    """Return an application that knows https by cookies of its own, and plain http as it was.

    What a phone was given over plain http counts until https gives it something else; so it keeps
    its place.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["scheme"] != "https":
            await page(scope, receive, send)
            return

        async def told(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": list(as_set(message["headers"]))}  # type: ignore[arg-type]
            await send(message)

        await page({**scope, "headers": list(for_https(scope["headers"]))}, receive, told)

    return answer


def for_https(headers: Headers) -> Headers:
    """Return a request's headers with the https door's own cookies under their plain names."""
    plain, own = dict[str, str](), dict[str, str]()
    for name, value in headers:
        if name != b"cookie":
            yield name, value
            continue
        for cookie in value.decode("latin-1").split(";"):
            called, _equals, carried = cookie.strip().partition("=")
            (own if called.startswith(OWN) else plain)[called.removeprefix(OWN)] = carried
    if shown := plain | own:
        pairs = (f"{called}={carried}" for called, carried in shown.items())
        yield b"cookie", "; ".join(pairs).encode("latin-1")


def as_set(headers: Headers) -> Headers:
    """Return an answer's headers with each cookie as the https door's own.

    One that is taken away is taken away under both names: else the plain one counted again.
    """
    for name, value in headers:
        if name.lower() != b"set-cookie":
            yield name, value
            continue
        given: SimpleCookie = SimpleCookie()
        try:
            given.load(value.decode("latin-1"))
        except CookieError:
            continue
        for called, morsel in given.items():
            if morsel["max-age"] == "0":
                yield name, value
            morsel.set(OWN + called, morsel.value, morsel.coded_value)
            morsel["secure"] = True
            yield name, morsel.OutputString().encode("latin-1")


# ---- The server.

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
        "proxy_headers": False,  # clubscore.wsgi reads them, behind any server
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


# ---- What is answered while the club is not open.

# A guard that asks whether the process lives is told that it does. Everybody else gets a page that
# asks again, with 503, as phones expect of a network that is gone.
ALIVE = (b"GET /health ", b"GET /healthz/ ", b"HEAD /health ", b"HEAD /healthz/ ")
LOOK = 0.2  # seconds until it is seen that the club opens
PATIENCE = 1.0  # seconds that somebody has to say all of what they want
LONGEST = 16 * 1024  # bytes of it that are read
AGAIN = 5  # seconds until a page asks again
PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="{again}">'
    "<title>ClubScore</title></head><body><main><h1>ClubScore</h1><p>{words}</p></main></body>"
    "</html>"
)
HEAD = (
    "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {length}\r\n"
    "Retry-After: {again}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
)


class BeforeOpen:
    """Answers at a door, in a thread of its own, until the block ends."""

    def __init__(self, door: socket.socket, words: str) -> None:
        self.words = words
        self._door = door
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._answer_all, daemon=True)

    def __enter__(self) -> BeforeOpen:
        self._door.settimeout(LOOK)
        self._thread.start()
        return self

    def __exit__(self, *_how: object) -> None:
        self._over.set()
        # The club opens whatever a guest does meanwhile.
        self._thread.join(PATIENCE + LOOK)
        self._door.settimeout(None)

    def _answer_all(self) -> None:
        while not self._over.is_set():
            # Whoever hangs up, or says nothing, is not answered.
            with suppress(OSError):
                line, _address = self._door.accept()
                with line:
                    self._answer(line)

    def _answer(self, line: socket.socket) -> None:
        asked, ends = b"", time.monotonic() + PATIENCE
        while b"\r\n\r\n" not in asked and len(asked) < LONGEST:
            left = ends - time.monotonic()
            if left <= 0 or self._over.is_set():
                return
            line.settimeout(left)
            more = line.recv(LONGEST)
            if not more:
                return
            asked += more
        line.settimeout(PATIENCE)
        status = "200 OK" if asked.startswith(ALIVE) else "503 Service Unavailable"
        page = PAGE.format(again=AGAIN, words=html.escape(self.words)).encode()
        head = HEAD.format(status=status, length=len(page), again=AGAIN).encode()
        line.sendall(head if asked.startswith(b"HEAD ") else head + page)
        line.shutdown(socket.SHUT_WR)


@contextmanager
def stay_awake() -> Iterator[bool]:
    """Keep the machine awake, the screen aside; give whether it said that it will.

    wakepy asks the desktop on Linux, caffeinate on macOS and SetThreadExecutionState on Windows.
    None of them needs rights, and what was asked for ends with the process, however it ends. A lid
    that is shut, and an empty battery, are stronger.
    """
    with keep.running(on_fail="pass") as mode:
        yield mode.active


def in_words(awake: bool) -> str:
    """Say whether the machine stays awake, and what its owner can do."""
    if awake:
        return _("This machine stays awake while ClubScore is open. Leave its lid open.")
    return _(
        "This machine may fall asleep by itself, and then no phone reaches it. Switch that off in"
        " its power settings, and leave its lid open."
    )
