"""For whom a USEBIO file is written: whose member numbers it has, how it tells master points.

Programs and federations that take the format want different things of it; what each wants is known
from their readers' sources and from real files (docs/files.md has the table).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import Either, gettext_noop
from clubscore.ranking import Event, every_scoring
from clubscore.ranking.contestant import PAIRS
from clubscore.ranking.member_numbers import ABF, EBU, KNOWN, NZ


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


def check_addressee(event: Event, written: For) -> None:
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
