"""What a USEBIO file tells of people beside their names: numbers, and the master points given."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from xml.etree.ElementTree import Element

from clubscore.exchange.reading.xml_text import text_in
from clubscore.laws.errors import RuleError
from clubscore.ranking.contestant import LONGEST_COLOUR, MOST_AWARDS, MasterPointsFacts
from clubscore.ranking.member_numbers import (
    ABF,
    OWN,
    SOMEBODYS,
    is_placeholder,
    read_member_number,
    read_scheme,
)
from clubscore.ranking.numbers import exact_text

_POINTS = re.compile(r"[0-9]{1,7}(?:\.[0-9]{1,4})?")
_HANDICAP = re.compile(r"[+-]?[0-9]{1,3}(?:\.[0-9]{1,3})?")
_HUNDREDTHS = re.compile(r"[0-9]+")


def scheme_of(event: Element, clubs: str) -> str:
    """Return whose the national numbers of a file are: its program says so, else the club's own.

    Compscore is the ABF's; ClubScore writes behind its version for whom a file is. ``clubs`` is the
    federation of the club that reads it, if it has one.
    """
    program, version = text_in(event, "PROGRAM_NAME"), text_in(event, "PROGRAM_VERSION").split()
    if program.upper().startswith("COMPSCORE"):
        return ABF
    if is_ours(event) and len(version) > 1:
        try:
            return read_scheme(version[-1])
        except RuleError:
            pass
    return clubs or SOMEBODYS


def is_ours(event: Element) -> bool:
    """Whether ClubScore wrote this."""
    return text_in(event, "PROGRAM_NAME") == "ClubScore"


def numbers_told(
    player: Element, scheme: str, wrong: Callable[[RuleError], None], *, with_own: bool
) -> dict[str, str]:
    """Return a player's numbers by scheme; what can be none of its scheme is ``wrong``.

    ``with_own``: the club's number too. Others write their own of a player in its place.
    """
    told = [(scheme, text_in(player, "NATIONAL_ID_NUMBER"))]
    if with_own:
        told.insert(0, (OWN, text_in(player, "CLUB_ID_NUMBER")))
    found = {}
    for key, text in told:
        if not is_placeholder(text):
            try:
                found[key] = read_member_number(key, text)
            except RuleError as error:
                wrong(error)
    return found


def half_handicap(member: Element) -> str:
    """Return half of the handicap that a file has of a pair, nothing where it has none.

    NZ Bridge writes the whole of both players, of which half enters the result.
    """
    text = text_in(member, "HANDICAP")
    if not _HANDICAP.fullmatch(text) or not Fraction(text):
        return ""
    return exact_text(Fraction(text) / 2)


def awards_told(member: Element, event: Element, scheme: str) -> list[MasterPointsFacts]:
    """Return the master points of a contestant, flat under it or in wrappers, nothing for 0."""
    return [*_awards(member, event, scheme)][:MOST_AWARDS]


def _awards(member: Element, event: Element, scheme: str) -> Iterator[MasterPointsFacts]:
    for each in member.findall("MASTER_POINTS") or [member]:
        text = text_in(each, "MASTER_POINTS_AWARDED")
        if not _POINTS.fullmatch(text) or not Fraction(text):
            continue
        points = Fraction(text)
        if scheme == ABF and _HUNDREDTHS.fullmatch(text):
            points /= 100
        facts: MasterPointsFacts = {"scheme": scheme, "points": exact_text(points)}
        colour = text_in(each, "MASTER_POINT_TYPE") or text_in(event, "MASTER_POINT_TYPE")
        if colour:
            facts = {
                "scheme": scheme,
                "colour": colour[:LONGEST_COLOUR].lower(),
                "points": exact_text(points),
            }
        yield facts
