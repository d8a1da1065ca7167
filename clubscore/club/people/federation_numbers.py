"""The numbers that people have with federations: kept, looked up, handed over.

The club's own number of a person is a detail like the name; see `services`. Here are the others,
one a person and scheme, and each belongs to one person of the club.
"""

import datetime as dt
import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.edit_conflicts import Change, ChangedMeanwhile
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club, Person, PersonNumber
from clubscore.club.people.services import people_of
from clubscore.club.refused import Refused
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
                Change(label_of_scheme(scheme), _shown(was.get(scheme)), _shown(now.get(scheme)))
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
