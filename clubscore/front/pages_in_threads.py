"""Pages answer in threads: what stands between them and the server's loop.

Each piece of an answer that a thread hands over by itself costs it a wait for the loop, beside all
other threads. A page is whole when it is there, so it goes over at once; what is read from a file
while it is sent goes piece by piece.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from wsgiref.types import WSGIApplication

from a2wsgi.asgi_typing import SendEvent
from a2wsgi.wsgi import WSGIResponder
from a2wsgi.wsgi_typing import Environ, StartResponse

PIECES = 10  # of an answer that is not whole, which are made before they are sent


class PagesInThreads:
    """Asks an application of WSGI for the answer to each request, in one of so many threads."""

    def __init__(self, application: WSGIApplication, threads: int) -> None:
        self.application: Any = application  # a2wsgi has a type of its own for the same thing
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="page")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        await _Answer(self.application, self.threads, PIECES)(scope, receive, send)


class _Answer(WSGIResponder):
    """The answer to one request, which a thread gives and the loop sends."""

    # What was said and not handed over yet; None where each piece goes over by itself.
    held: list[SendEvent] | None = None

    def wsgi(self, environ: Environ, start_response: StartResponse) -> None:
        """Ask for the answer, and hand it over before it is closed."""
        self.held = []
        answer = self.app(environ, start_response)
        try:
            # As Django's answers say it; of any other it is not known.
            if getattr(answer, "streaming", True):
                self._hand_over()
                self._send_in_pieces(answer)
            else:
                self.send(body_of(b"".join(answer)))
                self._hand_over()
        finally:
            getattr(answer, "close", lambda: None)()

    def send(self, message: SendEvent | None) -> None:
        """Hold a message back, or wait until there is room for it."""
        if self.held is None or message is None:
            super().send(message)
        else:
            self.held.append(message)

    def _hand_over(self) -> None:
        held, self.held = self.held or [], None
        self.loop.call_soon_threadsafe(self._put, held)

    def _put(self, messages: list[SendEvent]) -> None:
        for each in messages:
            self.send_queue.put_nowait(each)

    def _send_in_pieces(self, answer: Iterable[bytes]) -> None:
        for piece in answer:
            self.send(body_of(piece, more=True))
        self.send(body_of(b""))


def body_of(piece: bytes, *, more: bool = False) -> SendEvent:
    """Return a piece of an answer as the server is told it."""
    return {"type": "http.response.body", "body": piece, "more_body": more}
