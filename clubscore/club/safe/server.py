"""The server that `make run` answers through: waitress, its refusals in the club's words."""

from __future__ import annotations

import select
import socket
import time
from contextlib import suppress
from wsgiref.types import WSGIApplication

import waitress
from django.utils.translation import gettext as _
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import RequestEntityTooLarge

from clubscore.deals.file_size import LARGEST_REQUEST, LARGEST_UPLOAD, MB

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

THREADS = 8
# A phone has one connection open, two or three while it loads a page. Each costs a process one of
# the files that it may have open; the database, pages and papers need some too.
LINES, OTHER_FILES = 1000, 100
SPARE = 8  # connections kept free, so that whoever comes is let in while another is hung up on
WITH_SELECT = 500  # where there is no poll(), select() takes 512


class Refused(ErrorTask):
    """What is answered to a request that never reaches a page."""

    def execute(self) -> None:
        """Say of what is too large how much would be right; all else waitress says itself."""
        if isinstance(self.request.error, RequestEntityTooLarge):
            self.request.error = TooLarge("")
        super().execute()


class TooLarge(RequestEntityTooLarge):
    """More than any page takes, files and all."""

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return status, headers and text, as waitress asks for them."""
        text = _(
            "The file is larger than %(most)s MB. Nothing was recorded. Go back and choose another."
        ) % {"most": LARGEST_UPLOAD // MB}
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
        return f"{self.code} {self.reason}", headers, f"{text}\n".encode()


class Answer(WSGITask):
    """What a page answers."""

    def set_close_on_finish(self) -> None:
        """Keep the connection after an answer without a body: waitress would hang up on phones.

        Each that heard that nothing changed would call again, every few seconds.
        """
        asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked or self.version == "1.0":
            super().set_close_on_finish()


class Channel(HTTPChannel):
    """One connection. A newcomer takes the place of the one that waited longest."""

    task_class = Answer
    error_task_class = Refused
    begun = 0.0  # when the request began that has not come in whole

    def __init__(
        self,
        server: BaseWSGIServer,
        sock: socket.socket,
        addr: object,
        adj: Adjustments,
        map: dict[int, object] | None = None,
    ) -> None:
        super().__init__(server, sock, addr, adj, map)
        if len(server.active_channels) > server.adj.connection_limit - SPARE:
            channels = server.active_channels.values()
            waiting = [each for each in channels if isinstance(each, Channel) and each.waits]
            min(waiting, key=lambda each: each.since).will_close = True

    def received(self, data: bytes) -> bool:
        """Take in what was sent, and note when a request begins."""
        if self.request is None:
            self.begun = time.time()
        return bool(super().received(data))

    @property
    def waits(self) -> bool:
        """Whether nothing is worked out for it or on its way to it."""
        return not (self.requests or self.total_outbufs_len)

    @property
    def since(self) -> float:
        """Since when it waits. What trickles waits from its first byte on, not from its last."""
        return float(self.last_activity if self.request is None else self.begun)


def lines_for(files: int | None) -> int:
    """Return how many connections fit with so many open files, None where there is no poll()."""
    if files is None:
        return WITH_SELECT
    return max(SPARE + 1, min(LINES, files - OTHER_FILES))


def files_allowed() -> int | None:
    """Return how many files this process may have open, after asking for enough; None on Windows.

    macOS gives 256 unless asked.
    """
    if resource is None or not hasattr(select, "poll"):
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted, any_number = LINES + OTHER_FILES, resource.RLIM_INFINITY
    if soft != any_number and soft < wanted:
        most = wanted if hard == any_number else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if now == any_number else now


def build(application: WSGIApplication, door: socket.socket, *, lines: int = 0) -> BaseWSGIServer:
    """Return the server that answers at the door, with so many connections at most (0: usual)."""
    server = waitress.create_server(
        application,
        sockets=[door],
        threads=THREADS,
        connection_limit=lines or lines_for(files_allowed()),
        asyncore_use_poll=True,
        max_request_body_size=LARGEST_REQUEST,
        ident=None,
        clear_untrusted_proxy_headers=False,  # clubscore.application does that, behind any server
    )
    server.channel_class = Channel
    return server
