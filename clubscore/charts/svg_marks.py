"""Marks of a picture as SVG writes them: numbers short, texts escaped, looks by class only."""

from collections.abc import Iterable
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

LETTER = 8.2  # units that a letter of 15 px is wide, on average
Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


def short(value: float) -> str:
    """Return a coordinate without what no eye sees: `12.50` is `12.5`."""
    rounded = round(value, 1) + 0.0  # no minus before nothing
    return f"{rounded:.1f}".removesuffix(".0")


def text(x: float, y: float, words: str, *, anchor: Anchor = "start", look: str = "") -> str:
    """Return words at a point; `look` names their classes."""
    shown = "" if anchor == "start" else f' text-anchor="{anchor}"'
    looks = f" class={quoteattr(look)}" if look else ""
    return f'<text x="{short(x)}" y="{short(y)}"{shown}{looks}>{escape(words)}</text>'


def path(points: Iterable[Point], look: str) -> str:
    """Return a line through points."""
    course = "L".join(f"{short(x)} {short(y)}" for x, y in points)
    return f'<path class="{look}" d="M{course}"/>'


def box(x: float, y: float, wide: float, high: float, look: str) -> str:
    """Return a rectangle."""
    return (
        f'<rect class="{look}" x="{short(x)}" y="{short(y)}"'
        f' width="{short(wide)}" height="{short(high)}"/>'
    )


def width_of(words: str) -> float:
    """Return how wide words stand in a picture, about."""
    return LETTER * len(words)


def cut_in_lines(name: str, room: float) -> list[str]:
    """Return a name in lines no wider than `room`, where its words allow that; never less of it."""
    lines: list[str] = []
    for word in name.split():
        if lines and width_of(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
