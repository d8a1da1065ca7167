"""Pictures of figures on a page, as SVG: lines over time, bars, rounds; each also as a table."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

# ---- A picture as a page shows it: its finding, two sizes of it, its numbers as a table.


@dataclass(frozen=True)
class PictureSize:
    """How large a picture is drawn, in px where it is shown as wide as it is drawn."""

    wide: int
    high: int
    look: str


PHONE = PictureSize(336, 160, "on-phone")
DESK = PictureSize(680, 240, "on-desk")


@dataclass(frozen=True)
class Twin:
    """The numbers of a picture as a table: heads, and rows whose first cell is their head."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Picture:
    """A picture: `finding` is its title, a whole sentence; `drawn` are its SVGs, one a size.

    Only one of the sizes is shown; the other is not drawn and not read.
    """

    finding: str
    drawn: tuple[str, ...]
    twin: Twin


def picture(
    finding: str,
    twin: Twin,
    marks: Callable[[PictureSize], Sequence[str]],
    *,
    high: int | None = None,
) -> Picture:
    """Return a picture whose marks are drawn for each size; `high` is for those of one height."""
    drawn = []
    for size in (PHONE, DESK):
        sheet = PictureSize(size.wide, high or size.high, size.look)
        drawn.append(
            f'<svg class="picture {sheet.look}" viewBox="0 0 {sheet.wide} {sheet.high}" role="img">'
            f"<title>{escape(finding)}</title>{''.join(marks(sheet))}</svg>"
        )
    return Picture(finding, tuple(drawn), twin)


# ---- Scales of a picture: from numbers to places, with the few round numbers that stand beside it.

ROUND = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True)
class ChartScale:
    """Numbers from `low` to `high`, drawn from `start` to `end`; `marked` are the round ones."""

    low: float
    high: float
    start: float
    end: float
    marked: tuple[float, ...]

    def __call__(self, value: float) -> float:
        """Return where a number lies."""
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def scale_of(values: Iterable[float], start: float, end: float, *, marks: int = 3) -> ChartScale:
    """Return a scale on which all values lie, with about so many marks."""
    known = [float(each) for each in values]
    low, high = min(known, default=0.0), max(known, default=1.0)
    if low == high:
        low, high = low - 1, high + 1
    step = _step((high - low) / (marks - 1))
    first, last = floor(low / step), ceil(high / step)
    marked = tuple(step * each for each in range(first, last + 1))
    return ChartScale(marked[0], marked[-1], start, end, marked)


def fixed(low: float, high: float, start: float, end: float, marked: Iterable[float]) -> ChartScale:
    """Return a scale whose ends are known, such as per cents."""
    return ChartScale(low, high, start, end, tuple(marked))


def some(number: int, room: float, widest: float) -> list[int]:
    """Return which of so many things along an axis have a label: first, last, some between."""
    if number < 2:
        return list(range(number))
    most = max(2, int(room / (widest + 8)))
    every = max(1, ceil((number - 1) / (most - 1)))
    chosen = list(range(0, number, every))
    if chosen[-1] != number - 1:
        if (number - 1 - chosen[-1]) * room / (number - 1) < widest + 8:
            chosen.pop()
        chosen.append(number - 1)
    return chosen


def _step(least: float) -> float:
    """Return the round step that is no smaller."""
    power = 10.0 ** floor(log10(least))
    return next(power * each for each in ROUND if power * each >= least * 0.999)


# ---- Marks of a picture as SVG writes them: numbers short, texts escaped, looks by class only.

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


# ---- Lines over time: the race of a rubber, sums evening by evening, a person's average.

# The first line is solid; the others are told by their dashes and by the names at their ends.
LOOKS = ("line first", "line second", "line third", "line fourth")
LETTERS, UNDER, TICK = (
    16,
    22,
    6,
)  # the height of a line of text; what labels below take; half a tick
MOST_WIDE = 96  # of the names at the ends of lines


