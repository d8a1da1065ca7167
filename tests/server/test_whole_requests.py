"""A page is asked when its request is there in full, and never for one that is not."""

import errno
import io
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from clubscore.deals.file_text import LARGEST_REQUEST
from clubscore.server import server
from clubscore.server import server as whole_requests
from clubscore.server.live import Scope
from clubscore.server.server import FROM_STRANGERS, UNCOUNTED, NotTakenIn
from tests.server.serving import PATIENCE, served
from tests.waiting import until

Page = Callable[[dict[str, Any], Any], list[bytes]]


@pytest.fixture
def asked() -> list[bytes]:
    return []


async def of_friends(_scope: Scope) -> int:
    return LARGEST_REQUEST


@pytest.fixture
def port(asked: list[bytes], monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(server, "HEAD_WITHIN", 0.3)

    whole = server.whole

    def quick(pages: whole_requests.Application, **_terms: object) -> whole_requests.Application:
        return whole(pages, within=0.3, most_of=of_friends)

    monkeypatch.setattr(server, "whole", quick)

    with served(noting(asked)) as found:
        yield found


def noting(asked: list[bytes]) -> Page:
    """A page that notes what came in."""

    def page(environ: dict[str, Any], start: Any) -> list[bytes]:
        asked.append(environ["wsgi.input"].read())
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    return page


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


def sent(line: socket.socket, size: int) -> bytes:
    """Announce so many bytes, send them, and return what is told; it may hang up before the end."""
    line.sendall(f"Connection: close\r\nContent-Length: {size}\r\n\r\n".encode())
    with suppress(OSError):
        line.sendall(bytes(size))
    return read(line)


def test_a_stranger_is_refused_what_is_large_before_it_comes(asked: list[bytes]) -> None:
    with served(noting(asked)) as port:
        assert b" 200 " in sent(line_to(port, "POST / HTTP/1.1"), FROM_STRANGERS)
        announced = line_to(port, "POST / HTTP/1.1")
        announced.sendall(f"Content-Length: {FROM_STRANGERS + 1}\r\n\r\n".encode())
        told = read(announced)
        assert b" 413 " in told and b"without a login" in told
        silent = line_to(port, "POST / HTTP/1.1")
        silent.sendall(b"Transfer-Encoding: chunked\r\n\r\n")
        with suppress(OSError):
            silent.sendall(b"50000\r\n" + bytes(0x50000) + b"\r\n0\r\n\r\n")
        with suppress(ConnectionResetError):
            assert b" 413 " in read(silent)
    assert [len(each) for each in asked] == [FROM_STRANGERS]


def test_all_that_comes_in_at_once_has_a_limit_and_an_entry_is_always_taken(
    asked: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_hand = whole_requests.InHand(50_000)
    with in_hand.one() as first, in_hand.one() as second, in_hand.one() as entry:
        first(UNCOUNTED + 30_000)
        second(UNCOUNTED)
        second(20_000)
        with pytest.raises(NotTakenIn) as told:
            second(1)
        assert told.value.status == 503
        entry(UNCOUNTED)
    assert in_hand.held == 0
    monkeypatch.setattr(whole_requests, "InHand", lambda: in_hand)
    with served(noting(asked)) as port:
        answer = sent(line_to(port, "POST / HTTP/1.1"), UNCOUNTED + 50_001)
        assert b" 503 " in answer and b"retry-after: 10" in answer and b"sent at once" in answer
        assert b" 200 " in sent(line_to(port, "POST / HTTP/1.1"), UNCOUNTED)
    assert (in_hand.held, [len(each) for each in asked]) == (0, [UNCOUNTED])


def test_a_full_disk_is_told_in_words(
    port: int, asked: list[bytes], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Full(io.BytesIO):
        def write(self, _piece: Any) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

        def close(self) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(whole_requests.tempfile, "SpooledTemporaryFile", lambda _size: Full())
    answer = sent(line_to(port, "POST / HTTP/1.1"), 100)
    assert b" 503 " in answer and b"retry-after: 10" in answer
    assert b"The disk of the club's computer is full. Nothing was recorded." in answer
    assert asked == [] and [each.exc_info for each in caplog.records] == [None]
