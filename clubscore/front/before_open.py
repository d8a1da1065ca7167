"""What a browser is answered that comes while the club is not open yet: what is being done.

The door is there before anything else; an update of a large database may take minutes. Until then
every page is a few words that ask again by themselves, with 503, as phones expect of a network
that is gone. A guard that asks whether the process lives is told that it does.
"""

import html
import socket
import threading
import time
from contextlib import suppress

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

    def __enter__(self) -> "BeforeOpen":
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
