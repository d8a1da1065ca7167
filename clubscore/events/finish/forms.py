"""Forms of how an event ends: when its results are final, or why it does not count."""

import datetime as dt

from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.evening import zone_of
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.tableside.page_form import Line, PageForm, Words

LATEST_DAYS = 30
LONGEST_REASON = 200


class EndForm(PageForm):
    """Until when results may be corrected, or why the session is opened again."""

    final_at = Words()
    reason = Words(strip=True, most=LONGEST_REASON)

    def moment(self, club: Club) -> dt.datetime | None:
        """Return the day and hour by the club's clock, None for the usual.

        Refuses what is no moment, and one that is past or far away.
        """
        text = self.words_of("final_at")
        if not text:
            return None
        try:
            moment = dt.datetime.fromisoformat(text).replace(tzinfo=zone_of(club))
        except ValueError:
            raise Refused(_("Enter a date and time, like 2026-11-25 20:00.")) from None
        if not clock.now() <= moment <= clock.now() + dt.timedelta(days=LATEST_DAYS):
            text = _("Choose a time from now on. Days for corrections: at most %(days)s.")
            raise Refused(text % {"days": LATEST_DAYS})
        return moment


class MissingForm(PageForm):
    """Which boards that were settled together are to be as before, by the key of that."""

    undo = Words(strip=True, most=64)


class RemovalForm(PageForm):
    """What becomes of an event that is not to count, and why."""

    what = Words()
    reason = Line(most=LONGEST_REASON)
