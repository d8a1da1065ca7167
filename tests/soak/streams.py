"""Phones that hold a stream of news through whatever happens, and what each of them heard.

As the page's script does it: a stream that ends, or that nobody can give, is asked for again a
little later. What counts is that a phone hears of what happens at its table on its stream.
"""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
from collections.abc import Callable

from tests.soak.phones import GONE, Book, Phone

ASKS = re.compile(r"\?about=([\w-]+)&amp;(?:section=\d+&amp;table=\d+&amp;)?seen=(\w+)")
COMES_BACK_AFTER = 2.0  # seconds, as the stream tells phones
SILENT_FOR = 32.0  # seconds: two beats that did not come, and the stream is no good
# The code that lets a phone in now, and its table's page.
Place = tuple[str, str]


class Listener(threading.Thread):
    """A phone that holds a stream until it is told to stop."""

    def __init__(self, port: int, place: Callable[[], Place]) -> None:
        super().__init__(daemon=True)
        self.port, self.place, self.book = port, place, Book()
        self.code, self.phone = "", Phone(port)
        # What its stream said last of each page, when it last said anything; streams begun.
        self.heard: dict[str, str] = {}
        self.heard_at, self.streams = 0.0, 0
        self.stop = threading.Event()

    def run(self) -> None:
        """Hold a stream, and another when it ends."""
        while not self.stop.is_set():
            try:
                self._come_in()
                self._listen()
            except (*GONE, RuntimeError):
                pass
            self.stop.wait(COMES_BACK_AFTER)

    def _come_in(self) -> None:
        code, address = self.place()
        if code != self.code:
            self.phone = Phone(self.port)
            self.phone.come_in(code)
            self.code, self.heard = code, {}
        # The page carries the pass by which its stream is given.
        self.phone.open(address)

    def _listen(self) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SILENT_FOR)
        cookies = "; ".join(f"{name}={value}" for name, value in self.phone.cookies.items())
        try:
            line.request("GET", "/news/", headers={"Cookie": cookies})
            answer = line.getresponse()
            if answer.status != 200:
                return
            self.streams += 1
            while (said := answer.readline()) and self._stays():
                if said.startswith(b"data: {"):
                    self.heard |= json.loads(said[6:])
                    self.heard_at = time.monotonic()
        finally:
            line.close()

    def _stays(self) -> bool:
        """Whether its table is the one that it came in to: where a new event began, people go on.

        The stream of an event that has ended says nothing of the one after it.
        """
        return not self.stop.is_set() and self.place()[0] == self.code

    def missed(self) -> str | None:
        """Say what its page is and its stream did not say, once all is still; "" where nothing.

        None: the page asks for no news now.
        """
        _code, address = self.place()
        phone = Phone(self.port)
        phone.come_in(_code)
        found = ASKS.search(phone.open(address)[1])
        if found is None:
            return None
        name, seen = found.groups()
        end = time.monotonic() + SILENT_FOR
        while self.heard.get(name) != seen and time.monotonic() < end:
            time.sleep(0.1)
        said = self.heard.get(name)
        return "" if said == seen else f"{address} is {name} {seen}, and its stream said {said}"
