"""Suits in two or four colours, where a reader asks for that; nothing is understood by them alone.

Black is usual: a photocopy loses nothing. The colours are those of the screen.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

Colour = tuple[float, float, float]
BLACK: Colour = (0.0, 0.0, 0.0)
RED: Colour = (0.702, 0.129, 0.106)
ORANGE: Colour = (0.604, 0.29, 0.0)
LEAF: Colour = (0.122, 0.42, 0.18)
COLOURS: Mapping[str, Mapping[str, Colour]] = {
    "2": {"♥": RED, "♦": RED},
    "4": {"♥": RED, "♦": ORANGE, "♣": LEAF},
}
_EACH_SUIT = re.compile("([♥♦♣])")

_chosen: ContextVar[str] = ContextVar("suits", default="")


@contextmanager
def suits_in(colours: str) -> Iterator[None]:
    """Draw suits in "2" or "4" colours until the block ends, in black for anything else."""
    token = _chosen.set(colours if colours in COLOURS else "")
    try:
        yield
    finally:
        _chosen.reset(token)


def colours_of_suits() -> Mapping[str, Colour]:
    """Return which suit has which colour now; nothing where all are black."""
    return COLOURS.get(_chosen.get(), {})


def by_colour(text: str, colours: Mapping[str, Colour]) -> Iterator[tuple[str, Colour]]:
    """Return a text in parts of one colour each, in the order in which they are drawn."""
    for part in filter(None, _EACH_SUIT.split(text)):
        yield part, colours.get(part, BLACK)
