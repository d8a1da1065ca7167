"""The server that `make run` answers through: waitress, its refusals in the club's words."""

from __future__ import annotations

import socket
from typing import Any

import waitress
from django.utils.translation import gettext as _
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask
from waitress.utilities import RequestEntityTooLarge

from clubscore.deals.size import LARGEST_REQUEST, LARGEST_UPLOAD, MB

THREADS = 8


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
            "The file is larger than %(most)s MB. Nothing is recorded: go back and choose another."
        ) % {"most": LARGEST_UPLOAD // MB}
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
        return f"{self.code} {self.reason}", headers, f"{text}\n".encode()


class Channel(HTTPChannel):
    """One connection."""

    error_task_class = Refused


def build(application: Any, door: socket.socket) -> Any:
    """Return the server that answers at the door."""
    server = waitress.create_server(
        application,
        sockets=[door],
        threads=THREADS,
        max_request_body_size=LARGEST_REQUEST,
        ident=None,
        clear_untrusted_proxy_headers=False,  # clubscore.application does that, behind any server
    )
    server.channel_class = Channel
    return server
