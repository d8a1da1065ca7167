"""A session round by round: a bar a round with its figure, the running average as a line."""

from collections.abc import Callable
from dataclasses import dataclass

from clubscore.charts.picture import Picture, Sheet, Twin, picture
from clubscore.charts.scale import Scale, fixed, some
from clubscore.charts.svg_marks import box, path, text, width_of

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
        (label, _said(session, value) or session.out, _said(session, so_far))
        for label, value, so_far in zip(session.at, session.values, session.running, strict=True)
    )
    twin = Twin(session.heads, rows)
    return picture(finding, twin, lambda sheet: _marks(session, sheet))


def _said(session: Rounds, value: float | None) -> str:
    return "" if value is None else session.said(value)


def _marks(session: Rounds, sheet: Sheet) -> list[str]:
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


def _bar(session: Rounds, x: float, value: float | None, step: float, up: Scale) -> list[str]:
    """Return a round's bar with its figure over it, or that it was not played, where that fits."""
    if value is None:
        fits = step >= width_of(session.out)
        return [text(x, up(0) - 6, session.out, anchor="middle", look="soft")] if fits else []
    wide = min(44.0, step * 0.6)
    bar = box(x - wide / 2, up(value), wide, max(1.0, up(0) - up(value)), "round")
    if step < width_of("100") + 2:
        return [bar]
    return [bar, text(x, up(value) - 4, f"{value:.0f}", anchor="middle")]
