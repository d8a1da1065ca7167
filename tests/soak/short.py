"""The soak in short, for the gate: so many turns by one seed, and two kills at named points.

    python tests/soak/short.py

A real server on an SQLite file. Two card tables, the seven and an event take turns, one after the
other, so that the same commit enters the same. The server dies once within the transaction of an
entry and once behind its commit, before anybody was answered; the phone sends the entry again until
it is. What phones were answered is then compared as in the soak itself, which belongs to the night.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import cycle, islice
from pathlib import Path
from types import MappingProxyType
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.soak.in_turn import instead
from tests.soak.phones import Book, Phone
from tests.soak.server import INSIDE, SHORT, STRIKE, UNANSWERED, Server
from tests.soak.soak import Soak
from tests.soak.things_done import worked

# So many turns of one table or the director after the other; at which of them the server dies.
TURNS = 60
STRIKES: Mapping[int, str] = MappingProxyType({20: INSIDE, 40: UNANSWERED})


# What a server runs under that dies where a file says so.
UNDER: Mapping[str, str] = MappingProxyType({"DJANGO_SETTINGS_MODULE": "tests.soak.struck"})


class Once:
    """Says to stop after one turn."""

    def is_set(self) -> bool:
        """It is always time to stop."""
        return True


class Kills:
    """The kills of a run: told to the server by a file, which it removes as it dies."""

    def __init__(self, server: Server, data: Path) -> None:
        self.server, self.file = server, data / STRIKE
        self.point = ""
        self.died: list[str] = []

    def tell(self, point: str) -> None:
        """Let the server die of the next entry, at this point."""
        self.point = point
        self.file.write_text(point, "utf-8")

    def start_again(self) -> None:
        """Start the server again where it died as it was told."""
        if self.point and not self.file.exists():
            self.died.append(self.point)
            self.point = ""
            self.server.kill()
            self.server.start()
        elif not self.server.is_alive():
            raise RuntimeError("the server died by itself")


def phones_of(kills: Kills) -> type[Phone]:
    """Return phones of which the first that hears nothing has the server started again."""

    class PhoneAgain(Phone):
        def _hang_up(self) -> None:
            super()._hang_up()
            kills.start_again()

    return PhoneAgain


@contextmanager
def one_thread(phone: type[Phone]) -> Iterator[None]:
    """Let all tables play in this thread, on phones of this kind."""
    with ExitStack() as stack:
        for module, name, value in instead(phone):
            stack.enter_context(mock.patch.object(module, name, value))
        yield


def played(soak: Soak, book: Book, kills: Kills) -> int:
    """Let every table take its turns; return how many were taken."""
    stop: Any = Once()
    players = [*soak.cards, *soak.sevens, *soak.events, *soak.directors]
    for number, player in enumerate(islice(cycle(players), TURNS)):
        if number in STRIKES:
            kills.tell(STRIKES[number])
        if player in soak.cards or player in soak.sevens or has_more(soak):
            player.play(book, stop)
        if book.wrong:
            return number
    return TURNS


def has_more(soak: Soak) -> bool:
    """Whether the event is still played."""
    return not all(event.is_over for group in soak.groups for event in group.events)


def digest(told: Mapping[str, list[dict[str, Any]]]) -> str:
    """Return what tells the entries of one run from those of another, without keys and numbers."""
    entries = [(each["at"].split()[1:], each["what"], each["facts"])
               for room in told.values() for each in room]  # fmt: skip
    return hashlib.sha256(json.dumps(entries, sort_keys=True).encode()).hexdigest()[:16]


def short_soak(data: Path, migrated: Path | None = None) -> Soak:
    """Run it in a folder, on a copy of a migrated database; what does not hold is in `failed`."""
    if migrated:
        shutil.copyfile(migrated, data / "clubscore.sqlite3")
    soak = Soak("In short, SQLite", data, under=UNDER, events=SHORT)
    kills, book = Kills(soak.server, data), Book()
    try:
        with one_thread(phones_of(kills)):
            soak.sit_down()
            soak.server.start()
            taken = played(soak, book, kills)
        soak.told = book.acknowledged
        soak.done += book.done
        soak.compare(f"after {taken} turns", book)
        soak.expect(
            f"the server died {' and '.join(kills.died)}", kills.died == [*STRIKES.values()]
        )
        soak.all_tables_entered()
    finally:
        soak.server.kill()
    entries = sum(map(len, soak.told.values()))
    print(f"{soak.name}: {worked(soak.done)}; {entries} entries, {digest(soak.told)}", flush=True)
    return soak


def main() -> int:
    """Run it in a folder that goes away; return 1 where something did not hold."""
    with tempfile.TemporaryDirectory(prefix="clubscore-soak-") as folder:
        return 0 if short_soak(Path(folder)).good else 1


if __name__ == "__main__":
    sys.exit(main())
