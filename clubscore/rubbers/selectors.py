"""Reading the card room as somebody may see it, and a table taken for oneself to write there."""

import datetime as dt
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import TypedDict

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.database import Remembered
from clubscore.club.entry import Refused, authored, key_of, new_key
from clubscore.club.models import Club, Person, evening_of
from clubscore.club.people import ids_and_merged
from clubscore.rubbers.models import (
    Candidate,
    CardTable,
    Part,
    Seat,
    Sitting,
    Substitute,
    TableLink,
)


def sitting_for(actor: Actor, pk: int, *, enter: bool = False) -> Sitting:
    """Return a sitting that somebody may see, or enter deals at.

    Raises Http404 for what is another club's or another table's phone's, PermissionDenied where
    they may watch but not enter.
    """
    if actor.level == Level.TABLE:
        if not isinstance(actor.link, TableLink):  # a phone of the duplicate room
            raise Http404
        own = actor.link.sitting
        return own if own.pk == pk else _beside(own, pk)
    sittings = Sitting.objects.select_related("table", "club").filter(club=actor.club)
    sitting = sittings.filter(pk=pk).first() if actor.club else None
    if sitting is None:
        raise Http404
    looks_on = actor.level == Level.PLAYER and not plays_at(actor, sitting)
    if looks_on and (enter or not sitting.club.results_open):
        raise PermissionDenied
    return sitting


def _beside(own: Sitting, pk: int) -> Sitting:
    """A player who crosses between the two tables of the seven takes the phone along."""
    crossed = Sitting.objects.select_related("table", "club").filter(club=own.club_id, pk=pk)
    beside = crossed.filter(seven=own.seven_id, seven__isnull=False).first()
    if beside is None:
        raise Http404
    return beside


def sittings_seen(actor: Actor) -> QuerySet[Sitting]:
    """Return the card tables; of a club that keeps results private a player's own alone."""
    sittings = Sitting.objects.filter(club=actor.home)
    if not actor.home.results_open and not actor.is_scorer:
        sittings = sittings.filter(_where_they_play(actor.person))
    return sittings


def plays_at(actor: Actor, sitting: Sitting) -> bool:
    """Whether a player belongs to this table, or has played at it.

    Who only came and left has no right there: anybody can come.
    """
    theirs = Sitting.objects.filter(_where_they_play(actor.person), pk=sitting.pk)
    return actor.person is not None and bool(theirs.exists())


def _where_they_play(person: Person | None) -> Q:
    """Return which sittings somebody belongs to, or sat at for a deal."""
    people = ids_and_merged(person) if person is not None else []
    here = Candidate.objects.filter(sitting=OuterRef("pk"), left_at=None, person__in=people)
    seats = Seat.objects.filter(part__sitting=OuterRef("pk"), person__in=people)
    stood_in = Substitute.objects.filter(part__sitting=OuterRef("pk"), person__in=people)
    played = seats.filter(part__deals__isnull=False)
    return Q(Exists(here)) | Q(Exists(played)) | Q(Exists(stood_in))


def may_enter(actor: Actor, sitting: Sitting) -> bool:
    """Whether somebody may record deals here: the table's phones, its players, any scorer."""
    if actor.level == Level.PLAYER:
        return plays_at(actor, sitting)
    return actor.level == Level.TABLE or actor.is_scorer


def parts_with_seats() -> QuerySet[Part]:
    """Return parts with who sits where, in three queries."""
    seats = Seat.objects.select_related("person", "account")
    substitutes = Substitute.objects.select_related("person", "account")
    return Part.objects.select_related("sitting", "draft").prefetch_related(
        Prefetch("seats", seats), Prefetch("substitutes", substitutes)
    )


# The newest part of a sitting, at a revision, under the names that the club then has for people.
_newest: Remembered[tuple[int, int, int], Part] = Remembered()


def part_of(sitting: Sitting, number: int | None = None) -> Part | None:
    """Return the part of a sitting with this number, or the newest.

    Three queries; none for the newest where it is remembered.
    """
    key = (sitting.pk, sitting.revision, sitting.club.revision)
    found = _newest.get(key)
    if found is None:
        found = parts_with_seats().filter(sitting=sitting).order_by("-number").first()
        if found is None:
            return None
        # Another request may be about to begin another part.
        if not transaction.get_connection().in_atomic_block:
            _newest.keep(key, found)
    if number is not None and number != found.number:
        found = parts_with_seats().filter(sitting=sitting, number=number).first()
    part = copy(found)
    if part is not None:
        part.sitting = sitting
    return part


def newest_parts(sittings: Iterable[Sitting]) -> dict[int, Part]:
    """Return the newest part of each table that has one, by table.

    Three queries for all tables of which it is not remembered; they were read with their club.
    """
    known = {
        sitting.pk: copy(_newest.get((sitting.pk, sitting.revision, sitting.club.revision)))
        for sitting in sittings
    }
    found = {table: part for table, part in known.items() if part is not None}
    unknown = [table for table in known if table not in found]
    if unknown:
        parts = parts_with_seats().filter(sitting__in=unknown).order_by("number")
        found |= {part.sitting_id: part for part in parts}
    for sitting in sittings:
        if sitting.pk in found:
            found[sitting.pk].sitting = sitting
    return found


def keep_with_nothing_noted(part: Part, revision: int, club_revision: int) -> None:
    """Remember a part at a revision still being written: as it was, and nothing noted in it."""
    before = _newest.get((part.sitting_id, revision - 1, club_revision))
    if before is not None and before.pk == part.pk:
        now = copy(before)
        now.next_dealer = ""
        # As Django itself notes that a part has no draft.
        Part.draft.related.set_cached_value(now, None)
        _newest.keep((part.sitting_id, revision, club_revision), now)


def with_people() -> "Prefetch[str, QuerySet[Candidate], str]":
    """Return what reads the people of tables along, those who have left too. One query."""
    return Prefetch("candidates", Candidate.objects.select_related("person"))


def being_played(club: Club) -> QuerySet[Sitting]:
    """Return the tables that are open, oldest first."""
    return (
        Sitting.objects.filter(club=club, closed_at=None, voided_at=None)
        .select_related("table", "seven")
        .order_by("opened_at")
    )


def open_sittings(club: Club) -> QuerySet[Sitting]:
    """Return what is being played, oldest first, with its people, parts and seats."""
    return being_played(club).prefetch_related(with_people(), Prefetch("parts", parts_with_seats()))


def tonight(club: Club) -> dt.date:
    """Return the evening that it is in the club."""
    return evening_of(club, clock.now())


def free_tables(club: Club) -> QuerySet[CardTable]:
    """Return the tables at which no one sits."""
    taken = Q(sittings__closed_at=None, sittings__voided_at=None, sittings__isnull=False)
    return CardTable.objects.filter(club=club, active=True).exclude(
        pk__in=CardTable.objects.filter(taken).values("pk")
    )


def seated_tonight(club: Club) -> QuerySet[Candidate]:
    """Return the places at tables of everyone who belongs to one tonight."""
    return Candidate.objects.filter(
        club=club,
        left_at=None,
        sitting__evening=tonight(club),
        sitting__closed_at=None,
        sitting__voided_at=None,
    )


def sits_at(club: Club) -> dict[int, str]:
    """Return {person: table} of everyone who belongs to a table tonight."""
    return dict(seated_tonight(club).values_list("person_id", "sitting__table__name"))


__all__ = [
    "KeyUsed",
    "TableEntry",
    "authored",
    "key_of",
    "must_be_open",
    "must_not_be_void",
    "new_key",
    "taken",
    "taken_part",
]


class TableEntry(TypedDict):
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
