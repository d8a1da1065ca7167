"""Phones: each is let in by a table's code, opens pages and sends their forms until answered.

An entry that gets no answer is sent again, the same key and the same facts, until it gets one: as
a phone does that lost the network. What was answered is written down; that is what may not be lost.
"""

from __future__ import annotations

import http.client
import re
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import urlencode

# Without an answer a phone asks again so often, with a break of so many seconds between.
TRIES, BETWEEN_TRIES = 2_400, 0.05
LONGEST_WAIT = 60  # seconds until each was done once; then the phase fails without it
AWAY = (502, 503, 504)  # the server or its database is not there: asked again, as a phone does
GONE = (OSError, http.client.HTTPException)
MOST_TURNS = 8  # pages that lead on to another
# What must have been done whenever all tables enter.
BOTH_ROOMS = ("deal", "told", "agreed")
Form = dict[str, Any]


class Forms(HTMLParser):
    """The forms of a page: where each goes, and what it sends as it stands when it is opened.

    Of its keys the one that goes on is pressed, else the first.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[Form, Form]] = []
        self.pressed: str | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        """Take in a form, or what it sends."""
        told = {name: value or "" for name, value in given}
        if tag == "form":
            self.found.append((told, {}))
            self.pressed = None
        elif tag == "input" and self.found and _is_sent(told):
            self.found[-1][1].setdefault(told.get("name", ""), told.get("value", ""))
        elif tag == "button" and self.found:
            goes_on = "key-go" in told.get("class", "").split()
            if self.pressed is None or goes_on:
                self._press(told)

    def handle_endtag(self, tag: str) -> None:
        """What stands behind a form is not sent with it."""
        if tag == "form" and self.found and self.found[-1][0]:
            self.found.append(({}, {}))

    def _press(self, told: Form) -> None:
        fields = self.found[-1][1]
        fields.pop(self.pressed or "", None)
        self.pressed = told.get("name", "")
        if self.pressed:
            fields[self.pressed] = told.get("value", "")

    def all_to(self, ending: str, **named: str) -> list[tuple[str, Form]]:
        """Return address and fields of the forms that go there and bear these names."""
        return [
            (told["action"], fields)
            for told, fields in self.found
            if told.get("action", "").endswith(ending) and named.items() <= told.items()
        ]

    def to(self, ending: str, **named: str) -> tuple[str, Form] | None:
        """Return address and fields of the first such form."""
        return next(iter(self.all_to(ending, **named)), None)


def _is_sent(told: Form) -> bool:
    """Whether a form sends this field as it stands."""
    kind = told.get("type", "text")
    return "checked" in told if kind in ("radio", "checkbox") else bool(told.get("name"))


def key_of_a_phone() -> str:
    """Return a key as the page's script draws it."""
    return secrets.token_urlsafe(15)


def words_of(page: str) -> str:
    """Return what a page says, without what it is made of."""
    main = re.search(r"<main.*?</main>", page, re.DOTALL)
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", main[0] if main else page).split()))


def why_not(page: str) -> str:
    """Return what a page says is wrong with what was sent, or how it begins where it says nothing.

    A table's page begins with what its script shows only offline, which tells nothing of a refusal.
    """
    found = re.search(r'<div class="errors">.*?</div>', page, re.DOTALL)
    return words_of(found[0]) if found else words_of(page)[:300]


def live_of(page: str) -> str:
    """Return the address at which a table's page asks whether anything changed."""
    found = re.search(r'hx-get="([^"]*live/[^"]*)"', page)
    if found is None:
        raise RuntimeError("the page asks for no news")
    return unescape(found[1])


class Answer(NamedTuple):
    """What the server said."""

    status: int
    text: str
    where: str

    @property
    def is_refused(self) -> bool:
        """Whether it is a page that says in words why not now."""
        said = ("Not possible now", "has corrected this deal in the meantime")
        return self.status == 409 and any(each in self.text for each in said)


