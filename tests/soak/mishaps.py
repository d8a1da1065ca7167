"""What happens at a named point: a kill beside a commit, a disk that fails, a backup cut off.

All forty tables enter meanwhile. Each phase counts what really went wrong, and fails where nothing
did. On Linux: the layer under the database is `faulty_disk`. PostgreSQL's own disk stays as it is.
"""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from tests import databases
from tests.soak.faulty_disk import Fault, FaultyDisk
from tests.soak.server import ROOT

if TYPE_CHECKING:
    from tests.soak.soak import Soak

PATIENCE = 60  # seconds until something is written
STRIKES = 3  # times that a kill is tried
BUSY = 1.0  # seconds that a disk is faulty from its first fault on, and good afterwards
TRIES = 4  # to cut a backup off before it is done
MOST_AFTER = 40  # writes, or commits, until it goes wrong
BEFORE, AFTER = "killed before a commit was written", "killed after a commit, before its answer"
KILLS = {Fault.KILL_BEFORE_COMMIT: BEFORE, Fault.KILL_AFTER_COMMIT: AFTER}
# On PostgreSQL one worker of four dies, and is started again by the others' parent.
WORKER_KILLS = {Fault.KILL_BEFORE_SENDING: BEFORE, Fault.KILL_BEFORE_ANSWERING: AFTER}
FAULTS = {
    Fault.FULL: "the disk was full",
    Fault.BROKEN: "the disk reported a fault",
    Fault.SHORT: "the disk took half of it",
}
ENDINGS = ("sqlite3.gz", "dump")


def killed_beside_a_commit(soak: Soak, disk: FaultyDisk, times: int, *, workers: bool) -> None:
    """Have the server die so many times just before a commit, and as often just after one.

    With `workers` only the worker dies that commits.
    """
    chance, died = random.Random(1899), Counter[Fault]()  # noqa: S311
    kills = WORKER_KILLS if workers else KILLS
    with soak.entering() as book:
        for fault in [*kills] * times:
            died[fault] += struck(disk, fault, chance.randint(0, MOST_AFTER))
            disk.set(Fault.NONE)
            if not workers:
                soak.server.kill()
                soak.server.start()
        time.sleep(1)
        book.wait_for_both_rooms()
    for fault, told in kills.items():
        soak.figures[told] = f"{died[fault]} times"
        soak.expect(f"{told}, {died[fault]} times", died[fault] >= times)
    soak.compare("killed beside a commit", book)


def struck(disk: FaultyDisk, fault: Fault, after: int) -> int:
    """Have it go wrong, and return how often it did.

    The commit that was to be the last may be one of the process for background jobs, which answers
    no one and so does not die before an answer: then once more.
    """
    for _try in range(STRIKES):
        disk.set(fault, after=after)
        _wait_for(disk)
        done = disk.done()
        if done:
            return done
    return 0


def _wait_for(disk: FaultyDisk) -> None:
    """Wait until it went wrong."""
    end = time.monotonic() + PATIENCE
    while not disk.done() and time.monotonic() < end:
        time.sleep(0.02)


def disk_fails(soak: Soak, disk: FaultyDisk, times: int) -> None:
    """Have the disk fail so many times in each way, for a second; the server goes on."""
    chance, failed = random.Random(1923), Counter[Fault]()  # noqa: S311
    with soak.entering() as book:
        for fault in [*FAULTS] * times:
            disk.set(fault, after=chance.randint(0, MOST_AFTER))
            _wait_for(disk)
            time.sleep(BUSY)
            failed[fault] += disk.done()
            disk.set(Fault.NONE)
            time.sleep(BUSY)
        book.wait_for_both_rooms()
        soak.expect("the server goes on after a fault of the disk", soak.server.is_alive())
    for fault, told in FAULTS.items():
        soak.figures[f"{told}: writes that failed"] = f"{failed[fault]}"
        soak.expect(f"{told}: {failed[fault]} writes failed", failed[fault] > 0)
    soak.compare("with a disk that fails", book)


def backup_is_cut(soak: Soak, times: int) -> None:
    """Kill a backup so many times while it runs; whatever has a backup's name is whole."""
    place = soak.data / "cut"
    place.mkdir()
    cut = 0
    command = [sys.executable, "manage.py", "backup", "--into", str(place)]
    with soak.entering() as book:
        for _try in range(times * TRIES):
            before = {*place.iterdir()}
            with subprocess.Popen(command, cwd=ROOT, env=soak.environment) as backup:
                # It has begun to write when there is a file more.
                while backup.poll() is None and {*place.iterdir()} <= before:
                    time.sleep(0.002)
                cut += backup.poll() is None
                backup.send_signal(signal.SIGKILL)
            if cut == times:
                break
        soak.manage("backup", "--into", str(place))
        book.wait_for_both_rooms()
    named = [file for end in ENDINGS for file in place.glob(f"clubscore-*.{end}")]
    whole = sum(is_sound(file) for file in named)
    soak.figures["backups cut off while they ran"] = f"{cut}; whole ones: {whole}"
    soak.expect(f"{cut} backups were cut off", cut == times)
    soak.expect(f"all {len(named)} that have a backup's name are whole", 0 < len(named) == whole)
    soak.compare("with backups cut off", book)


def is_sound(file: Path) -> bool:
    """Return whether a backup is whole by its own database's check, and holds a club."""
    if file.suffix == ".dump":
        listed = subprocess.run(
            ["pg_restore", "--data-only", "--table=club_club", "--file=-", str(file)],
            capture_output=True,
        )
        return not listed.returncode and b"COPY public.club_club" in listed.stdout
    try:
        plain = databases.plain(file) if file.suffix == ".gz" else file
        with sqlite3.connect(plain) as copy:
            (found,) = copy.execute("PRAGMA integrity_check").fetchone()
            (clubs,) = copy.execute("SELECT count(*) FROM club_club").fetchone()
    except (sqlite3.DatabaseError, OSError, EOFError, zlib.error):
        return False
    return bool(found == "ok" and clubs)
