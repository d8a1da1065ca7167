"""Pools of other clubs that a club follows: their index and what is new in it."""

import json
import time
from urllib.parse import urljoin

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.refused import Refused
from clubscore.events.models import ContestPackage, ContestSet, FollowedPool
from clubscore.events.world.bringing_packages import CameFrom, Outcome, bring_packages
from clubscore.exchange.package_files.fetching import MB, Network, fetch, place_of
from clubscore.exchange.package_files.package_reading import packages_of_file
from clubscore.laws.errors import RuleError
from clubscore.laws.facts import Unverified

FORMAT = "clubscore-packages/1"
LARGEST_INDEX, LARGEST_PACKAGE = 4 * MB, 50_000
# Each is an answer of its own; a director may ask again for more.
MOST_AT_ONCE = 50
MOST_FOLLOWED = 20
# What is not in by then comes next time.
SECONDS_IN_ALL = 20.0


def follow(address: str, actor: Actor) -> None:
    """Follow an address. Raises Refused for one that is none, or one too many."""
    place_of(address)
    with transaction.atomic():
        followed = FollowedPool.objects.filter(club=actor.home)
        if followed.count() >= MOST_FOLLOWED:
            raise Refused(_("A club follows at most 20 addresses. Remove one first."), "address")
        followed.get_or_create(club=actor.home, address=address, defaults={"added_by": actor.label})


def unfollow(pk: int, actor: Actor) -> None:
    """Follow an address no longer. What came from there stays."""
    FollowedPool.objects.filter(club=actor.home, pk=pk).delete()


def fetch_pool(pool: FollowedPool, actor: Actor, network: Network | None = None) -> list[Outcome]:
    """Bring in what a followed address has that is new, at most fifty packages at once.

    Raises Refused where it cannot be asked, or has no index of packages.
    """
    ends = time.monotonic() + SECONDS_IN_ALL
    new = _new_of(pool, _index(fetch(pool.address, LARGEST_INDEX, network)))
    given: list[Unverified | RuleError] = []
    for file in new[:MOST_AT_ONCE]:
        if time.monotonic() > ends:
            break
        given += packages_of_file(fetch(urljoin(pool.address, file), LARGEST_PACKAGE, network))
    outcomes = bring_packages(
        club=actor.home,
        given=given,
        came=CameFrom(ContestPackage.Source.FOLLOWED, pool.address),
        actor=actor,
    )
    came = sum(one.is_new for one in outcomes)
    FollowedPool.objects.filter(pk=pool.pk).update(fetched_at=clock.now(), came=came)
    return outcomes


def _index(content: bytes) -> list[Unverified]:
    """What an index lists. Raises Refused for anything else."""
    try:
        told: object = json.loads(content)
    except (ValueError, RecursionError):
        told = None
    listed = told.get("packages") if isinstance(told, dict) else None
    if not isinstance(told, dict) or told.get("format") != FORMAT or not isinstance(listed, list):
        raise Refused(_("There is no index of packages at this address."), "address")
    return [each for each in listed if isinstance(each, dict)]


def _new_of(pool: FollowedPool, listed: list[Unverified]) -> list[str]:
    """Where the packages lie that the club has not, of the sets that it has."""
    sets = set(ContestSet.objects.filter(club=pool.club).values_list("fingerprint", flat=True))
    known = set(ContestPackage.objects.filter(club=pool.club).values_list("key", flat=True))
    host, files = place_of(pool.address).host, []
    for each in listed:
        name, digest, file = (each.get(key) for key in ("set", "digest", "file"))
        if not isinstance(name, str) or not isinstance(digest, str) or not isinstance(file, str):
            continue
        if name in sets and digest not in known and _is_beside(file, pool.address, host):
            files.append(file)
    return list(dict.fromkeys(files))


def _is_beside(file: str, address: str, host: str) -> bool:
    """Whether a file lies on the same host as its index: that alone the director chose."""
    try:
        return place_of(urljoin(address, file)).host == host
    except Refused:
        return False
