"""Files that belong somewhere else: named for what they are, with where they go.

Known by what stands in them, as by no name; only a list is also known by the ending of its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from clubscore.deals.files.any_kind import DLM, HEAD, LIN
from clubscore.deals.files.duplimate import is_dup
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

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
    """Return what a file is that is no event and no JSON, and where it goes; None for others."""
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
