"""A page is asked when its request is there in full, and never for one that is not."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from clubscore.deals.file_size import LARGEST_REQUEST
from clubscore.front import server, whole_requests
from tests.front.serving import PATIENCE, served
from tests.waiting import until


@pytest.fixture
def asked() -> list[bytes]:
    return []


@pytest.fixture
def port(asked: list[bytes], monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(server, "HEAD_WITHIN", 0.3)
    quick = lambda pages: whole_requests.whole(pages, within=0.3)  # noqa: E731
    monkeypatch.setattr(server, "whole", quick)

    def page(environ: dict[str, Any], start: Any) -> list[bytes]:
        asked.append(environ["wsgi.input"].read())
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    with served(page) as found:
        yield found


def line_to(port: int, head: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    line.sendall(f"{head}\r\nHost: club\r\n".encode())
    return line


def read(line: socket.socket) -> bytes:
    """Read until the server hangs up."""
    found = b""
    while piece := line.recv(65536):
        found += piece
    return found


def test_a_long_body_reaches_the_page_as_it_was_sent(port: int, asked: list[bytes]) -> None:
    body = bytes(range(256)) * 4096  # a megabyte: longer than what waits in memory
    line = line_to(port, "POST / HTTP/1.1")
    line.sendall(f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode())
    line.sendall(body)
    assert b" 200 " in read(line) and asked == [body]


def test_a_body_that_never_ends_is_told_so_and_reaches_no_page(
    port: int, asked: list[bytes]
) -> None:
    line = line_to(port, "POST / HTTP/1.1")
    line.sendall(b"Content-Length: 9\r\n\r\n.")
    answer = read(line)
    assert b" 408 " in answer and b"The request took too long. Nothing was recorded." in answer
    assert asked == []


def test_a_head_that_never_ends_is_hung_up_on(port: int, asked: list[bytes]) -> None:
    line = line_to(port, "GET / HTTP/1.1")
    assert read(line) == b"" and asked == []
    silent = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    assert read(silent) == b""


def test_a_head_without_end_is_hung_up_on(
    port: int, asked: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HEAD_WITHIN", 60.0)
    line = line_to(port, "GET / HTTP/1.1")
    with suppress(OSError):
        for _time in range(100):
            line.sendall(b"X-More: " + b"." * 4096 + b"\r\n")
    with suppress(OSError):
        assert read(line) == b""
    assert asked == []


def test_a_line_that_trickles_after_an_answer_is_hung_up_on(port: int, asked: list[bytes]) -> None:
    line = line_to(port, "GET / HTTP/1.1")
    line.sendall(b"\r\n")
    line.sendall(b"GET / HT")
    answer = read(line)
    assert b" 200 " in answer and answer.endswith(b"ok") and len(asked) == 1


def test_more_than_is_taken_is_refused_though_nothing_was_announced(
    port: int, asked: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole_requests, "LARGEST_REQUEST", 100)
    line = line_to(port, "POST / HTTP/1.1")
    line.sendall(b"Transfer-Encoding: chunked\r\n\r\n")
    line.sendall(b"60\r\n" + b"." * 96 + b"\r\n" + b"60\r\n" + b"." * 96 + b"\r\n")
    answer = read(line)
    assert b" 413 " in answer and b"The file is larger than 8 MB" in answer and asked == []
    assert LARGEST_REQUEST > 100


def test_whoever_goes_before_the_end_reaches_no_page(port: int, asked: list[bytes]) -> None:
    gone = line_to(port, "POST / HTTP/1.1")
    gone.sendall(b"Content-Length: 9\r\n\r\n.")
    gone.close()
    line = line_to(port, "GET / HTTP/1.1")
    line.sendall(b"Connection: close\r\n\r\n")
    until(lambda: asked, "a request")
    assert asked == [b""]
