"""How often a phone may look for a name at the room's door, whose code hangs on the wall.

Counted in this process for one evening's door, not by the clock. A browser without a cookie is a
new phone; of those only so many are known at one door, so whoever throws cookies away gains little.
"""

from collections import Counter, OrderedDict
from threading import Lock

from django.db import transaction

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.logins import note_act
from clubscore.club.models import Club, Person
from clubscore.rubbers.line_up import belonging
from clubscore.rubbers.line_up_changes import join
from clubscore.rubbers.models import RoomLink, Sitting, TableLink
from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.selectors import new_key, tonight
from clubscore.web.phones import hash_of, new_address, ours


def door_of(club: Club) -> RoomLink | None:
    """Return the address of the room's door, if it is open."""
    good = RoomLink.objects.filter(club=club, revoked_at=None, expires_at__gt=clock.now())
    return ours(good.first())


def door_by_token(token: str) -> RoomLink | None:
    """Return the open door behind an address, if there is one."""
    good = RoomLink.objects.filter(revoked_at=None, expires_at__gt=clock.now())
    return good.filter(token_hash=hash_of(token)).select_related("club").first()


@transaction.atomic
def open_door(*, club: Club, actor: Actor) -> RoomLink:
    """Open the room's door until tonight ends, or return the door that is open."""
    Club.objects.select_for_update().get(pk=club.pk)
    known = door_of(club)
    if known is not None:
        return known
    # One that ran out in the night is taken back before there is another.
    RoomLink.objects.filter(club=club, revoked_at=None).update(revoked_at=clock.now())
    note_act(club=club, author=actor.label, what="room's door opened")
    return RoomLink.objects.create(**new_address(club, tonight(club), actor.label))


@transaction.atomic
def close_door(*, club: Club, actor: Actor) -> None:
    """Take the room's address back. Phones that are at a table stay there."""
    if RoomLink.objects.filter(club=club, revoked_at=None).update(revoked_at=clock.now()):
        note_act(club=club, author=actor.label, what="room's door closed")


def come_in(*, sitting: Sitting, person: Person, key: str, device: str) -> TableLink:
    """Let a person's own phone in at a table, where they play, wait or now come to wait.

    Raises Refused where the table is full or has ended, RuleError where the player sits elsewhere.
    """
    actor = Actor(level=Level.TABLE, club=sitting.club, person=person, device=device)
    if person.pk not in {each.person_id for each in belonging(sitting)}:
        join(sitting=sitting, person=person, key=key, actor=actor)
    return let_phones_in(sitting=sitting, key=new_key(), actor=actor)


MOST_LOOKS, MOST_PHONES = 60, 300
DOORS = 50  # kept at once; the one that was asked least lately goes
COOKIE = "at-the-door"

_lock = Lock()
_looks: OrderedDict[str, Counter[str]] = OrderedDict()


def may_look(door: str, phone: str) -> bool:
    """Count one look of a phone at a door; whether it may have it."""
    with _lock:
        looks = _looks.setdefault(door, Counter())
        _looks.move_to_end(door)
        while len(_looks) > DOORS:
            _looks.popitem(last=False)
        if looks[phone] >= MOST_LOOKS or (phone not in looks and len(looks) >= MOST_PHONES):
            return False
        looks[phone] += 1
        return True
