"""Who sits on one side of a table: a pair or a team by its number, or two players by theirs."""

from collections.abc import Sequence

# Where individuals play, North and South (or East and West) by their numbers.
Side = int | tuple[int, int]


def side_of(numbers: Sequence[int]) -> Side | None:
    """Return the side in a movement's row; None if no one sits there."""
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    return numbers[0] if numbers else None


def members(side: Side | None) -> tuple[int, ...]:
    """Return the numbers of a side's contestants."""
    if side is None:
        return ()
    return side if isinstance(side, tuple) else (side,)


def shown_side(side: Side | None) -> str:
    """Return a side as lists write it: ``3``, or ``8 & 1`` where individuals play."""
    return " & ".join(map(str, members(side)))


def seated(ns: Side, ew: Side) -> dict[str, int | None]:
    """Return who sits where as a result keeps it: of individuals ``ns`` is North, ``ew`` East."""
    north, *south = members(ns)
    east, *west = members(ew)
    return {
        "ns": north,
        "south": south[0] if south else None,
        "ew": east,
        "west": west[0] if west else None,
    }
