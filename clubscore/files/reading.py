"""Files from strangers read within bounds: zip, JSON and XML, their dates, and what is wrong.

Nothing is written under a name of its own, no entities are opened, nothing is fetched. A zip says
how long its files are, and no more than that is ever unpacked of one. Mistakes are kept so that
each reader has them in their own language.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final
from xml.etree.ElementTree import Element, ParseError, TreeBuilder
from xml.parsers.expat import XMLParserType

from clubscore.deals.any_file import DLM, HEAD, LIN
from clubscore.deals.duplimate import is_dup
from clubscore.deals.file_text import place
from clubscore.laws.errors import RuleError
from clubscore.laws.words import Either, Every, Listing, Phrase, RemarkParts, Word, gettext_noop

if TYPE_CHECKING:
    from defusedxml.ElementTree import DefusedXMLParser

# Instructions to programs (``<?name text?>``) are kept with the element in which they stand.
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
        # Only where there is XML: a command that reads JSON needs no package.
        from defusedxml.common import DefusedXmlException
        from defusedxml.ElementTree import DefusedXMLParser

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


CARDS = gettext_noop(
    "This is a %(kind)s file: cards without results. Import it on the event’s own page, under"
    " Boards and cards."
)
SITES = gettext_noop(
    "This is BridgeWebs CSV, which can be exported but not imported. Ask for the event as"
    " USEBIO (XML) or PBN."
)
LIST = gettext_noop(
    "This is a %(kind)s file. Import a list of members under Players, “Import members”."
    " Import results as an event file (JSON), USEBIO (XML), PBN or a Bridgemate file (BWS)."
)
ARCHIVE = gettext_noop(
    "This is a web page with all its pictures in one file (%(kind)s). Save the page again as"
    " “HTML only”."
)
RESULTS = gettext_noop(
    "This is a %(kind)s file; this command reads event files (JSON). Import its results with"
    " “manage.py import_event FILE”, or under Results, “Import event”."
)
ZIP, BWS = b"PK\x03\x04", b"\0\1\0\0Standard "
WORKBOOK = (b"[Content_Types].xml", b"docProps/", b"_rels/", b"xl/")
SITE = re.compile(rb'(?i)"?#VERSION"?[,;\t\r\n]')
ARCHIVED = re.compile(rb"From: <Saved by |MIME-Version: ", re.IGNORECASE)
PBN = re.compile(rb"%|;|\[[A-Za-z_]+ ")
SEPARATED = re.compile(rb"[^\r\n]*[,;\t]")


def belongs_elsewhere(name: str, content: bytes) -> RuleError | None:
    """Return what a file is that is no event and no JSON, and where it goes; None for others.

    It is known by what stands in it; only a list is also known by the ending of its name.
    """
    head = _head(content)
    for is_one, phrase, kind in OTHERS:
        if is_one(head):
            return RuleError("elsewhere", phrase, kind=kind) if phrase else None
    # One word in a line is nothing that could be told from a broken file, but by its name.
    is_list = SEPARATED.match(head) or name.lower().endswith(".csv")
    return RuleError("elsewhere", LIST, kind="CSV") if head and is_list else None


def only_imported(name: str, content: bytes) -> RuleError | None:
    """Return where a file goes that is read with results, but not as an event file."""
    head = _head(content)
    for is_one, kind in IMPORTED:
        if is_one(head):
            return RuleError("elsewhere", RESULTS, kind=kind)
    return belongs_elsewhere(name, content)


def is_workbook(head: bytes) -> bool:
    """Whether this is how a workbook begins, which is a zip with parts of its own."""
    return head.startswith(ZIP) and any(part in head for part in WORKBOOK)


def _head(content: bytes) -> bytes:
    return content[:HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()


Test = Callable[[bytes], object]
# How each kind is known, the surest first, what is said of it, what it is called.
OTHERS: tuple[tuple[Test, str, str], ...] = (
    (lambda head: DLM.search(head) and not PBN.match(head), CARDS, "DLM"),
    # JSON and PBN, which have readers of their own.
    (lambda head: head.startswith((b"{", b"[")) or PBN.match(head), "", ""),
    (is_dup, CARDS, "DUP"),
    (LIN.search, CARDS, "LIN"),
    (SITE.match, SITES, ""),
    (is_workbook, LIST, "XLSX"),
    (ARCHIVED.match, ARCHIVE, "MHTML"),
    (lambda head: head.startswith(b"bplist00"), ARCHIVE, "webarchive"),
)
IMPORTED: tuple[tuple[Test, str], ...] = (
    (lambda head: head.startswith(BWS), "BWS"),
    (lambda head: head.startswith(ZIP) and not is_workbook(head), "ZIP"),
    (lambda head: b"<USEBIO" in head, "USEBIO (XML)"),
    (lambda head: head.lower().startswith((b"<!doctype html", b"<html", b"<!-- saved")), "HTML"),
    (lambda head: head.startswith(b"<"), "XML"),
    (PBN.match, "PBN"),
)


# By the names under which data have them.
LISTINGS: Final[dict[str, type[Listing]]] = {
    "Listing": Listing, "Either": Either, "Every": Every, "Parts": RemarkParts
}  # fmt: skip
KEPT_AS = {kind: name for name, kind in LISTINGS.items()}


def stored_problem(error: RuleError) -> dict[str, Any]:
    """Return a mistake as JSON has it."""
    told = _kept(Phrase(error.phrase, error.params))
    return {"code": error.code, "where": error.where, **told}


def problem_of(kept: dict[str, Any]) -> RuleError | None:
    """Return a mistake that was kept, None where there is none."""
    if not kept:
        return None
    told: Phrase = _read(kept)
    return RuleError(kept["code"], told.phrase, kept["where"], **told.params)


def _kept(value: object) -> Any:
    if isinstance(value, Word):
        return {"word": str(value), "more": [value.context, value.many, value.counted]}
    if isinstance(value, Phrase):
        params = {key: _kept(each) for key, each in value.params.items()}
        return {"phrase": _kept(value.phrase), "params": params}
    if isinstance(value, Listing):
        return {"list": KEPT_AS[type(value)], "of": [_kept(each) for each in value]}
    return value if isinstance(value, int) else str(value).replace("\0", "")


def _read(kept: Any) -> Any:
    if not isinstance(kept, dict):
        return kept
    if "word" in kept:
        return Word(kept["word"], *kept["more"])
    if "list" in kept:
        return LISTINGS[kept["list"]](_read(each) for each in kept["of"])
    return Phrase(_read(kept["phrase"]), {key: _read(each) for key, each in kept["params"].items()})


DAY_FIRST = re.compile(r"([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})")
YEAR_FIRST = re.compile(r"([0-9]{4})([/.-]?)([0-9]{2})\2([0-9]{2})")
IN_WORDS = re.compile(r"(?:[a-z]+,? )?([0-9]{1,2})[ -]([a-z]{3})[a-z]*[ -]([0-9]{4}|[0-9]{2})")
# A time of day may follow, which nobody asked for.
TIME = re.compile(r"[t ][0-9]{1,2}:[0-9]{2}.*")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def read_date(text: str) -> str:
    """Return a date as ``2026-03-02``; empty for what is none, or could be another day.

    Takes 02/03/2026, 02-03-2026, 02.03.2026, 2026-03-02 and their kin, the day first where the
    year is last, and 2 March 2026.
    """
    plain = TIME.sub("", " ".join(text.lower().split()))
    if match := DAY_FIRST.fullmatch(plain):
        year, month, day = match[4], match[3], match[1]
    elif match := YEAR_FIRST.fullmatch(plain):
        year, month, day = match[1], match[3], match[4]
    elif (match := IN_WORDS.fullmatch(plain)) and match[2] in MONTHS:
        year, month, day = match[3], str(MONTHS.index(match[2]) + 1), match[1]
    else:
        return ""
    try:
        return dt.date(
            int(year) + (2000 if len(year) == 2 else 0), int(month), int(day)
        ).isoformat()
    except ValueError:
        return ""
