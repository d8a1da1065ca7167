"""The club's people: added, put right, made members. One transaction each, and one Act."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club.edit_conflicts import check_unchanged, values_of
from clubscore.club.logins.logins import act_of_key, found_club, note_act
from clubscore.club.models import Act, Club, Membership, Person, Role, User
from clubscore.club.people.guests import short_name_for
from clubscore.club.refused import Refused

ADDED = {Person.Kind.MEMBER.value: "member added", Person.Kind.GUEST.value: "guest added"}
FIELDS = ("name", "short_name", "number", "email", "active")


@dataclass(frozen=True)
class Details:
    """What is known of a person. Without a short name the shortest free form is taken."""

    name: str
    short_name: str = ""
    number: str = ""
    email: str = ""
    active: bool = True


@contextmanager
def people_of(club: Club) -> Iterator[None]:
    """Have the club's list for oneself until the block ends."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        yield


def tidy(text: str) -> str:
    """Return a text without the spaces that nobody sees."""
    return " ".join(text.split())


def tidied(details: Details) -> Details:
    """Return details as they are kept."""
    return Details(
        name=tidy(details.name),
        short_name=tidy(details.short_name),
        number=tidy(details.number),
        email=details.email.strip(),
        active=details.active,
    )


def check_details(*, club: Club, details: Details, person: Person | None = None) -> None:
    """Raise Refused where a number or a name on the pad is somebody else's."""
    others = Person.objects.filter(club=club, merged_into=None)
    if person is not None:
        others = others.exclude(pk=person.pk)
    if details.number:
        holder = others.filter(number=details.number).first()
        if holder is not None:
            raise Refused(
                _("Number %(number)s belongs to %(name)s. Choose another.")
                % {"number": details.number, "name": holder.name},
                "number",
            )
    if details.short_name and details.active:
        namesake = others.filter(short_name__iexact=details.short_name, active=True).first()
        if namesake is not None:
            raise Refused(
                _("%(short)s is already used here. Try %(free)s.")
                % {"short": details.short_name, "free": short_name_for(club, details.name)},
                "short_name",
            )


def add_person(*, club: Club, details: Details, kind: str, author: str, key: str = "") -> Person:
    """Add a member or a guest. Raises Refused, or ValidationError naming the field.

    Whom the form with this key added already is returned as they are.
    """
    details = tidied(details)
    with people_of(club):
        before = act_of_key(Act.objects.filter(club=club, what__in=ADDED.values()), key)
        if before is not None:
            return Person.objects.get(club=club, pk=int(str(before.data["id"])))
        check_details(club=club, details=details)
        person = Person(club=club, kind=kind, **asdict(details))
        if details.name and not details.short_name:
            person.short_name = short_name_for(club, details.name)
        person.full_clean()
        person.save()
        told = {"id": person.pk, "name": person.name, **({"key": key} if key else {})}
        note_act(club=club, author=author, what=ADDED[kind], **told)
    return person


@transaction.atomic
def found_beside(
    *,
    club: Club,
    name: str,
    founder: User,
    known_as: str,
    settings: Mapping[str, object],
    key: str,
) -> Club:
    """Found a club out of one of ours; whoever founds it is its director and its first member.

    What was founded with this key already is returned as it is. Raises ValidationError.
    """
    author = founder.username
    made = found_club(name=name, author=author, founded_from=club, settings=settings, key=key)
    if not Membership.objects.filter(club=made, user=founder).exists():
        details, kind = Details(name=known_as), Person.Kind.MEMBER
        person = add_person(club=made, details=details, kind=kind, author=author)
        role = Role.DIRECTOR
        Membership.objects.create(club=made, user=founder, role=role, person=person)
        told = {"name": founder.username, "role": str(role), "person": person.pk}
        note_act(club=made, author=author, what="role given", **told)
    return made


def change_person(*, person: Person, details: Details, seen: str, author: str) -> Person:
    """Correct a person; entries merged into them bear their name too.

    Raises ChangedMeanwhile, Refused, or ValidationError naming the field.
    """
    details = tidied(details)
    with people_of(person.club):
        person = Person.objects.select_related("club").get(pk=person.pk)
        check_unchanged(person, FIELDS, seen)
        return write_details(person=person, details=details, author=author)


def write_details(*, person: Person, details: Details, author: str) -> Person:
    """Write tidied details over a person's. The caller holds the club's list."""
    check_details(club=person.club, details=details, person=person)
    before = values_of(person, FIELDS)
    for name, value in asdict(details).items():
        setattr(person, name, value)
    if not person.short_name and person.name:
        person.short_name = short_name_for(person.club, person.name)
    person.full_clean()
    person.save()
    Person.objects.filter(merged_into=person).update(name=person.name, short_name=person.short_name)
    changed = {k: [before[k], v] for k, v in values_of(person, FIELDS).items() if before[k] != v}
    if changed:
        note_act(
            club=person.club,
            author=author,
            what="person put right",
            id=person.pk,
            name=person.name,
            changed=changed,
        )
    return person


def make_member(*, person: Person, author: str) -> None:
    """Make a guest a member; what they played stays theirs. Doing it twice does nothing more."""
    with people_of(person.club):
        person.refresh_from_db()
        if not person.is_guest:
            return
        person.kind = Person.Kind.MEMBER
        person.save(update_fields=["kind"])
        note_act(
            club=person.club,
            author=author,
            what="guest became a member",
            id=person.pk,
            name=person.name,
        )
