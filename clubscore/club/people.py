"""The club's people: found, added, put right and made members, guests in one tap included.

Each change is one transaction and leaves one Act. Fetching a person for somebody is the check
that they may see them. Who wrote a line of the book keeps a name, even where their own was
forgotten.
"""

import datetime as dt
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Refused, check_unchanged, values_of
from clubscore.club.logins import act_of_key, change_role, found_club, free_slug, note_act
from clubscore.club.models import Act, Club, Entry, Membership, Person, PersonNumber, Role, User

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


# ---- People added, put right, made members.

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


@transaction.atomic
def found_here(
    *, club: Club, name: str, founder: User, known_as: str, settings: Mapping[str, object]
) -> Club:
    """Make the club of the first start the founder's own: its name, its settings, its first member.

    One that was set up already stays as it is. Raises ValidationError.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    if club.set_up_done:
        return club
    author, before = founder.username, club.name
    club.name, club.slug = name, free_slug(name)
    for field, value in settings.items():
        setattr(club, field, value)
    club.full_clean()
    club.save()
    changed = {"name": [before, name]}
    note_act(club=club, author=author, what="club put right", name=name, changed=changed)
    kind = Person.Kind.MEMBER
    person = add_person(club=club, details=Details(name=known_as), kind=kind, author=author)
    membership = Membership.objects.get(club=club, user=founder)
    change_role(membership=membership, role=Role(membership.role), person=person, author=author)
    return club


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


# The database refuses to change the book's lines, their authors too. So the club's log keeps a
# digest of a forgotten name that stands there, and whatever shows an author asks here.
FORGOTTEN = "name forgotten"


def digests_in_book(club: Club, names: Iterable[str]) -> list[str]:
    """Return by what the names among these are known again that entered something in the book."""
    authors = Entry.objects.filter(club=club, author__in=list(names))
    return sorted({_digest(club.pk, each) for each in authors.values_list("author", flat=True)})


def _digest(club: int, name: str) -> str:
    return hashlib.sha256(f"{club}:{name}".encode()).hexdigest()


class Authors:
    """The names under which a club's book shows its authors. One query."""

    def __init__(self, club: Club) -> None:
        self._club = club.pk
        acts = Act.objects.filter(club=club, what=FORGOTTEN).order_by("at", "pk")
        self._forgotten: dict[str, list[tuple[dt.datetime, str]]] = {}
        for act in acts:
            was, name = act.data.get("was"), str(act.data.get("name"))
            for digest in was if isinstance(was, list) else ():
                self._forgotten.setdefault(str(digest), []).append((act.at, name))

    def of(self, entry: Entry) -> str:
        """Return who made an entry; who came later with the same name is not mistaken for them."""
        return self.called(entry.author, entry.at)

    def called(self, author: str, entered: dt.datetime) -> str:
        """Return who made an entry that names this author and was entered at that moment."""
        known = self._forgotten.get(_digest(self._club, author), ())
        return next((name for at, name in known if entered <= at), author)
