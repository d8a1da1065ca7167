"""XML from strangers: elements with the line on which each begins; no entities, nothing fetched.

Instructions to programs (``<?name text?>``) of one name are kept with the element they stand in.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, ParseError, TreeBuilder
from xml.parsers.expat import XMLParserType

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from clubscore.deals.file_text import place
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

Instruction = tuple[str, str]
MOST_ELEMENTS, DEEPEST = 200_000, 40


class _TooMuch(Exception):
    """More elements, or elements further inside each other, than any event has."""


class _Builder(TreeBuilder):
    """Builds the tree, and notes where each element begins and which instructions it holds."""

    parser: DefusedXMLParser

    def __init__(self, name: str) -> None:
        super().__init__()
        self.lines: dict[int, tuple[int, int]] = {}
        self.instructions: dict[int, list[Instruction]] = {}
        self._name = name
        self._open: list[Element] = []

    def start(self, tag: str, attrs: dict[str, str]) -> Element:
        if len(self._open) >= DEEPEST or len(self.lines) >= MOST_ELEMENTS:
            raise _TooMuch
        element = super().start(tag, attrs)
        self._open.append(element)
        expat = self.parser.parser
        self.lines[id(element)] = (expat.CurrentLineNumber, expat.CurrentColumnNumber + 1)
        return element

    def end(self, tag: str) -> Element:
        self._open.pop()
        return super().end(tag)

    def pi(self, target: str, text: str | None = None) -> Element:
        if target == self._name and self._open:
            where = _place(self.parser.parser)
            self.instructions.setdefault(id(self._open[-1]), []).append((text or "", where))
        return super().pi(target, text)


def _place(expat: XMLParserType) -> str:
    """How far a parser has come."""
    return place(expat.CurrentLineNumber, expat.CurrentColumnNumber + 1)


class Xml:
    """A document: its first element, and where each stands."""

    def __init__(self, content: bytes, instructions: str = "") -> None:
        """Parse it; ``instructions`` is the name of those that are kept.

        RuleError with line and column for what is no XML, or is a trap.
        """
        builder = _Builder(instructions)
        parser = DefusedXMLParser(target=builder)
        builder.parser = parser
        try:
            parser.feed(content)
            self.root: Element = parser.close()
        except DefusedXmlException:
            raise RuleError(
                "entities",
                gettext_noop("The file defines XML entities of its own. Save it without them."),
                _place(parser.parser),
            ) from None
        except ParseError as error:
            line, column = error.position
            raise RuleError(
                "xml",
                gettext_noop("This is not XML: %(problem)s."),
                place(line, column + 1),
                problem=str(error).partition(":")[0],
            ) from None
        except (_TooMuch, LookupError, ValueError) as error:
            phrase = gettext_noop(
                "There is more in this file than in any event. Check that it is the right one."
            )
            if not isinstance(error, _TooMuch):
                phrase = gettext_noop(
                    "The character encoding of this file is unknown. Save it as UTF-8."
                )
            raise RuleError("xml", phrase, _place(parser.parser)) from None
        self._lines = builder.lines
        self._instructions = builder.instructions

    def where(self, element: Element) -> str:
        """Return the line and column where an element begins."""
        line, column = self._lines[id(element)]
        return place(line, column)

    def instructions(self, element: Element) -> tuple[Instruction, ...]:
        """Return what stands in an element for programs of the name that is kept, and where."""
        return tuple(self._instructions.get(id(element), ()))


def text_in(element: Element, *names: str) -> str:
    """Return the text of the first child of these names that has one, in one line; else empty."""
    for name in names:
        found = " ".join((element.findtext(name) or "").split())
        if found:
            return found
    return ""
