"""Secret addresses of feeds: made on one's own page or by a director, withdrawn there, read by."""

import datetime as dt

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from clubscore.club import clock
from clubscore.club.evening import evening_of
from clubscore.club.models import Club, Membership, Person
from clubscore.mailing.models import FeedAddress
from clubscore.tableside.secret_addresses import hash_of, new_address, ours, token_of

# Calendars ask for years; whoever made an address withdraws it.
GOOD_FOR = dt.timedelta(days=10 * 366)


def _good() -> QuerySet[FeedAddress]:
    members = Membership.objects.filter(club=OuterRef("club"), person=OuterRef("person"))
    still_here = Q(person__active=True, person__merged_into=None) & Q(Exists(members))
    found = FeedAddress.objects.filter(
        Q(person=None) | still_here,
        revoked_at=None,
        expires_at__gt=clock.now(),
        club__closed_at=None,
    )
    return found.select_related("club", "person")


def feed_of(club: Club, person: Person | None) -> FeedAddress | None:
    """Return the address that a person has, or the club's public one for nobody; None if none."""
    return ours(_good().filter(club=club, person=person).first())


def feed_by_token(token: str) -> FeedAddress | None:
    """Return the good address behind a token."""
    return _good().filter(token_hash=hash_of(token)).first()


def token_of_feed(feed: FeedAddress) -> str:
    """Return the secret part of an address."""
    return token_of(feed.nonce)


@transaction.atomic
def make_feed(*, club: Club, person: Person | None, author: str) -> None:
    """Make an address, a person's or the public one; the one before ends."""
    Club.objects.select_for_update().get(pk=club.pk)
    withdraw_feed(club=club, person=person)
    given = new_address(club, evening_of(club, clock.now()), author)
    given["expires_at"] = clock.now() + GOOD_FOR
    FeedAddress.objects.create(person=person, **given)


def withdraw_feed(*, club: Club, person: Person | None) -> None:
    """End an address: whatever asks by it finds nothing from now on."""
    here = FeedAddress.objects.filter(club=club, person=person, revoked_at=None)
    here.update(revoked_at=clock.now())


def count_of_members(club: Club) -> int:
    """Return how many members have an address."""
    return _good().filter(club=club).exclude(person=None).count()
