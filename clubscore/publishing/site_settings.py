"""What a club says of its published results: where they are served, and whether of card tables."""

from django.db import transaction

from clubscore.club.access import Actor
from clubscore.club.edit_conflicts import check_unchanged, values_of
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club

FIELDS = ("site_address", "site_has_season")


@transaction.atomic
def set_publishing(*, address: str, has_season: bool, seen: str, actor: Actor) -> None:
    """Keep both. Raises ChangedMeanwhile where somebody was quicker."""
    club = Club.objects.select_for_update().get(pk=actor.home.pk)
    check_unchanged(club, FIELDS, seen)
    before = values_of(club, FIELDS)
    club.site_address, club.site_has_season = address, has_season
    if before == values_of(club, FIELDS):
        return
    club.save(update_fields=list(FIELDS))
    note_act(club=club, author=actor.label, what="publishing set")
