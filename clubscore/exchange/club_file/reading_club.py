"""The file of a club held against what it says of itself, before anything of it is believed.

The checksum shows what was damaged on the way. It is no signature: whoever can write a file can
write its checksum, so every value and key is looked at again where the rows come in.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Final, NamedTuple, NoReturn

from django.utils.translation import gettext as _

from clubscore.exchange.club_file.carried import CARRIED, fields_of
from clubscore.exchange.club_file.references import is_object
from clubscore.exchange.club_file.rows_in_file import as_line
from clubscore.exchange.club_file.writing_club import FORMAT, VERSION, steps

# Nothing that a club keeps is longer: files of events have 8 MB at most.
LONGEST_LINE: Final = 32 * 1024 * 1024
# A line for what the file is and one for what it comes to, besides the models' own.
AROUND: Final = 2


class BadFile(Exception):
    """A file that does not come in; the text says why and what would be right."""


class Found(NamedTuple):
    """What the file of a club says that it holds: how many rows of each model, and its checksum."""

    counts: Mapping[str, int]
    digest: str


def check_file(file: Path) -> Found:
    """Read a file from its first line to its last; return what it holds. Raises BadFile, OSError.

    Afterwards it is known to be whole and unaltered, of this program's version, with as many rows
    as it says. What stands in the rows is not read.
    """
    with file.open("rb") as source:
        head, counts = _head(file, source)
        read, lines, last = hashlib.sha256(as_line(head)), 1, b""
        for line in _lines(file, source):
            if last:
                read.update(last)
                lines += 1
            last = line
    told = plain_value(last)
    if not is_object(told) or "sha256" not in told:
        raise BadFile(
            _("%(file)s is incomplete: its end is missing. Copy it again.") % {"file": file}
        )
    rows = sum(counts.values()) + len(CARRIED)
    if told != {"lines": lines, "sha256": read.hexdigest()} or lines != rows + AROUND - 1:
        text = _("%(file)s was altered: its checksum does not match. Copy or export it again.")
        raise BadFile(text % {"file": file})
    return Found(counts, read.hexdigest())


def _head(file: Path, source: IO[bytes]) -> tuple[Mapping[str, object], dict[str, int]]:
    """Read the first line and the counts in it. BadFile unless this program can read the rest."""
    line = source.readline(LONGEST_LINE)
    head = plain_value(line)
    if not is_object(head) or head.get("format") != FORMAT:
        raise BadFile(_("%(file)s is not the file of a club.") % {"file": file})
    _check_version(file, head)
    told = head.get("counts")
    given = told.items() if is_object(told) else ()
    counts = {label: count for label, count in given if type(count) is int and count >= 0}
    labels = [model._meta.label for model in CARRIED]
    if as_line(head) != line or counts != told or sorted(labels) != sorted(counts):
        raise BadFile(_("%(file)s was altered: its first line is wrong.") % {"file": file})
    return head, counts


def _check_version(file: Path, head: Mapping[str, object]) -> None:
    if head.get("version") == VERSION and head.get("steps") == steps():
        return
    told = head.get("steps")
    theirs = told if isinstance(told, dict) else {}
    is_newer = head.get("version") != VERSION or any(
        str(theirs.get(app, "")) > step for app, step in steps().items()
    )
    if is_newer:
        text = _(
            "%(file)s was written by a newer ClubScore. Update this one to the same version first."
        )
    else:
        text = _(
            "%(file)s was written by an older ClubScore. Update that one to this version and"
            " export the club again."
        )
    raise BadFile(text % {"file": file})


def _lines(file: Path, source: IO[bytes]) -> Iterator[bytes]:
    while line := source.readline(LONGEST_LINE):
        if not line.endswith(b"\n"):
            raise BadFile(
                _("%(file)s is incomplete: its end is missing. Copy it again.") % {"file": file}
            )
        yield line


def rows_in(file: Path) -> Iterator[tuple[int, object]]:
    """Yield (number of the line, what stands in it) for all lines but the first and the last.

    Of a file that was checked; BadFile where a line is no JSON.
    """
    with file.open("rb") as source:
        ahead = b""
        for number, line in enumerate(_lines(file, source)):
            if number > 1:
                yield number, _read_line(file, number, ahead)
            ahead = line


def _read_line(file: Path, number: int, line: bytes) -> object:
    value = plain_value(line)
    if value is None:
        raise bad_line(file, number, _("it is not JSON"))
    return value


def bad_line(file: Path, number: int, why: str) -> BadFile:
    """Return what refuses a file for one of its lines."""
    told = {"file": file, "number": number, "why": why}
    return BadFile(_("%(file)s, line %(number)s: %(why)s. Nothing was imported.") % told)


def heading_of(label_number: int) -> dict[str, object]:
    """Return the line that stands before the rows of the model of that number."""
    model = CARRIED[label_number]
    return {"model": model._meta.label, "fields": [field.name for field in fields_of(model)]}


def plain_value(line: bytes) -> object:
    """Return the value that a line holds, None where it is no line of such a file."""
    try:
        return json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)
