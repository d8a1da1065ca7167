"""Phones that lie on tables: each is let in by its code and enters as fast as it is answered.

An entry that gets no answer is sent again, the same key and the same facts, until it gets one: as
a phone does that lost the network. What was answered is written down; that is what may not be lost.
"""

import http.client
import re
import threading
import time
from dataclasses import dataclass, field
from urllib.parse import urlencode

PATIENCE = 120  # seconds without any answer, and the phone gives up
# A contract that always fails: nobody wins a game, so no rubber ends.
ONE_DOWN = {"level": "1", "denomination": "S", "declarer": "N", "doubling": "0", "result": "-1"}
HIDDEN = ("csrfmiddlewaretoken", "part", "position", "key")
GONE = (OSError, http.client.HTTPException)


@dataclass
class Book:
    """What all phones sent and heard."""

    acknowledged: dict[str, list[str]] = field(default_factory=lambda: {"card": [], "event": []})
    # Milliseconds of each request that was answered, entries and pages apart.
    spent: dict[str, list[float]] = field(default_factory=lambda: {"entry": [], "page": []})
    wrong: list[str] = field(default_factory=list)
    again: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def heard(self, kind: str, milliseconds: float) -> None:
        """Write down how long an answer took."""
        with self.lock:
            self.spent[kind].append(milliseconds)

    def stands(self, room: str, key: str) -> None:
        """Write down that an entry was acknowledged."""
        with self.lock:
            self.acknowledged[room].append(key)

    def complain(self, text: str) -> None:
        """Write down an answer that should not have been."""
        with self.lock:
            self.wrong.append(text)


class Phone(threading.Thread):
    """A phone at one table. `stop` lets it finish the entry in hand, then it ends."""

    def __init__(self, port: int, codes: list[str], book: Book, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.port, self.codes, self.book, self.stop = port, codes, book, stop
        self.line: http.client.HTTPConnection | None = None
        self.cookies: dict[str, str] = {}

    def run(self) -> None:
        """Enter at one table after the other until told to stop."""
        for code in self.codes:
            if self.stop.is_set():
                return
            try:
                at = self._come_in(code)
                (self._event if code.startswith("/e/") else self._cards)(at)
            except Exception as error:
                self.book.complain(f"{code}: {error!r}")
                return

    def _come_in(self, code: str) -> str:
        """Be the phone of a table; return the address of its page."""
        self._ask(code)
        form = {"csrfmiddlewaretoken": self.cookies["csrftoken"], "person": ""}
        status, _text, where = self._ask(code, form)
        if status != 302:
            raise RuntimeError(f"not let in: {status}")
        return where

    def _cards(self, at: str) -> None:
        while not self.stop.is_set():
            status, page, _where = self._ask(at)
            if status != 200:
                raise RuntimeError(f"{at} answers {status}")
            fields = {name: _hidden(page, name) for name in HIDDEN}
            self._enter("card", f"{at}record/", ONE_DOWN | {"honours": "none"} | fields)

    def _event(self, at: str) -> None:
        while not self.stop.is_set():
            status, page, _where = self._ask(at)
            if status != 200:
                raise RuntimeError(f"{at} answers {status}")
            if 'id="entry"' not in page:
                return  # all its boards are in
            fields = {name: _hidden(page, name) for name in ("key", "round", "board")}
            token = {"csrfmiddlewaretoken": _hidden(page, "csrfmiddlewaretoken"), "looked": "1"}
            for side in ("ns", "ew"):
                key = f"{fields['key']}-{side}"
                self._enter(
                    "event", f"{at}tell/", ONE_DOWN | fields | token | {"side": side, "key": key}
                )

    def _enter(self, room: str, address: str, form: dict[str, str]) -> None:
        status, text, _where = self._ask(address, form)
        if status == 302:
            self.book.stands(room, form["key"])
        else:
            self.book.complain(f"{address} answers {status}: {' '.join(text.split())[:300]}")

    def _ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Send one request until it is answered; return status, text and where it leads."""
        end = time.monotonic() + PATIENCE
        while True:
            begun = time.perf_counter()
            try:
                answer = self._once(path, form)
                spent = (time.perf_counter() - begun) * 1000
                self.book.heard("page" if form is None else "entry", spent)
                return answer
            except GONE:
                self._hang_up()
                if time.monotonic() > end:
                    raise
                with self.book.lock:
                    self.book.again += 1
                time.sleep(0.05)

    def _once(self, path: str, form: dict[str, str] | None) -> tuple[int, str, str]:
        if self.line is None:
            self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        head = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if form is not None:
            head["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(form)
        self.line.request("GET" if form is None else "POST", path, body, head)
        answer = self.line.getresponse()
        text = answer.read().decode("utf-8", "replace")
        for given in answer.headers.get_all("Set-Cookie", []):
            name, _, value = given.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, text, answer.headers.get("Location", "").partition("?")[0]

    def _hang_up(self) -> None:
        if self.line is not None:
            self.line.close()
            self.line = None


def _hidden(page: str, name: str) -> str:
    """Return the value of a hidden field of the entry form."""
    form = page[page.index('id="entry"') :]
    found = re.search(rf'name="{name}" value="([^"]*)"', form)
    if found is None:
        raise RuntimeError(f"the page has no field {name}")
    return found[1]
