"""Saved pages in a zip: opened in memory and within limits; no name in it is a path to anything."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from clubscore.deals.file_size import MB, too_large
from clubscore.deals.files.any_kind import HEAD
from clubscore.exchange.reading.elsewhere import LIST, is_workbook
from clubscore.exchange.reading.printable import file_name
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, ngettext_lazy

MOST_PAGES = 200
LARGEST_UNPACKED = 16 * MB
ENDINGS = (".htm", ".html", ".xhtml")


class SavedPage(NamedTuple):
    """A page as it was saved, and the name of its file."""

    name: str
    content: bytes


def zipped(pages: Sequence[SavedPage]) -> bytes:
    """Return pages as one zip, as if they had come in it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as into:
        for at, page in enumerate(pages, 1):
            into.writestr(f"{at}/{page.name}", page.content)
    return out.getvalue()


def pages_in(content: bytes) -> list[SavedPage]:
    """Return the pages of a zip. RuleError for one that has none, is damaged or is too much.

    A workbook is a zip as well; it is named for what it is.
    """
    if is_workbook(content[:HEAD]):
        raise RuleError("elsewhere", LIST, kind="XLSX")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return _pages(packed)
    except RuleError:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError):
        raise RuleError(
            "zip", gettext_noop("This zip file is damaged. Pack the pages again.")
        ) from None


def _pages(packed: zipfile.ZipFile) -> list[SavedPage]:
    found = [each for each in packed.infolist() if _is_page(each)]
    if not found:
        raise RuleError(
            "zip",
            gettext_noop("There is no saved web page (.html) in this zip file."),
        )
    if len(found) > MOST_PAGES:
        raise RuleError(
            "zip",
            ngettext_lazy(
                "There is more than %(most)s page in this zip file. Pack the pages of one session.",
                "There are more than %(most)s pages in this zip file. Pack the pages of one"
                " session.",
                "most",
            ),
            most=MOST_PAGES,
        )
    left = LARGEST_UNPACKED
    pages = []
    for each in found:
        content = _unpacked(packed, each, left)
        left -= len(content)
        pages.append(SavedPage(file_name(each.filename.rpartition("/")[2]), content))
    return pages


def _is_page(each: zipfile.ZipInfo) -> bool:
    """Whether this is a page, and none of the files that a Mac puts beside each."""
    folder, _bar, name = each.filename.rpartition("/")
    hidden = name.startswith(".") or "__MACOSX" in folder.split("/")
    return not each.is_dir() and not hidden and name.lower().endswith(ENDINGS)


def _unpacked(packed: zipfile.ZipFile, each: zipfile.ZipInfo, left: int) -> bytes:
    """What a page holds, however large its zip says it is. RuleError where it is too much."""
    if each.flag_bits & 1:
        raise RuleError(
            "zip", gettext_noop("This zip file is locked with a password. Pack it without one.")
        )
    with packed.open(each) as page:
        content = page.read(left + 1)
    if len(content) > left:
        raise too_large(LARGEST_UNPACKED)
    return content
