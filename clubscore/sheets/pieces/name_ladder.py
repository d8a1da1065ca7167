"""Names in a column of one size: full where they fit, then with initials, then a size smaller.

No name is cut, narrowed or ended with dots: what fits on no rung goes over more lines.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from clubscore.club.wording.names import named
from clubscore.sheets.pieces.typeface import TEXT, width, wrapped

SIZE, SMALL = 9.0, 8.0
# Letters of alphabets of which an initial is usual.
INITIALS_END = "\u1fff"


class SetNames(NamedTuple):
    """How the names of a column are set: their size, and the lines of each."""

    size: float
    lines: Mapping[tuple[str, ...], tuple[str, ...]]

    @property
    def most(self) -> int:
        """How many lines the longest takes."""
        return max(map(len, self.lines.values()), default=1)


def initial(name: str) -> str:
    """Return a name with an initial for the first name, "K. Wiśniewska"; alone it stays."""
    first, _blank, last = name.strip().partition(" ")
    if not last or not first[0].isalpha() or first[0] > INITIALS_END:
        return name
    return f"{first[0]}. {last}"


def set_names(names: Iterable[tuple[str, ...]], room: float, *, two_lines: bool) -> SetNames:
    """Return how names of contestants are set in a column so wide, in points.

    With `two_lines` two people stand below each other, else beside each other. One size holds for
    all; where the smallest is too large, lines break at blanks and hyphens.
    """
    wanted = list(dict.fromkeys(names))
    for size in (SIZE, SMALL):
        found = {each: _fitting(each, room, size, two_lines) for each in wanted}
        if all(found.values()):
            return SetNames(size, {each: lines or () for each, lines in found.items()})
    return SetNames(SMALL, {each: _broken(each, room, two_lines) for each in wanted})


def _fitting(
    people: tuple[str, ...], room: float, size: float, two_lines: bool
) -> tuple[str, ...] | None:
    """Return the lines of these people at this size, in full or with initials; None for neither."""
    for way in (tuple(people), tuple(map(initial, people))):
        lines = _lines(way, two_lines)
        if all(width(line, TEXT, size) <= room for line in lines):
            return lines
    return None


def _lines(people: tuple[str, ...], two_lines: bool) -> tuple[str, ...]:
    if two_lines and len(people) == 2:
        return people
    return (named(people),)


@lru_cache(maxsize=4096)
def _broken(people: tuple[str, ...], room: float, two_lines: bool) -> tuple[str, ...]:
    """Return lines at the smallest size, each name as short as it goes where that is needed."""
    for way in (people, tuple(map(initial, people))):
        lines = tuple(
            part for line in _lines(way, two_lines) for part in wrapped(line, TEXT, SMALL, room)
        )
        if len(lines) <= 3:
            break
    return lines
