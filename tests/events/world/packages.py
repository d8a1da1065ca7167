"""Packages of the sets that ship, signed by clubs elsewhere."""

import datetime as dt
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clubscore.club.access import Actor, Level
from clubscore.club.models import Club
from clubscore.events.models import ContestPackage, ContestSet
from clubscore.events.set_table import bring_shipped_set, shipped_set
from clubscore.extras.world.package import sign
from clubscore.extras.world.packages import CameFrom, PackageOutcome, bring_packages

DAY = dt.date(2026, 11, 26)
LEEDS, YORK = (Ed25519PrivateKey.from_private_bytes(bytes([n] * 32)) for n in (11, 12))
TODAY = shipped_set("duplicate")


def director_of(club: Club) -> Actor:
    return Actor(Level.DIRECTOR, club)


def a_set(club: Club, name: str = "duplicate") -> ContestSet:
    return bring_shipped_set(club=club, name=name, key=name, actor=director_of(club))


def results(boards: int = 3, tricks: int = 9) -> list[Any]:
    return [
        {"board": number, "contract": "3NT", "declarer": "S", "tricks": tricks}
        for number in range(1, boards + 1)
    ]


def package(boards: int = 3, tricks: int = 9, **more: Any) -> Any:
    """A package of Leeds: 3NT by South on every board."""
    told = {"played": DAY, "key": LEEDS, "club": "Leeds"} | more
    return sign(TODAY, results(boards, tricks), **told)


def bring(club: Club, *given: Any) -> list[PackageOutcome]:
    return bring_packages(
        club=club,
        given=given,
        came=CameFrom(ContestPackage.Source.FILE, "packages.json"),
        actor=director_of(club),
    )
