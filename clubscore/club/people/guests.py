"""Somebody new in the room: a guest, in one tap."""

import re

from django.db import transaction
from django.db.models import Q

from clubscore.club.access import Actor
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club, Person

SHORT = 12
# What stands between the names of two people.
BETWEEN = re.compile(r"\s*(?:[&+/;\t]|\s(?:and|with)\s)\s*", re.IGNORECASE)


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


def add_guests(*, club: Club, names: str, actor: Actor) -> list[Person]:
    """Return the people whom a text names, one or several; whoever is not here is a new guest."""
    found = []
    for name in names_between(names):
        named = Q(name__iexact=name) | Q(short_name__iexact=name)
        here = Person.objects.filter(named, club=club, active=True, merged_into=None)[:2]
        known = here[0] if len(here) == 1 else None
        found.append(known or add_guest(club=club, name=name, actor=actor))
    return found


def names_between(text: str) -> list[str]:
    """Return the names that one text gives: "A & B", "A and B" and "A / B" are two people."""
    return [" ".join(name.split()) for name in BETWEEN.split(text) if name.strip()]


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
