"""Bringing in a list of people at once, in a handful of queries however long it is."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from clubscore.club.edit_conflicts import values_of
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Act, Club, Person, PersonNumber
from clubscore.club.people.federation_numbers import Held, write_numbers
from clubscore.club.people.guests import short_name_among
from clubscore.club.people.services import FIELDS, Details, people_of, tidied

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
class _Writing:
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
        """Write it all."""
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
        writing = _Writing(club, author, set(names))
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
