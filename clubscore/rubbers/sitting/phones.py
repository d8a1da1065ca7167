"""Phones let in at a table: a secret address, good until the evening ends or it is taken back."""

import datetime as dt
import hashlib
import secrets
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.evening import end_of
from clubscore.club.models import Club, Person
from clubscore.rubbers.locks import authored, must_be_open, taken
from clubscore.rubbers.models import Happening, SecretAddress, Sitting, TableLink

Address = TypeVar("Address", bound=SecretAddress)
TOKEN_LENGTH = 32  # hexadecimal digits: 128 bits


# Where a session keeps that a phone was let in at an event: a phone is at one place at a time.
EVENT_PHONE = "event-phone"


def token_of(nonce: str) -> str:
    """Return the secret part of a table's address; without the server's secret nobody can."""
    return salted_hmac("clubscore.table", nonce, algorithm="sha256").hexdigest()[:TOKEN_LENGTH]


def hash_of(token: str) -> str:
    """Return what the database keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def ours(address: Address | None) -> Address | None:
    """Return an address that this server's secret makes, None for any other.

    In a backup put back on another machine stand addresses that nobody can write down any more.
    """
    known = address is not None and address.token_hash == hash_of(token_of(address.nonce))
    return address if known else None


def make_link(*, sitting: Sitting, author: str) -> TableLink:
    """Make the address of a table. The caller has taken the old one back."""
    return TableLink.objects.create(
        sitting=sitting, **new_address(sitting.club, sitting.evening, author)
    )


def new_address(club: Club, evening: dt.date, author: str) -> dict[str, Any]:
    """Return what a new secret address is made of: good until an evening ends."""
    nonce = secrets.token_hex(16)
    return {
        "club": club,
        "nonce": nonce,
        "token_hash": hash_of(token_of(nonce)),
        "made_by": author,
        "expires_at": end_of(club, evening),
    }


def good_links() -> QuerySet[TableLink]:
    """Return the links that still let phones in."""
    return TableLink.objects.filter(
        revoked_at=None, expires_at__gt=clock.now(), sitting__voided_at=None
    ).select_related("club", "sitting__table")


def link_by_token(token: str) -> TableLink | None:
    """Return the good link behind an address, if there is one."""
    return good_links().filter(token_hash=hash_of(token)).first()


def actor_of_phone(request: HttpRequest, device: str) -> Actor | None:
    """Return the actor of a phone that was let in, while its table's address is good.

    The session keeps {"link": primary key, "person": primary key or null}.
    """
    phone = request.session.get("phone")
    if not phone:
        return None
    link = next(iter(good_links().filter(pk=phone["link"])), None)
    if link is None:
        return None
    link.sitting.club = link.club
    person = None
    if phone.get("person"):
        person = Person.objects.filter(club=link.club_id, pk=phone["person"]).first()
    return Actor(level=Level.TABLE, club=link.club, person=person, link=link, device=device)


def link_of(sitting: Sitting) -> TableLink | None:
    """Return the good link of a sitting, if phones are let in there."""
    return ours(good_links().filter(sitting=sitting).first())


def let_phones_in(*, sitting: Sitting, key: str, actor: Actor) -> TableLink:
    """Make a table's address, or return the good one there is."""
    with taken(sitting) as found:
        must_be_open(found)
        known = link_of(found)
        if known is not None:
            return known
        # An address that ran out in the night is taken back before there is another.
        TableLink.objects.filter(sitting=found, revoked_at=None).update(revoked_at=clock.now())
        Happening.objects.create(
            sitting=found,
            kind=Happening.Kind.PHONES,
            data={"let_in": True},
            **authored(actor, found.club_id, key),
        )
        return make_link(sitting=found, author=actor.label)


def take_back_link(*, sitting: Sitting, key: str, actor: Actor) -> None:
    """Take a table's address back: every phone let in with it is out at once."""
    with taken(sitting) as found:
        now = clock.now()
        if TableLink.objects.filter(sitting=found, revoked_at=None).update(revoked_at=now):
            Happening.objects.create(
                sitting=found,
                kind=Happening.Kind.PHONES,
                data={"let_in": False},
                **authored(actor, found.club_id, key),
            )
