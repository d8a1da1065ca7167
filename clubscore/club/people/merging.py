"""Two entries of the list that turn out to be one person. One transaction, and one Act."""

from django.utils.translation import gettext as _

from clubscore.club.edit_conflicts import values_of
from clubscore.club.goes_home import end_what_goes_home
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Membership, Person
from clubscore.club.people.federation_numbers import hand_over_numbers
from clubscore.club.people.selectors import ids_and_merged
from clubscore.club.people.services import FIELDS, people_of
from clubscore.club.refused import Refused


def merge_people(*, other: Person, into: Person, author: str) -> None:
    """Let `other` turn out to be `into`. What was recorded of them is left as it is.

    They bear the name of who they are, are listed no more, and what was merged into them follows.
    Raises Refused where the two cannot be one person.
    """
    with people_of(into.club):
        other.refresh_from_db()
        into.refresh_from_db()
        if other.merged_into_id == into.pk:
            return
        _check_one_person(other, into)
        was = {"id": other.pk, "kind": other.kind, **values_of(other, FIELDS)}
        dropped = hand_over_numbers(other, into)
        # Whoever reads that mailbox confirmed it for an entry that is no more.
        end_what_goes_home([other.pk])
        note_act(
            club=into.club,
            author=author,
            what="two entries of one person",
            id=into.pk,
            name=into.name,
            other=was | {"numbers": dropped} if dropped else was,
        )
        _hand_over(other, into)


def _check_one_person(other: Person, into: Person) -> None:
    if other.club_id != into.club_id or other.pk == into.pk:
        raise Refused(_("Choose another entry in this club."), "other")
    if other.merged_into_id or into.merged_into_id:
        raise Refused(_("One of the two has already been merged with another entry."), "other")
    if both_at_one_table(other, into):
        raise Refused(
            _("%(one)s and %(two)s sat at the same table, so they are two people.")
            % {"one": other.name, "two": into.name},
            "other",
        )
    if Membership.objects.filter(person__in=[other, into]).count() > 1:
        raise Refused(_("Both have a login. Remove one of them first."), "other")


def both_at_one_table(one: Person, two: Person) -> bool:
    """Whether two people, or entries merged into them, ever sat in one line-up."""
    at_his_tables = Person.objects.filter(seats__part__seats__person__in=ids_and_merged(one))
    return at_his_tables.filter(pk__in=ids_and_merged(two)).exists()


def _hand_over(other: Person, into: Person) -> None:
    """Give `into` what it lacks and `other` has, and let all point at it."""
    number, email = other.number, other.email
    Person.objects.filter(merged_into=other).update(
        merged_into=into, name=into.name, short_name=into.short_name
    )
    Membership.objects.filter(person=other).update(person=into)
    was_member = other.kind == Person.Kind.MEMBER
    other.merged_into, other.active = into, False
    other.name, other.short_name = into.name, into.short_name
    other.save()
    into.number = into.number or number
    into.email = into.email or email
    into.active = True
    if was_member:
        into.kind = Person.Kind.MEMBER
    # Whoever wished under either entry not to be named is not.
    if other.published == Person.Wish.NO:
        into.published = Person.Wish.NO
    into.is_junior = into.is_junior or other.is_junior
    into.save()
