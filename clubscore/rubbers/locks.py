"""What every writing at a table needs: a key of its own, its author, and the table for itself."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypedDict

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import authored, key_of, new_key
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.rubbers.models import Part, Sitting

__all__ = [
    "Entered",
    "KeyUsed",
    "authored",
    "key_of",
    "must_be_open",
    "must_not_be_void",
    "new_key",
    "taken",
    "taken_part",
]


class Entered(TypedDict):
    """What every service at a table wants to know of an entry: where, by which key, by whom."""

    sitting: Sitting
    key: str
    actor: Actor


class KeyUsed(Exception):
    """The key of this entry already stands for another report."""


@contextmanager
def taken(sitting: Sitting, *, moving: Iterable[Person] = ()) -> Iterator[Sitting]:
    """Have a table for oneself until the block ends, and tell its phones that something changed.

    Counting the revision up is what locks the row, on SQLite and on PostgreSQL alike. `moving` are
    people who may come from another table: two who change places at one moment must not wait for
    each other.
    """
    with transaction.atomic():
        _lock_in_order(sitting, moving)
        Sitting.objects.filter(pk=sitting.pk).update(revision=F("revision") + 1)
        yield Sitting.objects.select_related("club", "table").get(pk=sitting.pk)


@contextmanager
def taken_part(sitting: Sitting, number: int, *, moving: Iterable[Person] = ()) -> Iterator[Part]:
    """Have a table for oneself, with one of its parts. Raises Refused where there is none such."""
    with transaction.atomic():
        _lock_in_order(sitting, moving)
        Sitting.objects.filter(pk=sitting.pk).update(revision=F("revision") + 1)
        parts = Part.objects.select_related("sitting", "draft")
        part = parts.filter(sitting=sitting, number=number).first()
        if part is None:
            raise no_such_part()
        yield part


def no_such_part() -> Refused:
    """Return what is said where a table has no part of the number that a form names."""
    return Refused(_("This table has no such part. Go to the table."))


def _lock_in_order(sitting: Sitting, moving: Iterable[Person]) -> None:
    """Lock a table and those where `moving` belong, everyone in the same order."""
    people = list(moving)
    if people:
        theirs = Q(candidates__person__in=people, candidates__left_at=None, closed_at=None)
        tables = Sitting.objects.filter(Q(pk=sitting.pk) | theirs, club=sitting.club_id)
        numbers = set(tables.values_list("pk", flat=True))
        list(Sitting.objects.select_for_update().filter(pk__in=numbers).order_by("pk"))


def must_not_be_void(sitting: Sitting) -> None:
    """Raise Refused where the sitting was declared void."""
    if sitting.voided_at is not None:
        raise Refused(_("This table has been declared void."))


def must_be_open(sitting: Sitting) -> None:
    """Raise Refused where the sitting has ended."""
    must_not_be_void(sitting)
    if sitting.closed_at is not None:
        raise Refused(_("This table has ended for tonight. Reopen it to go on."))


def must_be_by_itself(sitting: Sitting) -> None:
    """Raise Refused where the sitting has ended, or seven cross between its table and another."""
    must_be_open(sitting)
    must_not_be_of_the_seven(sitting)


def must_not_be_of_the_seven(sitting: Sitting) -> None:
    """Raise Refused where seven people cross between a table and another."""
    if sitting.seven is not None and sitting.seven.is_open:
        raise Refused(_("Seven play at two tables. Do this on the page of the seven."))
