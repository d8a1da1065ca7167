"""Somebody new in the room: a guest, in one tap."""

from django.db import transaction

from clubscore.club.access import Actor
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club, Person

SHORT = 12


def add_guest(*, club: Club, name: str, actor: Actor) -> Person:
    """Add a guest by name. The same name twice on one evening is the same guest."""
    name = " ".join(name.split())[:80]
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        known = Person.objects.filter(
            club=club, name__iexact=name, kind=Person.Kind.GUEST, merged_into=None
        ).first()
        if known is not None:
            return known
        guest = Person.objects.create(
            club=club, name=name, short_name=short_name_for(club, name), kind=Person.Kind.GUEST
        )
        note_act(club=club, author=actor.label, what="guest added", name=name, id=guest.pk)
    return guest


def short_name_for(club: Club, name: str) -> str:
    """Return the shortest form of a name that nobody else here bears: Ann, Ann L, Ann Lind."""
    return short_name_among(
        set(Person.objects.filter(club=club).values_list("short_name", flat=True)), name
    )


def short_name_among(taken: set[str], name: str) -> str:
    """Return the shortest form of a name that is not among those taken."""
    words = name.split()
    forms = [words[0]] + [f"{words[0]} {words[-1][:n]}" for n in (1, 2, 3) if len(words) > 1]
    return next((form[:SHORT] for form in forms if form[:SHORT] not in taken), name[:20])
