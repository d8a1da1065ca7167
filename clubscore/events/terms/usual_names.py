"""What an event is called that nobody gave a name: after its day and who plays."""

from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.evening import evening_of
from clubscore.club.models import Club
from clubscore.club.wording.days import weekday
from clubscore.events.terms.formats import PAIRS
from clubscore.laws.words import gettext_noop

NAMES = {
    "pairs": gettext_noop("%(day)s pairs"),
    "individuals": gettext_noop("%(day)s individual"),
    "teams": gettext_noop("%(day)s teams"),
}


def usual_name(club: Club, are: str = PAIRS) -> str:
    """Return the default name of an event of tonight: Tuesday pairs."""
    return _(NAMES[are]) % {"day": weekday(evening_of(club, clock.now()))}
