"""Lines over time: the race of a rubber, sums evening by evening, a person's average."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clubscore.charts.picture import Picture, Sheet, Twin, picture
from clubscore.charts.scale import Scale, scale_of, some
from clubscore.charts.svg_marks import Anchor, Point, cut_in_lines, path, text, width_of

# The first line is solid; the others are told by their dashes and by the names at their ends.
LOOKS = ("line first", "line second", "line third", "line fourth")
LETTERS, UNDER, TICK = (
    16,
    22,
    6,
)  # the height of a line of text; what labels below take; half a tick
MOST_WIDE = 96  # of the names at the ends of lines


@dataclass(frozen=True)
class Line:
    """One line: its name at its end, its values; None where there is none."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Band:
    """What chance alone would give: from `low` to `high` at each place; `name` says so."""

    name: str
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True)
class Course:
    """What a picture of lines shows.

    `along` names what lies along it, `at` each place there; `said` writes a value. `ticks` are
    places marked at the foot, such as payments, and what they are in the table.
    """

    along: str
    at: tuple[str, ...]
    lines: tuple[Line, ...]
    said: Callable[[float], str]
    band: Band | None = None
    ticks: tuple[tuple[int, str], ...] = ()
    ticks_head: str = ""


def lines(finding: str, course: Course) -> Picture:
    """Return lines over what they run along, each with its name and last value at its end."""
    return picture(finding, _twin(course), lambda sheet: _marks(course, sheet))


def _twin(course: Course) -> Twin:
    ticked = dict(course.ticks)
    heads = (course.along, *(line.name for line in course.lines))
    if course.band:
        heads += (course.band.name,)
    if course.ticks:
        heads += (course.ticks_head,)
    rows = []
    for place, label in enumerate(course.at):
        row = [label, *(_said(course, line.values[place]) for line in course.lines)]
        if course.band:
            low, high = course.band.low[place], course.band.high[place]
            row.append(f"{course.said(low)} – {course.said(high)}")
        if course.ticks:
            row.append(ticked.get(place, ""))
        rows.append(tuple(row))
    return Twin(heads, tuple(rows))


def _said(course: Course, value: float | None) -> str:
    return "" if value is None else course.said(value)


@dataclass(frozen=True)
class _Field:
    """Where the lines of a picture lie: the scale upwards, and where each place stands."""

    up: Scale
    left: float
    right: float
    places: int

    def x(self, place: int) -> float:
        """Return where a place along the axis stands."""
        return self.left + (self.right - self.left) * place / max(1, self.places - 1)


def _field(course: Course, sheet: Sheet) -> _Field:
    values = [each for line in course.lines for each in line.values if each is not None]
    if course.band:
        values += [*course.band.low, *course.band.high]
    up = scale_of(values, sheet.high - UNDER - 8, LETTERS)
    left = max(width_of(course.said(each)) for each in up.marked) + 10
    names = max((_wide(course, line) for line in course.lines), default=0)
    return _Field(up, left, sheet.wide - names - 8, len(course.at))


def _wide(course: Course, line: Line) -> float:
    return max(map(width_of, _end_words(course, line)))


def _end_words(course: Course, line: Line) -> list[str]:
    """Return what stands at the end of a line; of many lines the value stands beside the name."""
    value = course.said(_last(line))
    if len(course.lines) > 2:
        return cut_in_lines(f"{value} {line.name}", MOST_WIDE)
    return [value, *cut_in_lines(line.name, MOST_WIDE)]


def _last(line: Line) -> float:
    return next((each for each in reversed(line.values) if each is not None), 0)


def _marks(course: Course, sheet: Sheet) -> list[str]:
    field = _field(course, sheet)
    marks = [*_axes(course, field, sheet)]
    if course.band:
        upper = [(field.x(n), field.up(each)) for n, each in enumerate(course.band.high)]
        lower = [(field.x(n), field.up(each)) for n, each in enumerate(course.band.low)]
        marks.append(path([*upper, *reversed(lower)], "band"))
    for line, look in zip(course.lines, LOOKS, strict=False):
        marks += [path(each, look) for each in _stretches(line, field)]
    foot = field.up.start
    for place, _what in course.ticks:
        marks.append(path([(field.x(place), foot - TICK), (field.x(place), foot + TICK)], "tick"))
    if len(course.lines) == 1:
        marks += _ends(course, course.lines[0], field)
    return [*marks, *_names(course, field, sheet)]


def _axes(course: Course, field: _Field, sheet: Sheet) -> list[str]:
    marks = []
    for each in field.up.marked:
        level = field.up(each)
        marks.append(path([(field.left, level), (field.right, level)], "axis"))
        said = course.said(each)
        marks.append(text(field.left - 6, level + 5, said, anchor="end", look="soft"))
    widest = max(map(width_of, course.at), default=0)
    for place in some(field.places, field.right - field.left, widest):
        x, label = field.x(place), course.at[place]
        anchor: Anchor = "middle"
        if x - width_of(label) / 2 < 0:
            anchor = "start"
        elif x + width_of(label) / 2 > sheet.wide:
            anchor = "end"
        marks.append(text(x, sheet.high - 6, label, anchor=anchor, look="soft"))
    return marks


def _stretches(line: Line, field: _Field) -> list[list[Point]]:
    """Return the parts of a line between places where it has no value."""
    parts: list[list[Point]] = [[]]
    for place, value in enumerate(line.values):
        if value is None:
            parts.append([])
        else:
            parts[-1].append((field.x(place), field.up(value)))
    return [each * 2 if len(each) == 1 else each for each in parts if each]


def _ends(course: Course, line: Line, field: _Field) -> list[str]:
    """Write the highest and lowest value of a line that is alone, but those at its end."""
    known = [(value, place) for place, value in enumerate(line.values) if value is not None]
    if len(known) < 3:
        return []
    marks = []
    for (value, place), up in ((max(known), -7), (min(known), 18)):
        if place < known[-1][1]:
            said = course.said(value)
            half = width_of(said) / 2
            # Neither over the scale nor over the name at the line's end.
            x = max(min(field.x(place), field.right - half), field.left + half)
            # Never over the upper edge, nor among the ticks and the labels at the foot.
            low = field.up(value) + up
            foot = field.up.start - (TICK + 2 if course.ticks else 0)
            level = max(low if low <= foot else field.up(value) - 7, LETTERS - 4)
            marks.append(text(x, level, said, anchor="middle", look="figure"))
    return marks


def _names(course: Course, field: _Field, sheet: Sheet) -> list[str]:
    """Write the last value and the name at the end of each line; none over another."""
    ends = sorted(course.lines, key=lambda line: field.up(_last(line)))
    words = [_end_words(course, line) for line in ends]
    wanted = [field.up(_last(line)) + 5 for line in ends]
    tops = _apart(wanted, [LETTERS * len(each) for each in words], sheet.high - UNDER + 3)
    return [
        text(field.right + 6, top + row * LETTERS, each, look="" if row else "figure")
        for top, block in zip(tops, words, strict=True)
        for row, each in enumerate(block)
    ]


def _apart(wanted: Sequence[float], high: Sequence[float], foot: float) -> list[float]:
    """Return tops as near to the wanted ones as lets each block end before the next begins."""
    tops = list(wanted)
    for n in range(1, len(tops)):
        tops[n] = max(tops[n], tops[n - 1] + high[n - 1])
    limit = foot
    for n in reversed(range(len(tops))):
        tops[n] = max(LETTERS - 3, min(tops[n], limit - high[n] + LETTERS - 3))
        limit = tops[n] - LETTERS + 3
    return tops
