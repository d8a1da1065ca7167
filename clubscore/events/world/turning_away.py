"""What a director turns away: one package, or all that a club signed; and what they take back."""

from typing import NamedTuple

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.events.models import ContestPackage, PackageDecision


class Deciding(NamedTuple):
    """What a director decides of a package, or with `whole_club` of all that its club signed."""

    is_away: bool
    whole_club: bool
    reason: str


def package_for(actor: Actor, pk: int) -> ContestPackage:
    """Return a package that came into an actor's club. Raises Http404 for another club's."""
    found = ContestPackage.objects.select_related("contest_set").filter(club=actor.club, pk=pk)
    package = found.first()
    if actor.club is None or package is None:
        raise Http404
    return package


def away_in(club: Club) -> dict[str, PackageDecision]:
    """Return by which decision each package or key is turned away, of those that are. One query."""
    newest = {one.subject: one for one in PackageDecision.objects.filter(club=club).order_by("pk")}
    return {subject: one for subject, one in newest.items() if one.is_away}


def decide(*, package: ContestPackage, deciding: Deciding, key: str, actor: Actor) -> None:
    """Turn a package or its club away, or take that back. Raises Refused without a reason."""
    if deciding.is_away and not deciding.reason:
        raise Refused(_("Give a reason."), "reason")
    subject = package.signed_by if deciding.whole_club else package.digest
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=package.club_id)
        if PackageDecision.objects.filter(club=club, key=key).exists():
            return
        if (subject in away_in(club)) == deciding.is_away:
            return
        PackageDecision.objects.create(
            subject=subject,
            is_away=deciding.is_away,
            **authored(actor, club.pk, key, deciding.reason),
        )
