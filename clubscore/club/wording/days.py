"""Days and times, each in a format that a language names for itself.

The formats are in ``language_formats/<language>/formats.py``; every language offered has them all.
"""

import datetime as dt
from collections.abc import Callable, Iterable

from django.utils import formats

MOST_DAYS, MOST_MONTHS = 30, 40  # along a picture

NAMES = (
    "WEEKDAY_FORMAT",
    "LONG_DATE_FORMAT",
    "FULL_DATE_FORMAT",
    "EVENING_FORMAT",
    "SHORT_DAY_FORMAT",
    "MONTH_FORMAT",
    "MONTH_YEAR_FORMAT",
    "CLOCK_FORMAT",
    "CLOCK_OF_12_FORMAT",
    "DAY_AND_CLOCK_FORMAT",
    "DAY_AND_CLOCK_OF_12_FORMAT",
)


def weekday(day: dt.date) -> str:
    """Return "Tuesday"."""
    return _written(day, "WEEKDAY_FORMAT")


def long_date(day: dt.date) -> str:
    """Return "3 November 2026"."""
    return _written(day, "LONG_DATE_FORMAT")


def full_date(day: dt.date) -> str:
    """Return "Tuesday 3 November 2026"."""
    return _written(day, "FULL_DATE_FORMAT")


def evening_date(day: dt.date) -> str:
    """Return the day of an evening close by, without its year: "Tuesday 3 November"."""
    return _written(day, "EVENING_FORMAT")


def month_day(day: dt.date) -> str:
    """Return "3 November"."""
    return _written(day, "MONTH_DAY_FORMAT")


def short_date(day: dt.date) -> str:
    """Return "3 Nov 2026", for columns."""
    return _written(day, "SHORT_DAY_FORMAT")


def month_name(day: dt.date) -> str:
    """Return "November"."""
    return _written(day, "MONTH_FORMAT")


def month_year(day: dt.date) -> str:
    """Return "Nov 2026", for pictures."""
    return _written(day, "MONTH_YEAR_FORMAT")


def year_of(day: dt.date) -> str:
    """Return "2026"."""
    return f"{day:%Y}"


def parts_of_time(
    days: Iterable[dt.date], *, months: int = MOST_MONTHS
) -> Callable[[dt.date], str]:
    """Return what calls each day by the part of the time that it falls in.

    By the day itself where there are few (`short_date`), else by its month (`month_year`) where
    there are no more than `months` of them, else by its year (`year_of`).
    """
    found = {*days}
    if len(found) <= MOST_DAYS:
        return short_date
    return month_year if len({(day.year, day.month) for day in found}) <= months else year_of


def clock_time(moment: dt.datetime, *, of_12: bool = False) -> str:
    """Return the time of day as the moment's own zone has it: "20:41", of 12 hours "8:41 PM"."""
    return _written(moment, "CLOCK_OF_12_FORMAT" if of_12 else "CLOCK_FORMAT")


def day_and_clock(moment: dt.datetime, *, of_12: bool = False) -> str:
    """Return day and time as the moment's own zone has them: "3 November, 20:41"."""
    return _written(moment, "DAY_AND_CLOCK_OF_12_FORMAT" if of_12 else "DAY_AND_CLOCK_FORMAT")


def _written(day: dt.date, name: str) -> str:
    text = formats.date_format(day, name)
    # Django's catalogues begin days and months with capitals where the language itself does not.
    return text.lower() if formats.get_format("DATES_IN_LOWER_CASE") is True else text
