"""Who played, in USEBIO: names and numbers, totals and places, master points they were given."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from xml.etree.ElementTree import Element, SubElement

from clubscore.exchange.reading.addressees import For
from clubscore.exchange.reading.printable import printable
from clubscore.exchange.usebio.usebio_fields import TWO, nobody
from clubscore.ranking import Contestant, Row, show_number
from clubscore.ranking.contestant import PAIRS, MasterPoints
from clubscore.ranking.member_numbers import ABF, OWN
from clubscore.ranking.numbers import exact_text, rounded


class Player:
    """A player as the format has one: a name, the federation's number, the club's own."""

    def __init__(self, name: str, numbers: dict[str, str], written: For) -> None:
        self.name, self.own = name, numbers.get(OWN, "")
        self.national = numbers.get(written.scheme, "")

    def put_into(self, parent: Element) -> None:
        """Write the player into an element."""
        put(parent, "PLAYER_NAME", self.name)
        put(parent, "NATIONAL_ID_NUMBER", self.national)
        put(parent, "CLUB_ID_NUMBER", self.own)


def put(parent: Element, name: str, text: object) -> None:
    """Write an element with a text."""
    SubElement(parent, name).text = printable(str(text))


def fixed(number: Fraction) -> str:
    """Return a number with two decimals."""
    whole, _point, decimals = show_number(number).partition(".")
    return f"{whole}.{decimals:0<2}"


def players(who: Contestant, kind: str, called: str, written: For) -> list[Player]:
    """Return each player; of a pair two, whether they are known or not.

    Readers of pairs take exactly two players, each with a name: of more the last bears the names of
    all that follow, and the note beside the pair says who they are.
    """
    numbers = [dict(each) for each in who.numbers] + [{} for _name in who.names]
    known = [(printable(name), numbers[at]) for at, name in enumerate(who.names)]
    if kind == PAIRS:
        first, rest = known[:1], known[1:]
        if len(rest) > 1:
            rest = [(" & ".join(name for name, _numbers in rest), rest[0][1])]
        two = [*first, *rest, *[("", {})] * TWO][:TWO]
        known = [(name or nobody(called, at), theirs) for at, (name, theirs) in enumerate(two)]
    return [Player(name, theirs, written) for name, theirs in known]


def put_total(parent: Element, row: Row, rows: int, written: For) -> None:
    """Write what a contestant came to. Readers want a plain number as place; equals bear the same.

    MyABF needs a place and a percentage of everybody: who played nothing comes last with nothing.
    """
    entry, strict = row.entry, written.addressee.only_pairs
    put(parent, "TOTAL_SCORE", fixed(entry.score))
    if entry.percent is not None:
        put(parent, "PERCENTAGE", fixed(entry.percent))
    elif strict:
        put(parent, "PERCENTAGE", fixed(Fraction(0)))
    nowhere = str(rows) if strict else ""
    put(parent, "PLACE", row.place.rstrip("=") if entry.boards else nowhere)
    if written.addressee.counted:
        put(parent, "BOARDS_PLAYED", entry.boards)
        if (handicap := entry.contestant.handicap) is not None:
            put(parent, "HANDICAP", exact_text(2 * handicap))


def put_master_points(parent: Element, who: Contestant, written: For, *, is_any: bool) -> None:
    """Write what a contestant's players were given: flat or wrapped, as the addressee reads it.

    Where anybody was given points, flat files say 0 of all others.
    """
    given = points_for(who.awards, written)
    if written.addressee.wrapped:
        for each in given:
            _put_award(SubElement(parent, "MASTER_POINTS"), each)
    elif given:
        _put_award(parent, given[0])
    elif is_any:
        put(parent, "MASTER_POINTS_AWARDED", 0)


def points_for(awards: Sequence[MasterPoints], written: For) -> list[MasterPoints]:
    """Return the points that an addressee is told of: those of the scheme it wants, else all."""
    return [each for each in awards if written.scheme in ("", each.scheme)]


def _put_award(parent: Element, given: MasterPoints) -> None:
    """The ABF's are whole hundredths, others as they were given."""
    hundredths = rounded(given.points * 100, 0)
    text = str(hundredths) if given.scheme == ABF else exact_text(given.points)
    put(parent, "MASTER_POINTS_AWARDED", text)
    if given.colour:
        put(parent, "MASTER_POINT_TYPE", given.colour.upper())
