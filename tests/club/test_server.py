"""What the server itself refuses, before any page sees it."""

from __future__ import annotations

import http.client
import socket
import threading

from clubscore.club.server import build
from clubscore.deals.size import LARGEST_REQUEST, LARGEST_UPLOAD


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
    assert told.startswith("The file is larger than 8 MB. Nothing is recorded")
    assert "max_body" not in told


def test_the_server_lets_more_through_than_the_largest_file() -> None:
    assert LARGEST_REQUEST > LARGEST_UPLOAD
