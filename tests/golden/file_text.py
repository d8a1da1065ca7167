"""A file that goes out as text: lines as they stand, rows of tables, and what a ZIP holds."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from tests.golden.page_text import read_page, same_each_time
from tests.golden.paper_text import read_paper

BEGINS_ZIP, BEGINS_PDF, BEGINS_JET = b"PK\x03\x04", b"%PDF", b"\x00\x01\x00\x00Standard"


def read_file(content: bytes, name: str) -> str:
    """Return a file as text, by how it begins and how its name ends."""
    if content.startswith(BEGINS_PDF):
        return read_paper(content)
    if content.startswith(BEGINS_JET):
        return same_each_time("\n".join(_rows_of_jet(content))) + "\n"
    if content.startswith(BEGINS_ZIP):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            is_book = "xl/workbook.xml" in packed.namelist()
            rows = _rows_of_book(content) if is_book else _files_of(packed)
            return same_each_time("\n".join(rows)) + "\n"
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return f"{len(content)} bytes\n"
    if text[:1] in "{[" and text.count("\n") < 3:
        text = pretty(text)
    if text.lstrip()[:15].lower() == "<!doctype html>":
        page = read_page(text, f"/{name}")
        text = "\n".join([page.title, *page.frame, "", *page.main])
    return same_each_time("\n".join(line.rstrip() for line in text.splitlines())) + "\n"


def pretty(text: str) -> str:
    """Return lines of JSON one thing a line, as far as they are JSON."""
    try:
        told = [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError:
        return text
    return "\n".join(line for each in told for line in _told(each))


def _told(thing: Any, indent: str = "") -> Iterator[str]:
    """Yield the lines of something of JSON; what is short stands on one."""
    short = json.dumps(thing, ensure_ascii=False)
    if len(short) + len(indent) <= 100 or not isinstance(thing, dict | list):
        yield indent + short
    elif isinstance(thing, dict):
        for key, each in thing.items():
            lines = [*_told(each, indent + "  ")]
            if len(lines) == 1:
                yield f"{indent}{json.dumps(key)}: {lines[0].strip()}"
            else:
                yield f"{indent}{json.dumps(key)}:"
                yield from lines
    else:
        for each in thing:
            lines = [*_told(each, indent + "  ")]
            yield f"{indent}- {lines[0].strip()}"
            yield from lines[1:]


def _rows_of_book(content: bytes) -> Iterator[str]:
    from openpyxl import load_workbook

    for sheet in load_workbook(io.BytesIO(content)).worksheets:
        yield f"sheet {sheet.title}"
        for row in sheet.iter_rows(values_only=True):
            yield " | ".join("" if each is None else str(each) for each in row)


def _rows_of_jet(content: bytes) -> Iterator[str]:
    from access_parser import access_parser

    # It would read a file of that name.
    with patch.object(access_parser, "read_db_file", lambda given: given):
        base = access_parser.AccessParser(content)
    for name in sorted(each for each in base.catalog if not each.startswith("MSys")):
        columns = base.parse_table(name)
        yield f"table {name}: {' | '.join(columns)}"
        for row in zip(*columns.values(), strict=False):
            yield " | ".join("" if each is None else str(each) for each in row)


def _files_of(packed: zipfile.ZipFile) -> Iterator[str]:
    for name in sorted(packed.namelist()):
        yield same_each_time(name)
