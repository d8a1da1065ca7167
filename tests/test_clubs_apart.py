"""Every row says whose it is, every unique key stays within a club, no foreign key crosses."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from uuid import UUID

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Field, Model, QuerySet, UniqueConstraint
from django.utils import timezone

from clubscore.club.logins.logins import found_club
from clubscore.club.models import Account, Club
from clubscore.club.safe import held_apart
from clubscore.club.safe.apart import keys_within_clubs, names_its_club, strays
from clubscore.rubbers.models import Deal, Part, Seat, Sitting
from tests.house import House

OURS = ("club", "duplicate", "jobs", "rubber")
WITHOUT_CLUB: Mapping[str, str] = {
    "club.Club": "is the club",
    "club.User": "an identity: one login may be a member of several clubs",
    "duplicate.BoardsWorkedOut": "its event's, and nothing reads it by club",
    "duplicate.DoubleDummy": "a cache of all clubs, by deal",
    "duplicate.NulloTable": "a cache of all clubs, by deal",
    "duplicate.OpeningLeads": "a cache of all clubs, by deal",
    "duplicate.PastFile": "its import's, for some days, and nothing reads it by club",
    "duplicate.PhoneSeen": "its event's, written every few seconds, and nothing reads it by club",
}
_TOKEN = "the hash of a secret address, by which nothing but itself says whose it is"
ACROSS_CLUBS: Mapping[str, str] = {
    "club.Club.slug": "the club's address on this server",
    "club.User.username": "the name somebody logs in with, before any club is known",
    "duplicate.DoubleDummy.deal": "a cache of all clubs, by deal",
    "duplicate.EventList.token_hash": _TOKEN,
    "duplicate.EventShare.token_hash": _TOKEN,
    "duplicate.EventTableLink.token_hash": _TOKEN,
    "duplicate.SeveralShare.token_hash": _TOKEN,
    "duplicate.NulloTable nullos_are_worked_out_once": "a cache of all clubs, by deal",
    "duplicate.OpeningLeads leads_are_worked_out_once": "a cache of all clubs, by deal",
    "jobs.Job a_job_is_asked_for_once": "work of the whole server, some of it of no club",
    "rubber.RoomLink.token_hash": _TOKEN,
    "rubber.TableLink.token_hash": _TOKEN,
}


def our_models() -> Iterator[type[Model]]:
    """Yield the models that are ours."""
    for model in apps.get_models():
        if model._meta.app_label in OURS:
            yield model


def unique_keys(model: type[Model]) -> Iterator[tuple[str, Field]]:
    """Yield (name, first column) of each unique key of a model but its primary key."""
    for field in model._meta.concrete_fields:
        if field.unique and not field.primary_key:
            yield f"{model._meta.label}.{field.name}", field
    for constraint in model._meta.constraints:
        if isinstance(constraint, UniqueConstraint):
            first = constraint.fields[0] if constraint.fields else constraint.expressions[0].name
            yield f"{model._meta.label} {constraint.name}", model._meta.get_field(first)


def is_within_a_club(first: Field) -> bool:
    """Whether a key begins with the club, or with a row that says whose it is.

    The second is as good while no foreign key crosses clubs.
    """
    leads_to = first.related_model
    return first.name == "club" or (isinstance(leads_to, type) and names_its_club(leads_to))


def test_every_row_names_its_club_but_where_there_is_a_reason() -> None:
    without = {each._meta.label for each in our_models() if not names_its_club(each)}
    assert without == set(WITHOUT_CLUB)


def test_every_unique_key_stays_within_a_club_but_where_there_is_a_reason() -> None:
    across = {
        name
        for model in our_models()
        for name, first in unique_keys(model)
        if not is_within_a_club(first)
    }
    assert across == set(ACROSS_CLUBS)


def test_what_a_key_begins_with_is_seen() -> None:
    keys = dict(unique_keys(Seat)) | dict(unique_keys(Account))
    assert {name: is_within_a_club(first) for name, first in keys.items()} == {
        "rubber.Seat one_person_a_seat": True,
        "rubber.Seat one_seat_a_person": True,
        "club.Account.person": True,
        "club.Account one_account_of_a_kind": True,
    }
    assert not is_within_a_club(Seat._meta.get_field("seat"))


@pytest.mark.postgres
def test_a_foreign_key_that_crosses_clubs_is_found(house: House, other_house: House) -> None:
    assert strays() == []
    call_command("check_clubs")
    held_apart.take_away("default")  # a database of before
    Seat.objects.filter(part=house.part, seat="N").update(account=other_house.people[0])
    Part.objects.filter(pk=house.part.pk).update(sitting=other_house.sitting, number=2)
    found = {stray.column: stray.rows for stray in strays()}
    assert found == {"rubber.Seat.account": 1, "rubber.Part.sitting": 1}
    with pytest.raises(CommandError, match="lead to another club"):
        call_command("check_clubs")
    # What stands is left, and the club opens; what is written from now on is refused.
    held_apart.set_again("default")
    Part.objects.filter(pk=house.part.pk).update(number=3)


KEYS = sorted(keys_within_clubs(), key=lambda key: f"{key[0]._meta.label}.{key[1].name}")
NOWHERE = 999_999_999
# What some rows must say besides to be rows at all.
SAYS: Mapping[str, Mapping[str, object]] = {
    "club.Account": {"kind": "cash"},
    "duplicate.BoardRevision": {"dealer": "N", "vulnerable": "none"},
    "duplicate.Entry": {"first_id": NOWHERE},
    "duplicate.ResultRevision": {"kind": "taken-back"},
    "rubber.DealRevision": {"kind": "taken-back"},
    "rubber.Settlement": {"number": 1, "kind": "agreed"},
}
_numbers = itertools.count(1)


def bare(model: type[Model], club: Club, **given: object) -> Model:
    """Write a row with no more in it than its columns ask for; what it leads to is not there.

    No two have the same number, name or row to which they lead.
    """
    values: dict[str, object] = {"club_id": club.pk} | dict(SAYS.get(model._meta.label, {})) | given
    if "person_id" in given and model is Account:
        values["kind"] = Account.Kind.PERSON
    for field in model._meta.concrete_fields:
        if field.attname in values or field.null or (field.has_default() and not field.unique):
            continue
        values[field.attname] = plain(field, next(_numbers))
    (written,) = QuerySet(model).bulk_create([model(**values)])
    return written


def plain(field: Field, number: int) -> object:
    """A value that a column takes."""
    if field.is_relation or field.primary_key:
        return NOWHERE + number
    if field.get_internal_type() == "UUIDField":
        return UUID(int=number)
    if "Date" in field.get_internal_type():
        return timezone.now()
    return (
        number
        if "Integer" in field.get_internal_type()
        else str(number)[-(field.max_length or 9) :]
    )


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("model", "field"), KEYS, ids=[f"{model.__name__}.{field.name}" for model, field in KEYS]
)
def test_the_database_refuses_a_row_that_leads_to_another_club(
    db: None, model: type[Model], field: Field
) -> None:
    ours, other = found_club(name="Ours", author="a"), found_club(name="Other", author="a")
    leads_to = field.related_model
    assert isinstance(leads_to, type)
    near, far = bare(leads_to, ours), bare(leads_to, other)
    refused = f"{model._meta.db_table}.{field.column} leads to another club"
    with pytest.raises(IntegrityError, match=refused), transaction.atomic():
        bare(model, ours, **{field.attname: far.pk})
    row = bare(model, ours, **{field.attname: near.pk})
    changes = QuerySet(model).filter(pk=row.pk)
    # What is entered in the book nobody changes at all.
    with pytest.raises(DatabaseError, match=f"{refused}|never changed"), transaction.atomic():
        changes.update(**{field.attname: far.pk})
    with pytest.raises(DatabaseError, match=r"stays with|never changed"), transaction.atomic():
        changes.update(club=other)
    transaction.set_rollback(True)


def test_every_such_key_was_tried() -> None:
    assert len(KEYS) == 73


@pytest.mark.postgres
def test_nothing_holds_clubs_apart_where_the_triggers_are_taken_away(db: None) -> None:
    ours, other = found_club(name="Ours", author="a"), found_club(name="Other", author="a")
    held_apart.take_away("default")
    crossing = bare(Part, ours, sitting_id=bare(Sitting, other).pk)
    assert {(stray.column, stray.first) for stray in strays()} == {
        ("rubber.Part.sitting", crossing.pk)
    }
    transaction.set_rollback(True)


def test_every_foreign_key_between_rows_of_clubs_is_read() -> None:
    read = {f"{model._meta.label}.{field.name}" for model, field in keys_within_clubs()}
    assert f"{Deal._meta.label}.part" in read
    assert "club.Entry.corrects" in read
    assert "club.Entry.user" not in read
    assert len(read) > 50
