"""What a server that runs for months would gather: old sessions, guesses, files."""

import datetime as dt

from axes.models import AccessAttempt
from django.contrib.sessions.models import Session

from clubscore.club import clock
from clubscore.exchange.past.past_bringing import throw_old_away
from clubscore.tableside.models import WrongCode

# A wrong password counts for a quarter of an hour; a table's code is good for an evening.
PASSWORDS_FOR = dt.timedelta(days=1)
CODES_FOR = dt.timedelta(days=30)


def tidy() -> int:
    """Take away what counts no more; return how many rows it was."""
    now = clock.now()
    gone = (
        Session.objects.filter(expire_date__lt=now),
        AccessAttempt.objects.filter(attempt_time__lt=now - PASSWORDS_FOR),
        WrongCode.objects.filter(at__lt=now - CODES_FOR),
    )
    return sum(rows.delete()[0] for rows in gone) + throw_old_away()
