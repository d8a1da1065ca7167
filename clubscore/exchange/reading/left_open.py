"""What a file leaves open: how its event was scored, when it was played, what a row says."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Event, Scoring, read_event
from clubscore.ranking.contestant import PAIRS
from clubscore.ranking.scorings import shown_beside
from clubscore.ranking.scorings.matchpoints import MATCHPOINTS

DATE, SCORING, RESULT = "date", "scoring", "result"
USUAL = MATCHPOINTS.key
# Digits of the number of a result and one more.
LONGEST = 7


class Ask(NamedTuple):
    """A question: ``what`` is asked for, and what the file has instead, empty for nothing.

    ``result`` is which of the event's results is asked about, counted from 1, 0 for none of them.
    """

    what: str
    given: str = ""
    result: int = 0

    @property
    def field(self) -> str:
        """What the question is called on a page, like ``date`` or ``result-17``."""
        return f"{self.what}-{self.result}" if self.result else self.what


def asked_by(field: str, given: str) -> Ask | None:
    """Return the question that a page calls so; None where there is none of that name."""
    what, _dash, number = field.partition("-")
    if what == RESULT and number.isdecimal() and len(number) < LONGEST and int(number):
        return Ask(what, given, int(number))
    return Ask(field, given) if field in (DATE, SCORING) else None


def ways() -> dict[str, Scoring]:
    """Return how results may be compared where a file does not say, or says otherwise."""
    return {each.key: each for each in shown_beside(PAIRS)}


class Asking:
    """How the events of a file are scored where it does not say so in words that are known.

    ``chosen`` is the answer, if there is one already; without it the likely way is taken where
    somebody will be asked, and otherwise nothing. `scheme` is the reading club's federation.
    """

    def __init__(self, chosen: str = "", *, later: bool = False, scheme: str = "") -> None:
        self.chosen, self.later, self.scheme = chosen, later, scheme
        self.asked: tuple[Ask, ...] = ()

    def scoring(self, kind: str, method: str, likely: str | None, where: str) -> str:
        """Return how an event of this kind and method was scored. RuleError where one must ask."""
        if self.chosen in ways():
            return self.chosen
        if self.later:
            self.asked = (Ask(SCORING, kind or method),)
            return likely or USUAL
        phrase = gettext_noop(
            "This event's scoring is not recognised: EVENT_TYPE %(kind)s, scoring method"
            " %(method)s. Choose one: %(ways)s. The likely one is %(likely)s."
        )
        raise RuleError(
            SCORING, phrase, where, kind=shown(kind), method=shown(method), ways=", ".join(ways()),
            likely=likely or USUAL,
        )  # fmt: skip


def date_asked(told: Event) -> tuple[Ask, ...]:
    """Return the question when an event was played, where its date is none."""
    given = told.about.get("date", "")
    return () if is_date(given) else (Ask(DATE, given),)


def is_date(text: str) -> bool:
    """Return whether a text is a day as event files have it."""
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def dated(told: Event, date: str) -> Event:
    """Return an event as played on another day."""
    return read_event(told.facts() | {"date": date})
