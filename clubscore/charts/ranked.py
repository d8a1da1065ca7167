"""Bars that lie under each other: who won and lost how much, or one whole divided in two."""

from collections.abc import Callable, Sequence

from clubscore.charts.picture import Picture, Sheet, Twin, picture
from clubscore.charts.svg_marks import box, path, text

ROW = 44  # a name and its figure, and the bar below them


def ranked(
    finding: str,
    heads: tuple[str, str],
    rows: Sequence[tuple[str, float]],
    said: Callable[[float], str],
) -> Picture:
    """Return a bar a row, to the right of nothing where it is above it, to the left below."""
    twin = Twin(heads, tuple((name, said(value)) for name, value in rows))
    return picture(finding, twin, lambda sheet: _bars(rows, said, sheet), high=ROW * len(rows) + 8)


def _bars(
    rows: Sequence[tuple[str, float]], said: Callable[[float], str], sheet: Sheet
) -> list[str]:
    low = min(0, *(value for _name, value in rows))
    high = max(0, *(value for _name, value in rows))
    unit = (sheet.wide - 4) / ((high - low) or 1)
    zero = 2 - low * unit
    marks = [path([(zero, 0), (zero, ROW * len(rows) + 4)], "axis")]
    for n, (name, value) in enumerate(rows):
        top = ROW * n
        marks.append(text(2, top + 17, name))
        marks.append(text(sheet.wide - 2, top + 17, said(value), anchor="end", look="figure"))
        wide = max(1.0, abs(value) * unit)
        look = "above" if value >= 0 else "below"
        marks.append(box(zero if value >= 0 else zero - wide, top + 23, wide, 14, look))
    return marks


def divided(
    finding: str, heads: tuple[str, str], halves: tuple[tuple[str, float], tuple[str, float]]
) -> Picture:
    """Return one bar divided between two, with their names and numbers over its ends."""
    twin = Twin(heads, tuple((name, f"{value:g}") for name, value in halves))
    return picture(finding, twin, lambda sheet: _halves(halves, sheet), high=44)


def _halves(halves: Sequence[tuple[str, float]], sheet: Sheet) -> list[str]:
    (left, mine), (right, theirs) = halves
    whole = (mine + theirs) or 1
    wide = (sheet.wide - 4) * mine / whole
    return [
        text(2, 17, f"{left} {mine:g}"),
        text(sheet.wide - 2, 17, f"{theirs:g} {right}", anchor="end"),
        box(2, 23, wide, 14, "above"),
        box(2 + wide, 23, sheet.wide - 4 - wide, 14, "below"),
    ]
