"""Where our notes stand in a PBN file: lines that begin with ``%``, which other programs skip.

``%ClubScore event 0 {...}``, ``board 7``, ``total 3`` and ``score 12``: the rows of the total
ranking and of all score tables are counted from 1 through the file. A line is not longer than the
standard has them; a note goes on in lines that begin with ``%ClubScore+``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from clubscore.deals.file_text import place
from clubscore.deals.files.pbn import Escape, Game
from clubscore.exchange.reading.notes import Raw

LINE = re.compile(r"ClubScore (event|board|total|score) ([0-9]{1,6}) (.*)")
MORE = "ClubScore+ "
LONGEST = 200


class _Pieces(NamedTuple):
    """A note that is being read, line by line, and where it begins."""

    texts: list[str]
    where: str


class FileNotes:
    """The notes of a file by what they stand with."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._found: dict[tuple[str, int], list[_Pieces]] = {}
        for game in games:
            self._read(game.escapes)

    def _read(self, escapes: Iterable[Escape]) -> None:
        last: _Pieces | None = None
        for text, line in escapes:
            found = LINE.fullmatch(text)
            if found is not None:
                last = _Pieces([found[3]], place(line))
                self._found.setdefault((found[1], int(found[2])), []).append(last)
            elif text.startswith(MORE) and last is not None:
                last.texts.append(text[len(MORE) :])

    def of(self, what: str, at: int) -> tuple[Raw, ...]:
        """Return the notes of a part, each with its line."""
        return _raw(self._found.pop((what, at), ()))

    def rest(self) -> tuple[Raw, ...]:
        """Return the notes of which no part was asked for."""
        return tuple(raw for found in self._found.values() for raw in _raw(found))


def _raw(found: Iterable[_Pieces]) -> tuple[Raw, ...]:
    return tuple(Raw("".join(each.texts), each.where) for each in found)


def note_lines(what: str, at: int, text: str) -> Iterator[Escape]:
    """The lines of a note; none where it is empty."""
    for start in range(0, len(text), LONGEST):
        head = MORE if start else f"ClubScore {what} {at} "
        yield Escape(head + text[start : start + LONGEST])
