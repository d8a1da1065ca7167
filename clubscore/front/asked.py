"""A phone that asks whether anything changed is answered from what this process knows.

Nine tenths of all requests are that question, and the answer is nearly always no. Whatever is in
doubt - no pass, a pass for another table, a door that nobody knows, another address, scripts that
do not say which edition they are of - goes on to the page, which looks for itself.
"""

from __future__ import annotations

from urllib.parse import parse_qs

from clubscore import edition
from clubscore.front.hub import Door, Hub
from clubscore.front.stream import HEADERS, Receive, Scope, Send, shown_in
from clubscore.front.whole_requests import Application

# What a page calls itself, so that its question can be answered here.
NAME = "about"
EDITION = edition.HEADER.lower().encode()


def answered_before(page: Application, hub: Hub) -> Application:
    """Return an application that says itself that nothing changed, where it knows it."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if not (scope["method"] == "GET" and f"{NAME}=".encode() in scope["query_string"]):
            await page(scope, receive, send)
        elif has_not_changed(scope, hub):
            headers = [(b"vary", b"Cookie"), (EDITION, edition.running().encode()), *HEADERS]
            await send({"type": "http.response.start", "status": 204, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
        else:
            await page(scope, receive, send)

    return answer


def has_not_changed(scope: Scope, hub: Hub) -> bool:
    """Whether what a page has seen is what holds; False in any doubt."""
    shown = shown_in(scope)
    if shown is None or not any(name == EDITION for name, _said in scope["headers"]):
        return False
    asked = parse_qs(scope["query_string"].decode("latin-1"))
    (name,), (seen,) = asked.get(NAME, ("",))[:1], asked.get("seen", ("",))[:1]
    door = Door(shown.room, shown.link)
    tags = hub.tags_of(door)
    if tags is None or not seen or tags.get(name) != seen:
        if tags is None:
            hub.wanted(door)
        return False
    hub.is_there(shown)
    return True
