"""A backup while all tables play, put back elsewhere: what it must hold, and what it may."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.soak.phones import LONGEST_WAIT, Book

if TYPE_CHECKING:
    from tests.soak.soak import Soak

STILL = 20  # files at least of clubs that nobody touches


def backed_up(soak: Soak, seconds: float) -> None:
    """Take a backup while all enter, put it back elsewhere, compare what it holds."""
    with soak.entering() as book:
        time.sleep(seconds / 2)
        before = _acknowledged(soak, book)
        soak.manage("backup", "--into", str(soak.data / "kept"))
        behind = _count(_acknowledged(soak, book))
        time.sleep(seconds / 2)
        book.wait_for_both_rooms()
        # On a busy machine nothing may have come in since, and a backup as old as that is no test.
        end = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < end and _count(_acknowledged(soak, book)) == behind:
            time.sleep(0.1)
    soak.compare("with a backup under load", book)
    soak.server.close()
    (backup,) = (soak.data / "kept").glob("clubscore-*")
    now = readable(soak, soak.data)
    # Back in an empty folder, or over the PostgreSQL there is.
    data = Path(tempfile.mkdtemp(dir=soak.data.parent))
    soak.manage("restore", str(backup), data=data)
    then = readable(soak, data)
    still = {name: content for name, content in now.items() if not name.startswith("soak/")}
    # Where nobody entered meanwhile every file is the same; of the rest it has the beginning.
    soak.expect("files of untouched clubs", then.items() >= still.items() and len(still) > STILL)
    _compare_then(soak, before, data)
    # Whichever file it is that an entry since then stands in: money changes hands seldom.
    ours = [name for name in now if name.startswith("soak/")]
    older = [name for name in ours if then.get(name) != now[name]]
    soak.expect(f"the backup is older, by {len(older)} files", bool(older))
    soak.expect("the same twice", _again(soak) == now)
    print(f"{soak.name}: {len(still)} files byte for byte")


def _acknowledged(soak: Soak, book: Book) -> dict[str, list[Any]]:
    """Return what was acknowledged up to now."""
    with book.lock:
        return {room: soak.told[room] + book.acknowledged[room] for room in soak.told}


def _count(entries: dict[str, list[Any]]) -> int:
    return sum(map(len, entries.values()))


def _compare_then(soak: Soak, before: dict[str, list[Any]], data: Path) -> None:
    """What was acknowledged before the backup began is in it, and nothing that nobody sent."""
    held = json.loads(soak.own("verify.py", json.dumps(before), data=data))
    every = json.loads(soak.own("verify.py", json.dumps(soak.told), data=data))
    entries = _count(before)
    wrong = [*held["lost"], *held["changed"], *every["doubled"], *every["strange"]]
    for text in wrong[:10]:
        print("   ", text)
    soak.figures["in a backup under load, of what was acknowledged before"] = (
        f"{entries - len(held['lost']):,} of {entries:,} entries"
    )
    soak.expect(f"the backup holds {entries} entries made before it", entries > 0 and not wrong)


def readable(soak: Soak, data: Path) -> dict[str, bytes]:
    """Return the readable copy of what is in a folder, file by file."""
    place = Path(tempfile.mkdtemp(dir=soak.data))
    soak.manage("backup", "--readable", "--into", str(place), data=data)
    index = json.loads((place / "readable" / "index.json").read_text())
    return {name: (place / "readable" / name).read_bytes() for name in index}


def _again(soak: Soak) -> dict[str, bytes]:
    """Return the files of what is now: of SQLite the data itself, of PostgreSQL put back."""
    kept = list((soak.data.parent).glob("*/backups/before-restore-*.dump"))
    if kept:
        soak.manage("restore", str(kept[0]))
    return readable(soak, soak.data)
