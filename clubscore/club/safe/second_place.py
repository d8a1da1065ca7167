"""Backups at a second place: locked, written there whole, thinned, and read back every day.

The place is a folder that is there already, on another disk or machine: one that is not plugged in
is never made on this disk instead. What was sent is noted with its checksum in the data folder, so
that a copy is proved by reading it back where it lies; that it can be opened rests on its key,
which the director proves to have (`backup_key`).
"""

import datetime as dt
import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from django.conf import settings

from clubscore.club import clock
from clubscore.club.own_phrases import SECOND_AWAY, SECOND_WRONG
from clubscore.club.own_words import own
from clubscore.club.refused import Refused
from clubscore.club.safe import backup_key, backups
from clubscore.laws.words import Phrase

INDEX = "second-place.json"
DAYS, WEEKS, MONTHS = 7, 4, 12
EVERY = dt.timedelta(days=1)  # from one proof to the next
PIECE = 1024 * 1024  # bytes read at once


class Sent(NamedTuple):
    """A copy at the second place: its checksum, when it was written, when it was last proved."""

    checksum: str
    at: dt.datetime
    proved_at: dt.datetime | None


@dataclass
class Summed:
    """Writes to a file and counts the checksum of what was written."""

    file: BinaryIO

    def __post_init__(self) -> None:
        self.sum = hashlib.sha256()

    def write(self, content: bytes) -> int:
        """Write a piece."""
        self.sum.update(content)
        return self.file.write(content)

    def flush(self) -> None:
        """Pass it on."""
        self.file.flush()


def place() -> Path | None:
    """Return the folder of the second place, None where none was chosen."""
    return settings.CLUBSCORE_SECOND_PLACE


def known() -> dict[str, Sent]:
    """Return what was sent and is there, as far as we know, by its name; the newest first."""
    try:
        told: dict[str, Any] = json.loads(_index().read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    moment = dt.datetime.fromisoformat
    return {
        name: Sent(checksum, moment(at), moment(proved) if proved else None)
        for name, (checksum, at, proved) in sorted(told.items(), reverse=True)
    }


def last_proved() -> dt.datetime | None:
    """Return when a copy was last read back and found as it was written."""
    return max((each.proved_at for each in known().values() if each.proved_at), default=None)


def is_due() -> bool:
    """Whether the newest backup is to be sent, or what is there to be proved."""
    if place() is None or backup_key.known() is None:
        return False
    proved = last_proved()
    return _to_send() is not None or (
        bool(known()) and (proved is None or clock.now() - proved > EVERY)
    )


def send_and_prove(say: Callable[[int, int], None]) -> None:
    """Send the newest backup, thin what is there, and read the newest and one more of it back.

    Raises Refused where the place is away or full, or a copy there is missing or altered.
    """
    there, key = place(), backup_key.known()
    if there is None or key is None:
        return
    if not there.is_dir():
        raise Refused(own(Phrase(SECOND_AWAY, {"place": there, "why": "—"})))
    try:
        newest = _to_send()
        if newest is not None:
            _send(newest, there, key)
        say(1, 3)
        _thin(there)
        say(2, 3)
        wrong = _prove(there)
        say(3, 3)
    except OSError as error:
        why = error.strerror or error
        raise Refused(own(Phrase(SECOND_AWAY, {"place": there, "why": why}))) from error
    if wrong:
        raise Refused(own(Phrase(SECOND_WRONG, {"file": there / wrong[0]})))


def _to_send() -> Path | None:
    """Return the newest backup where it was not sent."""
    newest = backups.list_backups(backups.folder())[:1]
    if not newest or f"{newest[0][1].name}{backup_key.LOCKED}" in known():
        return None
    return newest[0][1]


def _send(backup: Path, there: Path, key: backup_key.Key) -> None:
    """Write a backup locked, and give it its name once all of it is on the disk."""
    name = f"{backup.name}{backup_key.LOCKED}"
    draft = there / f".{name}.{os.getpid()}"
    try:
        draft.touch(mode=0o600)
        with draft.open("wb") as handle:
            summed = Summed(handle)
            backup_key.lock(backup, summed, key)
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(draft, there / name)
    finally:
        with suppress(OSError):
            draft.unlink()
    _note(known() | {name: Sent(summed.sum.hexdigest(), clock.now(), None)})


def _thin(there: Path) -> None:
    """Remove what need not stay: of each of the last days, weeks and months the newest stays."""
    taken = [
        (at, there / name)
        for name in known()
        if (at := backups.taken_at(Path(name.removesuffix(backup_key.LOCKED)))) is not None
    ]
    keep = to_keep(taken)
    for _at, file in taken:
        if file not in keep:
            file.unlink(missing_ok=True)
    _note({name: sent for name, sent in known().items() if there / name in keep})


def to_keep(copies: list[tuple[dt.datetime, Path]]) -> set[Path]:
    """Return what stays of copies, the newest first: seven days, four weeks, twelve months."""
    by_month: dict[object, Path] = {}
    for at, file in copies:
        by_month.setdefault((at.year, at.month), file)
    return backups.to_keep(copies) | set(list(by_month.values())[:MONTHS])


def _prove(there: Path) -> list[str]:
    """Read the newest copy back, and the one that was not for longest; return what is wrong."""
    long_ago = dt.datetime.min.replace(tzinfo=dt.UTC)
    sent, wrong = known(), []
    in_turn = sorted(sent, key=lambda name: sent[name].proved_at or long_ago)
    for name in dict.fromkeys([*list(sent)[:1], *in_turn[:1]]):
        if _checksum(there / name) == sent[name].checksum:
            sent[name] = sent[name]._replace(proved_at=clock.now())
        else:
            # Not known any more: the newest is sent again.
            del sent[name]
            wrong.append(name)
    _note(sent)
    return wrong


def _checksum(file: Path) -> str:
    """Return the checksum of what lies there, "" where nothing does."""
    found = hashlib.sha256()
    try:
        with file.open("rb") as handle:
            if hasattr(os, "posix_fadvise"):  # from the disk, not from what was just written
                os.posix_fadvise(handle.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            while piece := handle.read(PIECE):
                found.update(piece)
    except FileNotFoundError:
        return ""
    return found.hexdigest()


def _note(sent: dict[str, Sent]) -> None:
    draft = _index().with_name(f".{INDEX}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(sent, default=dt.datetime.isoformat, indent=0) + "\n", "utf-8")
    os.replace(draft, _index())


def _index() -> Path:
    return settings.DATA_DIR / INDEX
