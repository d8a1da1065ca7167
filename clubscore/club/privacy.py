"""People's names: forgotten where they ask for it, and said or hidden in published results.

Results, balances and entries of the book stay as they are when a name is forgotten: they point at
the person, who then bears another name. The lines of the book are never changed.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from django.apps import apps
from django.db import models
from django.db.models import Q
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Refused, check_unchanged
from clubscore.club.federation_numbers import forget_numbers
from clubscore.club.logins import end_membership, name_within, note_act
from clubscore.club.models import (
    Act,
    Club,
    Entry,
    Membership,
    Person,
    Posting,
    User,
    end_what_goes_home,
)
from clubscore.club.people import FORGOTTEN, digests_in_book, ids_and_merged, people_of
from clubscore.club.record_words import pads_author
from clubscore.laws.deal import Unverified

# Columns that say in words who did something, in whatever room.
AUTHORS = ("author", "opened_by", "made_by", "kept_by", "entered_by", "answered_by", "planned_by")
# Fields of files that hold names: of contestants, and of who gave a ruling.
NAMED = ("names", "by")
BETWEEN_NAMES = (" & ", ", ")
# A column with the name that a file has for the row's person.
AS_TOLD = "as_told"
# Columns that keep a whole file as its text: JSON with names in it.
WRITTEN = ("text",)
NEVER_CHANGED = (Entry, Posting)


def forget_name(*, person: Person, author: str) -> str:
    """Give a person a name that says nothing, end the login, and return the new name.

    Raises Refused for the only director. Where the old name was written down as text, the new one
    takes its place, so that a history still tells that one and the same did it. Lines of the book
    are never changed: whatever shows one says the new name (`clubscore/club/people.py`).
    """
    with people_of(person.club):
        club, ids = person.club, ids_and_merged(person)
        number = _free_number(club, person.pk, ids)
        new = _("Former player %(number)s") % {"number": number}
        rows = Person.objects.filter(pk__in=ids)
        full = {row.name for row in rows}
        old = full | {row.short_name for row in rows}
        for membership in Membership.objects.filter(person__in=rows).select_related("user", "club"):
            name = membership.user.username
            old |= {name, name_within(club.slug, name)}
            end_membership(membership=membership, author=author)
            _forget_login(membership.user, person.pk)
        short = _("No %(number)s") % {"number": number}
        rows.update(name=new, short_name=short, number="", email="", active=False)
        forget_numbers(ids)
        end_what_goes_home(ids)
        _forget_details(rows, new)
        told, of_others = _names_in_files(club, ids)
        full, old = full | told, old | told
        alone = old - names_of_others(club, ids) - of_others
        _replace_in_texts(club, dict.fromkeys(alone, new))
        _replace_in_files(club, dict.fromkeys(alone & full, new))
        was = digests_in_book(club, alone)
        for links in _rows_with(club, AS_TOLD):
            links.filter(person__in=ids).update(as_told=new)
        note_act(club=club, author=author, what=FORGOTTEN, id=person.pk, name=new, was=was)
    return new


def _free_number(club: Club, number: int, rows: Iterable[int]) -> int:
    """Return a number whose name nobody else bears: some came from another server with theirs."""
    others = Person.objects.filter(club=club).exclude(pk__in=rows)
    name = _("Former player %(number)s")
    while others.filter(name=name % {"number": number}).exists():
        number += 1
    return number


def _forget_login(user: User, number: int) -> None:
    """Leave nothing of a login but its number, unless it is used in another club."""
    if Membership.objects.filter(user=user).exists():
        return
    user.username, user.email, user.is_active = f"former-{number}", "", False
    user.set_unusable_password()
    user.save(update_fields=["username", "email", "is_active", "password"])


def _forget_details(rows: models.QuerySet[Person], new: str) -> None:
    """Leave of the log's lines about a person what was done, nothing of what was said of them."""
    acts: models.QuerySet[Act] = models.QuerySet(Act)
    for number in rows.values_list("pk", flat=True):
        acts.filter(data__id=number).exclude(what=FORGOTTEN).update(
            data={"id": number, "name": new}
        )


def names_of_others(club: Club, rows: Iterable[int]) -> set[str]:
    """Return the names that somebody else bears too: as text they may be theirs."""
    others = Person.objects.filter(club=club).exclude(pk__in=rows)
    return {name for row in others.values_list("name", "short_name") for name in row}


