"""Requests reach a page whole, so that no thread waits for one that trickles in."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from typing import IO

from django.utils.translation import gettext as _

from clubscore.deals.file_size import LARGEST_REQUEST, LARGEST_UPLOAD, MB
from clubscore.front.stream import HEADERS, Receive, Scope, Send

Application = Callable[[Scope, Receive, Send], Awaitable[None]]
IN_MEMORY = 256 * 1024  # bytes of a request; what is longer waits in a file
PIECE = 64 * 1024
WITHIN = 120.0  # seconds that a request may take to come in


def whole(page: Application, *, within: float = WITHIN) -> Application:
    """Return an application that asks the page only when a request is there in full."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if length_of(scope) > LARGEST_REQUEST:
            await refuse(send, 413, too_large())
            return
        with tempfile.SpooledTemporaryFile(IN_MEMORY) as body:
            try:
                async with asyncio.timeout(within):
                    told = await take_in(receive, body)
            except TimeoutError:
                await refuse(send, 408, _("The request took too long. Nothing was recorded."))
                return
            if told:
                await refuse(send, 413, told)
            elif told is not None:
                await page(scope, reading(body, receive), send)

    return answer


def length_of(scope: Scope) -> int:
    """Return how many bytes a request announces, 0 where it does not say."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


async def take_in(receive: Receive, body: IO[bytes]) -> str | None:
    """Take in the whole of a request; "" when it is there, None when whoever sent it has gone.

    Returns what to say of one that is too large.
    """
    taken, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        piece, more = message.get("body", b""), message.get("more_body", False)
        taken += len(piece)
        if taken > LARGEST_REQUEST:
            return too_large()
        body.write(piece)
    body.seek(0)
    return ""


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


async def refuse(send: Send, status: int, text: str) -> None:
    """Answer in words, and hang up: what is still on its way is not wanted."""
    said = f"{text}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(said)).encode()),
        (b"connection", b"close"),
        *HEADERS,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": said})
