"""An event of the club that is ranked together with files of others who played the same boards."""

import datetime as dt

from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import ClubRequest
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.events.models import Event
from clubscore.events.rankings.sending import event_to_send
from clubscore.events.selectors import directed_by, must_not_be_hidden, room_for
from clubscore.exchange.reading.event_result import Brought

DAYS, MOST = 60, 20


def may_be_ranked_with(club: Club) -> list[Event]:
    """Return the club's events of late that are over, played here or imported, newest first."""
    since = clock.now().date() - dt.timedelta(days=DAYS)
    found = Event.sessions.filter(club=club, evening__gte=since, called_off_at=None)
    return [each for each in found[: 2 * MOST] if each.told or each.finished_at is not None][:MOST]


def ranked_with(request: ClubRequest, pk: int) -> Brought:
    """Return an event of the club as it stands, to be ranked with others. Refused while it is on.

    It stays as it is: what comes of it is another event, with the rankings of both.
    """
    event = directed_by(request.actor, pk, told_too=True)
    if not event.told:
        if event.finished_at is None:
            text = _("%(name)s is still being played. Finish its session first.")
            raise Refused(text % {"name": event.name})
        must_not_be_hidden(room_for(request.actor, event))
    return Brought(event_to_send(event, request.actor))
