"""What stands around every page: the club's name, the evening, the rooms one may enter."""

from dataclasses import dataclass
from typing import TypedDict

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore import edition
from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.accounts.who_sees import has_book
from clubscore.club.evening import evening_of
from clubscore.club.models import Club
from clubscore.club.safe import unwritable
from clubscore.club.wording.days import evening_date
from clubscore.room.help.topic_of import topic_of
from clubscore.version import PROGRAM


@dataclass(frozen=True)
class RoomKey:
    """A key of the menu; ``current`` where it leads to the room that the page is in."""

    key: str
    label: str
    url: str
    current: bool


class Frame(TypedDict):
    """What every template knows."""

    actor: Actor
    club: Club | None
    evening_label: str
    nav: list[RoomKey]
    no_menu: bool
    unwritable: str
    program: str
    edition: str
    helped: str


def rooms_of(actor: Actor) -> list[tuple[str, str, str]]:
    """Return (key, label, address) of the rooms that somebody may enter, in order."""
    rooms = [("tonight", _("Tonight"), "home"), ("games", _("Games"), "games")]
    if actor.level >= Level.PLAYER:
        rooms.insert(1, ("results", _("Results"), "results"))
        rooms.append(("players", _("Players"), "players"))
    if has_book(actor):
        rooms.append(("book", _("Accounts"), "book"))
    if actor.is_director:
        rooms.append(("club", _("Club"), "club"))
    if actor.keeps_machine:
        rooms.append(("machine", _("Clubs"), "machine"))
    return [(key, label, reverse(name)) for key, label, name in rooms]


def around_every_page(request: HttpRequest) -> Frame:
    """Give every template its club, its evening and its menu."""
    actor: Actor = getattr(request, "actor", Actor())
    nav = [
        RoomKey(
            key,
            label,
            url,
            current=request.path == url or (url != "/" and request.path.startswith(url)),
        )
        for key, label, url in rooms_of(actor)
    ]
    evening, trouble = "", unwritable.standing()
    if actor.club is not None:
        evening = evening_date(evening_of(actor.club, clock.now()))
    return {
        "actor": actor,
        "club": actor.club,
        "evening_label": evening,
        "nav": nav,
        "no_menu": actor.level == Level.TABLE,
        "unwritable": unwritable.in_words(trouble) if trouble and actor.is_scorer else "",
        "program": PROGRAM,
        "edition": edition.running(),
        "helped": topic_of(request),
    }
