"""What the machine and its environment say about serving a club, read before Django starts.

HOST, PORT, HTTPS, HTTPS_PORT, CLUBSCORE_DATA, CLUBSCORE_URL, CLUBSCORE_PROFILE, CLUBSCORE_PROXY
and DEMO choose. What is wrong is refused with a text that says what would be right. The server's
secret is made once and kept in the data folder; the address of the mail server is never repeated
in an error, because it holds a password.
"""

import os
import secrets
import socket
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from clubscore.places import INSTALLED, usual_data

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
LARGEST_PORT = 65535
HTTP, HTTPS = 80, 443
# What a club's own authority may speak for: numbers of private networks, and names as routers and
# machines call themselves, which nobody can buy.
PRIVATE_NETWORKS = (
    "127.0.0.0/8",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "100.64.0.0/10",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
)
PRIVATE_ENDINGS = ("local", "lan", "home", "home.arpa", "internal", "fritz.box", "localhost")


@dataclass(frozen=True)
class ServingPlan:
    """Where to listen, under which address, with which data."""

    host: str
    port: int
    url: str
    data: Path
    proxy: str
    with_demo: bool
    # Where https is spoken beside plain http, on a club's own network; None where it is not.
    secure_port: int | None = None

    @property
    def with_tls(self) -> bool:
        """Whether people open an https address, which a proxy before us answers."""
        return self.url.startswith("https://")

    @property
    def here(self) -> str:
        """The address for a browser on this very machine."""
        host = "localhost" if self.host in EVERYWHERE else self.host
        return f"http://{bracketed(host)}:{self.port}/"

    @property
    def for_phones(self) -> str | None:
        """The address that phones can open, or None where only this machine can."""
        base = base_for_phones(self.url, self.host, self.port)
        return f"{base}/" if base else None

    @property
    def names(self) -> list[str]:
        """What this machine is called by whoever opens it in its network: numbers and names."""
        name = socket.gethostname().partition(".")[0].lower()
        known = (
            urlsplit(self.url).hostname,
            self.host if self.host not in EVERYWHERE else address_in_the_network(),
            *(_numbers_of(name) if self.host in EVERYWHERE else ()),
            f"{name}.local",
            "localhost",
            "127.0.0.1",
        )
        return list(dict.fromkeys(each for each in known if each))


def _numbers_of(name: str) -> list[str]:
    """Return all of this machine's numbers where it knows them itself, without asking the network.

    Elsewhere the name may lead to a server of names that does not answer.
    """
    if os.name != "nt":
        return []
    return socket.gethostbyname_ex(name)[2]


def secured(base: str, port: int) -> str:
    """Return an address of plain http, without a path, as the https door beside it has it.

    Empty where the club's own authority cannot speak for it.
    """
    host = urlsplit(base).hostname or ""
    return f"https://{bracketed(host)}:{port}" if is_private(host) else ""


def plain(base: str, port: int | str) -> str:
    """Return an address of the https door, without a path, as plain http beside it has it."""
    return f"http://{bracketed(urlsplit(base).hostname or '')}:{port}"


def base_for_phones(url: str, host: str, port: int | str, asked: str = "") -> str | None:
    """Return the address that phones can open, without a slash at its end; None where none can.

    ``url`` is the club's own, ``host`` and ``port`` where the server listens. ``asked`` is the
    address by which somebody has just reached it: a number of the network is sure to be right on a
    machine with several, a name may be known to that machine alone and counts last.
    """
    if url:
        return None if is_this_machine(urlsplit(url).hostname or "") else url
    by = urlsplit(asked).hostname or ""
    if is_number(by) and not is_this_machine(by):
        return asked
    known = address_in_the_network() if host in EVERYWHERE else host
    if known is not None and not is_this_machine(known):
        return f"http://{bracketed(known)}:{port}"
    return None if is_this_machine(by) else asked


