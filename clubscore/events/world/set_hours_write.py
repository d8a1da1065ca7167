"""Setting the hour at which a set closes for every club that plays it."""

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.club.evening import zone_of
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.events.models import ContestSet, SetHours
from clubscore.events.state.set_hours import closes_at

LONGEST = dt.timedelta(days=60)


def close_at(*, kept: ContestSet, typed: str, key: str, actor: Actor) -> None:
    """Seal a set until a day and hour, as the club's clock has it.

    Raises Refused for a moment that is none, is past or too far away, and once the set has closed.
    """
    until, now = _moment(typed, kept.club), clock.now()
    if not now < until < now + LONGEST:
        raise Refused(_("Choose a day and an hour within the next 60 days."), "closes")
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=kept.club_id)
        before = closes_at(kept.pk)
        if before is not None and before <= now:
            raise Refused(_("This set has closed already."), "closes")
        SetHours.objects.get_or_create(
            club_id=kept.club_id,
            key=key,
            defaults={
                "contest_set": kept,
                "closes_at": until,
                **authored(actor, kept.club_id, key),
            },
        )


def _moment(typed: str, club: Club) -> dt.datetime:
    try:
        found = dt.datetime.fromisoformat(typed)
    except ValueError:
        raise Refused(_("Choose a day and an hour within the next 60 days."), "closes") from None
    return found.replace(tzinfo=zone_of(club))
