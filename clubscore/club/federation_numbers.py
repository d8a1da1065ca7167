"""People's numbers with federations, lists of people brought in, and two entries made one.

The club's own number of a person is a detail like the name, and is kept with the person.
"""

import datetime as dt
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.entry import ChangedMeanwhile, FieldChange, Refused, values_of
from clubscore.club.logins import note_act
from clubscore.club.models import Act, Club, Membership, Person, PersonNumber, end_what_goes_home
from clubscore.club.people import (
    FIELDS,
    Details,
    ids_and_merged,
    people_of,
    short_name_among,
    tidied,
)
from clubscore.ranking.member_numbers import KNOWN, label_of_scheme

MOST_SCHEMES = 12  # a person


class Held(NamedTuple):
    """A number and the day from which it holds, where that is known."""

    number: str
    valid_from: dt.date | None = None


class Holder(NamedTuple):
    """Whose number it is, by scheme and number."""

    scheme: str
    number: str


def numbers_of(person: Person) -> dict[str, Held]:
    """Return a person's numbers by scheme: the club's federation first, then by name."""
    first = person.club.federation
    rows = sorted(person.numbers.all(), key=lambda row: (row.scheme != first, row.scheme))
    return {row.scheme: Held(row.number, row.valid_from) for row in rows}


def seen_numbers(person: Person) -> str:
    """Return what a reader of the form sees of a person's numbers, for a hidden field."""
    return json.dumps({scheme: list(_plain(held)) for scheme, held in numbers_of(person).items()})


def holders(club: Club) -> dict[Holder, Person]:
    """Return whose each number is, of everybody in the club. One query."""
    rows = PersonNumber.objects.filter(club=club).select_related("person")
    return {Holder(row.scheme, row.number): row.person for row in rows}


def schemes_in(club: Club) -> list[str]:
    """Return the schemes in which somebody of the club has a number, and the federation's."""
    rows = PersonNumber.objects.filter(club=club).order_by("scheme")
    used = set(rows.values_list("scheme", flat=True).distinct())
    if scheme_of_club(club):
        used.add(club.federation)
    return sorted(used, key=lambda scheme: (scheme != club.federation, scheme))


def scheme_of_club(club: Club) -> str:
    """Return whose numbers those of a file are that a club reads; nothing where it has none."""
    return club.federation if club.federation in KNOWN else ""


def set_numbers(*, person: Person, numbers: Mapping[str, Held], seen: str, author: str) -> None:
    """Let these be a person's numbers, by scheme, instead of all they had.

    Numbers are as `read_member_number` gave them. Raises ChangedMeanwhile, and Refused for a number
    that is somebody else's; its `field` is the scheme.
    """
    with people_of(person.club):
        person = Person.objects.select_related("club").get(pk=person.pk)
        before = numbers_of(person)
        _check_seen(before, seen)
        _check_free(person, numbers)
        if before == dict(numbers):
            return
        person.numbers.all().delete()
        write_numbers(person.club, {person.pk: numbers})
        schemes = sorted({*before, *numbers})
        changed = {
            scheme: [_told(before.get(scheme)), _told(numbers.get(scheme))]
            for scheme in schemes
            if before.get(scheme) != numbers.get(scheme)
        }
        note_act(
            club=person.club,
            author=author,
            what="numbers put right",
            id=person.pk,
            name=person.name,
            changed=changed,
        )


def write_numbers(club: Club, numbers: Mapping[int, Mapping[str, Held]]) -> None:
    """Write numbers of people by their keys. The caller holds the list; what was there is gone."""
    PersonNumber.objects.bulk_create(
        [
            PersonNumber(
                club=club,
                person_id=person,
                scheme=scheme,
                number=held.number,
                valid_from=held.valid_from,
            )
            for person, theirs in numbers.items()
            for scheme, held in theirs.items()
        ],
        batch_size=200,
    )


def hand_over_numbers(other: Person, into: Person) -> dict[str, str]:
    """Give `into` the numbers of `other` in schemes in which it has none; drop and return the rest.

    The caller holds the list.
    """
    has = set(into.numbers.values_list("scheme", flat=True))
    dropped = other.numbers.filter(scheme__in=has)
    told = dict(dropped.values_list("scheme", "number"))
    dropped.delete()
    other.numbers.update(person=into)
    return told


def dropped_by_merging(other: Person, into: Person) -> list[tuple[str, str, str]]:
    """Return each scheme in which both have a number: its name, what stays, what is dropped."""
    stays, goes = numbers_of(into), numbers_of(other)
    return [
        (label_of_scheme(scheme), stays[scheme].number, held.number)
        for scheme, held in goes.items()
        if scheme in stays
    ]


def forget_numbers(people: Iterable[int]) -> None:
    """Take away all numbers of people by their keys. The caller holds the list."""
    PersonNumber.objects.filter(person__in=people).delete()


def _check_free(person: Person, numbers: Mapping[str, Held]) -> None:
    for scheme, held in numbers.items():
        rows = PersonNumber.objects.filter(club=person.club, scheme=scheme, number=held.number)
        other = rows.exclude(person=person).select_related("person").first()
        if other is not None:
            raise Refused(
                _(
                    "%(scheme)s number %(number)s belongs to %(name)s. Correct it, or merge the"
                    " two entries if they are one person."
                )
                % {
                    "scheme": label_of_scheme(scheme),
                    "number": held.number,
                    "name": other.person.name,
                },
                scheme,
            )