@dataclass
class Book:
    """What all phones sent and heard."""

    # What was acknowledged: of each room its entries, {"keys", "at", "what", "facts"}.
    acknowledged: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: {"card": [], "event": []}
    )
    # How often each thing was done, by its name.
    done: Counter[str] = field(default_factory=Counter)
    # Milliseconds of each request that was answered: entries, pages, and what is neither.
    spent: dict[str, list[float]] = field(
        default_factory=lambda: {"entry": [], "page": [], "other": []}
    )
    # When something was acknowledged last, by room.
    newest: dict[str, float] = field(default_factory=lambda: {"card": 0.0, "event": 0.0})
    wrong: list[str] = field(default_factory=list)
    again: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def wait_for_both_rooms(self) -> None:
        """Wait until each kind of entry was made once.

        A table of an event asks who is here before it takes a result, which takes a while.
        """
        end = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < end and not all(self.done[each] for each in BOTH_ROOMS):
            time.sleep(0.1)

    def heard(self, kind: str, milliseconds: float) -> None:
        """Write down how long an answer took."""
        with self.lock:
            self.spent[kind].append(milliseconds)

    def stands(
        self, room: str, what: str | list[str], at: str, keys: list[str], facts: Any
    ) -> None:
        """Write down that an entry was acknowledged: under one of these keys it stands once.

        `what` names its kind; several where two phones entered at once and either came first.
        """
        entry = {"keys": keys, "at": at, "what": what, "facts": facts}
        with self.lock:
            self.acknowledged[room].append(entry)
            self.newest[room] = time.monotonic()
            self.done[what if isinstance(what, str) else what[0]] += 1

    def did(self, what: str) -> None:
        """Write down something that was done and is no entry."""
        with self.lock:
            self.done[what] += 1

    def complain(self, text: str) -> None:
        """Write down an answer that should not have been."""
        with self.lock:
            self.wrong.append(text)


class Phone:
    """A browser on a phone. `book` is the one of the phase in which it is used."""

    def __init__(self, port: int) -> None:
        self.port, self.book = port, Book()
        self.line: http.client.HTTPConnection | None = None
        self.cookies: dict[str, str] = {}

    def come_in(self, code: str, person: str = "") -> str:
        """Be the phone of a table, or somebody's own; return the address of its page."""
        self.open(code)
        form = {"csrfmiddlewaretoken": self.cookies["csrftoken"], "person": person}
        answer = self.send("other", code, form)
        self.book.did("let in")
        return answer.where

    def open(self, address: str) -> tuple[str, str]:
        """Open a page; return where it led to in the end, and the page."""
        for _turn in range(MOST_TURNS):
            answer = self.ask("page", address)
            if answer.status == 200:
                return address, answer.text
            if answer.status != 302:
                raise RuntimeError(f"{address} answers {answer.status}")
            address = answer.where
        raise RuntimeError(f"{address} leads round and round")

    def send(self, kind: str, address: str, form: Form) -> Answer:
        """Send a form that must be taken."""
        answer = self.ask(kind, address, form)
        if answer.status != 302:
            raise RuntimeError(f"{address} answers {answer.status}: {why_not(answer.text)}")
        return answer

    def ask(self, kind: str, path: str, form: Form | None = None) -> Answer:
        """Send one request until it is answered."""
        for tried in range(1, TRIES + 1):
            begun = time.perf_counter()
            try:
                answer = self._once(path, form)
                if answer.status in AWAY:
                    raise ConnectionError(f"{path} answers {answer.status}")
                self.book.heard(kind, (time.perf_counter() - begun) * 1000)
                return answer
            except GONE:
                self._hang_up()
                if tried == TRIES:
                    raise
                with self.book.lock:
                    self.book.again += 1
                time.sleep(BETWEEN_TRIES)
        raise AssertionError("the last try is answered, or raises")

    def _once(self, path: str, form: Form | None) -> Answer:
        if self.line is None:
            self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        head = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if form is not None:
            head["Content-Type"] = "application/x-www-form-urlencoded"
            # The token travels as the script sends it, or in the form.
            head["X-CSRFToken"] = self.cookies.get("csrftoken", "")
            body = urlencode(form, doseq=True)
        self.line.request("GET" if form is None else "POST", path, body, head)
        answer = self.line.getresponse()
        text = answer.read().decode("utf-8", "replace")
        for given in answer.headers.get_all("Set-Cookie", []):
            name, _, value = given.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(answer.status, text, answer.headers.get("Location", ""))

    def _hang_up(self) -> None:
        if self.line is not None:
            self.line.close()
            self.line = None


def at_once(*acts: Callable[[], Answer]) -> list[Answer]:
    """Do things at the same instant, each on a thread of its own; return what each was answered."""
    answers: list[Answer | Exception] = [RuntimeError("not done")] * len(acts)
    start = threading.Barrier(len(acts))

    def do(number: int, act: Callable[[], Answer]) -> None:
        start.wait()
        try:
            answers[number] = act()
        except Exception as error:
            answers[number] = error

    threads = [threading.Thread(target=do, args=each) for each in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
    return [answer for answer in answers if isinstance(answer, Answer)]


def one_of_them(answers: list[Answer], book: Book) -> int:
    """Return whose entry was taken where one alone can be; the others must be told so in words."""
    taken = [number for number, answer in enumerate(answers) if answer.status == 302]
    told = [answer for answer in answers if answer.is_refused]
    if len(taken) != 1 or len(told) != len(answers) - 1:
        said = [f"{answer.status} {words_of(answer.text)[:150]}" for answer in answers]
        raise RuntimeError(f"of {len(answers)} at once: {said}")
    book.did("told in words that another was first")
    return taken[0]
