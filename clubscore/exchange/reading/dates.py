"""Dates as other programs write them."""

from __future__ import annotations

import datetime as dt
import re

DAY_FIRST = re.compile(r"([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})")
YEAR_FIRST = re.compile(r"([0-9]{4})([/.-]?)([0-9]{2})\2([0-9]{2})")
IN_WORDS = re.compile(r"(?:[a-z]+,? )?([0-9]{1,2})[ -]([a-z]{3})[a-z]*[ -]([0-9]{4}|[0-9]{2})")
# A time of day may follow, which nobody asked for.
TIME = re.compile(r"[t ][0-9]{1,2}:[0-9]{2}.*")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def read_date(text: str) -> str:
    """Return a date as ``2026-03-02``; empty for what is none, or could be another day.

    Takes 02/03/2026, 02-03-2026, 02.03.2026, 2026-03-02 and their kin, the day first where the
    year is last, and 2 March 2026.
    """
    plain = TIME.sub("", " ".join(text.lower().split()))
    if match := DAY_FIRST.fullmatch(plain):
        year, month, day = match[4], match[3], match[1]
    elif match := YEAR_FIRST.fullmatch(plain):
        year, month, day = match[1], match[3], match[4]
    elif (match := IN_WORDS.fullmatch(plain)) and match[2] in MONTHS:
        year, month, day = match[3], str(MONTHS.index(match[2]) + 1), match[1]
    else:
        return ""
    try:
        return dt.date(
            int(year) + (2000 if len(year) == 2 else 0), int(month), int(day)
        ).isoformat()
    except ValueError:
        return ""
