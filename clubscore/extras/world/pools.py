"""Pools of packages that other clubs publish: followed, fetched over https as a job, and read.

The address is typed and the answer comes from a stranger. So the name is looked up once, each
address that it has must lie in the open network, and the connection goes to one that was looked
at. No redirection is followed, nothing is unpacked, and size and time have an end.
"""

import http.client
import json
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Timer
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused
from clubscore.club.models import Membership
from clubscore.events.models import ContestPackage, ContestSet, FollowedPool
from clubscore.extras.world.package import hours_in, packages_in
from clubscore.extras.world.packages import CameFrom, PackageOutcome, bring_packages
from clubscore.files.json_text import read_values
from clubscore.files.reading import stored_problem
from clubscore.jobs import queue as asking
from clubscore.jobs.models import Job
from clubscore.jobs.worker import Work
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

PORT = 443
SECONDS = 8.0
LONGEST_ADDRESS = 200
A_BLOCK = 16_384
MB = 1_000_000
# Addresses in which others are written: what they stand for must be open too.
TRANSLATED = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"))
Ip = IPv4Address | IPv6Address


def is_open(text: str) -> bool:
    """Whether an address lies in the open network: none of this machine, house or provider."""
    try:
        address: Ip = ip_address(text)
    except ValueError:
        # With a zone, as of a link: fe80::1%eth0.
        return False
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, IPv4Address):
        return True
    if any(address in network for network in TRANSLATED):
        return False
    inner = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    return all(each is None or is_open(str(each)) for each in inner)


def addresses_of(host: str, port: int) -> list[str]:
    """Look a name up, once. OSError where it has no address."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


class Network(NamedTuple):
    """How names are looked up, which addresses may be asked, and whom we trust to be who they are.

    Tests put a server of their own in its place.
    """

    look_up: Callable[[str, int], Sequence[str]] = addresses_of
    may_ask: Callable[[str], bool] = is_open
    trusted: Callable[[], ssl.SSLContext] = ssl.create_default_context
    port: int = PORT
    seconds: float = SECONDS


class FetchAddress(NamedTuple):
    """A host and a path on it."""

    host: str
    path: str


def place_of(address: str) -> FetchAddress:
    """Read an address. Raises Refused for one that is not https, or says more than a place."""
    try:
        parts = urlsplit(address)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except (ValueError, UnicodeError):
        raise _no_address() from None
    plain = address.isascii() and address.isprintable() and " " not in address
    if parts.scheme != "https" or not host or not plain or len(address) > LONGEST_ADDRESS:
        raise _no_address()
    if parts.username is not None or parts.password is not None or port not in (None, PORT):
        raise Refused(_("Leave names, passwords and port numbers out of the address."), "address")
    return FetchAddress(host, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def _no_address() -> Refused:
    return Refused(_("The address must begin with https:// and have no spaces."), "address")


def fetch(address: str, most: int, network: Network | None = None) -> bytes:
    """Return what lies at an address, at most so many bytes. Raises Refused, in words."""
    network = network or Network()
    place = place_of(address)
    try:
        return _fetch(place, most, network)
    except ssl.SSLCertVerificationError:
        raise Refused(
            _("%(host)s could not prove that it is itself.") % {"host": place.host}
        ) from None
    except (OSError, http.client.HTTPException):
        text = _("%(host)s did not answer, or not in time. Try again later.")
        raise Refused(text % {"host": place.host}) from None


def _fetch(place: FetchAddress, most: int, network: Network) -> bytes:
    found = network.look_up(place.host, network.port)
    if not found or not all(map(network.may_ask, found)):
        text = _("%(host)s is not an address in the open network. ClubScore asks no other.")
        raise Refused(text % {"host": place.host}, "address")
    ends = time.monotonic() + network.seconds
    with closing(_connected(found, place.host, network)) as line:
        # Whoever sends a byte now and then would hold a page up for ever.
        watch = Timer(max(0.0, ends - time.monotonic()), _cut, [line])
        watch.daemon = True
        watch.start()
        try:
            line.do_handshake()
            content = _answer(line, place, most)
        finally:
            watch.cancel()
    # A line that was cut reads as one that ended.
    if time.monotonic() >= ends:
        raise TimeoutError
    return content


def _connected(found: Sequence[str], host: str, network: Network) -> ssl.SSLSocket:
    """Connect to the first of the addresses that were looked at which answers."""
    for at, address in enumerate(found, start=1):
        try:
            bare = socket.create_connection((address, network.port), network.seconds / 3)
        except OSError:
            if at == len(found):
                raise
            continue
        try:
            return network.trusted().wrap_socket(
                bare, server_hostname=host, do_handshake_on_connect=False
            )
        except BaseException:
            bare.close()
            raise
    raise OSError


def _cut(line: ssl.SSLSocket) -> None:
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        line.close()


def _answer(line: ssl.SSLSocket, place: FetchAddress, most: int) -> bytes:
    connection = http.client.HTTPSConnection(place.host)
    connection.sock = line
    connection.request("GET", place.path, headers={"Accept-Encoding": "identity"})
    answer = connection.getresponse()
    if answer.status in range(300, 400):
        where = urljoin(f"https://{place.host}{place.path}", answer.getheader("Location") or "")
        raise Refused(
            _("The address leads to %(where)s. Enter that.") % {"where": where[:200]}, "address"
        )
    if answer.status != http.client.OK:
        text = _("%(host)s has nothing there: its answer was %(status)s.")
        raise Refused(text % {"host": place.host, "status": answer.status}, "address")
    if answer.getheader("Content-Encoding", "identity") != "identity":
        raise Refused(
            _("%(host)s sent compressed data. A package must be sent plain.") % {"host": place.host}
        )
    found = b""
    while block := answer.read(A_BLOCK):
        found += block
        if len(found) > most:
            raise Refused(_("%(host)s sent more than a pool may have.") % {"host": place.host})
    if answer.length:
        raise http.client.IncompleteRead(found, answer.length)
    return found


def packages_of_file(content: bytes) -> list[Unverified | RuleError]:
    """Every package of a file: one of JSON, one a line, or links and codes as text.

    Nothing is verified yet.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return [_none()]
    return packages_of_text(text)


