"""What a printed thing says of itself: a file to whoever opens it, a piece to whoever finds it."""

import datetime as dt
from hashlib import blake2b
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import get_language

from clubscore.club import clock
from clubscore.club.wording.days import clock_time, short_date

# Another number as soon as the same content is drawn in another way.
DRAWN = 1


class Identity(NamedTuple):
    """What a piece belongs to, so that it finds home wherever it lies.

    ``place`` is its own place there: "Table 3, round 2", "Pair 3", "Board 7", "sheet 17".
    """

    club: str
    event: str
    date: str
    place: str

    @property
    def line(self) -> str:
        """The line that stands first on every piece; its place stands by itself, larger."""
        return " · ".join(filter(None, (self.event, self.date, self.club)))


class Imprint(NamedTuple):
    """What a file says of itself, and when it was printed, as clocks at the club show it.

    ``printed`` says the moment: "22:40 19 Nov 2026". It stands on every page and beside every
    text, so it is written once.
    """

    title: str
    club: str
    subject: str
    language: str
    moment: dt.datetime
    printed: str


def imprint(title: str, club: str = "", subject: str = "") -> Imprint:
    """Return the imprint of what is printed now, in the language of whoever prints it."""
    language = get_language() or "en-gb"
    moment = timezone.localtime(clock.now())
    printed = f"{clock_time(moment)} {short_date(moment.date())}"
    return Imprint(title, club, subject, language, moment, printed)


def fingerprint(told: Imprint, *content: object) -> str:
    """Return the ETag of a paper: what it says and how it is drawn, not when it was printed."""
    said = repr((DRAWN, (told.title, told.club, told.subject, told.language), content))
    return f'"{blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()}"'
