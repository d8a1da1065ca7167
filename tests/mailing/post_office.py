"""A mail server of the tests' own, which counts what it was given and fails as it is told to."""

import asyncio
import datetime as dt
import email
import ipaddress
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from clubscore.extras.mail.posting import send_letters
from clubscore.jobs.models import Job
from clubscore.jobs.worker import Work

FROM = "club@portland.example.org"
USER, PASSWORD = "portland", "s3cret words: nine/of@hearts"
# What a handler does with a letter: an answer, or what breaks off.
Does = Callable[["Office", Any, Any], Any]


@dataclass
class Office:
    """What a mail server was given: the envelope's sender, its recipients and the bytes.

    `kept` are those that it said it took. `answers` are given to recipients before, and `does`
    to letters, one for each that comes, then it takes what comes.
    """

    kept: list[tuple[str, list[str], bytes]] = field(default_factory=list)
    seen: int = 0
    connections: int = 0
    logged_in: list[tuple[bytes, bytes]] = field(default_factory=list)
    with_tls: list[bool] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    does: list[Does] = field(default_factory=list)
    port: int = 0

    async def handle_RCPT(
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        answer = self.answers.pop(0) if self.answers else ""
        if answer:
            return answer
        envelope.rcpt_tos.append(address)
        return "250 yes"

    async def handle_DATA(self, server: Any, _session: Any, envelope: Any) -> str:
        self.seen += 1
        if self.does:
            found = self.does.pop(0)(self, server, envelope)
            answer = await found if asyncio.iscoroutine(found) else found
            if answer:
                return str(answer)
        self.take(envelope)
        self.with_tls.append(server.transport.get_extra_info("sslcontext") is not None)
        return "250 taken"

    def take(self, envelope: Any) -> None:
        """Keep a letter."""
        self.kept.append((envelope.mail_from, list(envelope.rcpt_tos), bytes(envelope.content)))

    @property
    def letters(self) -> list[EmailMessage]:
        """What was kept, as mail programs read it."""
        return [email.message_from_bytes(raw, policy=policy.default) for _f, _t, raw in self.kept]

    @property
    def recipients(self) -> list[str]:
        """To whom what was kept went, in order; never more than one each."""
        assert all(len(to) == 1 for _sender, to, _raw in self.kept)
        return [to[0] for _sender, to, _raw in self.kept]


def takes_and_ends(office: Office, server: Any, envelope: Any) -> str:
    """Take a letter, and end the connection before anything is said of it."""
    office.take(envelope)
    server.transport.abort()
    return "250 nobody hears it"


def ends(_office: Office, server: Any, _envelope: Any) -> str:
    """End the connection without taking the letter."""
    server.transport.abort()
    return "250 nobody hears it"


async def hangs(_office: Office, _server: Any, _envelope: Any) -> str:
    """Say nothing for longer than anybody waits."""
    await asyncio.sleep(3)
    return "451 too late"


def says(answer: str) -> Does:
    """Answer a letter so."""
    return lambda _office, _server, _envelope: answer


@contextmanager
def post_office(
    settings: Any, *, tls: ssl.SSLContext | None = None, starts: bool = False, auth: bool = False
) -> Iterator[Office]:
    """Open a mail server, and let the settings lead to it; `tls` speaks it or offers it."""
    office = Office()

    def authenticate(_s: Any, _session: Any, _envelope: Any, _how: str, said: Any) -> AuthResult:
        office.logged_in.append((said.login, said.password))
        good = (said.login, said.password) == (USER.encode(), PASSWORD.encode())
        return AuthResult(success=good, handled=False)

    more: dict[str, Any] = {}
    if tls is not None and starts:
        more |= {"tls_context": tls, "require_starttls": True}
    elif tls is not None:
        more |= {"ssl_context": tls}
    if auth:
        more |= {"authenticator": authenticate, "auth_required": True}
        more |= {"auth_require_tls": starts}
    controller = _Door(office, hostname="127.0.0.1", port=0, **more)
    controller.start()
    try:
        office.port = controller.server.sockets[0].getsockname()[1]
        lead_to(settings, office.port)
        yield office
    finally:
        controller.stop()


class _Door(Controller):
    """A controller at any free port."""

    def _trigger_server(self) -> None:
        """Call once, so that it is seen to answer; TLS or not."""
        with socket.create_connection(self.server.sockets[0].getsockname()):
            pass


def lead_to(settings: Any, port: int) -> None:
    """Let the settings lead to a mail server on this machine, which the keeper allowed."""
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_TIMEOUT = 5
    settings.CLUBSCORE_SMTP_PRIVATE = True
    settings.CLUBSCORE_MAIL_FROM = FROM
    settings.CLUBSCORE_MAIL_HOURLY = 1000
    settings.CLUBSCORE_URL = "https://club.example.org"
    settings.WITH_TLS = True


def certificate(folder: Path, name: str = "127.0.0.1") -> tuple[ssl.SSLContext, Path]:
    """Make a certificate for a number of this machine; return what speaks with it, and its file."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a mail server")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(name))]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    there, secret = folder / "server.crt", folder / "server.key"
    there.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(there, secret)
    return context, there


def send() -> None:
    """Do the job of sending once, as the worker does."""
    send_letters(Work(Job(kind="mail")))
