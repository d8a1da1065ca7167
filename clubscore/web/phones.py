"""Phones at the tables: codes to scan, their secret addresses, and how many come in by one.

A secret address is made from the server's secret and kept as a hash alone. What was taken back is
refused by the next request.
"""

import datetime as dt
import hashlib
import io
import secrets
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple, TypedDict, TypeVar, cast

import segno
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import connection
from django.db.models import Model
from django.db.models.expressions import Col
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, ClubRequest, Level
from clubscore.club.database import Remembered, SecretAddress
from clubscore.club.entry import Refused
from clubscore.club.models import Club, Person, end_of
from clubscore.environment import base_for_phones, plain

# ---- The session of a phone, its table's address and what stands around it, read in one statement.
#
# Nine requests in ten come from phones that ask whether anything changed. What a session keeps is
# written as a text that the database cannot look into; so a process remembers which address that
# text names, and asks for both at once. An answer counts only where the session still says the same
# and the address is still good: what was taken back is refused by the next request.

PHONES_REMEMBERED = 4096


class SessionStore(db.SessionStore):
    """Django's sessions in the database; one knows the text that it was read from."""

    text = ""

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """Read what a session keeps."""
        self.text = str(session_data)
        return super().decode(session_data)


class _KnownSession(NamedTuple):
    """A session as it stood, the address that let its phone in, and whose phone it is."""

    text: str
    link: int
    person: int | None


class _StatementColumn(NamedTuple):
    """A row of the statement: its name, its model, and the column that holds its key."""

    name: str
    model: type[Model]
    key: str
    fields: list[str]

    @classmethod
    def of(cls, name: str, model: type[Model], key: str) -> "_StatementColumn":
        """Return a row with all columns of its model."""
        return cls(name, model, key, [field.attname for field in model._meta.concrete_fields])


class PhoneStatement:
    """One statement that reads a phone's session, its address, what stands around, and its person.

    It is written once: most of such a query's time is Django's for putting it together. `around`
    are the rows read with the address, each as "link.section", the row and its field; that of
    `place` is of the address's club. `good` is what must be true of them, in SQL.
    """

    def __init__(self, link: type[SecretAddress], *around: str, place: str, good: str) -> None:
        self._link, self._around, self._good = link, ("link.club", *around), good
        self._place = place
        STATEMENTS.append(self)
        self._known: Remembered[str, _KnownSession] = Remembered(PHONES_REMEMBERED)

    @cached_property
    def _rows(self) -> list[_StatementColumn]:
        found = {"link": _StatementColumn.of("link", self._link, "%s")}
        for each in self._around:
            of, _dot, name = each.partition(".")
            field = found[of].model._meta.get_field(name)
            model = cast(type[Model], field.related_model)
            found[name] = _StatementColumn.of(name, model, f'"{of}"."{name}_id"')
        of_club = '%s AND "person"."club_id" = "link"."club_id"'
        return [*found.values(), _StatementColumn.of("person", Person, of_club)]

    @cached_property
    def _sql(self) -> str:
        columns = ", ".join(f'"{row.name}"."{name}"' for row in self._rows for name in row.fields)
        joins = " ".join(
            f'{"LEFT JOIN" if row.name == "person" else "JOIN"} "{row.model._meta.db_table}"'
            f' "{row.name}" ON "{row.name}"."id" = {row.key}'
            for row in self._rows
        )
        return (
            f'SELECT "session"."session_data", {columns}'  # noqa: S608 - names of our own
            f' FROM "{Session._meta.db_table}" "session" {joins}'
            ' WHERE "session"."session_key" = %s AND "session"."expire_date" > %s'
            f' AND "link"."revoked_at" IS NULL AND "link"."expires_at" > %s AND {self._good}'
        )

    @cached_property
    def _from_database(self) -> list[tuple[int, Col, Callable[..., object]]]:
        """What makes Python's values of the database's, by their place in the answer."""
        fields = [
            (row.name, field) for row in self._rows for field in row.model._meta.concrete_fields
        ]
        columns = [field.get_col(name) for name, field in fields]
        return [
            (place, column, convert)
            for place, column in enumerate(columns)
            for convert in (
                *connection.ops.get_db_converters(column),
                *column.get_db_converters(connection),
            )
        ]

    def remember(self, request: HttpRequest, link: int, person: int | None) -> None:
        """Remember which address let in the phone whose session was just read."""
        session = cast(SessionStore, request.session)
        # Somebody who is logged in as well may be nobody just now, and be somebody again.
        if session.session_key and session.text and SESSION_KEY not in session:
            self._known.keep(session.session_key, _KnownSession(session.text, link, person))

    def actor(self, request: HttpRequest, device: str) -> Actor | None:
        """Return the actor of a phone that is remembered: one query, none for any other.

        None where it has to be found out anew, be it that the phone is let in no more.
        """
        known = self._known.get(request.session.session_key or "")
        if known is None:
            return None
        now = connection.ops.adapt_datetimefield_value(clock.now())
        asked = (known.link, known.person, request.session.session_key, now, now)
        with connection.cursor() as cursor:
            cursor.execute(self._sql, asked)
            found: tuple[object, ...] | None = cursor.fetchone()
        if found is None or found[0] != known.text:
            return None
        # The session decided the answer, though Django did not see it asked.
        request.session.accessed = True
        return self._actor(list(found[1:]), device)

    def _actor(self, values: list[object], device: str) -> Actor:
        for place, column, convert in self._from_database:
            values[place] = convert(values[place], column, connection)
        found: dict[str, Any] = {}
        for row in self._rows:
            mine, values = values[: len(row.fields)], values[len(row.fields) :]
            if mine[0] is not None:
                found[row.name] = row.model.from_db(connection.alias, row.fields, mine)
        for each in self._around:
            of, _dot, name = each.partition(".")
            setattr(found[of], name, found[name])
        found[self._place].club = found["club"]
        return Actor(
            level=Level.TABLE,
            club=found["club"],
            person=found.get("person"),
            link=found["link"],
            device=device,
        )