@dataclass(frozen=True)
class ChartLine:
    """One line: its name at its end, its values; None where there is none."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class ChartBand:
    """What chance alone would give: from `low` to `high` at each place; `name` says so."""

    name: str
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True)
class ChartCourse:
    """What a picture of lines shows.

    `along` names what lies along it, `at` each place there; `said` writes a value. `ticks` are
    places marked at the foot, such as payments, and what they are in the table.
    """

    along: str
    at: tuple[str, ...]
    lines: tuple[ChartLine, ...]
    said: Callable[[float], str]
    band: ChartBand | None = None
    ticks: tuple[tuple[int, str], ...] = ()
    ticks_head: str = ""


def lines(finding: str, course: ChartCourse) -> Picture:
    """Return lines over what they run along, each with its name and last value at its end."""
    return picture(finding, _twin(course), lambda sheet: _marks(course, sheet))


def _twin(course: ChartCourse) -> Twin:
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


def _said(course: ChartCourse, value: float | None) -> str:
    return "" if value is None else course.said(value)


@dataclass(frozen=True)
class _ChartField:
    """Where the lines of a picture lie: the scale upwards, and where each place stands."""

    up: ChartScale
    left: float
    right: float
    places: int

    def x(self, place: int) -> float:
        """Return where a place along the axis stands."""
        return self.left + (self.right - self.left) * place / max(1, self.places - 1)


def _field(course: ChartCourse, sheet: PictureSize) -> _ChartField:
    values = [each for line in course.lines for each in line.values if each is not None]
    if course.band:
        values += [*course.band.low, *course.band.high]
    up = scale_of(values, sheet.high - UNDER - 8, LETTERS)
    left = max(width_of(course.said(each)) for each in up.marked) + 10
    names = max((_wide(course, line) for line in course.lines), default=0)
    return _ChartField(up, left, sheet.wide - names - 8, len(course.at))


def _wide(course: ChartCourse, line: ChartLine) -> float:
    return max(map(width_of, _end_words(course, line)))


def _end_words(course: ChartCourse, line: ChartLine) -> list[str]:
    """Return what stands at the end of a line; of many lines the value stands beside the name."""
    value = course.said(_last(line))
    if len(course.lines) > 2:
        return cut_in_lines(f"{value} {line.name}", MOST_WIDE)
    return [value, *cut_in_lines(line.name, MOST_WIDE)]


def _last(line: ChartLine) -> float:
    return next((each for each in reversed(line.values) if each is not None), 0)


def _marks(course: ChartCourse, sheet: PictureSize) -> list[str]:
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


def _axes(course: ChartCourse, field: _ChartField, sheet: PictureSize) -> list[str]:
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


def _stretches(line: ChartLine, field: _ChartField) -> list[list[Point]]:
    """Return the parts of a line between places where it has no value."""
    parts: list[list[Point]] = [[]]
    for place, value in enumerate(line.values):
        if value is None:
            parts.append([])
        else:
            parts[-1].append((field.x(place), field.up(value)))
    return [each * 2 if len(each) == 1 else each for each in parts if each]


def _ends(course: ChartCourse, line: ChartLine, field: _ChartField) -> list[str]:
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


def _names(course: ChartCourse, field: _ChartField, sheet: PictureSize) -> list[str]:
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


# ---- A session round by round: a bar a round with its figure, the running average as a line.

FOOT, HEAD = 24, 20


@dataclass(frozen=True)
class Rounds:
    """What a picture of a session shows.

    `at` names each round, `values` are 0 to 100 or None where it was not played; `running` is the
    average so far. `heads` are those of the table; `out` says that a round was not played.
    """

    at: tuple[str, ...]
    values: tuple[float | None, ...]
    running: tuple[float | None, ...]
    heads: tuple[str, str, str]
    out: str
    said: Callable[[float], str]


def rounds(finding: str, session: Rounds) -> Picture:
    """Return a session as bars and the line of its running average, from 0 to 100."""
    rows = tuple(
        (label, _said_of_rounds(session, value) or session.out, _said_of_rounds(session, so_far))
        for label, value, so_far in zip(session.at, session.values, session.running, strict=True)
    )
    twin = Twin(session.heads, rows)
    return picture(finding, twin, lambda sheet: _marks_of_rounds(session, sheet))


def _said_of_rounds(session: Rounds, value: float | None) -> str:
    return "" if value is None else session.said(value)


def _marks_of_rounds(session: Rounds, sheet: PictureSize) -> list[str]:
    last = next((each for each in reversed(session.running) if each is not None), None)
    left, end = 34.0, sheet.wide - (8 if last is None else width_of(session.said(last)) + 10)
    up = fixed(0, 100, sheet.high - FOOT, HEAD, (0, 50, 100))
    marks = []
    for each in up.marked:
        marks.append(path([(left, up(each)), (end, up(each))], "axis"))
        marks.append(text(left - 6, up(each) + 5, f"{each:.0f}", anchor="end", look="soft"))
    step = (end - left) / max(1, len(session.at))
    middles = [left + step * (n + 0.5) for n in range(len(session.at))]
    for n in some(len(middles), end - left, max(map(width_of, session.at), default=0)):
        marks.append(text(middles[n], sheet.high - 6, session.at[n], anchor="middle", look="soft"))
    for x, value in zip(middles, session.values, strict=True):
        marks += _bar(session, x, value, step, up)
    zipped = zip(middles, session.running, strict=True)
    course = [(x, up(each)) for x, each in zipped if each is not None]
    if course and last is not None:
        marks.append(path(course if len(course) > 1 else course * 2, "line first"))
        marks.append(text(end + 6, course[-1][1] + 5, session.said(last), look="figure"))
    return marks


def _bar(session: Rounds, x: float, value: float | None, step: float, up: ChartScale) -> list[str]:
    """Return a round's bar with its figure over it, or that it was not played, where that fits."""
    if value is None:
        fits = step >= width_of(session.out)
        return [text(x, up(0) - 6, session.out, anchor="middle", look="soft")] if fits else []
    wide = min(44.0, step * 0.6)
    bar = box(x - wide / 2, up(value), wide, max(1.0, up(0) - up(value)), "round")
    if step < width_of("100") + 2:
        return [bar]
    return [bar, text(x, up(value) - 4, f"{value:.0f}", anchor="middle")]


# ---- Bars that lie under each other: who won and lost how much, or one whole divided in two.

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
    rows: Sequence[tuple[str, float]], said: Callable[[float], str], sheet: PictureSize
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


def _halves(halves: Sequence[tuple[str, float]], sheet: PictureSize) -> list[str]:
    (left, mine), (right, theirs) = halves
    whole = (mine + theirs) or 1
    wide = (sheet.wide - 4) * mine / whole
    return [
        text(2, 17, f"{left} {mine:g}"),
        text(sheet.wide - 2, 17, f"{theirs:g} {right}", anchor="end"),
        box(2, 23, wide, 14, "above"),
        box(2 + wide, 23, sheet.wide - 4 - wide, 14, "below"),
    ]
