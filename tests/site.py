"""The server as `serve` runs it, in the process of the tests: what browsers of the tests open."""

import socket
import threading
from dataclasses import dataclass
from wsgiref.types import WSGIApplication

from django.core.wsgi import get_wsgi_application

from clubscore.home import codes as news_of_tables
from clubscore.home.frame import most_of
from clubscore.server.live import Hub
from clubscore.server.server import Server, build

PATIENCE = 20.0  # seconds


@dataclass
class Site:
    """A server with its streams; it can be closed, and opened again at the same address."""

    port: int = 0
    server: Server | None = None
    hub: Hub | None = None
    thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """Where a browser finds it."""
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        """Begin to answer."""
        door = socket.create_server(("127.0.0.1", self.port))
        self.port = door.getsockname()[1]
        self.hub = news_of_tables.hub()
        self.server = self.build(get_wsgi_application(), door)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.hub.start()
        self.thread.start()

    def build(self, application: WSGIApplication, door: socket.socket) -> Server:
        """Return the server for a door."""
        return build(application, door, hub=self.hub, most_of=most_of)

    def close(self) -> None:
        """Answer no more."""
        assert self.server and self.thread
        self.server.close()
        self.thread.join(PATIENCE)
