"""What waits on a phone goes by a code to another, which hands it in.

A code is an address. It holds the pass of the phone on which the entries waited, signed by the
server, and the entries as that phone would have sent them. Opening it hands them in for
that phone, and can do nothing else with it.
"""

from typing import NotRequired, TypedDict
from urllib.parse import unquote

from django.core import signing
from django.db.models import QuerySet
from django.http import QueryDict

from clubscore.club.access import LEVEL_OF_ROLE, Actor, Level
from clubscore.club.models import Club, Membership, Person, Role
from clubscore.club.secret_address import SecretAddress

SALT = "clubscore.handing-in"
PASS_SECONDS = 24 * 60 * 60
MOST_ENTRIES, LONGEST = 60, 2000
BETWEEN_FIELDS, AFTER_NAME = "~", "*"


class Pass(TypedDict):
    """What a pass says: at which place, who by their key, on which device, let in how."""

    at: str
    by: int | None
    on: str
    user: NotRequired[int]
    link: NotRequired[int]


class NoCode(Exception):
    """The address is no code of ours, was changed on its way, or ran out."""


def make_pass(actor: Actor, place: str) -> str:
    """Return the pass of a phone at a place, like "event-5"."""
    person = actor.person.pk if actor.person else None
    told: Pass = {"at": place, "by": person, "on": actor.device}
    if actor.user is not None:
        told["user"] = actor.user.pk
    elif actor.link is not None:
        told["link"] = actor.link.pk
    return signing.dumps(told, salt=SALT)


def actor_of_pass(text: str, place: str, club: Club, links: QuerySet[SecretAddress]) -> Actor:
    """Return for whom a pass speaks. `links` are the addresses that still let phones in there.

    Raises NoCode where it is none of ours, for another place, or for a phone that is no longer
    connected.
    """
    try:
        told: Pass = signing.loads(text, salt=SALT, max_age=PASS_SECONDS)
    except signing.BadSignature:
        raise NoCode from None
    if told["at"] != place:
        raise NoCode
    person = Person.objects.filter(club=club, pk=told["by"]).first() if told["by"] else None
    if "user" not in told:
        link = links.filter(pk=told.get("link")).first()
        if link is None:
            raise NoCode
        return Actor(Level.TABLE, club, None, person, link, told["on"])
    memberships = Membership.objects.select_related("user").filter(
        club=club, club__closed_at=None, user__is_active=True
    )
    member = memberships.filter(user=told["user"]).first()
    if member is None:
        raise NoCode
    return Actor(LEVEL_OF_ROLE[Role(member.role)], club, member.user, person, None, told["on"])


def read_entries(given: QueryDict) -> list[QueryDict]:
    """Return the entries of a code as the forms that they were. Raises NoCode."""
    texts = given.getlist("i")
    if not 0 < len(texts) <= MOST_ENTRIES or any(len(text) > LONGEST for text in texts):
        raise NoCode
    return [_read_entry(text) for text in texts]


def _read_entry(text: str) -> QueryDict:
    form = QueryDict(mutable=True)
    for field in text.split(BETWEEN_FIELDS):
        name, star, value = field.partition(AFTER_NAME)
        if not star or not name:
            raise NoCode
        form.appendlist(unquote(name), unquote(value))
    if not form.get("key"):
        raise NoCode
    return form
