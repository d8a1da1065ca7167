"""The mail server as the environment names it: smtp://user:password@host:587.

`smtp` asks for STARTTLS before anything is said, `smtps` speaks TLS from the first byte on, and
`smtp+plain` neither, which is good for a mail server on the same machine alone. Whatever is wrong
is a ValueError that never has the address in it, because that has a password.
"""

from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

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
