"""Letters sent through the mail server: one by one, so many an hour, and none of them twice.

The server's name is looked up once, and the connection goes to a number that was checked. Of its
answers only the three figures are kept. A letter that was being sent when the worker ended may
have gone out: it is shown as such, and never sent again by itself. What the server did not take
is tried again, five times in all.
"""

import datetime as dt
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
from django.db import transaction
from django.db.models import QuerySet

from clubscore.club import clock
from clubscore.extras.mail.models import Letter, Try
from clubscore.extras.mail.writing import Desk, letters_due, put_in_queue, remove_old
from clubscore.jobs import queue as asking
from clubscore.jobs.worker import Work
from clubscore.web.hooks import used_by_its_club

Trouble = Letter.Trouble
NAT64 = ip_network("64:ff9b::/96")
SENT, TRY_LATER, CLOSING, FOR_EVER = 250, 400, 421, 500


class LetterOutcome(NamedTuple):
    """What became of a letter: no trouble where it was taken.

    `is_servers` is whether the mail server as a whole is in trouble, so that other letters would
    fare no better now. Nothing that the server says is kept but its three figures: an answer may
    repeat an address or a password.
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
    """Connect to a number of a host that may be spoken to. Raises OSError; Inner for none.

    The name is looked up once and its numbers are checked, so that no name that changes its mind
    leads to an inner machine.
    """
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

    def deliver(self, letter: EmailMessage) -> LetterOutcome:
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

    def _once(self, letter: EmailMessage) -> LetterOutcome:
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
            outcome = LetterOutcome(Trouble.CUT_OFF if smtp.handed_over else Trouble.AWAY, 0, True)
        if outcome.is_servers:
            self.leave()
        return outcome

    def _not_opened(self, failed: OSError) -> LetterOutcome:
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
        return LetterOutcome(trouble, _three_figures(reply), True)


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


def _answered(code: int, *, handed_over: bool) -> LetterOutcome:
    """Say what an answer means for a letter."""
    reply = _three_figures(code)
    if code == SENT:
        return LetterOutcome()
    if not reply:  # no answer of SMTP at all
        return LetterOutcome(Trouble.CUT_OFF if handed_over else Trouble.AWAY, 0, True)
    if reply >= FOR_EVER:
        return LetterOutcome(Trouble.REFUSED, reply)
    return LetterOutcome(Trouble.LATER, reply, reply == CLOSING)


def _three_figures(code: int) -> int:
    return code if TRY_LATER <= code < 600 else 0


# ---- The job that sends letters.

KIND = "mail"
State = Letter.State
AN_HOUR = dt.timedelta(hours=1)
# How long a letter waits after its first try, its second …; after as many it has failed.
WAITS = (
    dt.timedelta(minutes=5),
    dt.timedelta(minutes=30),
    dt.timedelta(hours=2),
    dt.timedelta(hours=8),
)
MOST_TRIES = len(WAITS) + 1


def is_due() -> bool:
    """Whether a letter can go out now, or one has to be asked for. Four queries at most."""
    if not is_set_up():
        return False
    begun = Letter.objects.filter(state=State.SENDING)
    if begun.exists():
        return True
    if left_this_hour() and _waiting().exists():
        return True
    return next(iter(letters_due()), None) is not None


def ask_to_send() -> None:
    """Have the letters that wait sent in the background."""
    if is_set_up():
        asking.ask(kind=KIND)


def left_this_hour() -> int:
    """Return how many letters may still go out now: tries of the last hour count."""
    tried = Try.objects.filter(begun_at__gt=clock.now() - AN_HOUR).count()
    return max(0, settings.CLUBSCORE_MAIL_HOURLY - tried)


def send_letters(work: Work) -> None:
    """Send what waits, as much as may go out now."""
    if not is_set_up():
        return
    _settle_what_was_left()
    remove_old()
    put_in_queue()
    post, desk = Post(), Desk()
    sent, total = 0, min(_waiting().count(), left_this_hour())
    try:
        while letter := _next():
            work.say(sent, max(total, sent))
            if not left_this_hour():
                break
            outcome = _send(letter, post, desk)
            sent += 1
            if outcome is not None and outcome.is_servers:
                break
    finally:
        post.leave()
    work.say(sent, sent)


def _waiting() -> QuerySet[Letter]:
    waiting = Letter.objects.filter(state=State.WAITING, next_try_at__lte=clock.now())
    return waiting.filter(used_by_its_club("mail"))


def _next() -> Letter | None:
    waiting = _waiting().select_related("club", "person__club")
    return waiting.order_by("-is_urgent", "next_try_at", "pk").first()


def _send(letter: Letter, post: Post, desk: Desk) -> LetterOutcome | None:
    """Send a letter; None where it was not to go out, or another worker has it.

    It is "being sent" and its try is written down before the mail server is spoken to; after, what
    became of it. What ends in between leaves a letter that may have been sent.
    """
    text = desk.write(letter)
    if text is None:
        here = Letter.objects.filter(pk=letter.pk, state=State.WAITING)
        here.update(state=State.DROPPED, ended_at=clock.now())
        return None
    begun = _begin(letter)
    if begun is None:
        return None
    outcome = _hand_over(post, text)
    end(begun, outcome)
    return outcome


def _hand_over(post: Post, text: EmailMessage) -> LetterOutcome:
    """Hand a letter to the mail server; the one place where anything leaves."""
    return post.deliver(text)


def _begin(letter: Letter) -> Try | None:
    """Write down that a letter is being sent, before it is. None where somebody else does."""
    with transaction.atomic():
        here = Letter.objects.filter(pk=letter.pk, state=State.WAITING)
        if not here.update(state=State.SENDING, tries=letter.tries + 1):
            return None
        letter.tries += 1
        return Try.objects.create(club=letter.club, letter=letter)


def end(begun: Try, outcome: LetterOutcome) -> None:
    """Write down what became of a letter, once for each try."""
    with transaction.atomic():
        if not Try.objects.filter(pk=begun.pk, is_over=False).update(is_over=True):
            return
        now, letter = clock.now(), begun.letter
        found = Letter.objects.filter(pk=letter.pk, state__in=(State.SENDING, State.UNCLEAR))
        said = {"trouble": outcome.trouble, "reply": outcome.reply}
        if outcome.is_sent:
            found.update(state=State.SENT, ended_at=now, **said)
        elif outcome.is_unclear:
            found.update(state=State.UNCLEAR, ended_at=now, **said)
        elif outcome.trouble == Trouble.REFUSED or letter.tries >= MOST_TRIES:
            found.update(state=State.FAILED, ended_at=now, **said)
        else:
            later = now + WAITS[letter.tries - 1]
            found.update(state=State.WAITING, next_try_at=later, **said)


def _settle_what_was_left() -> None:
    """Mark what a worker that has gone was sending: nobody knows whether it arrived.

    One job at a time sends, so whatever is being sent when it begins was left.
    """
    left = Letter.objects.filter(state=State.SENDING)
    left.update(state=State.UNCLEAR, trouble=Trouble.KILLED, ended_at=clock.now())


def try_again(letter: Letter) -> bool:
    """Let a letter that failed, or that may have been sent, wait again; whether it does."""
    ended = Letter.objects.filter(pk=letter.pk, state__in=(State.FAILED, State.UNCLEAR))
    changed = ended.update(
        state=State.WAITING, next_try_at=clock.now(), tries=0, ended_at=None, trouble="", reply=0
    )
    return bool(changed)
