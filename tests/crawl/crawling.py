"""Answers of the program, each asked for once and kept; what looks at them: tests/crawl/inspecting.

All is asked in the language of signs (tests/words/pseudo.py), of a club that was built in English:
so whatever looks at words sees the same answers as whatever looks at tags, headers or marks.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import sha256
from http.cookies import SimpleCookie
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.test import Client

from clubscore.club.database import forget_what_was_read
from tests.words.walking import drawn

FORM = "application/x-www-form-urlencoded"
# What each answer has anew; without it two answers that say the same are alike.
OWN = re.compile(
    rb'(?<=name="csrfmiddlewaretoken" value=")[^"]*|(?<=nonce=")[^"]*|(?<=nonce-)[^\']*'
    rb'|(?<=name="key" value=")[^"]*|(?<=data-pass=")[^"]*|(?<=hx-headers=\')[^\']*'
)


@dataclass(frozen=True)
class Answer:
    """What somebody was answered, as far as anybody looks at it."""

    name: str  # of the address, or the address itself
    role: str
    method: str
    is_part: bool  # asked for as htmx does
    path: str
    status_code: int
    headers: dict[str, str]
    content: bytes
    cookies: bool
    drawn: tuple[str, ...]  # texts, whole, as they were put on paper

    def __getitem__(self, name: str) -> str:
        return self.headers[name.lower()]

    @property
    def kind(self) -> str:
        """The kind of its content, without its letters."""
        return self.headers.get("content-type", "").partition(";")[0]

    @property
    def bare(self) -> bytes:
        """Its content without what every answer has anew."""
        return OWN.sub(b"", self.content)

    @property
    def is_whole(self) -> bool:
        """Whether it is a page, and no part that a script puts in place."""
        return self.content.lstrip()[:9].lower() == b"<!doctype"

    def __str__(self) -> str:
        part = ", a part" if self.is_part else ""
        return f"{self.method} {self.name} by {self.role}{part}: {self.status_code}"


@contextmanager
def silent() -> Iterator[None]:
    """Leave out of the log that thousands of answers refuse something."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


@contextmanager
def undone() -> Iterator[None]:
    """What is done here is undone, and nothing of it remembered."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()
    forget_what_was_read()


@dataclass
class Crawl:
    """All that was answered, and of answers that are alike the first."""

    answers: list[Answer] = field(default_factory=list)
    # One for everybody: a browser of the tests reads the settings' middleware anew.
    _client: Client = field(default_factory=Client)
    _kept: dict[bytes, bytes] = field(default_factory=dict)
    _seen: dict[bytes, Answer] = field(default_factory=dict)

    def ask(
        self,
        cookies: SimpleCookie,
        method: str,
        path: str,
        *,
        name: str = "",
        role: str = "",
        is_part: bool = False,
        fields: dict[str, str] | None = None,
    ) -> Answer:
        """Ask, keep what is answered, and undo what it did."""
        client = self._client
        client.cookies = deepcopy(cookies)
        headers = {"HX-Request": "true"} if is_part else {}
        with undone(), silent(), drawn() as texts:
            if fields is None:
                given: Any = client.generic(method, path, content_type=FORM, headers=headers)
            else:
                given = client.post(path, fields)
            content = b"".join(given.streaming_content) if given.streaming else given.content
        answer = Answer(
            name or path, role, method, is_part, path, given.status_code,
            {key.lower(): value for key, value in given.headers.items()},
            self._kept.setdefault(sha256(content).digest(), content),
            bool(given.cookies), tuple(texts),
        )  # fmt: skip
        return self.keep(answer)

    def keep(self, answer: Answer) -> Answer:
        """Keep an answer."""
        self.answers.append(answer)
        alike = answer.kind.encode() + str(answer.is_part).encode() + answer.bare
        self._seen.setdefault(sha256(alike).digest(), answer)
        return answer

    def unlike(self, kind: str) -> list[Answer]:
        """Return the answers of a kind that no earlier one was like."""
        return [each for each in self._seen.values() if each.kind == kind]
