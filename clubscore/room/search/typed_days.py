"""A day as it is typed into a search: "13 November", "Tuesday", "2026-11-03"."""

import datetime as dt
import re
from collections.abc import Callable
from functools import partial

from django.utils.dates import MONTHS, WEEKDAYS

IsMet = Callable[[dt.date], bool]
ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# "Mar" may begin a month; a letter or two begin too many.
SHORTEST = 3
LAST_OF_MONTH = 31
# So many figures has a year.
YEAR = 4


def day_word(word: str) -> IsMet | None:
    """Return what a word asks of a day, None where it names none.

    A number up to 31 is a day of the month, one of four figures a year; a name of a weekday or a
    month may be cut off after three letters.
    """
    if ISO.fullmatch(word):
        return partial(_is_written, word)
    if word.isdecimal():
        number = int(word)
        return partial(_is_number, number) if number <= LAST_OF_MONTH or len(word) == YEAR else None
    if len(word) < SHORTEST:
        return None
    weekdays = {n for n, name in WEEKDAYS.items() if str(name).casefold().startswith(word)}
    months = {n for n, name in MONTHS.items() if str(name).casefold().startswith(word)}
    return partial(_is_named, weekdays, months) if weekdays or months else None


def days_asked(words: list[str]) -> IsMet | None:
    """Return whether a day is asked for by all words; None where one of them names no day.

    A number alone names none: it is a board, or a member.
    """
    asked = [day_word(word) for word in words]
    if not any(not word.isdecimal() or int(word) > LAST_OF_MONTH for word in words):
        return None
    if any(each is None for each in asked):
        return None
    return partial(_is_every, [each for each in asked if each is not None])


def _is_every(asked: list[IsMet], day: dt.date) -> bool:
    return all(each(day) for each in asked)


def _is_written(word: str, day: dt.date) -> bool:
    return day.isoformat() == word


def _is_number(number: int, day: dt.date) -> bool:
    return number in (day.day, day.year)


def _is_named(weekdays: set[int], months: set[int], day: dt.date) -> bool:
    return day.weekday() in weekdays or day.month in months
