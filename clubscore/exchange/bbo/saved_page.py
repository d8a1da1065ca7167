"""A web page that somebody saved: its elements as a tree, with the line on which each begins.

Nothing of a page is run or fetched; scripts and styles are passed over. The standard library's
reader of HTML looks to the end of the page again at each sign that is not closed; this one goes
through a page once, and refuses a tag that does not end.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from clubscore.deals.file_text import decoded, place
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

MOST_ELEMENTS, DEEPEST = 200_000, 60
# More than a link that holds a whole deal with its play.
LONGEST_TAG = 20_000
_TAG = re.compile(
    r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9:-]*+)"
    r"(?P<rest>(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>"
)
_ATTRIBUTE = re.compile(r"([A-Za-z_:][\w:.-]*+)(?:\s*+=\s*+(\"[^\"]*+\"|'[^']*+'|[^\s\"'>]++))?+")
_BEGINS = re.compile(r"</?[A-Za-z]")
# More figures than any letter has; Python refuses to read the longest.
_NO_LETTER = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{7,});?")
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
_SKIPPED = {
    name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "textarea")
}
_ROWS = frozenset(("tbody", "thead", "tfoot"))


class Node:
    """An element: its attributes by names in small letters, what is inside, where it begins."""

    def __init__(self, name: str, attributes: dict[str, str], where: str) -> None:
        self.name, self.attributes, self.where = name, attributes, where
        self.inside: list[Node | str] = []

    @property
    def text(self) -> str:
        """All text inside, in one line."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for each in self.inside:
            if isinstance(each, str):
                yield each
            else:
                yield " " if each.name == "br" else ""
                yield from each._texts()

    def has_class(self, *names: str) -> bool:
        """Whether it is of one of these classes."""
        return not set(names).isdisjoint(self.attributes.get("class", "").split())

    def all(self, *names: str) -> Iterator[Node]:
        """Return what is inside of these names, however deep, in the order of the page."""
        for each in self.inside:
            if isinstance(each, Node):
                if each.name in names:
                    yield each
                yield from each.all(*names)

    def rows(self) -> Iterator[Node]:
        """Return the rows of a table, not those of tables inside it."""
        for each in self.inside:
            if isinstance(each, Node):
                if each.name == "tr":
                    yield each
                elif each.name in _ROWS:
                    yield from each.rows()

    def cells(self) -> list[Node]:
        """Return the cells of a row."""
        return [one for one in self.inside if isinstance(one, Node) and one.name in ("td", "th")]


def read_page(content: bytes, called: str = "") -> Node:
    """Return a page as one element that holds everything. RuleError with the line of a fault.

    ``called`` is the name of the page where there are several; it stands before the line.
    """
    return _Page(_NO_LETTER.sub("\ufffd", decoded(content)), called).read()


class _Page:
    def __init__(self, text: str, called: str) -> None:
        self._text, self._called = text, called
        self._line, self._counted, self._count = 1, 0, 0
        self._open = [Node("", {}, called)]

    def read(self) -> Node:
        """Go through the text once."""
        at, end = 0, len(self._text)
        while at < end:
            begins = self._text.find("<", at)
            self._put(self._text[at : begins if begins >= 0 else end])
            if begins < 0:
                break
            at = self._after(begins)
        return self._open[0]

    def _after(self, at: int) -> int:
        """Take what begins with a sign at a place; return where it ends."""
        for head, foot in (("<!--", "-->"), ("<!", ">"), ("<?", ">")):
            if self._text.startswith(head, at):
                found = self._text.find(foot, at + len(head))
                return len(self._text) if found < 0 else found + len(foot)
        if not _BEGINS.match(self._text, at):
            self._put("<")
            return at + 1
        tag = _TAG.match(self._text, at, at + LONGEST_TAG)
        if tag is None:
            raise RuleError(
                "page",
                gettext_noop("The page is damaged: this tag does not end. Save the page again."),
                self._place(at),
            )
        name, after = tag["name"].lower(), tag.end()
        if tag["end"]:
            self._close(name)
        elif name in _SKIPPED:
            closing = _SKIPPED[name].search(self._text, after)
            ends = self._text.find(">", closing.end()) if closing else -1
            return len(self._text) if ends < 0 else ends + 1
        else:
            self._begin(name, tag["rest"], at)
        return after

    def _put(self, text: str) -> None:
        if text:
            self._open[-1].inside.append(html.unescape(text))

    def _begin(self, name: str, rest: str, at: int) -> None:
        if name == "tr":
            self._close_to_table()
        elif name in ("td", "th"):
            self._close_cell()
        attributes: dict[str, str] = {}
        for found in _ATTRIBUTE.finditer(rest):
            value = found[2] or ""
            bare = value[1:-1] if value[:1] in ('"', "'") else value
            attributes.setdefault(found[1].lower(), html.unescape(bare))
        node = Node(name, attributes, self._place(at))
        self._count += 1
        if self._count > MOST_ELEMENTS or len(self._open) > DEEPEST:
            raise RuleError(
                "page",
                gettext_noop("There is more in this page than in any page of results."),
                node.where,
            )
        self._open[-1].inside.append(node)
        if name not in _VOID and not rest.endswith("/"):
            self._open.append(node)

    def _place(self, at: int) -> str:
        """Where something stands, its line counted on from the last one that was asked for."""
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        line = place(self._line)
        return f"{self._called}, {line}" if self._called else line

    def _close(self, name: str) -> None:
        """Close the innermost element of a name; a table holds what is inside it together."""
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].name == name:
                del self._open[at:]
                return
            if self._open[at].name == "table":
                return

    def _close_to_table(self) -> None:
        """A row ends the one before it, whether or not that was closed."""
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].name in ("table", *_ROWS):
                del self._open[at + 1 :]
                return

    def _close_cell(self) -> None:
        """A cell ends the one before it."""
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].name == "tr":
                del self._open[at + 1 :]
                return
            if self._open[at].name == "table":
                return
