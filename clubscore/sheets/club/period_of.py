"""From which day to which a statement goes: both are told, also where none was asked for."""

from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.accounts.statement import Statement
from clubscore.club.evening import evening_of
from clubscore.club.models import Club
from clubscore.club.wording.days import short_date


def period_in_words(club: Club, statement: Statement) -> str:
    """Return whose account it is and its days: "Portland · from 7 Mar 2026 to 9 Mar 2026"."""
    period, lines = statement.period, statement.lines
    today = evening_of(club, clock.now())
    first = period.first or (lines[0].day if lines else today)
    ends = {
        "club": club.name,
        "first": short_date(first),
        "last": short_date(min(period.last or today, max(today, first))),
    }
    return _("%(club)s · from %(first)s to %(last)s") % ends
