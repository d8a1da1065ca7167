"""Somebody who opens pages of a ground, and keeps what is answered."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.core.cache import caches
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

from clubscore.club.database import forget_what_was_read
from clubscore.club.models import User
from tests.golden import held
from tests.golden.file_text import read_file
from tests.golden.grounds import Asked
from tests.golden.page_text import PageText, read_page, same_each_time, usual_frame
from tests.house import BACKEND

HTML = "text/html"


class Kind(NamedTuple):
    """Of what kind an address is: its name, the state and kind of what it names, what is asked."""

    name: str
    state: str
    word: str
    asked: tuple[str, ...]


class Given(NamedTuple):
    """An answer, and what it says as text; of a page, its parts."""

    status: int
    said: str
    page: PageText | None
    html: str = ""


@contextmanager
def undone(word: str) -> Iterator[None]:
    """Undo what is done here, at the held moment, and remember nothing of it."""
    held.begin(word)
    for each in ("default", "phones"):
        caches[each].clear()
    forget_what_was_read()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def file_name(address: str) -> str:
    """Return a name that can be read as the address it came from."""
    parts = urlsplit(same_each_time(address))
    asked = ",".join(f"{name}={value[:30]}" for name, value in parse_qsl(parts.query))
    name = re.sub(r"[^\w.=,+-]+", "-", parts.path.strip("/") or "home")
    return re.sub(r"[^\w.=,+-]+", "-", f"{name},{asked}" if asked else name)[:90]


class Reader:
    """Somebody's browser: a login, a phone that an address lets in, or nobody's."""

    def __init__(self, name: str, asked: Asked) -> None:
        self.name, self.client = name, Client(raise_request_exception=True)
        self.seen: dict[str, Given] = {}
        held.begin(f"reader {name}")
        if name in asked.logins:
            user = User.objects.get(username=asked.logins[name])
            self.client.force_login(user, backend=BACKEND)
        elif name in asked.phones:
            door = asked.phones[name]
            self.client.post(door, {})

    def open(self, address: str) -> Given:
        """Return what is answered at an address."""
        if address not in self.seen:
            with undone(address):
                self.seen[address] = given_by(self.client.get(address), address)
        return self.seen[address]

    def send(self, address: str, fields: dict[str, str]) -> Given:
        """Return what is answered to a form."""
        before = self.client.cookies.copy()
        try:
            with undone(f"to {address}"):
                return given_by(self.client.post(address, fields), address)
        finally:
            self.client.cookies = before


def given_by(answer: HttpResponse, address: str) -> Given:
    """Read an answer."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    kind = answer.get("Content-Type", "").partition(";")[0]
    if answer.status_code in (301, 302, 303):
        return Given(answer.status_code, f"leads to {file_like(answer['Location'])}\n", None)
    if kind == HTML and body.strip():
        html = body.decode()
        page = read_page(html, urlsplit(address).path + _query(address))
        return Given(answer.status_code, "", page, html)
    name = re.search(r'filename="?([^"]+)', answer.get("Content-Disposition", ""))
    said = f"{kind} {name[1] if name else ''}".strip() + "\n" + read_file(body, address)
    return Given(answer.status_code, same_each_time(said), None)


def _query(address: str) -> str:
    query = urlsplit(address).query
    return f"?{query}" if query else ""


def file_like(address: str) -> str:
    """Return an address without what is another each time."""
    return same_each_time(re.sub(r"(?<=[?&]key=)[\w-]+", "", address))


def kind_of(address: str, states: "States") -> Kind | None:
    """Return of what kind an address is; None where the program has no such one."""
    parts = urlsplit(address)
    try:
        found = resolve(parts.path)
    except Resolver404:
        return None
    asked = tuple(sorted(dict(parse_qsl(parts.query))))
    word = found.kwargs.get("kind") or found.kwargs.get("procedure") or ""
    is_paper = str(found.url_name).endswith(("-pdf", "-text", "-out"))
    state = "" if is_paper else states.of(found.kwargs)
    return Kind(str(found.url_name), state, str(word), asked)


class States:
    """In what state is what an address names: an event before, during or after, a table open."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, Any], str] = {}

    def of(self, words: dict[str, Any]) -> str:
        """Return the state in a word, "" where what is named has none."""
        for name in ("event", "pk"):
            if name in words:
                asked = (name, words[name])
                if asked not in self.known:
                    self.known[asked] = (
                        self._event(*asked) if name == "event" else self._table(*asked)
                    )
                return self.known[asked]
        return ""

    @staticmethod
    def _event(_name: str, pk: int) -> str:
        from clubscore.events.models import Event

        event = Event.objects.filter(pk=pk).first()
        if event is None:
            return "none"
        return "over" if event.finished_at else "playing" if event.round else "before"

    @staticmethod
    def _table(_name: str, pk: int) -> str:
        from clubscore.rubbers.models import Sitting

        sitting = Sitting.objects.filter(pk=pk).first()
        if sitting is None:
            return "none"
        kind = "seven" if sitting.seven_id else "table"
        return f"{kind} closed" if sitting.closed_at else kind


def links_of(given: Given, address: str) -> list[str]:
    """Return where the links of a page lead within the program, in their order."""
    if given.page is None:
        return []
    found = (urljoin(address, link) for link in given.page.links)
    return [link.partition("#")[0] for link in found if link.startswith("/")]


def frames_of(readers: Iterable[Reader]) -> dict[str, Counter[str]]:
    """Return the lines of the frame that stands around most pages, for each reader."""
    return {
        reader.name: usual_frame(
            given.page for given in reader.seen.values() if given.page and given.page.frame
        )
        for reader in readers
    }


def told(given: Given, usual: Counter[str]) -> str:
    """Return an answer as it is kept: of one that is no plain success its status first."""
    head = "" if given.status == 200 else f"{given.status}\n"
    return head + (given.page.told(usual) if given.page else given.said)


def forms_of(given: Given, address: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield where each form of a page is posted to, and what it sends with nothing filled in."""
    for form in given.page.forms if given.page else ():
        if form.method == "POST":
            yield urljoin(address, form.action or address), form.hidden
