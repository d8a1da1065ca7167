"""Every address of a served process, by each kind of reader, in their own club and another.

tests/crawl asks views; here the program is asked from outside, as `manage.py serve`
runs it: nothing answers with an error, nothing with what is another club's.
"""

import http.client
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pypdf import PdfReader

from tests import databases
from tests.test_addresses import ROLES, ROWS, Row, check, reaches
from tests.test_serve import ROOT, serving

CSRF = "c" * 32
OTHERS, FORM = ("OPTIONS", "PUT", "DELETE", "PATCH"), "POST"
FOUNDER = "founder"
# One of each kind of reader: what tells the others apart, tests/crawl asks views.
READERS = ("visitor", "phone", "player", "director", "other director", "keeper", FOUNDER)
# What answers no method but those of pages does so before it looks who asks.
BY_ANY_METHOD = ("visitor", "director")
# They make a phone of whoever comes: asked for by a browser of its own.
ENTER = {"enter", "event-enter", "room-door", "hand-in", "event-hand-in", "by-hand", "by-hand-club"}
# They end what the others come by: their forms are sent last.
LAST = {"logout", "leave-phone", "login-end", "login-password", "own-password", "table-phones",
        "event-by-hand-again", "person-nameless", "person-merge", "end", "void", "seven-void",
        "event-remove", "event-end", "switch", "phones", "event-phones",
        "club-features"}  # fmt: skip
# Whoever has the address may open it, of whatever club.
BY_TOKEN = ENTER | {"event-shared", "event-shared-cross", "event-shared-pair", "several-shared",
                    "event-shared-board", "event-shared-play", "event-sign-up",
                    "event-sign-up-find", "mail-confirm", "mail-out", "feed-evenings",
                    "feed-results", "package-link"}  # fmt: skip
TURNED_AWAY = {403, 404, 405}
TRACEBACK = b"Traceback (most recent call last)"


class Answer(NamedTuple):
    """What was answered, as the table of addresses looks at it."""

    status_code: int
    headers: dict[str, str]
    content: bytes

    def __getitem__(self, name: str) -> str:
        return self.headers[name.lower()]

    @property
    def text(self) -> bytes:
        """What it says, out of its packing."""
        kind = self.headers.get("content-type", "")
        if "pdf" in kind:
            pages = PdfReader(io.BytesIO(self.content)).pages
            return "\n".join(page.extract_text() for page in pages).encode()
        if self.content.startswith(b"PK\x03\x04"):
            with zipfile.ZipFile(io.BytesIO(self.content)) as packed:
                return b"\n".join(packed.read(name) for name in packed.namelist())
        return self.content


class Crawl:
    """Two clubs on a server, and what was wrong with what it answered."""

    def __init__(self, made: dict[str, Any], port: int = 0) -> None:
        self.made = made
        self.enters = {self.made["ours"].get(name) for name in ENTER}
        self.counted: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def ask(self, role: str, method: str, path: str) -> Answer:
        """Ask, count, and note what is wrong with any answer."""
        answer = self.send(role, method, path)
        self.counted[method] += 1
        if answer.status_code >= 500 or TRACEBACK in answer.content:
            self.wrong.append(f"{method} {path} by {role}: {answer.status_code}")
        return answer

    def send(self, role: str, method: str, path: str) -> Answer:
        """Ask as somebody's browser does; a form that is sent says that it is ours."""
        which = "entering" if path in self.enters else "cookies"
        cookies = self.made[which][role] | {"csrftoken": CSRF}
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "X-CSRFToken": CSRF,
        }
        if method == FORM:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.line.request(method, path, body=b"" if method == FORM else None, headers=headers)
        given = self.line.getresponse()
        names = {name.lower(): value for name, value in given.getheaders()}
        return Answer(given.status, names, given.read())

    def look(self, row: Row, role: str, method: str) -> Answer:
        """Hold an answer against the table, at our own address and at the other club's."""
        needed = row.post if method == FORM else row.get
        ours = self.ask(role, method, self.made["ours"][row.name])
        if role != FOUNDER:
            self.hold(ours, row, role, method, needed)
        self.reads(ours, role, method, row)
        if row.whose and not role.startswith("other") and role != FOUNDER:
            theirs = self.ask(role, method, self.made["theirs"][row.name])
            self.reads(theirs, role, method, row)
            login = theirs.status_code == 302 and "/login" in theirs["Location"]
            if theirs.status_code not in TURNED_AWAY and not login:
                self.wrong.append(f"{method} {row.name} of theirs by {role}: {theirs.status_code}")
        return ours

    def hold(self, answer: Answer, row: Row, role: str, method: str, needed: str) -> None:
        """Note where an answer is not what its row says."""
        try:
            check(answer, row, role, method, needed)  # type: ignore[arg-type]
        except AssertionError as error:
            self.wrong.append(str(error).partition("\n")[0])

    def reads(self, answer: Answer, role: str, method: str, row: Row) -> None:
        """Note where an answer says what is another club's; a founder of both reads either."""
        if role == FOUNDER or row.name in BY_TOKEN:
            return
        whose = "ours" if role.startswith("other") else "theirs"
        if self.made["marks"][whose].encode() in answer.text:
            self.wrong.append(f"{method} {row.name} tells {role} what is another club's")

    def crawl(self, rows: list[Row]) -> None:
        """Ask for everything: what reads first, then what no page sends, then what writes."""
        for row in rows:
            for role in READERS:
                self.read(row, role)
        for row in sorted(rows, key=lambda row: row.name in LAST):
            for role in sorted(READERS, key=lambda role: role in may(row)):
                self.write(row, role)

    def read(self, row: Row, role: str) -> None:
        """Ask for an address by every method but that of forms."""
        got, address = self.look(row, role, "GET"), self.made["ours"][row.name]
        if role not in BY_ANY_METHOD:
            return
        head = self.ask(role, "HEAD", address)
        if head.status_code != got.status_code or head.content:
            self.wrong.append(f"HEAD {row.name} by {role}: {head.status_code}")
        for method in OTHERS:
            answer = self.ask(role, method, address)
            if answer.status_code not in TURNED_AWAY:
                self.wrong.append(f"{method} {row.name} by {role}: {answer.status_code}")

    def write(self, row: Row, role: str) -> None:
        """Send a form. What others sent before may stand in its way, but it opens to no more."""
        if role in may(row):
            answer = self.ask(role, FORM, self.made["ours"][row.name])
            self.reads(answer, role, FORM, row)
        else:
            self.look(row, role, FORM)


