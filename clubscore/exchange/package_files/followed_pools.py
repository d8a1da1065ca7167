"""Pools of other clubs that a club follows: their index and what is new in it, fetched as a job.

Each package comes in as soon as it is here, in a transaction of its own: what a job that was
stopped, or whose worker was killed, has brought stays, and the next one asks for the rest alone.
"""

import json
import time
from collections.abc import Callable
from urllib.parse import urljoin

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.models import Membership
from clubscore.club.refused import Refused
from clubscore.events.models import ContestPackage, ContestSet, FollowedPool
from clubscore.events.world.bringing_packages import CameFrom, Outcome, bring_packages
from clubscore.exchange.package_files.fetching import MB, Network, fetch, place_of
from clubscore.exchange.package_files.package_reading import packages_of_file
from clubscore.exchange.reading.kept_mistakes import kept_mistake
from clubscore.jobs import asking
from clubscore.jobs.models import Job
from clubscore.jobs.working import Work
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError

KIND = "fetch-pool"
FORMAT = "clubscore-packages/1"
LARGEST_INDEX, LARGEST_PACKAGE = 4 * MB, 50_000
# Each is an answer of its own; a director may ask again for more.
MOST_AT_ONCE = 50
MOST_FOLLOWED = 20
# What is not in by then comes next time.
SECONDS_IN_ALL = 20.0
REFUSED_KEPT = 5
# How the job looks names up and connects; tests put a server of their own in its place.
NETWORK = Network()
Say = Callable[[int, int], None]


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
    pool = FollowedPool.objects.filter(club=actor.home, pk=pk).first()
    if pool is not None:
        stop_fetching(pool)
        pool.delete()


def ask_to_fetch(pool: FollowedPool, actor: Actor) -> Job:
    """Ask the worker to fetch what a followed address has that is new."""
    with transaction.atomic():
        FollowedPool.objects.select_for_update().get(pk=pool.pk)
        last = job_of(pool)
        if last is None or not last.is_open:
            _begin(pool)
            FollowedPool.objects.filter(pk=pool.pk).update(user=actor.user)
        return asking.ask(kind=KIND, key=str(pool.pk), club=pool.club)


def stop_fetching(pool: FollowedPool) -> None:
    """Stop the job that fetches; what it has brought stays."""
    job = job_of(pool)
    if job is not None and job.is_open:
        asking.stop(job=job)


def job_of(pool: FollowedPool) -> Job | None:
    """Return the newest job that fetches from an address."""
    return asking.last_of(KIND, str(pool.pk))


def fetch_followed(work: Work) -> None:
    """Fetch from a followed address, as a job. Raises Refused as `fetch_pool` does."""
    found = FollowedPool.objects.select_related("club", "user").filter(pk=int(work.key))
    pool = found.filter(club__closed_at=None).first()
    if pool is not None:
        _fetch_new(pool, _actor(pool), NETWORK, work.say)


def _actor(pool: FollowedPool) -> Actor:
    """Who asked for it: what comes in bears their name."""
    members = Membership.objects.select_related("person").filter(club=pool.club, user=pool.user)
    member = members.first() if pool.user is not None else None
    return Actor(Level.DIRECTOR, pool.club, pool.user, member.person if member else None)


def fetch_pool(pool: FollowedPool, actor: Actor, network: Network | None = None) -> list[Outcome]:
    """Bring in what a followed address has that is new, at most fifty packages at once.

    Raises Refused where it cannot be asked, or has no index of packages; what came before stays.
    """
    _begin(pool)
    return _fetch_new(pool, actor, network or NETWORK, lambda _done, _total: None)


def _begin(pool: FollowedPool) -> None:
    FollowedPool.objects.filter(pk=pool.pk).update(came=0, refused=[])


def _fetch_new(pool: FollowedPool, actor: Actor, network: Network, say: Say) -> list[Outcome]:
    """Fetch and bring in, one package after the other; `say` is told how many of all, and raises
    what stops it."""
    ends = time.monotonic() + SECONDS_IN_ALL
    new = _new_of(pool, _index(fetch(pool.address, LARGEST_INDEX, network)))[:MOST_AT_ONCE]
    outcomes: list[Outcome] = []
    say(0, len(new))
    for number, file in enumerate(new, start=1):
        if time.monotonic() > ends:
            break
        content = fetch(urljoin(pool.address, file), LARGEST_PACKAGE, network)
        outcomes += _brought(pool, packages_of_file(content), actor)
        say(number, len(new))
    FollowedPool.objects.filter(pk=pool.pk).update(fetched_at=clock.now())
    return outcomes


def _brought(
    pool: FollowedPool, given: list[Unverified | RuleError], actor: Actor
) -> list[Outcome]:
    """Bring in what a file held, and count it in the same transaction."""
    with transaction.atomic():
        came = CameFrom(ContestPackage.Source.FOLLOWED, pool.address)
        outcomes = bring_packages(club=actor.home, given=given, came=came, actor=actor)
        here = FollowedPool.objects.select_for_update().filter(pk=pool.pk)
        kept = here.values_list("refused", flat=True).first() or []
        wrong = [kept_mistake(one.refused) for one in outcomes if one.refused is not None]
        refused = [*kept, *(each for each in wrong if each not in kept)][:REFUSED_KEPT]
        here.update(came=F("came") + sum(one.is_new for one in outcomes), refused=refused)
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
