"""Somebody's average over time as a picture, with what chance alone would give."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.charts.courses import Band, Course, Line, lines
from clubscore.charts.picture import Picture
from clubscore.club.wording.days import parts_of_time
from clubscore.club.wording.figures import figure, percent
from clubscore.events.over_years.averages import Average
from clubscore.events.over_years.played_events import PlayedYears
from clubscore.ranking import show_number
from clubscore.ranking.numbers import show_alike
from clubscore.ranking.scoring import IMPS_A_BOARD, SHARES

ENOUGH = 8  # boards from which an average is shown in a picture: of fewer 95 in 100 is too rough


class Stretch(NamedTuple):
    """A part of the time: what it is called, and the average of its boards."""

    label: str
    average: Average


def percent_said(value: Fraction) -> str:
    """Return a part of a whole as a percentage, to two decimals."""
    (text,) = show_alike([100 * value], least=2)
    return percent(text)


def imps_said(value: Fraction) -> str:
    """Return IMPs a board with their sign, to two decimals."""
    text = figure(show_number(value))
    return f"+{text}" if value > 0 else text


def share_said(value: Fraction) -> str:
    """Return a part of a whole for a column that says per cent over it, to two decimals."""
    (text,) = show_alike([100 * value], least=2)
    return figure(text)


SAID: dict[str, Callable[[Fraction], str]] = {SHARES: percent_said, IMPS_A_BOARD: imps_said}


def said_in(unit: str, value: Fraction | None) -> str:
    """Return an average as its unit is written; nothing where there is none."""
    return "" if value is None else SAID[unit](value)


def average_in(years: PlayedYears, unit: str) -> Average:
    """Return the average of all boards of a unit."""
    found = Average()
    for each in years.in_unit(unit):
        found.add(each.board)
    return found


def stretches(years: PlayedYears, unit: str) -> list[Stretch]:
    """Return averages by evening, month or year, the oldest first; those of few boards left out."""
    events = [each for each in reversed(years.events) if each.unit == unit]
    called = parts_of_time(each.event.evening for each in events)
    found: dict[str, Average] = {}
    for each in events:
        average = found.setdefault(called(each.event.evening), Average())
        for board in each.boards:
            average.add(board)
    return [Stretch(label, each) for label, each in found.items() if each.boards >= ENOUGH]


def trend(years: PlayedYears, unit: str) -> Picture | None:
    """Return the average over time with the band of chance; None where there are no two parts."""
    parts = stretches(years, unit)
    if len(parts) < 2:
        return None
    whole = average_in(years, unit)
    bands = [each.average.band for each in parts]
    scale = 100 if unit == SHARES else 1
    say = SAID[unit]
    course = Course(
        along=_("When"),
        at=tuple(each.label for each in parts),
        lines=(Line(_("Average"), _drawn([each.average.value for each in parts], scale)),),
        said=lambda value: say(Fraction(value).limit_denominator(10**6) / scale),
        band=Band(
            _("By chance alone"),
            tuple(float(each.low * scale) for each in bands),
            tuple(float(each.high * scale) for each in bands),
        ),
    )
    return lines(finding(whole, unit), course)


def _drawn(values: Sequence[Fraction | None], scale: int) -> tuple[float | None, ...]:
    """Return values as a picture takes them."""
    return tuple(None if each is None else float(each * scale) for each in values)


def finding(average: Average, unit: str) -> str:
    """Say what an average is, and whether chance alone would give as much."""
    value, band = average.value, average.band
    if value is None:
        return ""
    texts = {
        1: ngettext(
            "%(average)s on %(n)s board: more than chance alone would give.",
            "%(average)s on %(n)s boards: more than chance alone would give.",
            average.boards,
        ),
        0: ngettext(
            "%(average)s on %(n)s board: chance alone could give that.",
            "%(average)s on %(n)s boards: chance alone could give that.",
            average.boards,
        ),
        -1: ngettext(
            "%(average)s on %(n)s board: less than chance alone would give.",
            "%(average)s on %(n)s boards: less than chance alone would give.",
            average.boards,
        ),
    }
    beyond = (value > band.high) - (value < band.low)
    said = SAID[unit](value)
    if unit == IMPS_A_BOARD:
        said = _("%(imps)s IMPs a board") % {"imps": said}
    return texts[beyond] % {"average": said, "n": average.boards}
