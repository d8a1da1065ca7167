"""Phones that lie on tables: each is let in by its code and enters as fast as it is answered.

An entry that gets no answer is sent again, the same key and the same facts, until it gets one: as
a phone does that lost the network. What was answered is written down; that is what may not be lost.
"""

import http.client
import random
import re
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urlencode

PATIENCE = 120  # seconds without any answer, and the phone gives up
# What phones must have done whenever all tables enter, and how a run names it.
WORK = {"deal": "deals", "told": "results told", "agreed": "agreed by the other side"}
LONGEST_WAIT = 60  # seconds until each was done once; then the phase fails without it
AWAY = (502, 503, 504)  # the server or its database is not there: asked again, as a phone does
GONE = (OSError, http.client.HTTPException)
HERE, TELL, AGREE = "/here/", "/tell/", "/agree/"


class Forms(HTMLParser):
    """The forms of a page: where each goes, and what it sends as it stands when it is opened.

    Of its keys the one that goes on is pressed, else the first.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[dict[str, str], dict[str, str]]] = []
        self.pressed: str | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        """Take in a form, or what it sends."""
        told = {name: value or "" for name, value in given}
        if tag == "form":
            self.found.append((told, {}))
            self.pressed = None
        elif tag == "input" and self.found and told.get("type") == "hidden":
            self.found[-1][1].setdefault(told.get("name", ""), told.get("value", ""))
        elif tag == "button" and self.found:
            goes_on = "key-go" in told.get("class", "").split()
            if self.pressed is None or goes_on:
                self._press(told)

    def _press(self, told: dict[str, str]) -> None:
        fields = self.found[-1][1]
        fields.pop(self.pressed or "", None)
        self.pressed = told.get("name", "")
        if self.pressed:
            fields[self.pressed] = told.get("value", "")

    def to(self, ending: str, **named: str) -> tuple[str, dict[str, str]] | None:
        """Return address and fields of the first form that goes there and bears these names."""
        for told, fields in self.found:
            action = told.get("action", "")
            if action.endswith(ending) and named.items() <= told.items():
                return action, fields
        return None


def one_down_or_more(chance: random.Random) -> dict[str, str]:
    """Return what is entered of a deal. The contract fails, so that no rubber ends."""
    level, down = chance.randint(1, 4), chance.randint(1, 3)
    denomination, declarer = chance.choice(("C", "D", "H", "S", "NT")), chance.choice("NESW")
    return {"level": str(level), "denomination": denomination, "declarer": declarer,
            "doubling": "0", "result": f"-{down}"}  # fmt: skip


def facts_of(form: dict[str, str], contract: str) -> dict[str, object]:
    """Return what must stand in the database of a deal that was entered so."""
    tricks = 6 + int(form["level"]) + int(form["result"])
    named = f"{form['level']}{form['denomination']}"
    return {contract: named, "declarer": form["declarer"], "tricks": tricks}


def live_of(page: str) -> str:
    """Return the address at which a table's page asks whether anything changed."""
    found = re.search(r'hx-get="([^"]*live/[^"]*)"', page)
    if found is None:
        raise RuntimeError("the page asks for no news")
    return unescape(found[1])


