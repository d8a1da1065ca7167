"""What a format of event files says of itself, for whom it is written, and what it leaves open.

Programs and federations that take USEBIO want different things of it. What each wants is known
from their readers' sources and from real files (docs/files.md has the table).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from clubscore.deals.file_text import LARGEST_UPLOAD
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import Either, gettext_noop
from clubscore.ranking import EventFile, Scoring, every_scoring, read_event
from clubscore.ranking.contestant import PAIRS, TEAMS
from clubscore.ranking.member_numbers import ABF, EBU, KNOWN, NZ
from clubscore.ranking.scorings import other_scorings
from clubscore.ranking.scorings.matchpoints import MATCHPOINTS


class Addressee(NamedTuple):
    """Somebody who reads the files.

    ``scheme`` is whose numbers of players it wants, nothing for those of the club's federation.
    Master points stand ``wrapped`` in an element of their own, or flat under the pair. Of
    ``matches`` and players it reads nothing where it is ``only_pairs``. ``charged`` files say the
    federation's charge, ``counted`` pairs how many boards they played and their whole handicap.
    ``has_club`` files name the club by its number with its federation.
    """

    key: str
    name: str
    scheme: str = ""
    wrapped: bool = True
    only_pairs: bool = False
    charged: bool = False
    counted: bool = False
    has_club: bool = True


PLAIN = Addressee("plain", gettext_noop("anyone"), has_club=False)
MY_ABF = Addressee(
    "abf", gettext_noop("ABF: MyABF, Compscore"), ABF, wrapped=False, only_pairs=True, charged=True
)
ADDRESSEES: Final = {
    each.key: each
    for each in (
        PLAIN,
        MY_ABF,
        Addressee("ebu", gettext_noop("EBU"), EBU, charged=True),
        Addressee("nz", gettext_noop("NZ Bridge"), NZ, counted=True),
        Addressee("bridgewebs", gettext_noop("BridgeWebs")),
        Addressee("pianola", gettext_noop("Pianola")),
    )
}
# What the federation charges for an event, by its code; a club session is usual.
CLUB_SESSION: Final = "10"
CHARGES: Final = {
    CLUB_SESSION: gettext_noop("club session"),
    "22": gettext_noop("teaching, at most 16 boards"),
    "30": gettext_noop("licensed event"),
    "40": gettext_noop("charity"),
    "50": gettext_noop("blue pointed"),
    "60": gettext_noop("county green pointed"),
}
# By which scale master points were given; a club's is usual.
CLUB_SCALE: Final = "Club"
SCALES: Final = {
    CLUB_SCALE: gettext_noop("club"),
    "District": gettext_noop("district"),
    "County": gettext_noop("county"),
    "Regional": gettext_noop("regional"),
    "National": gettext_noop("national"),
}


class For(NamedTuple):
    """For whom an event is written, whose numbers go with it, and what the federation charges.

    ``scale`` is the one of master points, ``club`` the club's number with its federation.
    """

    addressee: Addressee = PLAIN
    scheme: str = ""
    charge: str = CLUB_SESSION
    scale: str = CLUB_SCALE
    club: str = ""


def written_for(federation: str, key: str = "", charge: str = "", scale: str = "") -> For:
    """Return for whom a club of a federation writes a file: its federation, unless one is chosen.

    RuleError for an addressee, a charge or a scale that is not known.
    """
    usual = federation if federation in ADDRESSEES else PLAIN.key
    chosen, code = key or usual, charge or CLUB_SESSION
    by_scale = scale or CLUB_SCALE
    if chosen not in ADDRESSEES:
        raise RuleError(
            "addressee",
            gettext_noop("A file is written for %(known)s, not for %(given)s."),
            "for",
            known=Either(ADDRESSEES),
            given=shown(chosen),
        )
    if code not in CHARGES:
        raise RuleError(
            "charge",
            gettext_noop("A charge code is %(known)s, not %(given)s."),
            "charge",
            known=Either(CHARGES),
            given=shown(code),
        )
    if by_scale not in SCALES:
        raise RuleError(
            "scale",
            gettext_noop("The scale of master points is %(known)s, not %(given)s."),
            "scale",
            known=Either(SCALES),
            given=shown(by_scale),
        )
    addressee = ADDRESSEES[chosen]
    theirs = federation if federation in KNOWN and addressee is not PLAIN else ""
    return For(addressee, addressee.scheme or theirs, code, by_scale)


def of_club(written: For, federation: str, number: str) -> For:
    """Return the same with the club's number, where the addressee wants it and it is the one's."""
    own = written.addressee.scheme in ("", federation) and written.addressee.has_club
    return written._replace(club=number if own else "")


def check_addressee(event: EventFile, written: For) -> None:
    """Raise RuleError for an event of which its addressee's program reads nothing, or stops."""
    if not written.addressee.only_pairs:
        return
    words = event.scored_by.usebio
    if event.contestants_are != PAIRS or words is None or words.kind == "PAIRS":
        raise RuleError(
            "addressee",
            gettext_noop(
                "MyABF reads pairs only, scored by %(ways)s. Write the file for anyone instead."
            ),
            ways=Either(
                each.key for each in every_scoring() if each.usebio and each.usebio.kind != "PAIRS"
            ),
        )
    if len(event.contestants) < 2 or len({each.board for each in event.results}) < 2:
        raise RuleError(
            "addressee",
            gettext_noop("MyABF needs at least two pairs and two boards with results."),
        )


# ---- What a file leaves open.

