"""Scales of a picture: from numbers to places, with the few round numbers that stand beside it."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10

ROUND = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True)
class Scale:
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


def scale_of(values: Iterable[float], start: float, end: float, *, marks: int = 3) -> Scale:
    """Return a scale on which all values lie, with about so many marks."""
    known = [float(each) for each in values]
    low, high = min(known, default=0.0), max(known, default=1.0)
    if low == high:
        low, high = low - 1, high + 1
    step = _step((high - low) / (marks - 1))
    first, last = floor(low / step), ceil(high / step)
    marked = tuple(step * each for each in range(first, last + 1))
    return Scale(marked[0], marked[-1], start, end, marked)


def fixed(low: float, high: float, start: float, end: float, marked: Iterable[float]) -> Scale:
    """Return a scale whose ends are known, such as per cents."""
    return Scale(low, high, start, end, tuple(marked))


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
