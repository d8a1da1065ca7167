"""A server with its front, in this process, and a phone that holds a stream of it."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from clubscore.places import HEADER
from clubscore.server.live import COOKIE, ChangeFeed, Door, HearingPass, Hub, Tags, write
from clubscore.server.server import build
from tests.waiting import until

PATIENCE = 20.0  # seconds


class Club:
    """What stands in the place of a database: tags by door, and a bell that rings at a change."""

    def __init__(self, **tags: Tags) -> None:
        self.tags: dict[Door, Tags] = {Door("card", int(k[1:])): v for k, v in tags.items()}
        self.there: list[HearingPass] = []
        self.looked = 0
        self.fault: Exception | None = None
        self.rung = threading.Event()
        self.watched = threading.Event()

    def feed(self) -> ChangeFeed:
        return self

    def wait(self) -> bool:
        self.watched.set()
        rung = self.rung.wait(0.02)
        self.rung.clear()
        return rung

    def close(self) -> None:
        pass

    def look(self, doors: Collection[Door]) -> Mapping[Door, Tags]:
        self.looked += 1
        if self.fault:
            raise self.fault
        return {door: self.tags[door] for door in doors if door in self.tags}

    def note(self, there: Collection[HearingPass]) -> None:
        self.there += there

    def now(self, link: int, **tags: str) -> None:
        """Change what holds at a card table's door; nothing shuts it."""
        if tags:
            self.tags[Door("card", link)] = tags
        else:
            del self.tags[Door("card", link)]
        self.rung.set()


@contextmanager
def watching(club: Club) -> Iterator[Hub]:
    """A hub that has looked for the first time."""
    hub = Hub(club.feed, club.look, club.note)
    hub.start()
    try:
        until(lambda: hub.is_well, "a hub that is well")
        yield hub
    finally:
        hub.close()


@contextmanager
def served(
    application: Callable[..., object], hub: Hub | None = None, **terms: Any
) -> Iterator[int]:
    """Serve an application as `serve` does, on the port that is yielded."""
    door = socket.create_server(("127.0.0.1", 0))
    server = build(application, door, hub=hub, **terms)  # type: ignore[arg-type]
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield door.getsockname()[1]
    finally:
        server.close()
        thread.join(PATIENCE)


class Phone:
    """A browser's line to the server, with its pass."""

    def __init__(self, port: int, shown: HearingPass | None, *, carried: str = "") -> None:
        self.line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.cookie = carried or (write(shown) if shown else "")
        self.heard = b""
        self.said = b""
        self.says = f"{HEADER}: 0.2.0-0\r\n"

    def ask(self, path: str, method: str = "GET") -> int:
        """Send a request and return its status; what follows is left to be read."""
        cookie = f"Cookie: theme=dark; {COOKIE}={self.cookie}\r\n" if self.cookie else ""
        length = "Content-Length: 0\r\n" if method == "POST" else ""
        self.line.sendall(
            f"{method} {path} HTTP/1.1\r\nHost: club\r\n{cookie}{length}{self.says}\r\n".encode()
        )
        while b"\r\n\r\n" not in self.heard:
            self._more()
        self.head, _, self.heard = self.heard.partition(b"\r\n\r\n")
        return int(self.head.split(b" ")[1])

    def tags(self) -> dict[str, str] | None:
        """Return the next tags that the stream brings, None when it ends."""
        while True:
            while b"\n\n" not in self.heard and b"0\r\n\r\n" not in self.heard:
                if not self._more():
                    return None
            if b"data: {" not in self.heard:
                return None
            event, _, self.heard = self.heard.partition(b"\n\n")
            _, found, data = event.partition(b"data: ")
            if found and data.startswith(b"{"):
                return dict(json.loads(data))

    def close(self) -> None:
        self.line.close()

    def _more(self) -> bool:
        piece = self.line.recv(4096)
        self.heard += piece
        self.said += piece
        return bool(piece)
