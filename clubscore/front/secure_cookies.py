"""Cookies of the https door, where plain http is beside it on the same machine.

A browser sends a machine's cookies to all its ports. So what is set over https bears another name
and is Secure: it never goes over plain http, and nobody on the network can set it. What a phone
was given over plain http counts until https gives it something else; so it keeps its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie

from clubscore.front.stream import Receive, Scope, Send
from clubscore.front.whole_requests import Application

OWN = "__Secure-"
Headers = Iterable[tuple[bytes, bytes]]


def with_secure_cookies(page: Application) -> Application:
    """Return an application that knows https by cookies of its own, and plain http as it was."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["scheme"] != "https":
            await page(scope, receive, send)
            return

        async def told(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": list(as_set(message["headers"]))}  # type: ignore[arg-type]
            await send(message)

        await page({**scope, "headers": list(as_shown(scope["headers"]))}, receive, told)

    return answer


def as_shown(headers: Headers) -> Headers:
    """Return a request's headers with the https door's own cookies under their plain names."""
    plain, own = dict[str, str](), dict[str, str]()
    for name, value in headers:
        if name != b"cookie":
            yield name, value
            continue
        for cookie in value.decode("latin-1").split(";"):
            called, _equals, carried = cookie.strip().partition("=")
            (own if called.startswith(OWN) else plain)[called.removeprefix(OWN)] = carried
    if shown := plain | own:
        pairs = (f"{called}={carried}" for called, carried in shown.items())
        yield b"cookie", "; ".join(pairs).encode("latin-1")


def as_set(headers: Headers) -> Headers:
    """Return an answer's headers with each cookie as the https door's own.

    One that is taken away is taken away under both names: else the plain one counted again.
    """
    for name, value in headers:
        if name.lower() != b"set-cookie":
            yield name, value
            continue
        given: SimpleCookie = SimpleCookie()
        try:
            given.load(value.decode("latin-1"))
        except CookieError:
            continue
        for called, morsel in given.items():
            if morsel["max-age"] == "0":
                yield name, value
            morsel.set(OWN + called, morsel.value, morsel.coded_value)
            morsel["secure"] = True
            yield name, morsel.OutputString().encode("latin-1")
