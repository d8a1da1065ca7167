"""Codes by hand in both rooms: what a table's number can mean, who is asked after five wrong."""

import re

from django.db.models import Q

from clubscore.club.access import Actor
from clubscore.club.models import Club
from clubscore.club.own_words import OwnWords
from clubscore.club.secret_address import SecretAddress
from clubscore.events.models import EventTableLink
from clubscore.events.phones import good_links
from clubscore.events.play.directing import call_director
from clubscore.rubbers.sitting import phones as card_room
from clubscore.tableside.hand_codes import AskTheDirector, Guesser, open_by_code, open_by_digits

TABLE = re.compile(r"([A-Z]?)0*([1-9][0-9]{0,8})")


def clubs_with_codes() -> list[Club]:
    """Return the clubs that have let phones in somewhere, and so have codes to type."""
    rooms = (card_room.good_links(), good_links())
    return list(Club.objects.filter(pk__in=rooms[0].values("club").union(rooms[1].values("club"))))


def club_called(name: str) -> Club | None:
    """Return the club of a name, or of a short name as it stands in an address."""
    wanted = name.strip()
    named = Club.objects.filter(Q(slug__iexact=wanted) | Q(name__iexact=wanted))[:2]
    # Two clubs may bear one name; the short one is a club's own.
    return named[0] if len(named) == 1 else Club.objects.filter(slug__iexact=wanted).first()


def addresses_at(club: Club, number: str) -> list[SecretAddress]:
    """Return the good addresses that a number of a club's table can mean, in both rooms.

    A card table is known by the number of its evening, a table of an event by its own, with the
    letter of its section where there are several.
    """
    match = TABLE.fullmatch(number.strip().upper())
    if match is None:
        return []
    letter, table = match[1], int(match[2])
    if table >= 2**31:
        return []
    of_events = good_links().filter(club=club, table=table if table < 2**15 else 0)
    if letter:
        return list(of_events.filter(section__letter=letter))
    return [*card_room.good_links().filter(club=club, sitting=table), *of_events]


def addresses_of(club: Club) -> list[SecretAddress]:
    """Return the good addresses of all tables of a club, in both rooms."""
    return [*card_room.good_links().filter(club=club), *good_links().filter(club=club)]


def come_in_by_hand(*, number: str, code: str, guesser: Guesser) -> SecretAddress:
    """Return the address that a table's six digits open, with its number where that was typed.

    Raises RuleError, and AskTheDirector where it was wrong five times at a table that was named;
    then a table of an event calls the director.
    """
    if not number.strip():
        return open_by_digits(addresses_of(guesser.club) if guesser.club else [], code, guesser)
    found = addresses_at(guesser.club, number) if guesser.club else []
    try:
        return open_by_code(found, code, guesser)
    except AskTheDirector as shut:
        for link in shut.addresses:
            if isinstance(link, EventTableLink):
                call_director(
                    section=link.section,
                    table=link.table,
                    why=OwnWords("wrong-codes"),
                    actor=Actor(),
                )
        raise