@dataclass
class Book:
    """What all phones sent and heard."""

    # What was acknowledged: of each room its entries, {"key", "at", "facts"}.
    acknowledged: dict[str, list[dict[str, object]]] = field(
        default_factory=lambda: {"card": [], "event": []}
    )
    # How many deals, results told, results agreed, tables here, phones let in.
    done: Counter[str] = field(default_factory=Counter)
    # Milliseconds of each request that was answered: entries, pages, and what is neither.
    spent: dict[str, list[float]] = field(
        default_factory=lambda: {"entry": [], "page": [], "other": []}
    )
    wrong: list[str] = field(default_factory=list)
    again: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def wait_for_both_rooms(self) -> None:
        """Wait until each kind of entry was made once.

        A table of an event asks who is here before it takes a result, which takes a while.
        """
        end = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < end and not all(self.done[each] for each in WORK):
            time.sleep(0.1)

    def heard(self, kind: str, milliseconds: float) -> None:
        """Write down how long an answer took."""
        with self.lock:
            self.spent[kind].append(milliseconds)

    def stands(self, room: str, what: str, at: str, key: str, facts: dict[str, object]) -> None:
        """Write down that an entry was acknowledged."""
        with self.lock:
            self.acknowledged[room].append({"key": key, "at": at, "what": what, "facts": facts})
            self.done[what] += 1

    def did(self, what: str) -> None:
        """Write down something that was done and is no entry."""
        with self.lock:
            self.done[what] += 1

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
        self.chance = random.Random(codes[0])  # noqa: S311 - not a secret

    def run(self) -> None:
        """Enter at one table after the other until told to stop."""
        try:
            for code in self.codes:
                if self.stop.is_set():
                    return
                at = self._come_in(code)
                (self._event if code.startswith("/e/") else self._cards)(at)
            if not self.stop.is_set():
                self.book.complain(f"{self.codes[0]}: nothing is left to enter")
        except Exception as error:
            self.book.complain(f"{self.codes[0]}: {error!r}")

    def _come_in(self, code: str) -> str:
        """Be the phone of a table; return the address of its page."""
        self._open(code)
        form = {"csrfmiddlewaretoken": self.cookies["csrftoken"], "person": ""}
        where = self._send("other", code, form)
        self.book.did("let in")
        return where

    def _cards(self, at: str) -> None:
        while not self.stop.is_set():
            form = Forms(self._open(at)).to("/record/", id="entry")
            if form is None:
                raise RuntimeError(f"{at} asks for no deal")
            address, fields = form
            entered = one_down_or_more(self.chance)
            self._send("entry", address, fields | entered | {"honours": "none"})
            facts = facts_of(entered, "bid")
            self.book.stands("card", "deal", at, fields["key"], facts)

    def _event(self, at: str) -> None:
        """Do what the table's page asks for, until the round is done here."""
        page, told, said_here = self._open(at), dict[str, object](), False
        while not self.stop.is_set() or told:
            forms = Forms(page)
            if (here := forms.to(HERE)) is not None and not said_here:
                where = self._send("other", *here)
                said_here = True
                self.book.did("here")
            elif (agrees := forms.to(AGREE)) is not None:
                address, fields = agrees
                where = self._send("entry", address, fields)
                self.book.stands("event", "agreed", _spot(at, fields), fields["key"], told)
                told = {}
            elif (tells := forms.to(TELL, id="entry")) is not None:
                address, fields = tells
                entered = one_down_or_more(self.chance)
                where = self._send("entry", address, fields | entered | {"looked": "1"})
                told = facts_of(entered, "contract")
                self.book.stands("event", "told", _spot(at, fields), fields["key"], told)
            elif (onward := _next_board(page)) is not None:
                where = at + onward
            elif 'id="then"' in page:
                return  # the round is done here
            else:
                raise RuntimeError(f"{at} asks for nothing that a phone knows")
            page = self._open(where)

    def _open(self, address: str) -> str:
        status, page, _where = self._ask("page", address)
        if status != 200:
            raise RuntimeError(f"{address} answers {status}")
        return page

    def _send(self, kind: str, address: str, form: dict[str, str]) -> str:
        """Send a form; return where it leads."""
        status, text, where = self._ask(kind, address, form)
        if status != 302:
            raise RuntimeError(f"{address} answers {status}: {' '.join(text.split())[:300]}")
        return where

    def _ask(
        self, kind: str, path: str, form: dict[str, str] | None = None
    ) -> tuple[int, str, str]:
        """Send one request until it is answered; return status, text and where it leads."""
        end = time.monotonic() + PATIENCE
        while True:
            begun = time.perf_counter()
            try:
                answer = self._once(path, form)
                if answer[0] in AWAY:
                    raise ConnectionError(f"{path} answers {answer[0]}")
                self.book.heard(kind, (time.perf_counter() - begun) * 1000)
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
        return answer.status, text, answer.headers.get("Location", "")

    def _hang_up(self) -> None:
        if self.line is not None:
            self.line.close()
            self.line = None


def _spot(at: str, fields: dict[str, str]) -> str:
    """Return where a result belongs: the table's address, round, board, and the side that says."""
    return f"{at} {fields['round']} {fields['board']} {fields['side']}"


def _next_board(page: str) -> str | None:
    """Return where the key to the next board leads, if the page has one."""
    found = re.search(r'class="key[^"]*" href="(\?board=[0-9]+)">\s*Next', page)
    return found[1] if found else None
