"""Who may open what. Every view says the least role it needs; one that says nothing is closed.

Five kinds of people: a visitor, a phone let in at one table, a player, a scorer, a director. Beside
them stands whoever keeps the machine: above all clubs, and in none by that.
The second check is at the object: `clubscore.rubbers.selectors.sitting_for` and its kin fetch only
what the person before the page may see, and answer 404 for another club's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django_htmx.middleware import HtmxDetails

from clubscore.club.database import SecretAddress
from clubscore.club.models import Club, Membership, Person, Role, User
from clubscore.club.record_words import THE_PROGRAM

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
OPEN_TO = "clubscore_open_to"


class Level(IntEnum):
    """How much somebody may do, each level including those before."""

    VISITOR = 0
    TABLE = 1
    PLAYER = 2
    SCORER = 3
    DIRECTOR = 4
    # Of views, not of people: no role in a club reaches it.
    KEEPER = 5


LEVEL_OF_ROLE = {
    Role.PLAYER: Level.PLAYER,
    Role.SCORER: Level.SCORER,
    Role.DIRECTOR: Level.DIRECTOR,
}


def open_to(level: Level) -> Callable[[View], View]:
    """Mark a view with the least level that may open it."""

    def mark(view: View) -> View:
        setattr(view, OPEN_TO, level)
        return view

    return mark


@dataclass(frozen=True)
class Actor:
    """Whoever is before the page."""

    level: Level = Level.VISITOR
    club: Club | None = None
    user: User | None = None
    person: Person | None = None
    link: SecretAddress | None = None
    device: str = ""

    @property
    def home(self) -> Club:
        """The club of now; a page that is open to players and phones only may ask for it."""
        if self.club is None:
            raise PermissionDenied
        return self.club

    @property
    def login(self) -> User:
        """Their login; a page that is open to players alone may ask for it."""
        if self.user is None:
            raise PermissionDenied
        return self.user

    @property
    def label(self) -> str:
        """Their name as histories keep it; `AuthorField` says it in the reader's words."""
        if self.person is not None:
            return self.person.name
        if self.user is not None:
            return str(self.user.username)
        if self.link is not None:
            return self.link.WRITES_AS
        return THE_PROGRAM

    @property
    def keeps_machine(self) -> bool:
        """Whether they see to all clubs of this server, without being of any by that."""
        return self.user is not None and self.user.is_staff

    def may_open(self, needed: Level) -> bool:
        """Whether a view that opens to a level opens to them."""
        return self.keeps_machine if needed == Level.KEEPER else self.level >= needed

    @property
    def is_scorer(self) -> bool:
        """Whether they may enter and correct at any table."""
        return self.level >= Level.SCORER

    @property
    def is_director(self) -> bool:
        """Whether they run the room."""
        return self.level >= Level.DIRECTOR


class ClubRequest(HttpRequest):
    """A request as our views get it."""

    actor: Actor
    htmx: HtmxDetails


def device_of(request: HttpRequest) -> str:
    """Return a short name for the browser, so that histories can tell two phones apart."""
    key = request.session.session_key or ""
    return hashlib.sha256(key.encode()).hexdigest()[:6] if key else ""


def closed_clubs_of(user: User | None) -> list[Club]:
    """Return the clubs of a user who has none here any more: those that moved to other servers.

    Of nobody, all clubs of a server from which every one has moved, the demo aside.
    """
    own = Q(memberships__user=user) if user else Q(is_demo=False)
    if Club.objects.filter(own, closed_at=None).exists():
        return []
    return list(Club.objects.filter(own).order_by("pk"))


def current_membership(request: HttpRequest, user: User) -> Membership | None:
    """Return the user's membership of the club of now: the one chosen, else the first."""
    memberships = list(
        Membership.objects.filter(user=user, club__closed_at=None)
        .select_related("club", "person")
        .order_by("pk")
    )
    chosen = request.session.get("club")
    return next((m for m in memberships if m.club_id == chosen), None) or next(
        iter(memberships), None
    )
