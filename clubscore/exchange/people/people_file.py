"""Lists of people that come in and go out, as CSV or XLSX.

Reading is in three steps, none of which writes: a file into rows of text (`read_file`), rows into
what each would do (`plan`), the plan into a page. Writing is `bring_in` in
`clubscore.club.people.importing`.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from unicodedata import category

import tablib
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from openpyxl import load_workbook

from clubscore.club.models import Person
from clubscore.club.naming.odd_names import closed, unclosed
from clubscore.club.wording.names import listed
from clubscore.club.wording.phrases import said
from clubscore.deals.file_size import MB, too_large
from clubscore.ranking.member_numbers import (
    BBO,
    KNOWN,
    LONGEST_SCHEME,
    SAME_AS,
    label_of_scheme,
    read_scheme,
)
from clubscore.version import PROGRAM

LARGEST_FILE = MB
LARGEST_UNPACKED = 20 * MB
MOST_ROWS = 2000
# What spreadsheets take for a formula when it begins a cell.
FORMULA = ("=", "+", "-", "@", "\t", "\r")

# A row's key of a number with a federation is this and the scheme.
NUMBER = "number:"
# The headings of such columns: EBU, EBU number; BBO user name; of any federation Number (DBV), as
# they go out.
_OF_SCHEME = (
    re.compile(rf"({'|'.join((*KNOWN, *SAME_AS))})(?: (?:number|no|no\.))?"),
    re.compile(rf"({BBO})(?: (?:user name|username|name|number))?"),
    re.compile(r"number \(([a-z][a-z0-9-]*)\)"),
)

# The columns as they go out, and the headings by which they are known when they come in.
HEADINGS = {
    "name": ("name", "full name"),
    "short_name": ("short name", "short", "on the pad", "pad"),
    "number": ("number", "no", "no.", "member number"),
    "email": ("e-mail", "email", "mail"),
    "kind": ("member or guest", "kind", "here as", "status"),
    "active": ("active", "plays here", "plays here now"),
}


class UnreadableFile(ValueError):
    """The file as a whole cannot be read; the text says what would be right."""


class Row(dict[str, str]):
    """One row of a file: what stands in each known column, and its line, counted from 1."""

    line: int = 0


def read_file(name: str, content: bytes) -> tuple[list[Row], list[str]]:
    """Return the rows of a CSV or XLSX file and the headings that were not understood.

    Raises UnreadableFile for what is too large, no such file, or has no column of names.
    """
    if len(content) > LARGEST_FILE:
        raise UnreadableFile(said(too_large(LARGEST_FILE)))
    if content.startswith(b"PK\x03\x04"):
        cells = _cells_of_workbook(content)
    elif name.lower().endswith((".xlsx", ".xls", ".ods")) or b"\0" in content:
        raise UnreadableFile(_("This is not a CSV or XLSX file. Save the list as one of these."))
    else:
        cells = _cells_of_csv(content)
    return _rows(cells)


def read_pasted(text: str) -> tuple[list[Row], list[str]]:
    """Return the rows of names that were pasted, one a line, or of a list with its headings.

    Raises UnreadableFile as `read_file` does.
    """
    headings = {name for names in HEADINGS.values() for name in names}
    first = text.strip().partition("\n")[0]
    has_headings = not headings.isdisjoint(re.split(r"[,;\t]", first.strip().casefold()))
    if not has_headings:
        lines = (line.strip() for line in text.splitlines())
        cells = [["name"], *([line] for line in lines if line)]
        return _rows(cells)
    return read_file("", text.strip().encode())


def _cells_of_csv(content: bytes) -> list[list[str]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        return [row for _number, row in zip(range(MOST_ROWS + 2), reader, strict=False)]
    except csv.Error as error:
        raise UnreadableFile(
            _("Line %(line)s cannot be read (%(why)s). Check for a missing quotation mark.")
            % {"line": reader.line_num, "why": error}
        ) from error


def _cells_of_workbook(content: bytes) -> list[list[str]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(part.file_size for part in packed.infolist()) > LARGEST_UNPACKED:
                raise UnreadableFile(
                    _(
                        "Unpacked, the file is too large for a club's list."
                        " Check that it is the right one."
                    )
                )
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=False)
        sheet = book.worksheets[0]
        rows = sheet.iter_rows(max_row=MOST_ROWS + 2, max_col=40, values_only=True)
        return [[_text(cell) for cell in row] for row in rows]
    except UnreadableFile:
        raise
    except Exception as error:
        # openpyxl raises whatever a damaged file makes it stumble over; to the reader it is one.
        raise UnreadableFile(
            _("This XLSX file cannot be read. Save it again, or save it as CSV.")
        ) from error


def _text(cell: object) -> str:
    """Return a cell of a workbook as text: numbers as they are shown, 117 and not 117.0."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _rows(cells: Sequence[Sequence[str]]) -> tuple[list[Row], list[str]]:
    if not cells:
        raise UnreadableFile(_("The file is empty. Its first line must name the columns."))
    columns, strange = _columns(cells[0])
    if "name" not in columns.values():
        raise UnreadableFile(
            _("No column is called “name”. The first line must name the columns: %(columns)s")
            % {"columns": listed(names[0] for names in HEADINGS.values())}
        )
    if len(cells) > MOST_ROWS + 1:
        raise UnreadableFile(
            ngettext(
                "The list has more than %(count)s row. Import it in parts.",
                "The list has more than %(count)s rows. Import it in parts.",
                MOST_ROWS,
            )
            % {"count": MOST_ROWS}
        )
    rows = []
    for line, values in enumerate(cells[1:], start=2):
        row = Row({columns[i]: v.strip() for i, v in enumerate(values) if i in columns})
        row.line = line
        if any(row.values()):
            rows.append(row)
    return rows, strange