# One for each kind of place that lets phones in.
STATEMENTS: list[PhoneStatement] = []


def known_phone(request: HttpRequest, device: str) -> Actor | None:
    """Return the actor of a phone that this process remembers, None for any other. One query."""
    found = (each.actor(request, device) for each in STATEMENTS)
    return next((actor for actor in found if actor is not None), None)


# ---- Secret addresses that let phones in: made from the server's secret, kept as a hash alone.

Address = TypeVar("Address", bound=SecretAddress)


class NewAddress(TypedDict):
    """What a new secret address is made of, as the fields of its row."""

    club: Club
    nonce: str
    token_hash: str
    made_by: str
    expires_at: dt.datetime


TOKEN_LENGTH = 32  # hexadecimal digits: 128 bits


# Where a session keeps that a phone was let in at an event: a phone is at one place at a time.
EVENT_PHONE = "event-phone"


def token_of(nonce: str) -> str:
    """Return the secret part of a table's address; without the server's secret no one can."""
    return salted_hmac("clubscore.table", nonce, algorithm="sha256").hexdigest()[:TOKEN_LENGTH]


def hash_of(token: str) -> str:
    """Return what the database keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def ours(address: Address | None) -> Address | None:
    """Return an address that this server's secret makes, None for any other.

    In a backup put back on another machine stand addresses that no one can write down any more.
    """
    known = address is not None and address.token_hash == hash_of(token_of(address.nonce))
    return address if known else None


def new_address(club: Club, evening: dt.date, author: str) -> NewAddress:
    """Return what a new secret address is made of: good until an evening ends."""
    nonce = secrets.token_hex(16)
    return {
        "club": club,
        "nonce": nonce,
        "token_hash": hash_of(token_of(nonce)),
        "made_by": author,
        "expires_at": end_of(club, evening),
    }


# ---- How many phones come in by one code: a room full, not a flood of sessions.

# New phones that one code lets in within an hour, in each process; a table has some ten.
MOST, WITHIN = 300, 60 * 60


def begin_session(request: HttpRequest, link: SecretAddress) -> None:
    """Give a phone that comes in a new session, whose key nobody can have planted before.

    Raises Refused where more phones than any room holds came in by this code.
    """
    if request.session.session_key is None and _count(link) > MOST:
        raise Refused(
            _(
                "Too many phones have come in by this code within an hour. Ask the director for"
                " a new code."
            )
        )
    request.session.cycle_key()


def _count(link: SecretAddress) -> int:
    phones, name = caches["phones"], f"came-in-by-{link.token_hash}"
    phones.add(name, 0, WITHIN)
    try:
        return phones.incr(name)
    except ValueError:  # the hour ended just now
        return 1


# ---- Codes that phones read, as SVG: black on white with their margin in every light.


def code_svg(text: str, repair: str = "m") -> SafeString:
    """Return a code as an SVG drawing without styles of its own.

    `repair` says how much of it may be unreadable: "l" is seven per cent, "m" fifteen.
    """
    drawing = io.BytesIO()
    segno.make(text, error=repair).save(
        drawing,
        kind="svg",
        border=4,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgns=True,
        omitsize=True,
        svgclass="code",
        lineclass=None,
    )
    return mark_safe(drawing.getvalue().decode())  # noqa: S308 - made by segno, not by a stranger


def wifi_text(name: str, password: str) -> str:
    """Return what a phone reads to join a Wi-Fi."""

    def escaped(text: str) -> str:
        return "".join("\\" + c if c in '\\;,:"' else c for c in text)

    if not password:
        return f"WIFI:T:nopass;S:{escaped(name)};;"
    return f"WIFI:T:WPA;S:{escaped(name)};P:{escaped(password)};;"


# ---- Addresses as phones open them.


def address_of(request: ClubRequest, path: str) -> str:
    """Return an address as phones open it; empty where only this machine can."""
    asked = request.build_absolute_uri("/").rstrip("/")
    if settings.SECURE_PORT and request.is_secure():
        # Whoever reads the code need not trust the club's authority: plain http opens for all.
        asked = plain(asked, settings.LISTENS_AT[1])
    base = base_for_phones(settings.CLUBSCORE_URL, *settings.LISTENS_AT, asked)
    return f"{base}{path}" if base else ""
