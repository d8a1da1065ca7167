"""Phones let in at a table: a secret address, good until the evening ends or it is taken back."""

from typing import TypedDict

from django.db.models import QuerySet
from django.http import HttpRequest

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.models import Person
from clubscore.rubbers.models import Happening, HappeningData, Sitting, TableLink
from clubscore.rubbers.selectors import authored, must_be_open, taken
from clubscore.web.hand_codes import address_apart, codes_taken
from clubscore.web.phones import PhoneStatement, hash_of, ours


class TablePhone(TypedDict):
    """What the session of a phone at a table keeps: by which address, and whose phone it is."""

    link: int
    person: int | None


def make_link(*, sitting: Sitting, author: str) -> TableLink:
    """Make the address of a table. The caller has taken the old one back."""
    return TableLink.objects.create(
        sitting=sitting,
        **address_apart(sitting.club, sitting.evening, author, codes_taken(sitting.club)),
    )


def good_links() -> QuerySet[TableLink]:
    """Return the links that still let phones in."""
    return TableLink.objects.filter(
        revoked_at=None, expires_at__gt=clock.now(), sitting__voided_at=None
    ).select_related("club", "sitting__table")


def link_by_token(token: str) -> TableLink | None:
    """Return the good link behind an address, if there is one."""
    return good_links().filter(token_hash=hash_of(token)).first()


# What good_links asks, with the session and the person.
_in_one = PhoneStatement(
    TableLink,
    "link.sitting",
    "sitting.table",
    place="sitting",
    good='"sitting"."voided_at" IS NULL',
)


def actor_of_phone(request: HttpRequest, device: str) -> Actor | None:
    """Return the actor of a phone that was let in, while its table's address is good."""
    phone: TablePhone | None = request.session.get("phone")
    if not phone:
        return None
    link = next(iter(good_links().filter(pk=phone["link"])), None)
    if link is None:
        return None
    link.sitting.club = link.club
    person, who = None, phone.get("person")
    if who:
        person = Person.objects.filter(club=link.club_id, pk=who).first()
    _in_one.remember(request, link.pk, who)
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
            data=HappeningData(let_in=True),
            **authored(actor, found.club_id, key),
        )
        return make_link(sitting=found, author=actor.label)


def take_back_link(*, sitting: Sitting, key: str, actor: Actor) -> None:
    """Take a table's address back: every phone let in with it is out at once."""
    with taken(sitting) as found:
        _revoke(found.links.all(), found, key, actor)


def shut_out(sitting: Sitting, name: str, *, key: str, actor: Actor) -> None:
    """Take back the address that somebody made of a table which they have left."""
    _revoke(sitting.links.filter(made_by=name), sitting, key, actor)


def _revoke(links: QuerySet[TableLink], sitting: Sitting, key: str, actor: Actor) -> None:
    if links.filter(revoked_at=None).update(revoked_at=clock.now()):
        Happening.objects.create(
            sitting=sitting,
            kind=Happening.Kind.PHONES,
            data=HappeningData(let_in=False),
            **authored(actor, sitting.club_id, key),
        )
