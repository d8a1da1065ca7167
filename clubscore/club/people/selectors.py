"""Reading the club's people. Fetching a thing for somebody is the check that they may see it."""

import re

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import Http404

from clubscore.club.access import Actor
from clubscore.club.models import Act, Club, Membership, Person, PersonNumber


def people_in(club: Club) -> QuerySet[Person]:
    """Return everybody of a club once, members and guests, active or not."""
    return Person.objects.filter(club=club, merged_into=None)


def with_words(
    people: QuerySet[Person], text: str, *, federations: bool = False
) -> QuerySet[Person]:
    """Return those in whose names or number every word of a text occurs, in capitals or not.

    With `federations` their numbers there are searched too, which directors alone see. By a regular
    expression, because SQLite's LIKE takes Ö and ö for two letters.
    """
    for word in map(re.escape, text.split()):
        found = Q(name__iregex=word) | Q(short_name__iregex=word) | Q(number__iregex=word)
        if federations:
            held = PersonNumber.objects.filter(person=OuterRef("pk"), number__iregex=word)
            found |= Q(Exists(held))
        people = people.filter(found)
    return people


def with_number(people: QuerySet[Person], scheme: str) -> QuerySet[Person]:
    """Return the people with `federation_number`, their number in one scheme or nothing."""
    held = PersonNumber.objects.filter(person=OuterRef("pk"), scheme=scheme)
    number = Subquery(held.values("number")[:1])
    return people.annotate(federation_number=Coalesce(number, Value("")))


def person_for(actor: Actor, pk: int) -> Person:
    """Return a person whose page somebody may open: a scorer anybody's, a player their own.

    Who turned out to be somebody else is that person. Raises Http404 for another club's,
    PermissionDenied for another player's.
    """
    people = Person.objects.select_related("club", "merged_into__club")
    person = people.filter(club=actor.club, pk=pk).first() if actor.club else None
    if person is None:
        raise Http404
    person = person.merged_into or person
    if not actor.is_scorer and (actor.person is None or actor.person.pk != person.pk):
        raise PermissionDenied
    return person


def ids_and_merged(person: Person) -> list[int]:
    """Return the keys of a person and of every entry that turned out to be them."""
    return [person.pk, *Person.objects.filter(merged_into=person).values_list("pk", flat=True)]


def merged_entries(person: Person) -> dict[int, int]:
    """Return {entry: who that turned out to be} of all people of a person's club. One query."""
    rows = Person.objects.filter(club=person.club_id, merged_into__isnull=False)
    return {pk: into for pk, into in rows.values_list("pk", "merged_into") if into}


def membership_for(actor: Actor, pk: int) -> Membership:
    """Return a login of the actor's own club. Raises Http404 for another's."""
    found = (
        Membership.objects.select_related("club", "user", "person")
        .filter(club=actor.club, pk=pk)
        .first()
    )
    if found is None:
        raise Http404
    return found


def lately(club: Club, count: int = 8) -> QuerySet[Act]:
    """Return what was done to the club lately, newest first."""
    return Act.objects.filter(club=club).order_by("-at", "-pk")[:count]
