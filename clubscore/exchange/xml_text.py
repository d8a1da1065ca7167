"""XML from strangers: elements with the line on which each begins; no entities, nothing fetched."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

MOST_ELEMENTS, DEEPEST = 200_000, 40


class _TooMuch(Exception):
    """More elements, or elements further inside each other, than any event has."""


class _Builder(TreeBuilder):
    """Builds the tree, and notes where each element begins."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[int, tuple[int, int]] = {}
        self.parser: Any = None
        self._deep = 0

    def start(self, tag: Any, attrs: Any) -> Element:
        self._deep += 1
        if self._deep > DEEPEST or len(self.lines) >= MOST_ELEMENTS:
            raise _TooMuch
        element = super().start(tag, attrs)
        expat = self.parser.parser
        self.lines[id(element)] = (expat.CurrentLineNumber, expat.CurrentColumnNumber + 1)
        return element

    def end(self, tag: str) -> Element:
        self._deep -= 1
        return super().end(tag)


class Xml:
    """A document: its first element, and where each stands."""

    def __init__(self, content: bytes) -> None:
        """Parse it. RuleError with line and column for what is no XML, or is a trap."""
        builder = _Builder()
        parser = DefusedXMLParser(target=builder)
        builder.parser = parser
        try:
            parser.feed(content)
            self.root: Element = parser.close()
        except DefusedXmlException:
            raise RuleError(
                "entities",
                gettext_noop("The file defines entities of its own; no event needs them."),
                f"line {parser.parser.CurrentLineNumber}",
            ) from None
        except ParseError as error:
            line, column = error.position
            raise RuleError(
                "xml",
                gettext_noop("This is not XML: %(problem)s."),
                f"line {line}, column {column + 1}",
                problem=str(error).partition(":")[0],
            ) from None
        except (_TooMuch, LookupError, ValueError) as error:
            phrase = gettext_noop("There is more in this file than any event has.")
            if not isinstance(error, _TooMuch):
                phrase = gettext_noop("This file is written in letters that are not known here.")
            raise RuleError("xml", phrase, f"line {parser.parser.CurrentLineNumber}") from None
        self._lines = builder.lines

    def where(self, element: Element) -> str:
        """Return the line and column where an element begins."""
        line, column = self._lines[id(element)]
        return f"line {line}, column {column}"


def text_in(element: Element, *names: str) -> str:
    """Return the text of the first child of these names that has one, in one line; else empty."""
    for name in names:
        found = " ".join((element.findtext(name) or "").split())
        if found:
            return found
    return ""
