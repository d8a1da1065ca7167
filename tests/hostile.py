"""Names that try to deceive, given to everybody and everything; and readers that see one succeed.

A reader returns what is wrong with an answer: a letter that nobody sees, one that turns a line
round, letters from right to left that stand in a line with others unparted, a cell that begins as
a formula does.
"""

import csv
import io
import json
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import cycle

from django.db.models import Model, QuerySet
from openpyxl import load_workbook
from pypdf import PdfReader

from clubscore.club.database import forget_what_was_read
from clubscore.club.models import Club, Person
from clubscore.club.odd_names import TURNING, is_unseen, odd_places
from clubscore.events.models import Entry, Event
from clubscore.rubbers.models import CardTable

HOSTILE = (
    "Eve\u202eadA", "Ada\u200b Hart", "\u2067Cec\u2066il", "Аda Нart", "Zo\u00ade", "\u200fRim",
    "=1+1", "+Ann", "@SUM(A1)", "-2", "<b>Bob</b>", "\"><script>x</script>", "%(name)s", "{{ x }}",
    "שרה כהן", "محمد الفاسي", "צ'רלי", "علی\u200cرضا", "O'Brien", "Dvo\u0159áková", "李 小龍",
    "Al\u0007ice", "\ufeffBom", "Fill\u3164er", "Tag\U000e0041", "क\u094d\u200dष",
    "Z\u0301\u0302\u0303\u0304\u0305",
)  # fmt: skip
# As a file of ours may hold them, each as it was typed.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
ENDS = {"\u202a": "\u202c", "\u202b": "\u202c", "\u202d": "\u202c", "\u202e": "\u202c",
        "\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}  # fmt: skip
APART = frozenset("\u2068\u2069")
SPOKEN = ("alt", "placeholder", "title", "aria-label", "aria-description", "data-label")


def rename_everything() -> None:
    """Give everybody, every table, event, team and club a hostile name."""
    names = cycle(HOSTILE)
    columns: Iterable[tuple[QuerySet[Model], str]] = (
        (Person.objects.all(), "name"),
        (Club.objects.all(), "name"),
        (CardTable.objects.all(), "name"),
        (Event.objects.all(), "name"),
        (Entry.objects.exclude(name=""), "name"),
        (Entry.objects.exclude(note=""), "note"),
    )
    for rows, column in columns:
        for row in rows:
            more = {"short_name": ""} if column == "name" and isinstance(row, Person) else {}
            name = f"{next(names)} {row.pk}"
            if more:
                more = {"short_name": name[:20]}
            type(row).objects.filter(pk=row.pk).update(**{column: name[:40]}, **more)
    forget_what_was_read()


def is_leftward(letter: str) -> bool:
    """Whether a letter is written from right to left."""
    return unicodedata.bidirectional(letter) in ("R", "AL")


def wrong_in_line(text: str, *, apart: bool = False) -> list[str]:
    """Return what is wrong with a text that knows no tags; `apart` where it stands alone."""
    depth, wrong = 0, []
    odd = {at for at in odd_places(text) if text[at] not in APART}
    for at, letter in enumerate(text):
        depth += (letter == "\u2068") - (letter == "\u2069")
        if at in odd or depth < 0:
            wrong.append(f"U+{ord(letter):04X} in {text.strip()[:60]!a}")
        elif is_leftward(letter) and not (depth or apart):
            wrong.append(f"unparted {letter!a} in {text.strip()[:60]!a}")
    return wrong


class _Page(HTMLParser):
    """What a page shows, and whether it stands in a `<bdi>`."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self._apart, self._silent, self._line = 0, "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in SPOKEN:
                self.wrong += wrong_in_line(value or "")
        self._apart += tag == "bdi"
        self._silent = tag if tag in ("script", "style", "textarea") else ""
        if tag == "script" and dict(attrs).get("type") == "application/json":
            self._silent = "json"
        self._line = tag if tag in ("title", "option") else ""

    def handle_endtag(self, tag: str) -> None:
        self._apart -= tag == "bdi"
        self._silent = self._line = ""

    def handle_data(self, data: str) -> None:
        if self._silent == "json":
            for each in _strings(json.loads(data)):
                self.wrong += wrong_in_line(each)
        elif not self._silent:
            apart = bool(self._apart)
            self.wrong += wrong_in_line(data, apart=apart)
            if not self._line:
                # A letter that sets apart is for lines alone: here it would be one more unseen.
                self.wrong += [f"a sign in {data[:40]!a}" for c in data if c in APART]


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def wrong_in_page(text: str) -> list[str]:
    """Return what is wrong with a page."""
    page = _Page()
    page.feed(text)
    return page.wrong


def wrong_in_paper(content: bytes) -> list[str]:
    """Return what is wrong with a PDF: its letters stand as they are drawn, from left to right."""
    reader = PdfReader(io.BytesIO(content))
    title = str((reader.metadata or {}).get("/Title", ""))
    drawn = [line for page in reader.pages for line in page.extract_text().splitlines()]
    return wrong_in_line(title) + [
        f"U+{ord(letter):04X} in {line[:60]!a}"
        for line in drawn
        for letter in line
        if letter in TURNING or is_unseen(letter)
    ]


def wrong_in_text(text: str) -> list[str]:
    """Return what is wrong with plain text: whatever turns must end in its line."""
    return [
        f"U+{ord(c):04X} in {line[:60]!a}" for line in text.splitlines() for c in still_open(line)
    ]


def still_open(text: str) -> list[str]:
    """Return what turns the letters after it and has not ended by the end of a text."""
    opened: list[str] = []
    for letter in text:
        if letter in ENDS:
            opened.append(letter)
        elif opened and letter == ENDS[opened[-1]]:
            opened.pop()
    return opened


def wrong_in_cells(rows: Iterable[Iterable[object]]) -> list[str]:
    """Return what is wrong with the cells of a table: formulas, and what turns the next cell."""
    cells = [str(cell) for row in rows for cell in row if cell is not None]
    formulas = [c for c in cells if c.startswith(FORMULA) and not c[1:].replace(".", "").isdigit()]
    return [f"formula {cell!a}" for cell in formulas] + [
        f"open in {cell!a}" for cell in cells if still_open(cell)
    ]


@dataclass
class Looked:
    """How many answers of each kind were looked at, and what was wrong, by address."""

    at: Counter[str] = field(default_factory=Counter)
    found: dict[str, list[str]] = field(default_factory=dict)

    def look(self, kind: str, content: bytes, what: str) -> None:
        """Look at an answer of some kind: an ending of a file, or what comes after the slash."""
        wrong = self._wrong(kind, content, what)
        if wrong:
            self.found[what] = wrong[:3]

    def _wrong(self, kind: str, content: bytes, what: str) -> list[str]:
        if kind == "zip":
            with zipfile.ZipFile(io.BytesIO(content)) as packed:
                for name in packed.namelist():
                    self.look(name.rpartition(".")[2], packed.read(name), f"{what} {name}")
            return []
        self.at[kind] += 1
        if kind == "pdf":
            return wrong_in_paper(content)
        if kind == "xlsx":
            return wrong_in_cells(load_workbook(io.BytesIO(content)).active.values)
        if kind == "html":
            return wrong_in_page(content.decode())
        text = content.decode("utf-8-sig")
        if kind == "csv":
            # BridgeWebs' columns stand between tabs.
            between = "\t" if text.startswith("#Version\t") else ","
            return wrong_in_cells(csv.reader(io.StringIO(text, newline=""), delimiter=between))
        return wrong_in_text(text)