def _columns(headings: Sequence[str]) -> tuple[dict[int, str], list[str]]:
    """Return which column holds what, and the headings that mean nothing to us."""
    known = {heading: field for field, names in HEADINGS.items() for heading in names}
    columns: dict[int, str] = {}
    strange = []
    for place, heading in enumerate(headings):
        name = " ".join(heading.lower().replace("_", " ").split())
        field = known.get(name) or _scheme_column(name)
        if field and field not in columns.values():
            columns[place] = field
        elif heading.strip():
            strange.append(heading.strip()[:40])
    return columns, strange


def _scheme_column(heading: str) -> str:
    """Return the key of a column of a federation's numbers, nothing for another."""
    found = next(filter(None, (each.fullmatch(heading) for each in _OF_SCHEME)), None)
    if not found or len(found[1]) > LONGEST_SCHEME:
        return ""
    return NUMBER + read_scheme(found[1])


def is_column(key: str) -> bool:
    """Whether this is the key of a cell in a row."""
    return key in HEADINGS or (
        key.startswith(NUMBER) and _scheme_column(f"number ({key.removeprefix(NUMBER)})") == key
    )


def heading_of(scheme: str) -> str:
    """Return the heading of the column of a scheme's numbers."""
    label = label_of_scheme(scheme)
    if scheme == BBO:
        return f"{label} user name"
    return f"{label} number" if scheme in KNOWN else f"Number ({label})"


def defused(text: str) -> str:
    """Return a text as a cell may hold it: no formula to a spreadsheet, and none turns the next.

    A control character is no part of it: no workbook may hold one.
    """
    text = closed("".join(c for c in text if c.isspace() or category(c) != "Cc"))
    return f"'{text}" if text.startswith(FORMULA) else text


def undefused(text: str) -> str:
    """Return what was defused as it was before, but for control characters."""
    text = unclosed(text)
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def as_dataset(people: Iterable[Person]) -> tablib.Dataset:
    """Return a list of people as a sheet of columns, with nothing in it that could be a formula.

    Each scheme in which somebody has a number has a column at the end.
    """
    listed_people = list(people)
    prefetch_related_objects(listed_people, "numbers")
    held = [{row.scheme: row.number for row in each.numbers.all()} for each in listed_people]
    schemes = sorted({scheme for theirs in held for scheme in theirs})
    headings = [names[0] for names in HEADINGS.values()]
    sheet = tablib.Dataset(headers=[*headings, *map(heading_of, schemes)], title="people")
    for person, theirs in zip(listed_people, held, strict=True):
        cells = (person.name, person.short_name, person.number, person.email)
        active = "yes" if person.active else "no"
        numbers = [theirs.get(scheme, "") for scheme in schemes]
        sheet.append([*map(defused, cells), str(person.kind), active, *map(defused, numbers)])
    return sheet


def write_file(people: Iterable[Person], kind: str) -> bytes:
    """Return a list of people as a file, "csv" or "xlsx".

    The CSV says that it is UTF-8, without which some spreadsheets garble names.
    """
    written: str | bytes = as_dataset(people).export(kind)
    return ("\ufeff" + written).encode() if isinstance(written, str) else _signed(written)


def _signed(content: bytes) -> bytes:
    """Return a spreadsheet that says which program wrote it; tablib has no way to."""
    book, out = load_workbook(io.BytesIO(content)), io.BytesIO()
    book.properties.creator = PROGRAM
    book.save(out)
    return out.getvalue()