def is_number(host: str) -> bool:
    """Return whether a host is written as a number, not as a name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_private(host: str) -> bool:
    """Return whether a host is known in a private network alone."""
    if is_number(host):
        number = ip_address(host)
        return any(number in ip_network(network) for network in PRIVATE_NETWORKS)
    ending = f".{host.lower()}"
    return host.isascii() and ending.endswith(tuple(f".{each}" for each in PRIVATE_ENDINGS))


def is_this_machine(host: str) -> bool:
    """Return whether a host leads whoever opens it to their own machine, or nowhere."""
    name = host.rstrip(".").lower()
    if not is_number(name):
        return name in ("", "localhost") or name.endswith(".localhost")
    number = ip_address(name)
    number = getattr(number, "ipv4_mapped", None) or number
    return number.is_loopback or number.is_unspecified or number.is_link_local


def bracketed(host: str) -> str:
    """Return a host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def address_in_the_network() -> str | None:
    """Return this machine's address in its network. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if is_this_machine(found) else found


def read_plan(environment: Mapping[str, str]) -> ServingPlan:
    """Return what the environment chooses; raise ImproperlyConfigured for what cannot be."""
    port = _port("PORT", environment.get("PORT", "").strip() or "8000")
    return ServingPlan(
        host=environment.get("HOST", "").strip() or "0.0.0.0",  # noqa: S104
        port=port,
        url=_url(environment.get("CLUBSCORE_URL", "").strip().rstrip("/")),
        data=_data(environment.get("CLUBSCORE_DATA", "") or str(usual_data())),
        proxy=environment.get("CLUBSCORE_PROXY", "").strip() or "127.0.0.1",
        with_demo=_yes("DEMO", environment.get("DEMO", "").strip() or "1", "with the demo club"),
        secure_port=_secure_port(environment, port),
    )


def _port(name: str, text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= LARGEST_PORT:
        return int(text)
    raise ImproperlyConfigured(f"{name} is {text!r}; a number from 1 to {LARGEST_PORT} is wanted.")


def _secure_port(environment: Mapping[str, str], port: int) -> int | None:
    """Return where https is spoken beside plain http: as far above it as 443, unless named."""
    if not _yes("HTTPS", environment.get("HTTPS", "").strip() or "0", "https as well"):
        return None
    if environment.get("CLUBSCORE_URL", "").startswith("https://"):
        raise ImproperlyConfigured(
            "CLUBSCORE_URL is an https address already, which a proxy answers; --https is for a"
            " club's own network. Leave out one of the two."
        )
    usual = HTTPS if port == HTTP else port + HTTPS
    return _port("HTTPS_PORT", environment.get("HTTPS_PORT", "").strip() or str(usual))


def _url(text: str) -> str:
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        good = False
    if text and (not good or parts.path or parts.query or parts.fragment):
        raise ImproperlyConfigured(
            f"CLUBSCORE_URL is {text!r}; the address people open is wanted, without a path:"
            " https://bridge.example.org or http://192.168.1.20:8000"
        )
    return text


def _yes(name: str, text: str, means: str) -> bool:
    if text.lower() not in YES + NO:
        raise ImproperlyConfigured(f"{name} is {text!r}; 1 ({means}) or 0 is wanted.")
    return text.lower() in YES


def _data(text: str) -> Path:
    folder = Path(text).expanduser().resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data folder {folder} cannot be written ({error.strerror})."
            " Name another with CLUBSCORE_DATA, or ask its owner."
        ) from error
    return folder


def choose_profile(plan: ServingPlan, environment: Mapping[str, str]) -> str:
    """Return the profile for the settings: the one named, else by whether there is TLS."""
    return environment.get("CLUBSCORE_PROFILE") or ("public" if plan.with_tls else "club-network")


def prepare_environment() -> ServingPlan:
    """Read the plan and tell the settings what it comes to; before Django starts."""
    plan = read_plan(os.environ)
    os.environ["CLUBSCORE_PROFILE"] = choose_profile(plan, os.environ)
    os.environ["HOST"], os.environ["PORT"] = plan.host, str(plan.port)
    if plan.secure_port:
        os.environ["HTTPS_PORT"] = str(plan.secure_port)
    return plan


def listen(plan: ServingPlan) -> socket.socket:
    """Return a socket that listens where the plan says.

    Taken first, so that a port in use is known before anything else is done.
    """
    program = "clubscore" if INSTALLED else "make run"
    return _listen(plan, plan.port, f"Another port: PORT={next_port(plan.port)} {program}")


def listen_securely(plan: ServingPlan) -> socket.socket | None:
    """Return a socket that listens where https is to be spoken; None where it is not."""
    if plan.secure_port is None:
        return None
    other = f"HTTPS_PORT={next_port(plan.secure_port)}"
    return _listen(plan, plan.secure_port, f"Another port for https: {other}")


def _listen(plan: ServingPlan, port: int, otherwise: str) -> socket.socket:
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            plan.host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        door = socket.socket(family, kind)
    except OSError as error:
        raise ImproperlyConfigured(
            f"HOST is {plan.host!r}, which is no address of this machine;"
            " 0.0.0.0 listens on all of them."
        ) from error
    if os.name != "nt":  # there it would let two servers share one port
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind(address)
        door.listen(128)
    except OSError as error:
        door.close()
        raise ImproperlyConfigured(
            f"Port {port} on {plan.host} cannot be had ({error.strerror})."
            f" Is ClubScore open already? {otherwise}"
        ) from error
    return door


def next_port(port: int) -> int:
    """Return a port to try instead."""
    return port + 1 if port < LARGEST_PORT else 8000


# ---- The mail server as the environment names it.

# `smtp` asks for STARTTLS before anything is said, `smtps` speaks TLS from the first byte on, and
# `smtp+plain` neither: for a mail server on the same machine alone.
PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
WRONG = (
    "CLUBSCORE_SMTP is no address of a mail server; it looks like"
    " smtp://user:password@mail.example.org:587, or smtps://…:465. In names and passwords any sign"
    " but letters and figures stands as % and two hexadecimal digits."
)
NO_OPEN_WORDS = (
    "CLUBSCORE_SMTP sends no password without TLS: use smtp:// or smtps://, or leave the name and"
    " the password out."
)
PRIVATE_ONLY = (
    "CLUBSCORE_SMTP speaks without TLS (smtp+plain://) to a mail server of your own network alone:"
    " set CLUBSCORE_SMTP_PRIVATE=1 with it."
)
WRONG_FROM = (
    "CLUBSCORE_MAIL_FROM is the address that the club's mail comes from, such as"
    " club@example.org; it is needed with CLUBSCORE_SMTP."
)
WRONG_HOURLY = "CLUBSCORE_MAIL_HOURLY is how many letters go out an hour: a whole number above 0."


@dataclass(frozen=True)
class SmtpAddress:
    """Where a mail server answers, and as whom we log in; without a host there is none."""

    host: str = ""
    port: int = 0
    user: str = ""
    password: str = field(default="", repr=False)
    starts_tls: bool = False
    speaks_tls: bool = False


def read_smtp(text: str, *, private: bool) -> SmtpAddress:
    """Read the address of a mail server; none of an empty text. Raises ValueError."""
    if not text:
        return SmtpAddress()
    parts = _parts(text)
    if parts.speaks_tls or parts.starts_tls:
        return parts
    if parts.user or parts.password:
        raise ValueError(NO_OPEN_WORDS)
    if not private:
        raise ValueError(PRIVATE_ONLY)
    return parts


def _parts(text: str) -> SmtpAddress:
    try:
        found = urlsplit(text)
        host, port = found.hostname or "", found.port or PORTS[found.scheme]
    except (KeyError, ValueError):
        raise ValueError(WRONG) from None
    if not host or found.path not in ("", "/") or found.query or found.fragment:
        raise ValueError(WRONG)
    return SmtpAddress(
        host,
        port,
        unquote(found.username or ""),
        unquote(found.password or ""),
        starts_tls=found.scheme == "smtp",
        speaks_tls=found.scheme == "smtps",
    )


def read_hourly(text: str, usual: int) -> int:
    """Return how many letters go out an hour. Raises ValueError."""
    if not text:
        return usual
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= 1_000_000:
        raise ValueError(WRONG_HOURLY)
    return int(text)


def read_from(text: str, *, needed: bool) -> str:
    """Return the address that mail comes from. Raises ValueError where it is none."""
    name, at, domain = text.partition("@")
    is_plain = text.isascii() and text.isprintable() and not set(text) & set(' ,;:<>"()[]\\')
    if text and is_plain and name and at and domain and "@" not in domain:
        return text
    if text or needed:
        raise ValueError(WRONG_FROM)
    return ""


# ---- The server's secret.

# Letters of the shortest secret that is taken from a file; one of ours has 86.
SHORTEST = 32


class NotSecret(ValueError):
    """What is kept is empty, as a power cut may leave it, or too short to be a secret."""


def secret_key(data: Path, given: str) -> str:
    """Return the given secret, or the one kept under `data`, made on the first call.

    Raises NotSecret where the one that is kept can be none.
    """
    if given:
        return given
    place = data / "secret_key"
    try:
        return _read(place)
    except FileNotFoundError:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = secrets.token_urlsafe(64)
    # Written whole under another name and linked, so that two starts at once agree on one.
    draft = data / f"secret_key.{os.getpid()}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as handle:
        handle.write(made)
        handle.flush()
        os.fsync(descriptor)
    try:
        os.link(draft, place)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    _fsync(data)
    return _read(place)


def _read(place: Path) -> str:
    """Return the secret of a file. Raises NotSecret for what can be none."""
    try:
        found = place.read_text().strip()
    except UnicodeDecodeError:
        found = ""
    if len(found) < SHORTEST:
        raise NotSecret(
            f"The secret in {place} is {'too short' if found else 'empty or damaged'}. Put it back"
            " from a copy of the data folder, or delete the file: the next start makes another."
            " Then everybody logs in again, and the codes of tables are printed anew."
        )
    return found


def _fsync(folder: Path) -> None:
    """See that a name in a folder outlives a power cut, where the system can say so."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