def packages_of_text(text: str) -> list[Unverified | RuleError]:
    """Every package, and every hour of a set, of a text: JSON, links or codes."""
    if text.lstrip().startswith(("{", "[")):
        return list(read_values(text))
    return [*packages_in(text), *hours_in(text)] or [_none()]


def _none() -> RuleError:
    return RuleError(
        "no-package",
        gettext_noop("There is no package here. Choose its file, or paste its link or code."),
    )


# ---- Pools that a club follows.

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


def fetch_pool(
    pool: FollowedPool, actor: Actor, network: Network | None = None
) -> list[PackageOutcome]:
    """Bring in what a followed address has that is new, at most fifty packages at once.

    Raises Refused where it cannot be asked, or has no index of packages; what came before stays.
    Each comes in as soon as it is here, in a transaction of its own, so that what a job that was
    stopped or killed has brought stays.
    """
    _begin(pool)
    return _fetch_new(pool, actor, network or NETWORK, lambda _done, _total: None)


def _begin(pool: FollowedPool) -> None:
    FollowedPool.objects.filter(pk=pool.pk).update(came=0, refused=[])


def _fetch_new(
    pool: FollowedPool, actor: Actor, network: Network, say: Say
) -> list[PackageOutcome]:
    """Fetch and bring in, one package after the other; `say` is told how many of all, and raises
    what stops it."""
    ends = time.monotonic() + SECONDS_IN_ALL
    new = _new_of(pool, _index(fetch(pool.address, LARGEST_INDEX, network)))[:MOST_AT_ONCE]
    outcomes: list[PackageOutcome] = []
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
) -> list[PackageOutcome]:
    """Bring in what a file held, and count it in the same transaction."""
    with transaction.atomic():
        came = CameFrom(ContestPackage.Source.FOLLOWED, pool.address)
        outcomes = bring_packages(club=actor.home, given=given, came=came, actor=actor)
        here = FollowedPool.objects.select_for_update().filter(pk=pool.pk)
        kept = here.values_list("refused", flat=True).first() or []
        wrong = [stored_problem(one.refused) for one in outcomes if one.refused is not None]
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