def _check_seen(before: Mapping[str, Held], seen: str) -> None:
    """Raise ChangedMeanwhile unless the numbers stand as they were seen."""
    try:
        carried: object = json.loads(seen)
    except (ValueError, RecursionError):
        carried = None
    was: dict[str, object] = carried if isinstance(carried, dict) else {}
    now = {scheme: list(_plain(held)) for scheme, held in before.items()}
    if carried != now:
        raise ChangedMeanwhile(
            [
                FieldChange(
                    label_of_scheme(scheme), _shown(was.get(scheme)), _shown(now.get(scheme))
                )
                for scheme in sorted({*map(str, was), *now})
                if was.get(scheme) != now.get(scheme)
            ]
        )


def _plain(held: Held) -> tuple[str, str]:
    return held.number, held.valid_from.isoformat() if held.valid_from else ""


def _told(held: Held | None) -> str:
    return " ".join(filter(None, _plain(held))) if held else ""


def _shown(value: object) -> str:
    parts = [str(each) for each in value if each] if isinstance(value, list) else []
    return " ".join(parts) or _("nothing")


# ---- A list of people brought in at once.

AT_ONCE = 200  # rows a statement: SQLite allows so many values and no more


@dataclass(frozen=True)
class ListRow:
    """A row of a list: whom it is about (None: somebody new), and what is known of them then.

    `numbers` are those with federations that the row gives or changes, by scheme.
    """

    person: Person | None
    details: Details
    kind: str
    numbers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class _NumbersWriting:
    """A list being written."""

    club: Club
    author: str
    taken: set[str]
    new: list[Person] = field(default_factory=list)
    changed: list[Person] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    numbers: list[tuple[Person, Mapping[str, str]]] = field(default_factory=list)

    def note(self, what: str, person: Person, **data: object) -> None:
        """Remember an Act to write."""
        data |= {"id": person.pk, "name": person.name}
        self.acts.append(Act(club=self.club, author=self.author[:120], what=what, data=data))

    def set_details(self, person: Person, details: Details) -> None:
        """Set what is known of a person. Raises ValidationError for what no column can hold."""
        for name, value in asdict(tidied(details)).items():
            setattr(person, name, value)
        if not person.short_name and person.name:
            person.short_name = short_name_among(self.taken, person.name)
        self.taken.add(person.short_name)
        person.clean_fields(exclude=["club", "merged_into"])

    def add(self, row: ListRow) -> None:
        """Add somebody new."""
        person = Person(club=self.club, kind=row.kind)
        self.set_details(person, row.details)
        self.new.append(person)
        self.numbers.append((person, row.numbers))

    def change(self, person: Person, row: ListRow) -> None:
        """Change somebody known."""
        before = values_of(person, FIELDS)
        self.set_details(person, row.details)
        if person.kind != row.kind:
            person.kind = row.kind
            self.note("guest became a member", person)
        after = values_of(person, FIELDS)
        changed = {
            name: [before[name], after[name]] for name in FIELDS if before[name] != after[name]
        }
        if changed:
            self.note("person put right", person, changed=changed)
        if row.numbers:
            self.note("numbers put right", person, changed=dict(row.numbers))
        self.changed.append(person)
        self.numbers.append((person, row.numbers))

    def write(self) -> None:
        # Numbers may go from one to another within the list: for a moment nobody has those.
        Person.objects.filter(pk__in=[person.pk for person in self.changed]).update(number="")
        Person.objects.bulk_update(self.changed, [*FIELDS, "kind"], batch_size=AT_ONCE)
        Person.objects.bulk_create(self.new, batch_size=AT_ONCE)
        for person in self.new:
            self.note("guest added" if person.is_guest else "member added", person)
        self._write_numbers()
        Act.objects.bulk_create(self.acts, batch_size=AT_ONCE)
        by_key = {person.pk: person for person in self.changed}
        for entry in Person.objects.filter(merged_into__in=by_key):
            theirs = by_key[entry.merged_into_id or 0]
            entry.name, entry.short_name = theirs.name, theirs.short_name
            entry.save(update_fields=["name", "short_name"])

    def _write_numbers(self) -> None:
        """Write the numbers with federations; those that go from one to another are free first."""
        schemes = {scheme for _person, numbers in self.numbers for scheme in numbers}
        for scheme in schemes:
            theirs = [person.pk for person, numbers in self.numbers if scheme in numbers]
            PersonNumber.objects.filter(person__in=theirs, scheme=scheme).delete()
        held = {
            person.pk: {scheme: Held(number) for scheme, number in numbers.items()}
            for person, numbers in self.numbers
        }
        write_numbers(self.club, held)


def bring_in(*, club: Club, rows: Sequence[ListRow], author: str, source: str) -> None:
    """Write a list that was brought in, all of it or nothing.

    The caller holds the list and has found that no two rows nor people get in each
    other's way. Raises ValidationError for what no column can hold.
    """
    with people_of(club):
        names = Person.objects.filter(club=club).values_list("short_name", flat=True)
        writing = _NumbersWriting(club, author, set(names))
        for row in rows:
            if row.person is None:
                writing.add(row)
            else:
                writing.change(row.person, row)
        writing.write()
        note_act(
            club=club,
            author=author,
            what="list brought in",
            name=source[:80],
            new=len(writing.new),
            changed=len(writing.changed),
        )


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
