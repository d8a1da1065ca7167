"""Clubs of one server that agree to it see each other's packages at once."""

import json
from collections.abc import Iterable

from django.db import transaction

from clubscore.club.access import Actor
from clubscore.club.models import Club
from clubscore.events.models import ContestPackage, ContestSet, ServerPool
from clubscore.events.state.set_hours import sealed_sets
from clubscore.events.world.bringing_packages import CameFrom, bring_packages
from clubscore.events.world.turning_away import away_in

Source = ContestPackage.Source


def join_server_pool(actor: Actor) -> None:
    """Share packages with the clubs of this server that do so: theirs come, ours go, at once."""
    club = actor.home
    with transaction.atomic():
        ServerPool.objects.get_or_create(club=club, defaults={"joined_by": actor.label})
    share_on_server(club, actor)
    fetch_from_server(actor)


def leave_server_pool(actor: Actor) -> None:
    """Share no longer. What came stays; what went stays where it is."""
    ServerPool.objects.filter(club=actor.home).delete()


def shares(club: Club) -> bool:
    """Whether a club shares packages on this server."""
    return ServerPool.objects.filter(club=club).exists()


def sharing_clubs(club: Club) -> list[Club]:
    """Return the other clubs that share packages, by name."""
    pools = ServerPool.objects.filter(club__closed_at=None).exclude(club=club)
    return [pool.club for pool in pools.select_related("club").order_by("club__name", "pk")]


def share_on_server(club: Club, actor: Actor) -> None:
    """Give what a club's own tables made to every club that shares, where they have the set."""
    if not shares(club):
        return
    rows = own_packages(club)
    for other in sharing_clubs(club) if rows else ():
        _give(rows, club, other, actor)


def fetch_from_server(actor: Actor) -> int:
    """Bring in what the other clubs' tables made; return how many packages were new."""
    club = actor.home
    if not shares(club):
        return 0
    return sum(_give(own_packages(other), other, club, actor) for other in sharing_clubs(club))


def own_packages(club: Club) -> list[ContestPackage]:
    """Return what a club's own tables made, without what it turned away and what is sealed yet."""
    away, sealed = away_in(club), sealed_sets(club.pk)
    own = ContestPackage.objects.filter(club=club, source=Source.OWN).select_related("contest_set")
    return [
        row
        for row in own
        if row.contest_set_id not in sealed and row.digest not in away and row.signed_by not in away
    ]


def _give(rows: Iterable[ContestPackage], club: Club, to: Club, actor: Actor) -> int:
    sets = set(ContestSet.objects.filter(club=to).values_list("fingerprint", flat=True))
    known = set(ContestPackage.objects.filter(club=to).values_list("key", flat=True))
    wanted = [
        row for row in rows if row.contest_set.fingerprint in sets and row.digest not in known
    ]
    if not wanted:
        return 0
    outcomes = bring_packages(
        club=to,
        given=[json.loads(row.text) for row in wanted],
        came=CameFrom(Source.SERVER, club.name),
        # In the other club's records stands the other club, and nobody's login.
        actor=Actor(actor.level, to),
    )
    return sum(one.is_new for one in outcomes)
