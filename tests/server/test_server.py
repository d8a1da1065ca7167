"""What the server itself refuses, before any page sees it."""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from clubscore.deals.file_text import LARGEST_REQUEST, LARGEST_UPLOAD
from clubscore.server.server import LINES, build, lines_for

ROOT = Path(__file__).resolve().parents[2]


def answer_to(length: int) -> tuple[int, str]:
    """What a request that announces so many bytes is told; nothing of them is sent."""
    door = socket.create_server(("127.0.0.1", 0))
    server = build(lambda _environ, _start: [], door)
    threading.Thread(target=server.run, daemon=True).start()
    connection = http.client.HTTPConnection(*door.getsockname(), timeout=10)
    try:
        connection.putrequest("POST", "/players/in/")
        connection.putheader("Content-Length", str(length))
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()
        server.close()


def test_more_than_the_server_takes_is_refused_in_the_clubs_words() -> None:
    status, told = answer_to(LARGEST_REQUEST + 1)
    assert status == 413
    assert told.startswith(
        "The file is larger than 8 MB. Nothing was recorded. Go back and choose another."
    )
    assert "max_body" not in told


def test_the_server_lets_more_through_than_the_largest_file() -> None:
    assert LARGEST_REQUEST > LARGEST_UPLOAD


# A process of its own, where nothing else has a loop in the main thread. Without what closes the
# server at a signal, it ends by KeyboardInterrupt or by an error of the loop.
TOLD_AS_IT_BEGINS = """
import signal, socket, sys
from clubscore.server.server import build

number = signal.Signals[sys.argv[1]]
signal.signal(number, signal.default_int_handler)
server = build(lambda _environ, _start: [], socket.create_server(("127.0.0.1", 0)))
loop_of = server.config.get_loop_factory

def told():
    signal.raise_signal(number)
    return loop_of()

server.config.get_loop_factory = told
server.run()
assert signal.getsignal(number) is signal.default_int_handler
print("closed")
"""


@pytest.mark.parametrize("told", ["SIGTERM", "SIGINT"])
def test_a_signal_before_the_server_listens_closes_it(told: str) -> None:
    command = [sys.executable, "-c", TOLD_AS_IT_BEGINS, told]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert (ended.returncode, ended.stdout) == (0, "closed\n"), ended.stderr


class Caller:
    """A phone's line to the server: it calls again where the server hung up."""

    def __init__(self, port: int) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        self.calls, self.answers = 0, list[int]()

    def ask(self, address: str) -> None:
        """Open a page, or ask whether anything changed."""
        self.calls += self.line.sock is None
        self.line.request("GET", address)
        answer = self.line.getresponse()
        answer.read()
        self.answers.append(answer.status)


def table(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
    """Answer as a table does: its page, and that nothing changed since."""
    if environ["PATH_INFO"] == "/live/":
        start("204 No Content", [("Content-Length", "0")])
        return []
    start("200 OK", [("Content-Length", "4")])
    return [b"page"]


@contextmanager
def served(application: Callable[..., object], **terms: Any) -> Iterator[int]:
    """Serve an application as `serve` does, on the port that is yielded."""
    door = socket.create_server(("127.0.0.1", 0))
    server = build(application, door, **terms)
    threading.Thread(target=server.run, daemon=True).start()
    try:
        yield door.getsockname()[1]
    finally:
        server.close()


def test_every_phone_of_a_full_room_is_answered() -> None:
    with served(table) as port:
        phones = [Caller(port) for _phone in range(120)]
        for phone in phones:
            phone.ask("/")
        assert [phone.answers for phone in phones] == [[200]] * 120


def test_a_phone_keeps_its_line_after_it_heard_that_nothing_changed() -> None:
    with served(table) as port:
        phone = Caller(port)
        for address in ("/", "/live/", "/live/", "/"):
            phone.ask(address)
        assert (phone.answers, phone.calls) == ([200, 204, 204, 200], 1)
        phone.line.request("GET", "/live/", headers={"Connection": "close"})
        assert phone.line.getresponse().headers["Connection"] == "close"


def test_a_newcomer_takes_the_line_of_whoever_waited_longest() -> None:
    """Idle phones and senders that never end alike: nobody stands before a shut door."""
    with served(table, lines=20) as port:
        phones = [Caller(port) for _phone in range(60)]
        for phone in phones:
            phone.ask("/")
        senders = [socket.create_connection(("127.0.0.1", port)) for _sender in range(60)]
        for sender in senders:
            sender.sendall(b"POST / HTTP/1.1\r\nHost: club\r\nContent-Length: 9\r\n\r\n.")
        newcomer = Caller(port)
        newcomer.ask("/")
        assert newcomer.answers == [200]
        for sender in senders:
            sender.close()


def test_lines_fit_what_the_system_lets_a_process_have_open() -> None:
    assert lines_for(None) == LINES  # Windows
    assert lines_for(20_000) == LINES
    assert 0 < lines_for(256) < 200
