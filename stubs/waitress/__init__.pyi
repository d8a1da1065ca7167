"""What we use of waitress, which says no types of its own."""

import socket
from collections.abc import Sequence
from wsgiref.types import WSGIApplication

from waitress.server import BaseWSGIServer

def create_server(
    application: WSGIApplication,
    *,
    sockets: Sequence[socket.socket],
    threads: int,
    connection_limit: int,
    asyncore_use_poll: bool,
    max_request_body_size: int,
    ident: str | None,
    clear_untrusted_proxy_headers: bool,
) -> BaseWSGIServer: ...
