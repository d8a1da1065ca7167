"""A zip of files as strangers may have made it: what is in it, within bounds, one file at a time.

Nothing of it is written anywhere under a name of its own. A zip says how long its files are, and
no more than that is ever unpacked of one; so what it says bounds the memory that it takes.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable
from typing import NamedTuple

from clubscore.deals.file_text import LARGEST_UPLOAD, MB, too_large
from clubscore.files.printable import printable
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, ngettext_lazy

MOST_FILES = 2000
MOST_UNPACKED = 200 * MB  # bytes of all files together
LONGEST_NAME = 200
ZIP = b"PK\x03\x04"
ENCRYPTED = 0x1
# What systems put into folders beside what people put there.
OF_SYSTEMS = ("__macosx", "thumbs.db", "desktop.ini")

NOT_A_ZIP = gettext_noop("This is not a whole zip file. Make it again, or choose the files.")
TOO_MANY = ngettext_lazy(
    "At most %(most)s file can come in at once. Import the rest after it.",
    "At most %(most)s files can come in at once. Import the rest after them.",
    "most",
)
TOO_MUCH = gettext_noop("Unpacked this is more than %(most)s MB. Import it in parts.")
NOTHING = gettext_noop("There is no file in it.")
LEADS_OUT = gettext_noop("Its name leads out of the zip. Make the zip again from a folder.")
LOCKED = gettext_noop("It is locked with a password. Make the zip again without one.")
ZIP_IN_ZIP = gettext_noop("It is a zip within the zip. Unpack it, and import its files.")
DAMAGED = gettext_noop("It cannot be unpacked: the zip is damaged there. Make it again.")
UNKNOWN_WAY = gettext_noop("It is packed in a way that is not known. Make an ordinary zip.")


class Member(NamedTuple):
    """A file of a zip: its name for people, its place in it, and why it is not to be unpacked."""

    name: str
    at: int
    why: RuleError | None = None


def packed_together(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return files as one zip. RuleError for more than may come in at once."""
    packed, size = io.BytesIO(), 0
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, content) in enumerate(files, 1):
            size += len(content)
            _check_amount(number, size)
            archive.writestr(zipfile.ZipInfo(name.replace("\0", "") or "-"), content)
    return packed.getvalue()


def members_of(content: bytes) -> list[Member]:
    """Return the files of a zip, in the order of their names. RuleError for none that is whole.

    Folders, hidden files and what systems add are passed over.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            infos = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, EOFError):
        raise RuleError("zip", NOT_A_ZIP) from None
    found = [(at, info) for at, info in enumerate(infos) if _is_meant(info)]
    if not found:
        raise RuleError("empty", NOTHING)
    _check_amount(len(found), sum(info.file_size for _at, info in found))
    members = [Member(_called(info), at, _wrong(info)) for at, info in found]
    return sorted(members, key=lambda one: (one.name.casefold(), one.at))


def content_at(archive: zipfile.ZipFile, at: int) -> bytes:
    """Return one file of a zip. RuleError where it is not to be had."""
    info = archive.infolist()[at]
    wrong = _wrong(info)
    if wrong is not None:
        raise wrong
    try:
        with archive.open(info) as file:
            content = file.read(LARGEST_UPLOAD + 1)
    except NotImplementedError:
        raise RuleError("packed", UNKNOWN_WAY) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError):
        raise RuleError("damaged", DAMAGED) from None
    if content.startswith(ZIP) and info.filename.lower().endswith(".zip"):
        raise RuleError("zip-in-zip", ZIP_IN_ZIP)
    return content


def _check_amount(files: int, size: int) -> None:
    if files > MOST_FILES:
        raise RuleError("too-many", TOO_MANY, most=MOST_FILES)
    if size > MOST_UNPACKED:
        raise RuleError("too-large", TOO_MUCH, most=MOST_UNPACKED // MB)


def _parts(info: zipfile.ZipInfo) -> list[str]:
    return info.filename.replace("\\", "/").split("/")


def _is_meant(info: zipfile.ZipInfo) -> bool:
    """Whether a zip's entry is a file that somebody put there."""
    if info.is_dir():
        return False
    parts = [each for each in _parts(info) if each not in ("", ".", "..")]
    hidden = any(each.startswith(".") or each.lower() in OF_SYSTEMS for each in parts)
    return bool(parts) and not hidden


def _called(info: zipfile.ZipInfo) -> str:
    return printable(info.filename)[-LONGEST_NAME:]


def _wrong(info: zipfile.ZipInfo) -> RuleError | None:
    """Why a file is not unpacked, by what the zip says of it."""
    parts = _parts(info)
    if ".." in parts or parts[0] == "" or ":" in parts[0]:
        return RuleError("leads-out", LEADS_OUT)
    if info.flag_bits & ENCRYPTED:
        return RuleError("locked", LOCKED)
    if info.file_size > LARGEST_UPLOAD:
        return too_large(LARGEST_UPLOAD)
    return None
