"""Speaking with the mail server: whether there is one, and what became of a letter.

The address is the environment's alone. It is looked up once, each number that it leads to is
checked, and the connection goes to a number that was checked, so that no name that changes its mind
leads to an inner machine. Nothing that the server says is kept but its three figures: an answer may
repeat an address or a password.
"""

import smtplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import sanitize_address

from clubscore.mailing.models import Letter

Trouble = Letter.Trouble
NAT64 = ip_network("64:ff9b::/96")
SENT, TRY_LATER, CLOSING, FOR_EVER = 250, 400, 421, 500


class Outcome(NamedTuple):
    """What became of a letter: no trouble where it was taken.

    `is_servers` is whether the mail server as a whole is in trouble, so that other letters would
    fare no better now.
    """

    trouble: Trouble = Trouble.NONE
    reply: int = 0
    is_servers: bool = False

    @property
    def is_sent(self) -> bool:
        """Whether the mail server took it."""
        return self.trouble == Trouble.NONE

    @property
    def is_unclear(self) -> bool:
        """Whether it was handed over and never answered."""
        return self.trouble == Trouble.CUT_OFF


class Inner(OSError):
    """The mail server's name leads to a private address, which the keeper did not allow."""


def is_set_up() -> bool:
    """Whether the keeper of the machine named a mail server."""
    return bool(settings.EMAIL_HOST)


def is_inner(address: str) -> bool:
    """Whether a number of the network is no public one, also where it is wrapped in another."""
    number = ip_address(address.partition("%")[0])
    return any(not each.is_global or each.is_multicast for each in _within(number))


def _within(number: IPv4Address | IPv6Address) -> Iterator[IPv4Address | IPv6Address]:
    if isinstance(number, IPv4Address):
        yield number
        return
    wrapped = number.ipv4_mapped or number.sixtofour
    if wrapped is None and number in NAT64:
        wrapped = IPv4Address(int(number) & 0xFFFFFFFF)
    if number.ipv4_mapped is None:
        yield number
    if wrapped is not None:
        yield wrapped


def connected(host: str, port: int, timeout: float) -> socket.socket:
    """Connect to a number of a host that may be spoken to. Raises OSError; Inner for none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    numbers = list(dict.fromkeys(str(each[4][0]) for each in found))
    if not settings.CLUBSCORE_SMTP_PRIVATE and any(is_inner(each) for each in numbers):
        raise Inner
    trouble: OSError = OSError("the name leads nowhere")
    for number in numbers:
        try:
            return socket.create_connection((number, port), timeout)
        except OSError as failed:
            trouble = failed
    raise trouble


class _Checked(smtplib.SMTP):
    """Connects to checked numbers alone, and remembers whether a letter was handed over."""

    handed_over = False

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return connected(host, port, timeout)

    def send(self, s: Any) -> None:
        """Send a command, or the text of a letter: that alone comes as bytes."""
        if isinstance(s, bytes):
            self.handed_over = True
        super().send(s)


class _CheckedTls(smtplib.SMTP_SSL, _Checked):
    """The same, with TLS from the first byte on."""


class Post(EmailBackend):
    """A connection with the mail server, opened for the first letter and used for the next."""

    connection: _Checked | None

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """What speaks SMTP."""
        return _CheckedTls if self.use_ssl else _Checked

    def deliver(self, letter: EmailMessage) -> Outcome:
        """Hand a letter to the mail server, and say what became of it.

        A connection that served letters before may have been ended meanwhile: then one is opened
        anew and it is tried once more, unless the letter was handed over.
        """
        was_open = self.connection is not None
        outcome = self._once(letter)
        if was_open and outcome.is_servers and not outcome.is_unclear:
            outcome = self._once(letter)
        return outcome

    def leave(self) -> None:
        """End the connection, as far as the mail server listens."""
        with suppress(OSError):
            self.close()
        self.connection = None

    def _once(self, letter: EmailMessage) -> Outcome:
        try:
            self.open()
        except OSError as failed:
            outcome = self._not_opened(failed)
            self.leave()
            return outcome
        smtp = self.connection
        assert smtp is not None  # noqa: S101 - it is open
        smtp.handed_over = False
        try:
            outcome = _answered(_conversation(smtp, letter), handed_over=smtp.handed_over)
        except OSError:
            outcome = Outcome(Trouble.CUT_OFF if smtp.handed_over else Trouble.AWAY, 0, True)
        if outcome.is_servers:
            self.leave()
        return outcome

    def _not_opened(self, failed: OSError) -> Outcome:
        """Say why the mail server cannot be spoken to."""
        begun: object = vars(self).get("_partial_connection")
        is_locked = isinstance(getattr(begun, "sock", None), ssl.SSLSocket)
        reply = getattr(failed, "smtp_code", 0)
        trouble = Trouble.AWAY
        if isinstance(failed, Inner):
            trouble = Trouble.INNER
        elif isinstance(failed, smtplib.SMTPAuthenticationError):
            trouble = Trouble.LOGIN
        elif isinstance(failed, ssl.SSLError):
            trouble = Trouble.TLS
        elif isinstance(failed, smtplib.SMTPNotSupportedError) or type(failed) in (
            smtplib.SMTPException,
            smtplib.SMTPResponseException,
        ):
            # It has no TLS, or no way of logging in that we know.
            trouble = Trouble.LOGIN if is_locked else Trouble.TLS
        return Outcome(trouble, _three_figures(reply), True)


def _text_of(letter: EmailMessage) -> bytes:
    """Return a letter as it goes over the line."""
    found: Any = letter.message()  # Django's own kind of message, which ends lines as asked
    text: bytes = found.as_bytes(linesep="\r\n")
    return text


def _conversation(smtp: _Checked, letter: EmailMessage) -> int:
    """Hand a letter over, and return what the mail server answered in the end."""
    text = _text_of(letter)
    sender = sanitize_address(settings.CLUBSCORE_MAIL_FROM, "ascii")
    to = sanitize_address(letter.to[0], "utf-8")
    smtp.ehlo_or_helo_if_needed()
    code, _words = smtp.mail(sender)
    if code == SENT:
        code, _words = smtp.rcpt(to)
    if code == SENT:
        try:
            code, _words = smtp.data(text)
        except smtplib.SMTPDataError as refused:
            code = refused.smtp_code
    if code not in (SENT, CLOSING):
        smtp.rset()
    return code


def _answered(code: int, *, handed_over: bool) -> Outcome:
    """Say what an answer means for a letter."""
    reply = _three_figures(code)
    if code == SENT:
        return Outcome()
    if not reply:  # no answer of SMTP at all
        return Outcome(Trouble.CUT_OFF if handed_over else Trouble.AWAY, 0, True)
    if reply >= FOR_EVER:
        return Outcome(Trouble.REFUSED, reply)
    return Outcome(Trouble.LATER, reply, reply == CLOSING)


def _three_figures(code: int) -> int:
    return code if TRY_LATER <= code < 600 else 0
