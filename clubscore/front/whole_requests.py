"""Requests reach a page whole, so that no thread waits for one that trickles in.

How much is taken depends on who sends it and where to, which is found out before anything large is;
and all that is in hand at once has one limit, so that no crowd fills memory and disk.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO

from django.utils.translation import gettext as _

from clubscore.deals.file_size import LARGEST_REQUEST, LARGEST_UPLOAD, MB
from clubscore.front.stream import HEADERS, Receive, Scope, Send

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