DATE, SCORING, RESULT = "date", "scoring", "result"
USUAL = MATCHPOINTS.key
# Digits of the number of a result and one more.
LONGEST = 7


class FileQuestion(NamedTuple):
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


def asked_by(field: str, given: str) -> FileQuestion | None:
    """Return the question that a page calls so; None where there is none of that name."""
    what, _dash, number = field.partition("-")
    if what == RESULT and number.isdecimal() and len(number) < LONGEST and int(number):
        return FileQuestion(what, given, int(number))
    return FileQuestion(field, given) if field in (DATE, SCORING) else None


def ways() -> dict[str, Scoring]:
    """Return how results may be compared where a file does not say, or says otherwise."""
    return {each.key: each for each in other_scorings(PAIRS)}


class ScoringQuestion:
    """How the events of a file are scored where it does not say so in words that are known.

    ``chosen`` is the answer, if there is one already; without it the likely way is taken where
    somebody will be asked, and otherwise nothing. `scheme` is the reading club's federation.
    """

    def __init__(self, chosen: str = "", *, later: bool = False, scheme: str = "") -> None:
        self.chosen, self.later, self.scheme = chosen, later, scheme
        self.asked: tuple[FileQuestion, ...] = ()

    def scoring(self, kind: str, method: str, likely: str | None, where: str) -> str:
        """Return how an event of this kind and method was scored. RuleError where one must ask."""
        if self.chosen in ways():
            return self.chosen
        if self.later:
            self.asked = (FileQuestion(SCORING, kind or method),)
            return likely or USUAL
        phrase = gettext_noop(
            "This event's scoring is not recognised: EVENT_TYPE %(kind)s, scoring method"
            " %(method)s. Choose one: %(ways)s. The likely one is %(likely)s."
        )
        raise RuleError(
            SCORING, phrase, where, kind=shown(kind), method=shown(method), ways=", ".join(ways()),
            likely=likely or USUAL,
        )  # fmt: skip


def date_question(told: EventFile) -> tuple[FileQuestion, ...]:
    """Return the question when an event was played, where its date is none."""
    given = told.about.get("date", "")
    return () if is_date(given) else (FileQuestion(DATE, given),)


def is_date(text: str) -> bool:
    """Return whether a text is a day as event files have it."""
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def dated(told: EventFile, date: str) -> EventFile:
    """Return an event as played on another day."""
    return read_event(told.facts() | {"date": date})


class ImportedEvent(NamedTuple):
    """An event as a file tells it, what it tells that is not kept, and what it leaves open.

    Where something is open, the event stands as it most likely was.
    """

    told: EventFile
    notes: tuple[str, ...] = ()
    asks: tuple[FileQuestion, ...] = ()

    def asks_for(self, what: str) -> bool:
        """Return whether something of this kind is left open."""
        return any(ask.what == what for ask in self.asks)


def must_have_place(
    event: EventFile, called: str, scorings: Container[str], of_teams: Container[str] = ()
) -> None:
    """Refuse an event for which a format has no place: teams, or teams that play no matches."""
    if event.scoring in (of_teams if event.contestants_are == TEAMS else scorings):
        return
    raise RuleError(
        "no-place",
        gettext_noop(
            "%(called)s cannot hold %(given)s by %(scoring)s. Use the event file, which has"
            " everything."
        ),
        called=called,
        given=event.contestants_are,
        scoring=event.scoring,
    )


class Online(NamedTuple):
    """What a club knows of sessions played online: its members by user name, and its clock.

    User names are in small letters, as they are kept; ``zone`` is a time zone, empty for UTC.
    """

    names: Mapping[str, str] = {}
    zone: str = ""


NOBODY_ONLINE = Online()


class Open(NamedTuple):
    """What becomes of that which a file leaves open.

    ``scoring`` is how its events were scored; where that is not said here either, it is a question
    of the event with ``ask``, and otherwise refused. ``scheme`` is the federation of the club that
    reads it, whose numbers those of a file are that does not say whose they are; ``online`` is who
    its members are where people play under user names.
    """

    scoring: str = ""
    ask: bool = False
    scheme: str = ""
    online: Online = NOBODY_ONLINE


@dataclass(frozen=True)
class Writes:
    """How a format is written: the ending of its file, its type, and what it is for.

    ``write`` makes it of an event, for somebody. RuleError for one for which the format has no
    place. ``for_whom``: who that is makes a difference.
    """

    write: Callable[[EventFile, For], bytes]
    ending: str
    type: str
    what_for: str
    for_whom: bool = False


@dataclass(frozen=True)
class Reads:
    """How a format is read: as what it is offered, how it begins, how large it may be in bytes.

    What only ``may_be`` this format is looked at first for what it is instead. ``read`` raises a
    RuleError with the place of what is wrong. What begins with one of ``together`` belongs to
    others of its kind; of several, each with its name, ``joins`` makes one file.
    """

    read: Callable[[bytes, Open], list[ImportedEvent]]
    offered_as: str
    beginnings: tuple[bytes, ...] = ()
    largest: int = LARGEST_UPLOAD
    may_be: bool = False
    together: tuple[bytes, ...] = ()
    joins: Callable[[Sequence[tuple[str, bytes]]], bytes] | None = None


@dataclass(frozen=True, kw_only=True)
class EventFormat:
    """A format of files of events; ``key`` is its word in addresses and commands."""

    key: str
    name: str
    writes: Writes | None = None
    reads: Reads | None = None
