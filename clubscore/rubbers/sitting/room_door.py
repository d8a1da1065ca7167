"""The room's door: one secret address for the whole room, by which players find their tables."""

from django.db import transaction

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club, Person
from clubscore.rubbers.line_up.who_plays import belonging
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import RoomLink, Sitting, TableLink
from clubscore.rubbers.selectors import tonight
from clubscore.rubbers.sitting.changing import join
from clubscore.rubbers.sitting.phones import let_phones_in
from clubscore.tableside.secret_addresses import hash_of, new_address, ours


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
