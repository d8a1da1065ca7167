"""Walks through the whole program in the language of signs, and what each answer shows outside.

The house and its events are built in English first, so that a sentence that is stored, and not
translated when it is shown, is seen.
"""

import pkgutil
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any
from unittest.mock import patch

from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from clubscore import extras, papers
from clubscore.club.database import forget_what_was_read
from clubscore.club.models import Club, Person, Receipt, User
from clubscore.events.models import Entry, Event, EventTemplate, Series
from clubscore.events.set_table import SHIPPED, shipped_set
from clubscore.lawbook.books import FILES, book
from clubscore.laws.games import GAMES
from clubscore.papers import typeface
from clubscore.papers.pen import SheetCanvas
from clubscore.ranking.event import fingerprint
from clubscore.rubbers.models import CardTable, DealRevision, SideBet
from tests.events.world.packages import TODAY
from tests.words.pseudo import pseudo_language, unmarked, unmarked_in_page

# Books as the games name them.
SOURCES = frozenset(
    cited
    for game in GAMES
    for cited in (
        *(each.source for each in (game.about, *game.about.examples)),
        *(code.law for code in game.codes.presets),
    )
)
# What the old books call themselves and their parts, on the pages that show them.
LAW_BOOK = "/games/laws/"
HEADINGS = frozenset(
    name for key in FILES for name in (book(key).title, *(part.heading for part in book(key).parts))
)
AUTHORS = frozenset({"a test", "x"})
# What packages of a contest say of their set and club, and what they are as a text.
SETS = frozenset(shipped_set(name).about["name"] for name in SHIPPED)
PACKAGES = SETS | {"Leeds", "York", "packages.json", fingerprint(TODAY)}
# Views import what draws a paper when it is asked for: here before, so that all of it is patched.
PAPER_MODULES = [
    import_module(each.name)
    for package in (papers, extras)
    for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if ".migrations" not in each.name and ".commands" not in each.name
]
# What was typed into the furnished clubs beside names: a bet, its table, a name in a file.
TYPED = frozenset({"That it rains all night,", "Window table", ", Window table", "Ełk"})
PDF, TEXT, PAGE = "application/pdf", "text/plain", "text/html"


@dataclass
class Walk:
    """What was opened, by kind of answer, and what of each stood outside the signs."""

    opened: Counter[str] = field(default_factory=Counter)
    found: dict[str, list[str]] = field(default_factory=dict)

    def look(self, client: Client, address: str, *, posting: bool = False) -> None:
        """Open an address and read what the answer shows; what it does is undone."""
        with transaction.atomic(), drawn() as lines, pseudo_language():
            answer = client.post(address) if posting else client.get(address)
            self.read(answer, ("POST " if posting else "") + address, lines)
            transaction.set_rollback(True)
        cache.clear()
        forget_what_was_read()

    def read(self, answer: HttpResponse, what: str, lines: list[str]) -> None:
        """Note what of an answer no translator saw."""
        kind = answer.get("Content-Type", "").partition(";")[0]
        known = (
            PACKAGES
            | names_of_everybody()
            | (HEADINGS if what.startswith(LAW_BOOK) else frozenset())
        )
        if kind == PDF:
            wrong = [word for text in lines for word in unmarked(text, known)]
        elif kind == PAGE and not answer.streaming:
            wrong = unmarked_in_page(answer.content.decode(), known)
        elif kind == TEXT and not answer.streaming:
            wrong = unmarked(answer.content.decode(), known)
        else:
            return
        self.opened[kind] += 1
        if wrong:
            self.found[what] = wrong

    def ends(
        self, *, pages: int, papers: int = 0, texts: int = 0, known: frozenset[str] = frozenset()
    ) -> None:
        """Fail for what was found, and for a walk that came by less than it should."""
        found = {
            what: [each for each in wrong if each not in known]
            for what, wrong in self.found.items()
        }
        outside = {what: wrong for what, wrong in found.items() if wrong}
        assert outside == {}, outside
        least = {PAGE: pages, PDF: papers, TEXT: texts}
        assert all(self.opened[kind] >= number for kind, number in least.items()), self.opened


@contextmanager
def drawn() -> Iterator[list[str]]:
    """Give every text that is put on paper from now on, whole, as it came to be fitted in.

    What a narrow column leaves of one, or the lines into which it is broken, would have lost a
    sign; they are parts of what was read already.
    """
    texts: list[str] = []
    parts: set[str] = set()
    letters, wrapped = typeface.letters, typeface.wrapped

    measured: list[str] = []  # the text that is being broken: its parts are only measured

    def read(text: str, font: str) -> tuple[typeface.Run, ...]:
        if text not in parts and not measured:
            texts.append(text)
        return letters(text, font)

    def broken(text: str, font: str, size: float, room: float) -> tuple[str, ...]:
        texts.append(text)
        measured.append(text)
        try:
            lines = wrapped(text, font, size, room)
        finally:
            measured.pop()
        parts.update(each for each in lines if each != text)
        return lines

    def titled(canvas: SheetCanvas, title: str) -> None:
        texts.append(title)
        set_title(canvas, title)

    set_title = SheetCanvas.setTitle
    # What was fitted in before would not be asked for its letters again.
    typeface.fit.cache_clear()
    wrapped.cache_clear()
    with ExitStack() as patches:
        patches.enter_context(patch.object(SheetCanvas, "setTitle", titled))
        for module in PAPER_MODULES:
            for name, real, instead in (("letters", letters, read), ("wrapped", wrapped, broken)):
                if getattr(module, name, None) is real:
                    patches.enter_context(patch.object(module, name, instead))
        yield texts


def names_of_everybody() -> frozenset[str]:
    """Return what people are called and what they called things: no translator's business."""
    columns: Iterable[tuple[Any, tuple[str, ...]]] = (
        (Person, ("name", "short_name", "number", "email")),
        (Club, ("name", "slug", "time_zone", "wifi_name")),
        (User, ("username",)),
        (CardTable, ("name",)),
        (Event, ("name",)),
        (EventTemplate, ("title", "event_name")),
        (Series, ("name",)),
        (Entry, ("name", "note")),
        (SideBet, ("words",)),
        (DealRevision, ("reason",)),
        (Receipt, ("words",)),
    )
    typed = {
        str(value)
        for model, names in columns
        for row in model.objects.values_list(*names)
        for value in row
    }
    return SOURCES | AUTHORS | typed
