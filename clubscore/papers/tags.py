"""What a reader's program needs to read a paper aloud in order: its headings, tables, paragraphs.

A PDF holds ink; a tree beside it says which ink is a heading, which a cell and of which row. Ink
that belongs to nothing, rules and marks to cut along, is marked as such (ISO 32000-1, 14.7, 14.8).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from reportlab.lib.utils import TimeStamp
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObjectReference, PDFString

# What holds text itself; a piece that is cut off is short enough to be one.
LEAVES = {"H1", "H2", "P", "TH", "TD", "LBody", "Sect"}
ARTIFACT = "/Artifact BMC"


class TagNode:
    """A part of a document: its kind, its parts, and which ink of which pages is its own."""

    def __init__(self, kind: str, above: TagNode | None, title: str = "") -> None:
        self.kind, self.above, self.title = kind, above, title
        self.parts: list[TagNode] = []
        self.ink: list[tuple[int, int]] = []
        if above is not None:
            above.parts.append(self)


class TaggedPage(Protocol):
    """What we use of a page that reportlab has finished."""

    __NoDefault__: list[str]
    StructParents: int
    Tabs: str


class Pages(Protocol):
    """Of the pages of a document."""

    pages: Sequence[TaggedPage]


class Catalog(Protocol):
    """Of the catalogue at a document's root."""

    StructTreeRoot: PDFObjectReference
    MarkInfo: PDFDictionary


class Document(Protocol):
    """What we use of a document of reportlab, of which its types say nothing."""

    Pages: Pages
    Catalog: Catalog
    _timeStamp: TimeStamp

    def Reference(self, obj: PDFDictionary, name: str) -> object:
        """Put an object into the file under a name."""


class Tagged(Protocol):
    """A canvas: what is drawn on its page so far, and its document."""

    _code: list[str]
    _doc: Document


class Tags:
    """The tree of one document while it is drawn. Pages count from 0."""

    def __init__(self, canvas: Tagged) -> None:
        self._canvas = canvas
        self._root = self._now = TagNode("Document", None)
        self._pages: list[list[TagNode]] = [[]]
        self._open: TagNode | str | None = None

    def begin(self, kind: str, title: str = "") -> None:
        """Begin a part of what is open."""
        self._close()
        self._now = TagNode(kind, self._now, title)

    def end(self) -> None:
        """End the part that was begun last."""
        self._close()
        self._now = self._now.above or self._root

    def text(self) -> None:
        """Say that what is drawn next is text of the part that is open, or of a paragraph."""
        node = self._now
        if node.kind not in LEAVES:
            node = self._paragraph(node)
        if self._open is node:
            return
        self._close()
        page = self._pages[-1]
        node.ink.append((len(self._pages) - 1, len(page)))
        self.write(f"/{node.kind} <</MCID {len(page)}>> BDC")
        page.append(node)
        self._open = node

    def _paragraph(self, above: TagNode) -> TagNode:
        """Return the paragraph that text outside of any part goes to."""
        if isinstance(self._open, TagNode) and self._open.above is above:
            return self._open
        return TagNode("P", above)

    def artifact(self) -> None:
        """Say that what is drawn next is no part of what is read."""
        if self._open != ARTIFACT:
            self._close()
            self.write(ARTIFACT)
            self._open = ARTIFACT

    def _close(self) -> None:
        if self._open is not None:
            self.write("EMC")
            self._open = None

    def write(self, code: str) -> None:
        """Put this beside what is drawn next."""
        self._canvas._code.append(code)

    def end_page(self) -> None:
        """Close what is open on the page that is finished now."""
        self._close()
        self._pages.append([])

    def save(self) -> None:
        """Put the tree into the file."""
        doc = self._canvas._doc
        pages = doc.Pages.pages
        for number, page in enumerate(pages):
            page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
            page.StructParents, page.Tabs = number, PDFName("S")
        names = self._named()
        root = PDFObjectReference("StructTreeRoot")
        for node, name in names.items():
            doc.Reference(_element(node, names, root), name)
        numbers: list[int | PDFArray] = []
        for number, nodes in enumerate(self._pages[: len(pages)]):
            numbers += [number, PDFArray([PDFObjectReference(names[each]) for each in nodes])]
        tree = {
            "Type": PDFName("StructTreeRoot"),
            "K": PDFArray([PDFObjectReference(names[self._root])]),
            "ParentTree": PDFDictionary({"Nums": PDFArray(numbers)}),
            "ParentTreeNextKey": len(pages),
        }
        doc.Reference(PDFDictionary(tree), root.name)
        doc.Catalog.StructTreeRoot = root
        doc.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})

    def _named(self) -> dict[TagNode, str]:
        """Return every part that has ink, in reading order, with its name in the file."""
        found: dict[TagNode, str] = {}
        waiting = [self._root]
        while waiting:
            node = waiting.pop()
            found[node] = f"Tag{len(found)}"
            waiting.extend(reversed(node.parts))
        return found


def _element(node: TagNode, names: dict[TagNode, str], root: PDFObjectReference) -> PDFDictionary:
    """Return a part as the file has it."""
    pages = {page for page, _number in node.ink}
    kids: list[int | PDFDictionary | PDFObjectReference] = (
        [number for _page, number in node.ink]
        if len(pages) == 1
        else [_marked(page, number) for page, number in node.ink]
    )
    kids += [PDFObjectReference(names[each]) for each in node.parts]
    above = PDFObjectReference(names[node.above]) if node.above is not None else root
    told = {"S": PDFName(node.kind), "P": above, "K": PDFArray(kids)}
    if len(pages) == 1:
        told["Pg"] = _page(*pages)
    if node.title:
        told["T"] = PDFString(node.title)
    if node.kind == "TH":
        scope = {"O": PDFName("Table"), "Scope": PDFName("Column")}
        told["A"] = PDFDictionary(scope)
    return PDFDictionary(told)


def _marked(page: int, number: int) -> PDFDictionary:
    """Return the so-manieth text of a page."""
    return PDFDictionary({"Type": PDFName("MCR"), "Pg": _page(page), "MCID": number})


def _page(page: int) -> PDFObjectReference:
    return PDFObjectReference(f"Page{page + 1}")
