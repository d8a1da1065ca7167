"""Codes by hand in both rooms: what a table's number can mean, who is asked after five wrong."""

import re

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.duplicate.models import EventTableLink
from clubscore.duplicate.phones import good_links
from clubscore.duplicate.running import call_director
from clubscore.rubber import phones as card_room
from clubscore.rubber.hand_codes import AskTheDirector, open_by_code
from clubscore.rubber.models import SecretAddress

TABLE = re.compile(r"([A-Z]?)0*([1-9][0-9]{0,8})")


def addresses_at(number: str) -> list[SecretAddress]:
    """Return the good addresses that a table's number can mean, in both rooms.

    A card table is known by the number of its evening, a table of an event by its own, with the
    letter of its section where there are several.
    """
    match = TABLE.fullmatch(number.strip().upper())
    if match is None:
        return []
    letter, table = match[1], int(match[2])
    if table >= 2**31:
        return []
    of_events = good_links().filter(table=table) if table < 2**15 else good_links().none()
    if letter:
        return list(of_events.filter(section__letter=letter))
    return [*card_room.good_links().filter(sitting=table), *of_events]


def come_in_by_hand(*, number: str, code: str, client: str) -> SecretAddress:
    """Return the address that a table's number and its six digits open.

    Raises RuleError, and AskTheDirector where it was wrong five times; then a table of an event
    calls the director.
    """
    try:
        return open_by_code(addresses_at(number), code, client)
    except AskTheDirector as shut:
        for link in shut.addresses:
            if isinstance(link, EventTableLink):
                call_director(
                    section=link.section,
                    table=link.table,
                    why=_("five wrong codes by hand"),
                    actor=Actor(),
                )
        raise
