"""Backups at a second place: locked, written there whole, thinned, and read back every day.

The place (`stores`) is a folder on another disk or machine, or a store. What was sent is noted with
its checksum in the data folder, so that a copy is proved by reading it back where it lies; that it
can be opened rests on its key, which the director proves to have (`backup_key`).
"""

import datetime as dt
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from clubscore.club import clock
from clubscore.club.own_phrases import SECOND_AWAY, SECOND_WRONG
from clubscore.club.own_words import own
from clubscore.club.refused import Refused
from clubscore.club.safe import backup_key, backups
from clubscore.club.safe.stores import Store, store_at
from clubscore.laws.words import Phrase

INDEX = "second-place.json"
DAYS, WEEKS, MONTHS = 7, 4, 12
EVERY = dt.timedelta(days=1)  # from one proof to the next
LATE = dt.timedelta(days=3)  # without one the director is asked to look


class Sent(NamedTuple):
    """A copy at the second place: its checksum, when it was written, when it was last proved."""

    checksum: str
    at: dt.datetime
    proved_at: dt.datetime | None


def place() -> str:
    """Return where the second place is, "" where none was chosen."""
    return str(settings.CLUBSCORE_SECOND_PLACE or "")


def known() -> dict[str, Sent]:
    """Return what was sent and is there, as far as we know, by its name; the newest first."""
    try:
        told: dict[str, tuple[str, str, str | None]] = json.loads(_index().read_text("utf-8"))
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
    if not place() or backup_key.known() is None:
        return False
    proved = last_proved()
    return _to_send() is not None or (
        bool(known()) and (proved is None or clock.now() - proved > EVERY)
    )


def asks_for() -> str:
    """Return what the director is to do: "key" make one, "proof" of it, "look" where it is late.

    "" where nothing is to be done, or no second place was chosen.
    """
    key, proved = backup_key.known(), last_proved()
    if not place():
        return ""
    if key is None:
        return "key"
    if key.proved_at is None:
        return "proof"
    is_late = clock.now() - (proved or key.made_at) > LATE
    return "look" if is_late else ""


def send_and_prove(say: Callable[[int, int], None]) -> None:
    """Send the newest backup, thin what is there, and read the newest and one more of it back.

    Raises Refused where the place is away or full, or a copy there is missing or altered.
    """
    key = backup_key.known()
    if not place() or key is None:
        return
    there = store_at(place())
    try:
        there.must_be_there()
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
        raise Refused(own(Phrase(SECOND_AWAY, {"place": place(), "why": why}))) from error
    if wrong:
        raise Refused(own(Phrase(SECOND_WRONG, {"file": wrong[0]})))


def _to_send() -> Path | None:
    """Return the newest backup where it was not sent."""
    newest = backups.list_backups(backups.folder())[:1]
    if not newest or f"{newest[0][1].name}{backup_key.LOCKED}" in known():
        return None
    return newest[0][1]


def _send(backup: Path, there: Store, key: backup_key.Key) -> None:
    name = f"{backup.name}{backup_key.LOCKED}"
    _note(known() | {name: Sent(there.put(name, backup, key), clock.now(), None)})


def _thin(there: Store) -> None:
    """Remove what need not stay: of each of the last days, weeks and months the newest stays."""
    taken = [
        (at, Path(name))
        for name in known()
        if (at := backups.taken_at(Path(name.removesuffix(backup_key.LOCKED)))) is not None
    ]
    keep = to_keep(taken)
    for _at, file in taken:
        if file not in keep:
            there.remove(file.name)
    _note({name: sent for name, sent in known().items() if Path(name) in keep})


def to_keep(copies: list[tuple[dt.datetime, Path]]) -> set[Path]:
    """Return what stays of copies, the newest first: seven days, four weeks, twelve months."""
    by_month: dict[object, Path] = {}
    for at, file in copies:
        by_month.setdefault((at.year, at.month), file)
    return backups.to_keep(copies) | set(list(by_month.values())[:MONTHS])


def _prove(there: Store) -> list[str]:
    """Read the newest copy back, and the one that was not for longest; return what is wrong."""
    long_ago = dt.datetime.min.replace(tzinfo=dt.UTC)
    sent, wrong = known(), []
    in_turn = sorted(sent, key=lambda name: sent[name].proved_at or long_ago)
    for name in dict.fromkeys([*list(sent)[:1], *in_turn[:1]]):
        if there.checksum(name) == sent[name].checksum:
            sent[name] = sent[name]._replace(proved_at=clock.now())
        else:
            # Not known any more: the newest is sent again.
            del sent[name]
            wrong.append(name)
    _note(sent)
    return wrong


def _note(sent: dict[str, Sent]) -> None:
    draft = _index().with_name(f".{INDEX}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(sent, default=dt.datetime.isoformat, indent=0) + "\n", "utf-8")
    os.replace(draft, _index())


def _index() -> Path:
    return settings.DATA_DIR / INDEX