def _names_in_files(club: Club, ids: list[int]) -> tuple[set[str], set[str]]:
    """Return the names that files have for a person, and those that they have for others."""
    theirs: set[str] = set()
    others: set[str] = set()
    for links in _rows_with(club, AS_TOLD):
        theirs |= set(links.filter(person__in=ids).values_list(AS_TOLD, flat=True))
        others |= set(links.exclude(person__in=ids).values_list(AS_TOLD, flat=True))
    return theirs, others


def _replace_in_texts(club: Club, names: dict[str, str]) -> None:
    for rows, fields in _rows_of(club):
        for column in fields & set(AUTHORS):
            for old, new in names.items():
                rows.filter(**{column: old}).update(**{column: new})
                rows.filter(**{column: pads_author(old)}).update(**{column: pads_author(new)})
        if "data" in fields:
            _replace_in_data(rows, names)


def _replace_in_files(club: Club, names: dict[str, str]) -> None:
    """Replace whole names in files that are kept as they came: the wish goes before the bytes.

    A short name may be a stranger's there, so it stays; so does what is no list of names.
    """
    for rows, fields in _rows_of(club):
        for column in fields & set(WRITTEN):
            for row in rows.filter(_said_somewhere(names, column)):
                told: object = json.loads(getattr(row, column))
                new = _with_names(told, names)
                if new != told:
                    written = json.dumps(new, ensure_ascii=False) + "\n"
                    rows.filter(pk=row.pk).update(**{column: written})


def _with_names(told: object, names: dict[str, str]) -> object:
    if isinstance(told, list):
        parts: list[object] = told
        return [_with_names(each, names) for each in parts]
    if not isinstance(told, dict):
        return told
    fields: Unverified = _without_their_numbers(told, names)
    return {
        key: _replaced(each, names) if key in NAMED else _with_names(each, names)
        for key, each in fields.items()
    }


def _without_their_numbers(contestant: Unverified, names: dict[str, str]) -> Unverified:
    """A contestant of a file without the member numbers of those whose names go."""
    called, numbers = contestant.get("names"), contestant.get("numbers")
    if not isinstance(called, list) or not isinstance(numbers, list):
        return contestant
    kept: list[object] = [
        {} if name in names else theirs for name, theirs in zip(called, numbers, strict=False)
    ]
    others = {key: each for key, each in contestant.items() if key != "numbers"}
    return {**contestant, "numbers": kept} if any(kept) else others


def _rows_with(club: Club, column: str) -> list[models.QuerySet[models.Model]]:
    """The club's rows of every model that has a column."""
    return [rows for rows, columns in _rows_of(club) if column in columns]


def _rows_of(club: Club) -> Iterator[tuple[models.QuerySet[models.Model], set[str]]]:
    """The club's rows of every model that may change, with the model's columns."""
    for model in _models_of_a_club():
        # Records are written once by what the program offers; this is the one exception.
        rows: models.QuerySet[models.Model] = models.QuerySet(model).filter(**{"club": club})
        yield rows, {field.name for field in model._meta.concrete_fields}


def _models_of_a_club() -> Iterator[type[models.Model]]:
    for model in apps.get_models():
        fields = {field.name for field in model._meta.concrete_fields}
        if "club" in fields and not issubclass(model, (*NEVER_CHANGED, Person, Membership)):
            yield model


def _said_somewhere(names: Iterable[str], column: str) -> Q:
    """Where a text may bear one of these names; what else is found does no harm."""
    anywhere = Q(pk=None)
    for name in names:
        # As JSON is kept: letters beyond ASCII as they are, or by their numbers.
        for written in {json.dumps(name, ensure_ascii=plain)[1:-1] for plain in (True, False)}:
            anywhere |= Q(**{f"{column}__contains": written})
    return anywhere


def _replace_in_data(rows: models.QuerySet[models.Model], names: dict[str, str]) -> None:
    """Replace names in what a log says besides."""
    said = Cast("data", models.TextField())
    for row in rows.annotate(said=said).filter(_said_somewhere(names, "said")):
        told: object = row.data
        data = _replaced(told, names)
        if data != told:
            rows.filter(pk=row.pk).update(**{"data": data})


def _replaced(value: object, names: dict[str, str]) -> object:
    if isinstance(value, dict):
        fields: Unverified = value
        return {key: _replaced(each, names) for key, each in fields.items()}
    if isinstance(value, list):
        parts: list[object] = value
        return [_replaced(each, names) for each in parts]
    return _renamed(value, names) if isinstance(value, str) else value


def _renamed(text: str, names: dict[str, str]) -> str:
    for between in BETWEEN_NAMES:
        if between in text:
            return between.join(_renamed(each, names) for each in text.split(between))
    return names.get(text, text)


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