def may(row: Row) -> set[str]:
    """Return who may send the form of a row."""
    if row.post == "-":
        return set()
    own = {role for role in ROLES if reaches(role, row.post)}
    return own if row.post == "keeper" else own | {FOUNDER}


@pytest.fixture
def made(tmp_path: Path) -> dict[str, Any]:
    """Two clubs in a folder that is served, on a copy of the migrated database."""
    shutil.copy(databases.migrated_file(), tmp_path / "clubscore.sqlite3")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("CLUBSCORE_", "DJ"))}
    environment |= {"CLUBSCORE_TEST_FOLDER": str(tmp_path)}
    command = [sys.executable, "tests/crawled.py"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.night
def test_everything_by_each_kind_of_reader(made: dict[str, Any], tmp_path: Path) -> None:
    # Named, all extras are shown, as to the clubs that were made.
    with serving(tmp_path, CLUBSCORE_EXTRAS=os.environ["CLUBSCORE_EXTRAS"]) as server:
        server.wait_until_open()
        crawl = Crawl(made, server.port)
        crawl.crawl(ROWS)
        assert not crawl.wrong, "\n".join(crawl.wrong)
        assert crawl.counted["GET"] > len(ROWS) * len(READERS)
        assert crawl.counted["POST"] >= len(ROWS) * len(READERS)
        for method in ("HEAD", *OTHERS):
            assert crawl.counted[method] == len(ROWS) * len(BY_ANY_METHOD), crawl.counted
        assert "Internal Server Error" not in server.printed


class Leaking(Crawl):
    """A crawl through a program that answers everybody alike."""

    answer = Answer(200, {"content-type": "text/html"}, b"")

    def send(self, role: str, method: str, path: str) -> Answer:
        return self.answer


CLUBS = {
    "ours": {"person": "/ours/"}, "theirs": {"person": "/theirs/"},
    "marks": {"ours": "Quagga", "theirs": "Xenops"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("status", "content", "said"),
    [
        (200, b"Ann Xenops", "GET person tells player what is another club's"),
        (200, b"Ann Xenops", "GET person of theirs by director: 200"),
        (200, b"", "GET person by visitor: 200"),
        (200, b"", "DELETE person by director: 200"),
        (200, b"Ann", "HEAD person by visitor: 200"),
        (500, b"", "GET /ours/ by founder: 500"),
        (404, b"", "GET person by director: 404"),
        (403, TRACEBACK, "PUT /ours/ by director: 403"),
    ],
)
def test_a_program_that_leaks_is_seen(status: int, content: bytes, said: str) -> None:
    row = next(row for row in ROWS if row.name == "person")
    crawl = Leaking(CLUBS)
    crawl.answer = Answer(status, {"content-type": "text/html"}, content)
    crawl.crawl([row])
    assert said in crawl.wrong
