"""What stands between pages and the loop: whole answers at once, others piece by piece."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from clubscore.server.server import PagesInThreads

SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "GET",
    "path": "/",
    "query_string": b"",
    "headers": [],
}
PATIENCE = 10.0  # seconds


class Whole(list[bytes]):
    """An answer that is there in full, as Django's are; it notes when it was closed."""

    streaming = False

    def __init__(self, pieces: list[bytes], told: list[str]) -> None:
        super().__init__(pieces)
        self.told = told

    def close(self) -> None:
        self.told.append("closed")


def ask(application: Callable[..., Any], sent: list[dict[str, Any]]) -> None:
    """Ask for an answer; note in `sent` what goes to the server, in its order."""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def answered() -> None:
        await asyncio.wait_for(PagesInThreads(application, 1)(SCOPE, receive, send), PATIENCE)

    # In a thread of its own: the tests' may have a browser's loop already.
    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, answered()).result()


def bodies(sent: list[dict[str, Any]]) -> list[tuple[bytes, bool]]:
    return [(each["body"], each.get("more_body", False)) for each in sent[1:]]


def test_a_whole_answer_goes_over_in_one_and_is_closed() -> None:
    told: list[str] = []
    sent: list[dict[str, Any]] = []

    def page(_environ: Any, start: Callable[..., Any]) -> Whole:
        start("200 OK", [("Content-Type", "text/plain")])
        return Whole([b"one ", b"two"], told)

    ask(page, sent)
    assert (sent[0]["status"], sent[0]["headers"]) == (200, [(b"content-type", b"text/plain")])
    assert bodies(sent) == [(b"one two", False)]
    assert told == ["closed"]


def test_an_answer_without_a_body_ends() -> None:
    sent: list[dict[str, Any]] = []

    def page(_environ: Any, start: Callable[..., Any]) -> Whole:
        start("204 No Content", [])
        return Whole([], [])

    ask(page, sent)
    assert sent[0]["status"] == 204 and bodies(sent) == [(b"", False)]


def test_what_is_made_while_it_is_sent_goes_piece_by_piece() -> None:
    sent: list[dict[str, Any]] = []
    first_is_there = threading.Event()

    def pieces() -> Iterator[bytes]:
        yield b"first"
        # Were it held back until all is there, this would wait in vain.
        assert first_is_there.wait(PATIENCE / 2)
        yield b"second"

    def page(_environ: Any, start: Callable[..., Any]) -> Iterator[bytes]:
        start("200 OK", [])
        return pieces()

    class Noting(list[dict[str, Any]]):
        def append(self, message: dict[str, Any]) -> None:
            sent.append(message)
            if message.get("body") == b"first":
                first_is_there.set()

    ask(page, Noting())
    assert bodies(sent) == [(b"first", True), (b"second", True), (b"", False)]


def test_more_pieces_than_are_made_ahead_arrive_in_their_order() -> None:
    sent: list[dict[str, Any]] = []

    def page(_environ: Any, start: Callable[..., Any]) -> Iterator[bytes]:
        start("200 OK", [])
        return (str(number).encode() for number in range(100))

    ask(page, sent)
    assert b"".join(body for body, _more in bodies(sent)) == "".join(map(str, range(100))).encode()


def test_a_fault_of_the_application_reaches_the_server_and_nothing_is_sent() -> None:
    sent: list[dict[str, Any]] = []

    def page(_environ: Any, start: Callable[..., Any]) -> Whole:
        start("200 OK", [])
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        ask(page, sent)
    assert sent == []
