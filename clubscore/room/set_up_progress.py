"""How far a new club's set-up is: the club itself, Wi-Fi, members, the first table or event."""

from typing import NamedTuple

from clubscore.club.models import Club, Person
from clubscore.events.models import Event
from clubscore.rubbers.models import Sitting

PAGES = 4
CLUB, WIFI, MEMBERS, FIRST = range(1, PAGES + 1)


class SetUp(NamedTuple):
    """How many of the pages are done, and which comes next; none after the last."""

    done: int

    @property
    def page(self) -> int:
        """The page that comes next, counted from 1."""
        return min(self.done + 1, PAGES)

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return PAGES

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to set up."""
        return self.done >= PAGES


def set_up_of(club: Club) -> SetUp:
    """Return how far a club is; what was done by another way counts too. Three queries at most."""
    done = club.set_up_done
    if done == CLUB and club.wifi_name:
        done = WIFI
    # Whoever founded it is there with a login.
    if done == WIFI and Person.objects.filter(club=club, membership=None).exists():
        done = MEMBERS
    if done == MEMBERS and _has_played(club):
        done = FIRST
    return SetUp(done)


def _has_played(club: Club) -> bool:
    return Sitting.objects.filter(club=club).exists() or Event.objects.filter(club=club).exists()
