"""The door for servers of several workers: pages, and the streams that bring news to phones.

Whoever loads it serves the club of the data folder, or is refused (`clubscore.wsgi`).
"""

import os

from clubscore.wsgi import application as pages

# isort: split
# Not before: only a program that is set up can load these.
from clubscore.home import codes as news_of_tables
from clubscore.home.frame import most_of
from clubscore.server.live import Receive, Scope, Send
from clubscore.server.server import THREADS, front_of

_hub = news_of_tables.hub()
_front = front_of(pages, _hub, threads=int(os.environ.get("THREADS", THREADS)), most_of=most_of)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request, or begin and end with the worker."""
    if scope["type"] != "lifespan":
        await _front(scope, receive, send)
        return
    await receive()
    # Not before: what is loaded may be forked, and a thread would stay behind.
    _hub.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    _hub.close()
    await send({"type": "lifespan.shutdown.complete"})
