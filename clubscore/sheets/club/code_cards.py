"""What stands on the card of a table's code."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest
from clubscore.club.templatetags.clubscore import day_and_time
from clubscore.club.wording.days import short_date
from clubscore.events.models import EventTableLink
from clubscore.events.phones import links_of
from clubscore.events.state.event_now import Room
from clubscore.rubbers.models import TableLink
from clubscore.sheets.pieces.identity import Identity
from clubscore.tableside.hand_codes import code_of, path_of, shut_of, spoken
from clubscore.tableside.phone_addresses import address_of
from clubscore.tableside.secret_addresses import token_of


class CodeCard(NamedTuple):
    """What a table's card says: its code as an address, and the same by hand."""

    identity: Identity
    title: str
    address: str
    by_hand: str  # the address where the digits are typed
    digits: str  # nothing where the code by hand is turned off
    until: str
    wifi: str


def code_cards(request: ClubRequest, room: Room) -> list[CodeCard]:
    """Return a card for each table of an event whose phones are let in, in order."""
    event = room.event
    whose = Identity(event.club.name, event.name, short_date(event.evening), "")
    links = [link for section in room.sections for link in links_of(section)]
    shut = shut_of(links)
    return [
        _card(
            request,
            link,
            "event-enter",
            _("Table %(table)s") % {"table": room.table_name(link.section, link.table)},
            whose,
            shut,
        )
        for link in links
    ]


def card_of_table(request: ClubRequest, link: TableLink) -> CodeCard:
    """Return the card of a card table."""
    sitting = link.sitting
    table = sitting.table.name
    whose = Identity(sitting.club.name, table, short_date(sitting.evening), "")
    return _card(request, link, "enter", table, whose, shut_of([link]))


def _card(
    request: ClubRequest,
    link: TableLink | EventTableLink,
    page: str,
    title: str,
    whose: Identity,
    shut: set[str],
) -> CodeCard:
    is_shut = link.token_hash in shut
    return CodeCard(
        identity=whose._replace(place=title),
        title=title,
        address=address_of(request, reverse(page, args=[token_of(link.nonce)])),
        by_hand=address_of(request, path_of(link.club)),
        digits="" if is_shut else spoken(code_of(link.nonce)),
        until=day_and_time(link.expires_at, link.club),
        wifi=link.club.wifi_name,
    )
