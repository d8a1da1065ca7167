"""Whose names published results may say, and what people wish there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.edit_conflicts import check_unchanged
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Act, Club, Person
from clubscore.club.people.forgotten import FORGOTTEN
from clubscore.club.people.services import people_of
from clubscore.club.refused import Refused

FIELDS = ("published", "is_junior")
Wish = Person.Wish


class Hidden(NamedTuple):
    """Somebody whom published results do not name: by their own wish, or as a guest or junior."""

    person: Person
    by_wish: bool


def is_named(person: Person) -> bool:
    """Whether published results name somebody: as they wish, else members who are no juniors."""
    if person.published != Wish.USUAL:
        return person.published == Wish.YES
    return not person.is_guest and not person.is_junior


@dataclass(frozen=True)
class PublishedNames:
    """The people of a club, and which of them published results name. Two queries.

    An entry that was merged is who they are; a name that was forgotten is nobody's any more.
    """

    club: Club
    people: Mapping[int, Person] = field(init=False)

    def __post_init__(self) -> None:
        rows = Person.objects.filter(club=self.club).in_bulk()
        own = {pk: rows.get(row.merged_into_id or pk, row) for pk, row in rows.items()}
        object.__setattr__(self, "people", own)

    @cached_property
    def named(self) -> frozenset[int]:
        """The keys of everybody who is named, those of merged entries too."""
        gone = Act.objects.filter(club=self.club, what=FORGOTTEN)
        forgotten = set(gone.values_list("data__id", flat=True))
        return frozenset(
            pk for pk, own in self.people.items() if is_named(own) and own.pk not in forgotten
        )

    def own(self, pk: int) -> int:
        """Return the key of who an entry is."""
        return self.people[pk].pk if pk in self.people else pk

    @cached_property
    def hidden(self) -> list[Hidden]:
        """Everybody who is not named, by name; of several entries of a person one."""
        found = {own.pk: own for pk, own in self.people.items() if pk not in self.named}
        ordered = sorted(found.values(), key=lambda each: (each.name.casefold(), each.pk))
        return [Hidden(each, each.published == Wish.NO) for each in ordered]


def wishes_open_to(actor: Actor, person: Person) -> tuple[str, ...]:
    """Return what somebody may choose for a person: for themselves, or as the director for all.

    Whether a junior is named is for the director to say, who has asked the parents.
    """
    if actor.is_director:
        return tuple(Wish.values)
    if actor.person is None or actor.person.pk != person.pk:
        return ()
    return (Wish.USUAL, Wish.NO) if person.is_junior else tuple(Wish.values)


def set_published(
    *, person: Person, wish: str, is_junior: bool | None, seen: str, actor: Actor
) -> None:
    """Keep whether published results name somebody; None leaves whether they are a junior.

    Raises Refused for what is not open to the actor, ChangedMeanwhile where somebody was quicker.
    """
    with people_of(person.club):
        person.refresh_from_db()
        check_unchanged(person, FIELDS, seen)
        if wish not in wishes_open_to(actor, person):
            raise Refused(_("Ask the director to change this."), "published")
        before = (person.published, person.is_junior)
        person.published = wish
        if is_junior is not None and actor.is_director:
            person.is_junior = is_junior
        if before == (person.published, person.is_junior):
            return
        person.save(update_fields=list(FIELDS))
        note_act(
            club=person.club,
            author=actor.label,
            what="published name set",
            id=person.pk,
            name=person.name,
        )
