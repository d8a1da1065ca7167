"""Where the pads' control software answers: said by whoever keeps the machine, never by a form.

What is sent there holds names and a licence key in plain http, so only this machine and private
networks are called, by number: no server of names decides who receives it.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.serving import is_number, is_private

PORT, PACKAGE = 5079, "bridgemate_dataconnector"
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


class ConnectorPlace(NamedTuple):
    """The address of the Data Connector, and by what it knows the club."""

    address: str
    club: str
    key: str


def is_installed() -> bool:
    """Whether the vendor's client is here; all else runs without it."""
    return find_spec(PACKAGE) is not None


def is_named() -> bool:
    """Whether whoever keeps this machine named a Data Connector at all."""
    return bool(settings.CLUBSCORE_BRIDGEMATE)


def place_for(club: Club) -> ConnectorPlace:
    """Return where the club's pads are reached. Refused says what is missing or wrong."""
    if not is_named():
        raise Refused(
            _("No Data Connector is named on this machine. Set CLUBSCORE_BRIDGEMATE there.")
        )
    if not is_installed():
        raise Refused(
            _(
                "The vendor's client is not installed on this machine. Install"
                " bridgemate-dataconnector-client there."
            )
        )
    meant = settings.CLUBSCORE_BRIDGEMATE_FOR
    if meant != club.slug and (meant or Club.objects.exclude(pk=club.pk).exists()):
        raise Refused(
            _(
                "The pads of this machine belong to another club. CLUBSCORE_BRIDGEMATE_FOR says"
                " which."
            )
        )
    known = settings.CLUBSCORE_BRIDGEMATE_CLUB, settings.CLUBSCORE_BRIDGEMATE_KEY
    if not all(known):
        raise Refused(
            _(
                "Set CLUBSCORE_BRIDGEMATE_CLUB and CLUBSCORE_BRIDGEMATE_KEY on this machine to the"
                " club's id and licence key."
            )
        )
    return ConnectorPlace(_address(settings.CLUBSCORE_BRIDGEMATE), *known)


def _address(told: str) -> str:
    """Return the base address. Refused for what is no private number and port."""
    try:
        parts = urlsplit(f"//{told}")
        host, port = parts.hostname or "", parts.port or PORT
    except ValueError:
        host, port = "", 0
    private = host in THIS_MACHINE or (is_number(host) and is_private(host))
    if not private or parts.path or parts.query or parts.username:
        raise Refused(
            _(
                "CLUBSCORE_BRIDGEMATE must be this machine or a number of a private network, such"
                " as 192.168.1.50:5079."
            )
        )
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
