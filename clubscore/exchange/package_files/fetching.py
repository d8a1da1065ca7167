"""Files that other clubs publish, fetched over https from addresses that are no inner ones.

A director types the address, and the answer comes from a stranger. So the name is looked up once,
every address that it has must lie in the open network, and the connection goes to one of those that
were looked at: a name that says something else a moment later gains nothing. Redirections are not
followed, nothing is unpacked, and size and time have an end.
"""

import http.client
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Timer
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from django.utils.translation import gettext as _

from clubscore.club.refused import Refused

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


class Place(NamedTuple):
    """A host and a path on it."""

    host: str
    path: str


def place_of(address: str) -> Place:
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
    return Place(host, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


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


def _fetch(place: Place, most: int, network: Network) -> bytes:
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


def _answer(line: ssl.SSLSocket, place: Place, most: int) -> bytes:
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
